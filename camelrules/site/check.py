"""What is stale: pages of a built site, and names in hand-written pages that no longer mean anything."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from camelrules.site.build import stale, written
from camelrules.site.data import SiteData, carriers, gather
from camelrules.site.inserts import MARK, PARTS
from camelrules.site.reference import command_names

_CODE = re.compile(r"`([^`\n]+)`")
_DOTTED = re.compile(r"[a-z0-9_]+(?:\.[a-z0-9_]+)+")
_COMMAND = re.compile(r"(?:^    |`)camelrules ([a-z]+)", re.M)
# Endings by which a dotted word is the name of a file.
_FILES = ("yaml", "yml", "json", "lock", "py", "txt", "md", "mjs", "js", "wasm", "bak", "lua")


def problems(folder: Path | None, editions: Sequence[str] = (), results: Path | None = None) -> list[str]:
    """A line for each page that its source would make otherwise, and for each name that is gone."""
    data = gather(editions, results)
    names = known(data)
    found = []
    for path, text in written().items():
        # A decision keeps the names of its day.
        if not path.startswith("decisions/"):
            found += [f"docs/{path}: {complaint}" for complaint in _complaints(text, names)]
    if folder is not None:
        found += [f"{folder / p}: stale" for p in stale(folder, data)]
    return found


def known(data: SiteData) -> set[str]:
    """Every dotted name that a page may use."""
    names = {*data.catalogue, *data.properties}
    for made in data.engines.values():
        names |= {c.shown for c in carriers(made.game)}
    return names


def _complaints(text: str, names: set[str]) -> Iterator[str]:
    for mark in MARK.findall(text):
        if mark not in PARTS:
            yield f"there is nothing to put where it says `site: {mark}`"
    for command in sorted(set(_COMMAND.findall(text)) - command_names()):
        yield f"there is no command `{command}`"
    for code in _CODE.findall(text):
        if _DOTTED.fullmatch(code) and code not in names and code.rsplit(".", 1)[1] not in _FILES:
            yield f"`{code}` is no clause, parameter, rule or property"
