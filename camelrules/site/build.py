"""Building the site: generated and hand-written pages and scripts in one folder, then mkdocs over it."""

from __future__ import annotations

import hashlib
import json
import logging
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from camelrules.door.names import inside
from camelrules.door.reading import is_file, read_source
from camelrules.door.writing import replacing_folder
from camelrules.lang.library import data_folder
from camelrules.lang.source import fail
from camelrules.site.data import SiteData, gather
from camelrules.site.inserts import complete
from camelrules.site.modules import scripts as packed
from camelrules.site.page import Page
from camelrules.site.pages import (
    clauses,
    examples,
    findings,
    own_editions,
    playground,
    proofs,
    questions,
    rulebooks,
    rules,
    witnesses,
)
from camelrules.site.readings import readings
from camelrules.site.search import search_index

HERE = Path(__file__).resolve().parent
# What a folder made by us holds, so that building never clears a folder that somebody else filled.
STAMP = "site.json"
# Some 100 bytes for each of a few thousand files.
MAX_STAMP = 10_000_000
# A line of HTML that begins a block and is long enough to be worth setting aside; and where one was.
LONG = re.compile(r"^<(?:ol|ul|div|figure|svg|table)\b[^\n]{600,}$", re.M)
DRAWN = re.compile(r'<div data-drawn="(\d+)"></div>')
KINDS = (rules, clauses, rulebooks, findings, examples, own_editions, witnesses, questions, proofs, playground)


def generated(data: SiteData) -> Iterator[Page]:
    """Every generated page, in a fixed order."""
    for kind in KINDS:
        yield from kind.pages(data)


def scripts(data: SiteData) -> dict[str, str]:
    """The rules as WebAssembly, in scripts that a page loads when it needs them."""
    return {f"assets/rules/{name}.js": text for name, text in packed(readings(data).shapes).items()}


def written() -> dict[str, str]:
    """The pages that people write, by where they stand in the site."""
    folder = data_folder("docs")
    return {p.relative_to(folder).as_posix(): p.read_text("utf-8") for p in sorted(folder.rglob("*.md"))}


def completed(data: SiteData) -> dict[str, str]:
    """The pages that people write, with what follows from the sources put where they ask for it."""
    return {path: complete(text, data) for path, text in written().items()}


def contents(data: SiteData) -> dict[str, str]:
    """Every page and script of the site, by where it stands."""
    return completed(data) | {p.path: p.text for p in generated(data)} | scripts(data)


def stamps(texts: dict[str, str]) -> dict[str, str]:
    """A hash of every page and script."""
    return {path: hashlib.sha256(text.encode()).hexdigest()[:16] for path, text in sorted(texts.items())}


def build(target: Path, editions: Sequence[str] = (), results: Path | None = None) -> int:
    """Builds the site into a folder; says how many pages it has."""
    _may_clear(target)
    data = gather(editions, results)
    # The old site stays until the new one is whole; a build that is killed leaves it as it was.
    with tempfile.TemporaryDirectory(prefix="camelrules-site-") as work, replacing_folder(target) as new:
        source = Path(work) / "pages"
        texts = contents(data)
        sources = stamps({**texts, **theme()})
        texts["assets/search-index.js"] = search_index({k: v for k, v in texts.items() if k.endswith(".md")})
        drawn: list[str] = []
        for path, text in texts.items():
            place = inside(source, path)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(set_aside(text, drawn) if path.endswith(".md") else text, "utf-8")
        _mkdocs(source, new)
        for page in new.rglob("*.html"):
            page.write_text(put_back(page.read_text("utf-8"), drawn), "utf-8")
        stamp = {"sources": sources, "built": built(new)}
        (new / STAMP).write_text(json.dumps(stamp, indent=0), "utf-8")
    return sum(1 for path in texts if path.endswith(".md"))


