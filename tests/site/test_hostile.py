"""An edition whose every sentence is an attack: its pages hold the words and run nothing."""

from __future__ import annotations

import html.parser
from collections.abc import Iterator
from pathlib import Path

import markdown
import pytest

from camelrules.door.diagnostics import RulesError
from camelrules.door.names import inside
from camelrules.site.data import gather
from camelrules.site.pages import own_editions, questions, rules
from camelrules.site.search import search_index

ATTACK = (
    "<script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1)) ![x](javascript:alert(1)) "
    '"onmouseover="alert(1) <b/onclick=alert(1)> [y]: javascript:alert(1) &#x3c;script&#x3e; `</code>` | --> \\'
)
EDITION = """\
edition: hostile
title: {attack}
extends: "2018"
replaces:
  parameters:
    money.start: {{type: 0.., is: 5, says: {attack}}}
  rulings:
    {ruling}: {{question: {attack}, is: {value}, alternatives: {{{alternatives}}}}}
"""
# What only the theme may have.
FORBIDDEN = {"script", "iframe", "object", "embed", "base", "meta", "link", "style"}


class Running(html.parser.HTMLParser):
    """What a page would run or load."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in FORBIDDEN:
            self.found.append(tag)
        for name, value in attrs:
            address = "".join((value or "").split()).lower()
            if name.startswith("on") or address.startswith(("javascript:", "data:", "vbscript:")):
                self.found.append(f"{tag} {name}={value}")


def running(page: str) -> list[str]:
    parser = Running()
    parser.feed(page)
    parser.close()
    return parser.found


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The pages about a hostile edition, as Markdown."""
    import json

    from camelrules.lang.library import library

    attack = json.dumps(ATTACK)
    ruling = next(p for p in library().load("2018").parameters.values() if p.kind == "ruling")
    path = tmp_path_factory.mktemp("edition") / "hostile.yaml"
    path.write_text(
        EDITION.format(
            attack=attack,
            ruling=ruling.name,
            value=ruling.value,
            alternatives=", ".join(f"{name}: {attack}" for name, _ in ruling.alternatives),
        ).replace("\x00", "")
    )
    data = gather([str(path)], search=False)

    def made() -> Iterator[tuple[str, str]]:
        for kind in (rules, own_editions, questions):
            yield from ((page.path, page.text) for page in kind.pages(data))

    return dict(made())


def rendered(text: str) -> str:
    return markdown.markdown(text.split("\n---\n", 1)[1], extensions=["admonition", "attr_list", "tables", "toc"])


def test_the_attack_attacks() -> None:
    """Unescaped it would run in three ways: the test would see it."""
    assert len(running(rendered(f"---\n\n---\n{ATTACK}"))) >= 3


def test_pages_run_nothing(pages: dict[str, str]) -> None:
    """Neither scripts nor handlers nor links that run."""
    assert any("alert" in text for text in pages.values())
    assert {path: found for path, text in pages.items() if (found := running(rendered(text)))} == {}


def test_the_words_are_still_there(pages: dict[str, str]) -> None:
    """Readers see what was written."""
    shown = html.unescape(rendered(pages["rules/index.md"]))
    assert "<script>alert(1)</script>" in shown and "[x](javascript:alert(1))" in shown


def test_the_search_index_is_a_script_that_only_holds_data(pages: dict[str, str]) -> None:
    """Nothing in it ends a script element."""
    assert "<" not in search_index(pages)


def test_no_page_leaves_its_folder(tmp_path: Path) -> None:
    """Whatever named it."""
    for path in ("../x.md", "a/../../x.md", "/etc/x.md", "a//b.md", ".hidden.md", "a\nb.md"):
        with pytest.raises(RulesError, match="cannot be the name of a page"):
            inside(tmp_path, path)
    assert inside(tmp_path, "rules/my-edition.2.md").is_relative_to(tmp_path)
