"""Bars as SVG, with nothing but this file: what each piece of work does beside what it should reach."""

from __future__ import annotations

from html import escape
from math import log10

WIDTH, LEFT, ROW, BAR = 760, 200, 34, 12


def bars(title: str, rows: list[tuple[str, float, float | None, str]]) -> str:
    """One row for each piece of work: name, value, target where there is one, and how the value is written.

    Without a style sheet, so that a page with a strict policy can have it in its text.
    """
    values = [v for _, value, target, _ in rows for v in (value, target) if v]
    low, high = _floor(min(values)), max(values)
    scale = (WIDTH - LEFT - 200) / max(1e-9, log10(high / low))

    def length(value: float) -> float:
        return max(1.0, scale * log10(value / low))

    goals = "; a line marks the target" if any(target for _, _, target, _ in rows) else ""
    height = 46 + ROW * len(rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="{escape(title)}" font-family="sans-serif" font-size="13" fill="currentColor" stroke-width="2">',
        f'<text x="0" y="16" font-weight="bold">{escape(title)}</text>',
        f'<text x="0" y="34" font-size="11">longer is faster, by powers of ten{goals}</text>',
    ]
    # No letter stands on a bar, so the bars come last.
    shapes = []
    for at, (name, value, target, shown) in enumerate(rows):
        y = 46 + ROW * at
        parts.append(f'<text x="{LEFT - 8}" y="{y + 14}" text-anchor="end">{escape(name)}</text>')
        shapes.append(f'<rect fill="#b5651d" x="{LEFT}" y="{y + 4}" width="{length(value):.1f}" height="{BAR}"/>')
        end = max(length(value), length(target) if target else 0)
        if target:
            x = LEFT + length(target)
            shapes.append(f'<line stroke="currentColor" x1="{x:.1f}" x2="{x:.1f}" y1="{y}" y2="{y + BAR + 8}"/>')
        parts.append(f'<text x="{LEFT + end + 8:.1f}" y="{y + 14}">{escape(shown)}</text>')
    return "\n".join([*parts, *shapes, "</svg>", ""])


def _floor(value: float) -> float:
    """The power of ten below."""
    power = int(log10(value)) - (1 if value < 1 else 0)
    return float(10.0**power)