def set_aside(text: str, drawn: list[str]) -> str:
    """The page with its long lines of HTML kept in `drawn`: Markdown would only look through drawings, slowly."""

    def keep(match: re.Match[str]) -> str:
        drawn.append(match.group(0))
        return f'<div data-drawn="{len(drawn) - 1}"></div>'

    return LONG.sub(keep, text)


def put_back(page: str, drawn: list[str]) -> str:
    """The finished page with its drawings."""
    return DRAWN.sub(lambda match: drawn[int(match.group(1))], page)


def theme() -> dict[str, str]:
    """The template, style and scripts, by where they stand; a built page depends on them too."""
    files = [p for p in (HERE / "theme").rglob("*") if p.is_file()]
    return {f"theme/{p.relative_to(HERE / 'theme').as_posix()}": p.read_text("utf-8") for p in files}


def built(target: Path) -> dict[str, str]:
    """A hash of every file of a built site, but for the stamp itself."""
    files = [p for p in target.rglob("*") if p.is_file() and p != target / STAMP]
    return {p.relative_to(target).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest()[:16] for p in sorted(files)}


def stale(target: Path, data: SiteData) -> list[str]:
    """The pages of a built site that its sources would make otherwise today, or that are not as they were built."""
    if not is_file(target / STAMP):
        raise fail("no-site", f"`{target}` is not a site that `camelrules site build` made", None, "build it first")
    old, was = _stamp(target)
    new, now = stamps({**contents(data), **theme()}), built(target)
    otherwise = {p for p in {*old, *new} if old.get(p) != new.get(p)}
    return sorted(otherwise | {p for p in {*was, *now} if was.get(p) != now.get(p)})


def _may_clear(target: Path) -> None:
    if target.exists() and not target.is_dir():
        raise fail("not-a-folder", f"`{target}` is a file", None, "name a folder for the site")
    if not target.is_dir() or not any(target.iterdir()):
        return
    was = _stamp(target)[1] if is_file(target / STAMP) else {}
    theirs = sorted(path for path, now in built(target).items() if was.get(path) != now)
    if theirs or not was:
        raise fail(
            "not-empty",
            f"`{target}` holds files that this program did not write, such as `{(theirs or [''])[0]}`",
            None,
            "name an empty or a new folder, or move them away",
        )


def _stamp(target: Path) -> tuple[dict[str, str], dict[str, str]]:
    """What a built site was made from and what was built, each with its hash."""
    path = target / STAMP
    try:
        kept = json.loads(read_source(path, limit=MAX_STAMP).text)
        sources, files = dict(kept["sources"]), dict(kept["built"])
    except (ValueError, KeyError, TypeError):
        raise fail("no-site", f"`{path}` cannot be read", None, "remove the folder and build the site again") from None
    return sources, files


def _mkdocs(source: Path, target: Path) -> None:
    try:
        from mkdocs.commands.build import build as run
        from mkdocs.config import load_config
        from mkdocs.exceptions import Abort
    except ImportError:
        raise fail(
            "no-mkdocs", "the site needs mkdocs, which is not installed", None, "pip install 'camelrules[site]'"
        ) from None
    theme = source.parent / "theme"
    shutil.copytree(HERE / "theme", theme)
    _quiet()
    target.mkdir(parents=True, exist_ok=True)
    config = load_config(
        str(_config_file()),
        docs_dir=str(source),
        site_dir=str(target.resolve()),
        theme={"name": None, "custom_dir": str(theme), "static_templates": ["404.html"]},
        strict=True,
    )
    try:
        run(config)
    except Abort as error:
        raise fail("mkdocs", f"mkdocs refuses the pages: {error}", None, "its warnings above say which") from None


def _config_file() -> Path:
    beside = data_folder("docs").parent / "mkdocs.yml"
    return beside if beside.is_file() else HERE.parent / "data" / "mkdocs.yml"


def _quiet() -> None:
    """Only what is wrong is worth a line."""
    log = logging.getLogger("mkdocs")
    log.setLevel(logging.WARNING)
    if not log.handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
        log.addHandler(handler)
