"""A page: where it stands in the site, and its Markdown."""

from __future__ import annotations

import json
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    """A generated page; `path` is from the root of the site and ends in `.md`."""

    path: str
    text: str

    @property
    def root(self) -> str:
        """The way from the page to the root of the site."""
        return "../" * self.path.count("/")


def front(title: str, description: str = "", **more: str) -> str:
    """The head of a page, for the theme."""
    fields = {"title": title, "description": description, "generated": "true", **more}
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in fields.items() if value]
    return "\n".join(["---", *lines, "---", "", ""])


def cell(text: object) -> str:
    """A value inside a Markdown table."""
    return str(text).replace("|", "\\|").replace("\n", " ")


def table(header: list[str], rows: list[list[object]]) -> str:
    """A Markdown table."""
    lines = [f"| {' | '.join(header)} |", f"|{'---|' * len(header)}"]
    lines += [f"| {' | '.join(cell(c) for c in row)} |" for row in rows]
    return "\n".join(lines) + "\n"
