"""Every page in a real browser, wide and narrow, light and dark: structure, names, contrast, width, links, silence."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

AUDIT = (Path(__file__).parent / "audit.js").read_text("utf-8")
LOOKS = [(1280, "light"), (390, "dark"), (1280, "dark"), (390, "light")]
# Kinds of pages with hundreds of each; these are looked at once, all others in every look.
MANY = ("clauses/", "examples/", "witnesses/", "findings/", "decisions/")


def chosen(pages: list[str], look: int) -> list[str]:
    """The pages to open in one look: every page is in at least one."""
    often = [p for p in pages if not p.startswith(MANY) or p.endswith("index.html")]
    rest = [p for p in pages if p not in often]
    return [*often, *rest[look :: len(LOOKS)]]


@pytest.mark.parametrize("look", range(len(LOOKS)), ids=[f"{w}-{s}" for w, s in LOOKS])
def test_every_page(browser: Any, address: str, folder: Path, look: int) -> None:
    from conftest import Watched

    width, scheme = LOOKS[look]
    made = Watched(browser, address, width, scheme)
    pages = sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*.html") if p.name != "404.html")
    assert len(pages) > 300 and {p for n in range(len(LOOKS)) for p in chosen(pages, n)} == set(pages)
    wrong: dict[str, str] = {}  # by what is wrong, the last page where it is
    links: set[str] = set()
    for path in chosen(pages, look):
        page = made.play() if path == "playground.html" else made.go(path)
        if path == "playground.html":
            before = made.shown()
            page.get_by_role("button", name="Compare with a second reading").click()
            made.settled(before)
            page.locator(".rulings").evaluate_all("all => all.forEach(d => { d.open = true; })")
        told = page.evaluate(AUDIT)
        wrong |= {line.split("> ")[0]: f"{path}: {line}" for line in told["found"]}
        links |= set(told["links"])
    made.context.close()
    assert not wrong, "\n".join(wrong.values())
    assert not made.complaints and not made.outside
    for link in links:
        assert link.startswith(address), f"{link} leaves the site"
        target = folder / unquote(urlsplit(link).path).lstrip("/")
        assert target.is_file(), link
