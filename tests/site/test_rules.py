"""The rules pages: a rulebook in each language, with pictures, and every clause's sentence in all of them."""

from __future__ import annotations

import re

import pytest

from camelrules.lang.binding import bindings
from camelrules.site.data import SiteData, gather
from camelrules.site.pages import clauses, rules
from camelrules.site.written import written

LANGUAGES = ("de", "en", "es", "fr", "it", "pt")


@pytest.fixture(scope="module")
def data() -> SiteData:
    return gather(search=False)


@pytest.fixture(scope="module")
def pages(data: SiteData) -> dict[str, str]:
    return {page.path: page.text for page in rules.pages(data)}


def test_each_edition_in_each_language(pages: dict[str, str]) -> None:
    wanted = {f"rules/{e}{'' if c == 'en' else f'-{c}'}.md" for e in ("2014", "2018") for c in LANGUAGES}
    assert wanted | {"rules/2014-run.md", "rules/2018-run.md", "rules/index.md"} == pages.keys()
    assert "Wüstenplättchen" in pages["rules/2014-de.md"] and 'lang="de"' in pages["rules/2014-de.md"]


def test_it_is_a_rulebook_and_no_list_of_variables(pages: dict[str, str]) -> None:
    for name in ("rules/2018.md", "rules/index.md", "rules/2018-run.md"):
        assert "Whose tile it is" not in pages[name]
    text = pages["rules/2018.md"]
    assert text.count("<svg") == 5
    told = set(re.findall(r"clauses/([\w.]+)\.html", text))
    assert told == bindings("2018").keys()


def test_a_mark_where_another_edition_plays_otherwise(pages: dict[str, str], data: SiteData) -> None:
    """3 or 4 tickets of a colour differ; where only the name of a tile differs, there is no mark."""
    text = pages["rules/2018.md"]
    after = {c: rest[:60] for c, rest in re.findall(r'aria-label="([\w.]+)">§</a>(.{0,60})', text)}
    assert "≠" in after["comp.tickets.per_colour"]
    assert "≠" not in after["tile.payout"]
    assert written(data, "2014", "en") is not None


def test_a_clause_in_all_languages(data: SiteData) -> None:
    says = clauses._sentences(data, data.catalogue["leg.new"])
    assert {m for line in says for m in re.findall(r'lang="(\w+)"', line)} == set(LANGUAGES)
    assert any("Etappe" in line for line in says)
