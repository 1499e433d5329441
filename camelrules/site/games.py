"""A game under two readings, drawn side by side: for the site, and without scripts for reports to send."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from camelrules.compare.played import Played
from camelrules.door.escape import markup
from camelrules.report.games import Frame, difference_words
from camelrules.site.boards import board_for
from camelrules.site.scoring import holdings, picture

_THEME = Path(__file__).resolve().parent / "theme"


def frames(played: Played, names: Sequence[str]) -> list[str]:
    """Each step as one line of HTML, both readings beside each other."""
    drawn = played.drawn().frames
    return [_frame(played, names, at, drawn[at], drawn[at - 1] if at else None) for at in range(len(drawn))]


def stepper(played: Played, names: Sequence[str]) -> str:
    """The steps as a list that a script leads through, and that can be read without it."""
    items = "".join(f'<li class="frame">{text}</li>' for text in frames(played, names))
    return f'<ol class="stepper" start="0" aria-label="Steps of the game">{items}</ol>\n'


def _frame(played: Played, names: Sequence[str], at: int, here: Frame, before: Frame | None) -> str:
    sides = []
    # What both readings come to is drawn once, so that one sees where they part.
    alike = not here.differs and not any(here.notes) and (before is None or not before.differs)
    shown = ["both readings"] if alike else names
    for side, (name, made, outcome) in enumerate(zip(shown, played.tables, played.outcomes, strict=False)):
        note = f"<p>{markup(here.notes[side][:1].upper() + here.notes[side][1:])}.</p>" if here.notes[side] else ""
        board = board_for(made).draw(here.positions[side], before.positions[side] if before else None, name)
        table = holdings(made, outcome.states[at]) if at < len(outcome.states) else ""
        scored = "".join(picture(made, s) for s in outcome.scorings[at - 1]) if 0 < at <= len(outcome.scorings) else ""
        sides.append(f"<figure><figcaption><b>{markup(name)}</b></figcaption>{board}{note}{table}{scored}</figure>")
    badge = ' <span class="badge differs">here they differ</span>' if here.differs else ""
    money = f" {markup('; '.join(difference_words(here, names)))}." if difference_words(here, names) else ""
    return f'<p><b>{markup(here.step)}</b>{badge}{money}</p><div class="beside">{"".join(sides)}</div>'


def without_script(played: Played, names: Sequence[str], id: str) -> str:
    """The steps behind a row of buttons that need no script; on paper the first and the last are drawn."""
    made = frames(played, names)
    choices = "".join(
        f'<input type="radio" name="{id}" id="{id}-{at}"{"" if at else " checked"}>'
        f'<label for="{id}-{at}">{at or "start"}</label>'
        for at in range(len(made))
    )
    shown = "".join(f'<div class="frame">{text}</div>' for text in made)
    return f'<div class="game" role="group" aria-label="Steps of the game">{choices}{shown}</div>'


def drawing_parts(steps: int) -> tuple[str, str]:
    """The style and the symbols that a page with such games needs; `steps` is the most that one of them has."""
    chosen = ", ".join(
        f".game input:nth-of-type({n}):checked ~ .frame:nth-of-type({n})" for n in range(1, max(steps, 1) + 1)
    )
    style = (_THEME / "assets" / "drawings.css").read_text("utf-8")
    shown = f"@media screen {{ .game .frame {{ display: none }} {chosen} {{ display: block }} }}"
    return style + shown, (_THEME / "sprite.html").read_text("utf-8")
