"""The game of a finding as one page that needs nothing else, for an editor to open in a browser."""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files

from camelrules.compare.findings import Finding
from camelrules.desk.games import Play, Question, question_of, work
from camelrules.door.escape import html
from camelrules.door.workers import as_done


def game_page(finding: Finding) -> str | None:
    """Searches the game in a process apart, and draws it; none where there is none, or none was found."""
    question = question_of(finding)
    if question is None:
        return None
    ((_, (_, drawn)),) = as_done(work, [Play(question)], 1, apart=True)
    return _page(finding, question, drawn) if drawn and drawn.startswith("<") else None


def _page(finding: Finding, question: Question, drawn: str) -> str:
    site = files("camelrules.site").joinpath("theme")
    parts = ("style.css", "drawings.css", "stepper.js")
    *styles, steps = (site.joinpath(f"assets/{name}").read_text("utf-8") for name in parts)
    style = "\n".join(styles)
    allowed = " ".join(
        f"{kind} 'sha256-{_hash(text)}';" for kind, text in (("style-src", style), ("script-src", steps))
    )
    taken = f"<p>The text leaves it open; here it is taken as <b>{html(question.taken_as)}</b>.</p>"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; {allowed}">'
        f"<title>{html(finding.clause)}</title><style>{style}</style></head><body>"
        f'{site.joinpath("sprite.html").read_text("utf-8")}<div class="frame-of-page wide"><main>'
        f"<h1>{html(finding.clause)}</h1><p>{html(finding.message)}</p>{taken if question.taken_as else ''}{drawn}"
        f"</main></div><script>{steps}</script></body></html>\n"
    )


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
