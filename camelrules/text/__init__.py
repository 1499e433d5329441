"""The room of documents: a file of any format that editors use, to lines with their places.

Nothing here knows the game or its rules: `open_document` answers what a document says and where; `read` goes on from
there.
"""

from camelrules.text.model import (
    Damage,
    Document,
    EntryPlace,
    Line,
    LinePlace,
    PagePlace,
    ParagraphPlace,
    Place,
    StoryPlace,
    UnitPlace,
)
from camelrules.text.opening import open_bytes, open_document

__all__ = [
    "Damage",
    "Document",
    "EntryPlace",
    "Line",
    "LinePlace",
    "PagePlace",
    "ParagraphPlace",
    "Place",
    "StoryPlace",
    "UnitPlace",
    "open_bytes",
    "open_document",
]
