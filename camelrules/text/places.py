"""Places as other programs get them, and as one editor tells them to another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import assert_never

from camelrules.text.model import (
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

# More places than this are not listed in a message.
_LISTED = 6


def file_line(document: Document, number: int) -> int:
    """The number by which its user knows a line: that of the file, of the paragraph, or else as it was read."""
    if not 0 < number <= len(document.lines):
        return number
    match document.lines[number - 1].place:
        case LinePlace(line=line) | UnitPlace(line=line) | EntryPlace(line=line):
            return line
        case ParagraphPlace(paragraph=paragraph, part=""):
            return paragraph
        case ParagraphPlace() | PagePlace() | StoryPlace():
            return number
        case place:
            assert_never(place)


def file_lines(document: Document, numbers: Sequence[int]) -> list[int]:
    """Such numbers, each once; the parts of a paragraph are one."""
    return list(dict.fromkeys(file_line(document, n) for n in numbers))


def place_data(line: Line, start: int = 0, end: int | None = None) -> dict[str, int | str]:
    """The place of a line, or of some of its characters, with the fields that apply to its format."""
    match line.place:
        case LinePlace(line=number) as place:
            stop = len(line.text) if end is None else min(end, len(line.text))
            last = column_of(place, max(start, stop - 1)) + 1
            return {"line": number, "column": column_of(place, start), "end_column": last}
        case PagePlace(page=page, line=number):
            return {"page": page, "line": number} if number else {"page": page}
        case ParagraphPlace(paragraph=paragraph, part=part):
            return _with({"paragraph": paragraph}, part=part)
        case UnitPlace(unit=unit, segment=segment, file=file, line=number):
            return _with({"unit": unit, "line": number}, segment=segment, file=file)
        case EntryPlace(entry=entry, line=number, context=context):
            return _with({"entry": entry, "line": number}, unit=context)
        case StoryPlace(story=story, paragraph=paragraph, page=page_name):
            shown = int(page_name) if page_name.isascii() and page_name.isdecimal() else page_name
            return _with({"unit": story, "paragraph": paragraph}, page=shown)
        case place_:
            assert_never(place_)


def _with(data: dict[str, int | str], **more: int | str) -> dict[str, int | str]:
    """The fields with those of the others that are not empty."""
    return data | {key: value for key, value in more.items() if value != ""}


def places_data(
    document: Document, numbers: Sequence[int], spans: Mapping[int, tuple[int, int]] | None = None
) -> list[dict[str, int | str]]:
    """The places of some lines, or of the characters in them that `spans` names.

    Two lines of one paragraph that its format does not tell apart are one place.
    """
    out: list[dict[str, int | str]] = []
    for number in numbers:
        if 0 < number <= len(document.lines):
            start, end = (spans or {}).get(number, (0, None))
            data = place_data(document.lines[number - 1], start, end)
            if data not in out:
                out.append(data)
    return out


def column_of(place: LinePlace, offset: int) -> int:
    """The column of the file for a character of the line's text."""
    start, column = place.columns[0]
    for at, jump in place.columns:
        if at > offset:
            break
        start, column = at, jump
    return column + offset - start


def cited(place: Place) -> str:
    """A place as one says it to a colleague."""
    where, noun, number = _parts(place)
    return f"{where}{noun} {number}"


def _parts(place: Place) -> tuple[str, str, int | str]:
    """A place as what stands around it, what it is, and which one of these."""
    match place:
        case LinePlace(line=line):
            return "", "line", line
        case PagePlace(page=page, line=line):
            return (f"page {page}, ", "line", line) if line else ("", "page", page)
        case ParagraphPlace(paragraph=paragraph, part=part):
            return f"{part} ".lstrip(), "paragraph", paragraph
        case UnitPlace(unit=unit, segment=segment):
            return (f"unit {unit}, ", "segment", segment) if segment else ("", "unit", unit)
        case EntryPlace(entry=entry, line=line):
            return f"entry {entry}, ", "line", line
        case StoryPlace(story=story, paragraph=paragraph, page=page):
            return f"{f'page {page}, ' if page else ''}story {story}, ", "paragraph", paragraph
        case _:
            assert_never(place)


def short(place: Place) -> str:
    """A place for the margin beside a text."""
    match place:
        case LinePlace(line=line):
            return str(line)
        case PagePlace(page=page, line=line):
            return f"p. {page}:{line}"
        case ParagraphPlace(paragraph=paragraph, part=part):
            return f"{part} ¶ {paragraph}".strip()
        case UnitPlace(unit=unit):
            return unit
        case EntryPlace(line=line):
            return str(line)
        case StoryPlace(story=story, paragraph=paragraph):
            return f"{story} ¶ {paragraph}"
        case _:
            assert_never(place)


def citation(document: Document, numbers: Sequence[int]) -> str:
    """`line 3`, `lines 3, 4 and 9`, `page 2, lines 7 to 9 and page 3, line 1`."""
    found = [_parts(document.lines[n - 1].place) for n in numbers if 0 < n <= len(document.lines)]
    shown = list(dict.fromkeys(found))[:_LISTED]
    return _listed(
        [_together(where, noun, [n for *_, n in same]) for (where, noun), same in groupby(shown, itemgetter(0, 1))]
    )


def stretches(document: Document, numbers: Sequence[int]) -> list[tuple[list[int], str]]:
    """The lines paragraph by paragraph, since one sentence is one place to go to, and how each stretch is cited."""
    runs: list[list[int]] = []
    for number in numbers:
        if not 0 < number <= len(document.lines):
            continue
        if runs and number == runs[-1][-1] + 1 and document.lines[number - 1].continues:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [(run, citation(document, run)) for run in runs]


def _together(where: str, noun: str, numbers: Sequence[int | str]) -> str:
    """`lines 3, 4 and 9`; more than two in a row are `lines 3 to 5`."""
    runs: list[list[int | str]] = []
    for number in numbers:
        if runs and isinstance(number, int) and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    said = [
        f"{run[0]} to {run[-1]}" if len(run) > 2 else str(n) for run in runs for n in run[: 1 if len(run) > 2 else 2]
    ]
    return f"{where}{noun}{'s' if len(numbers) > 1 else ''} {_listed(said)}"


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""
