"""The languages that can be written, each read and checked once."""

from __future__ import annotations

from functools import lru_cache

from camelrules.door.kept import kept
from camelrules.lang.library import data_folder
from camelrules.lang.source import fail, listing, near
from camelrules.write.check import check
from camelrules.write.language import Phrasebook, load_phrasebook


def languages() -> list[str]:
    """The codes of the languages that can be written."""
    return sorted(p.name for p in (data_folder("spec") / "languages").iterdir() if p.is_dir() and any(p.glob("*.yaml")))


@lru_cache(maxsize=16)
def phrasebook(code: str) -> Phrasebook:
    """The language of a code, or a message with those that there are."""
    known = languages()
    short = code.lower().replace("_", "-").split("-")[0]
    if short not in known:
        raise fail(
            "unknown-language",
            f"there are no phrases for the language `{code[:40]}`",
            None,
            near(code, known, f"there are {listing(known)}"),
        )
    return kept(f"phrases-{short}", lambda: _checked(short))


def _checked(code: str) -> Phrasebook:
    book = load_phrasebook(*sorted((data_folder("spec") / "languages" / code).glob("*.yaml")))
    check(book)
    return book
