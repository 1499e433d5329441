"""What is stale: pages of a built site, and the generated parts of hand-written pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from camelrules.lang.library import data_folder
from camelrules.site.build import stale, written
from camelrules.site.reference import commands, nodes, statements

# Parts of hand-written pages that follow from the code: between `<!-- generated: NAME -->` and `<!-- end -->`.
BLOCKS: dict[str, Callable[[], str]] = {"commands": commands, "expressions": nodes, "statements": statements}
_BLOCK = re.compile(r"<!-- generated: ([a-z]+) -->\n(.*?)<!-- end -->", re.S)


def problems(folder: Path | None, editions: Sequence[str] = (), results: Path | None = None) -> list[str]:
    """A line for each page that its source would make otherwise."""
    found = []
    for path, text in written().items():
        for name, body in _BLOCK.findall(text):
            if name not in BLOCKS:
                found.append(f"docs/{path}: there is no generated part `{name}`")
            elif body.strip() != BLOCKS[name]().strip():
                found.append(f"docs/{path}: the part `{name}` is stale; `python -m camelrules.site.check` writes it")
    if folder is not None:
        found += [f"{folder / p}: stale" for p in stale(folder, editions, results)]
    return found


def refresh() -> list[str]:
    """Writes the generated parts again; says which pages changed."""
    changed = []
    for path, text in written().items():
        made = _BLOCK.sub(lambda m: f"<!-- generated: {m[1]} -->\n{BLOCKS[m[1]]().strip()}\n<!-- end -->", text)
        if made != text:
            (data_folder("docs") / path).write_text(made, "utf-8")
            changed.append(path)
    return changed


if __name__ == "__main__":
    for changed_page in refresh():
        print(changed_page)
