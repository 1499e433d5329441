"""Texts that the user names: a document of any format that is read, or `-` for what is piped in."""

from __future__ import annotations

from pathlib import Path

from camelrules.compare.verdicts import Review, review
from camelrules.read.language.lexicon import load
from camelrules.read.reader import read_document
from camelrules.text import open_document


def read_file(
    path: str, edition: str | None = None, language: str | None = None, language_file: str | None = None
) -> Review:
    """A document as read, with a verdict on every clause."""
    words = load(Path(language_file)) if language_file else None
    return review(read_document(open_document(path), language=spoken(language), edition=edition, words=words))


def spoken(language: str | None) -> str | None:
    """The language without its country: `pt` for `pt-BR`."""
    return language.replace("_", "-").split("-")[0].lower() if language else None
