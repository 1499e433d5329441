"""The built site without a browser: links, weight, what a change of the specification changes, and staleness."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

pytest.importorskip("mkdocs")

from built import built

from camelrules.compare.sides import side
from camelrules.lang.library import data_folder, load
from camelrules.lang.source import RulesError
from camelrules.run.reference import Reference
from camelrules.run.table import seat
from camelrules.site.build import build, contents, stale, stamps, theme
from camelrules.site.build import built as files_of
from camelrules.site.check import _complaints, problems
from camelrules.site.data import gather
from camelrules.site.inserts import complete

# A page over a slow line: the text of the largest page, and the scripts and style of every page.
PAGE_LIMIT, SHARED_LIMIT = 400_000, 60_000


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = built(tmp_path_factory.getbasetemp())
    assert len(list(target.rglob("*.html"))) > 300
    return target


class _Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value and tag != "use":
                self.links.append(value)
            elif name == "id" and value:
                self.ids.add(value)


def test_every_link_leads_somewhere_on_the_site(site: Path) -> None:
    pages = {p: _Page(p.read_text("utf-8")) for p in site.rglob("*.html") if p.name != "404.html"}
    broken = []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            assert not parts.scheme and not parts.netloc, f"{path}: {link} leaves the site"
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            if not target.is_file():
                broken.append(f"{path.relative_to(site)}: {link}")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].ids:
                broken.append(f"{path.relative_to(site)}: {link} (no such place)")
    assert not broken, broken[:10]


def test_pages_are_small(site: Path) -> None:
    heavy = {p.relative_to(site).as_posix(): p.stat().st_size for p in site.rglob("*.html")}
    assert max(heavy.values()) < PAGE_LIMIT, max(heavy, key=lambda p: heavy[p])
    shared = sum((site / "assets" / name).stat().st_size for name in ("style.css", "drawings.css", "site.js"))
    assert shared < SHARED_LIMIT


def test_every_rulebook_as_read_gives_each_camel_a_place() -> None:
    """A reading that ranks a camel behind itself has no odds; the playground offers every reading."""
    for book in gather(search=False).rulebooks.values():
        table = seat(load(book.edition), 4, dict(side(book.name).all_rules()))
        racing = [str(c) for c in table.members["racing"]]
        state = Reference(table).initial()
        state["at"] = {**state["at"], **{(c,): 4 for c in racing}}
        state["above"] = {**state["above"], **{(racing[i], racing[j]): True for i in range(5) for j in range(i)}}
        places = sorted(Reference(table).call("place", (c,), state) for c in racing)
        assert places == [1, 2, 3, 4, 5], book.name


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    for path in [*site.rglob("*.html"), *site.rglob("*.js"), *site.rglob("*.css")]:
        text = path.read_text("utf-8").replace("http://www.w3.org/", "")
        assert not re.search(r"""(?:src|href|url\(|import|fetch\()\s*=?\s*["'(]?https?://""", text), path


def test_an_edition_of_ones_own_is_everywhere(site: Path) -> None:
    assert "Our house rules" in (site / "rules" / "house.html").read_text()
    assert "Our house rules" in (site / "rules" / "index.html").read_text()
    assert "house" in (site / "clauses" / "track.spaces.html").read_text()
    assert (site / "assets" / "rules" / "house.js").is_file()


# What is changed in the sources, and the pages that speak of it: a parameter of the game, one of an edition, a ruling,
# the wording of a clause, a pattern, what a property says, and how it is stated.
CHANGES: list[tuple[str, str, str, set[str]]] = [
    (
        "spec/game/tiles.yaml", "boo.end: {type: end, is: bottom", "boo.end: {type: end, is: top",
        {"rules/2014.md", "rules/2018.md", "clauses/tile.boo.stack.md", "assets/rules/2018.js",
         "examples/2018-tile-boo-under-another-stack-2018.md"},
    ),
    (
        "spec/editions/2018.yaml", "      type: 2..\n      is: 6", "      type: 2..\n      is: 7",
        {"rules/2018.md", "rules/index.md", "clauses/setup.partnership.many.md", "assets/rules/2018.js"},
    ),
    (
        "spec/game/actions.yaml", "is: not_allowed\n    clause: a2.move.different",
        "is: allowed\n    clause: a2.move.different",
        {"questions.md", "rules/2014.md", "rules/index.md", "clauses/a2.move.different.md", "assets/rules/2014.js"},
    ),
    (
        "spec/clauses.yaml", "one starting player marker", "a marker for whoever starts",
        {"clauses/comp.start_marker.md", "clauses/index.md"},
    ),
    (
        "spec/patterns/tiles.yaml", "need: [left_there, recent boo, up or on or down or jump]",
        "need: [left_there, recent boo, up or on or down or jump or stay]",
        {"clauses/tile.space_left.md"},
    ),
    (
        "verify/tiles.yaml", "No tile ever lies on space 1.", "Space 1 stays free.",
        {"proofs.md", "clauses/a2.not_space_1.md"},
    ),
    ("verify/tiles.yaml", "always: tile[1] == none", "always: tile[1] != boo", {"proofs.md"}),
]  # fmt: skip


@pytest.mark.slow
def test_a_changed_rule_changes_every_page_that_speaks_of_it(tmp_path: Path) -> None:
    for name in ("spec", "verify"):
        shutil.copytree(data_folder(name), tmp_path / name)
    for file, old, new, _ in CHANGES:
        path = tmp_path / file
        text = path.read_text("utf-8")
        assert text.count(old) == 1, (file, old)
        path.write_text(text.replace(old, new), "utf-8")
    before = contents(gather(search=False, results=tmp_path / "before"))
    after = _contents_with(tmp_path)
    changed = {p for p in before if before[p] != after.get(p)}
    for file, _, new, wanted in CHANGES:
        assert wanted <= set(before), f"{file}: no such page: {wanted - set(before)}"
        assert wanted <= changed, f"{file}: `{new}` changed nothing on {wanted - changed}"
    assert "tile[1] != boo" in html.unescape(after["proofs.md"])
    assert not {"clauses/comp.board.md", "guides/language.md"} & changed


def _contents_with(folder: Path) -> dict[str, str]:
    """The pages that another specification makes, in a process that has not read ours."""
    script = (
        "import json, sys; from pathlib import Path; from camelrules.site.build import contents; "
        "from camelrules.site.data import gather; "
        "out = Path(sys.argv[1]); "
        "out.write_text(json.dumps(contents(gather(search=False, results=out.parent / 'after'))))"
    )
    out = folder / "pages.json"
    environment = {
        **os.environ,
        "CAMELRULES_SPEC": str(folder / "spec"),
        "CAMELRULES_VERIFY": str(folder / "verify"),
        "CAMELRULES_CACHE": str(folder / "cache"),
    }
    done = subprocess.run([sys.executable, "-c", script, str(out)], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    pages: dict[str, str] = json.loads(out.read_text())
    return pages


@pytest.mark.slow
def test_a_stale_page_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Other tests may come to new verdicts in the meantime; these pages are made without any.
    monkeypatch.setenv("CAMELRULES_CACHE", str(tmp_path / "empty"))
    data = gather(results=tmp_path / "none", search=False)
    made = stamps({**contents(data), **theme()})
    made["clauses/tile.boo.md"] = "as it was before"
    made["theme/assets/style.css"] = "as it was before"
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("as it was built")
    (site / "site.json").write_text(json.dumps({"sources": made, "built": files_of(site)}))
    assert stale(site, data) == ["clauses/tile.boo.md", "theme/assets/style.css"]
    (site / "index.html").write_text("edited by hand")
    assert stale(site, data) == ["clauses/tile.boo.md", "index.html", "theme/assets/style.css"]


def test_names_in_written_pages_still_mean_something() -> None:
    assert problems(None) == []
    assert list(_complaints("Run `camelrules fly`; see `tile.teleport` and <!-- site: moon -->.", {"tile.boo"})) == [
        "there is nothing to put where it says `site: moon`",
        "there is no command `fly`",
        "`tile.teleport` is no clause, parameter, rule or property",
    ]


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(RulesError, match="did not write"):
        build(tmp_path)
    assert (tmp_path / "thesis.tex").read_text() == "years of work"


def test_plots_of_the_benchmarks() -> None:
    """They stand in the text of the page, and need no style of their own, which a strict policy would refuse."""
    page = (Path(__file__).parents[2] / "docs" / "guides" / "speed.md").read_text("utf-8")
    shown = complete(page, None)  # type: ignore[arg-type]
    assert shown.count("<figure><svg") == 2 and "<style" not in shown and "site:" not in shown
    assert "moves checked 2014" in shown
