"""Names that a file defines are identifiers: later they become functions, places in pages and parts of other names."""

from __future__ import annotations

from collections.abc import Iterator

from camelrules.door.names import MAX_LENGTH
from camelrules.lang.editions import Entry, Raw
from camelrules.lang.source import fail
from camelrules.lang.tokens import is_name
from camelrules.lang.tree import Fields, Items, Text

# Where a definition defines further names: as keys of a mapping, or as the items of a list.
INSIDE = ("given", "members", "alternatives", "exceptions", "when")


def check_names(raw: Raw) -> None:
    """Refuses every name of an edition that an expression could not use."""
    for table in raw.sections.values():
        for entry in table.values():
            for word in _defined(entry):
                if not is_name(word.value):
                    hint = "a name has letters, digits, `_` and `.`, and is no word of the language"
                    raise fail("name", f"`{word.value[:60]}` cannot be a name", word.span, hint)
                if len(word.value) > MAX_LENGTH:
                    hint = f"a name has at most {MAX_LENGTH} letters"
                    raise fail("name", f"`{word.value[:60]}…` is too long for a name", word.span, hint)


def _defined(entry: Entry) -> Iterator[Text]:
    yield entry.key
    if isinstance(entry.node, Items):
        yield from (item for item in entry.node.items if isinstance(item, Text))
    if not isinstance(entry.node, Fields):
        return
    for part in INSIDE:
        match entry.node.get(part):
            case Fields() as fields:
                yield from (key for key, _ in fields)
            case Items() as items if part == "members":
                yield from (item for item in items.items if isinstance(item, Text))
            case _:
                pass
