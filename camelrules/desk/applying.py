"""Writing a suggestion into a text file: only the sentence it is for, only while the file is as it was read."""

from __future__ import annotations

import codecs
from pathlib import Path

from camelrules.compare.findings import Finding
from camelrules.compare.waivers import stamp
from camelrules.desk.data import WRITABLE, segment_spans
from camelrules.desk.texts import File, OpenText, Shown, digest
from camelrules.door.diagnostics import RulesError, fail
from camelrules.door.reading import is_file, read_bytes
from camelrules.door.writing import write_new, write_whole
from camelrules.text.limits import MAX_FILE
from camelrules.text.model import Body, Item, Label, LinePlace, Quote
from camelrules.text.places import column_of

# More copies than this beside one text are not looked through for a free name.
MAX_COPIES = 1000


def applicable(shown: Shown, finding: Finding) -> bool:
    """Whether the suggestion can be put in place of one sentence of a text file."""
    return sentence_of(shown, finding) is not None


def apply_suggestion(text: OpenText, shown: Shown, finding: Finding) -> Path:
    """Replaces the sentence and returns the copy of the file as it was before."""
    index, suggestion = sentence_of(shown, finding), finding.suggestion()
    if not isinstance(text.origin, File) or index is None or suggestion is None:
        raise fail("apply", "this suggestion cannot be put into the file by itself", None, "copy it")
    path = Path(text.origin.path)
    data = read_bytes(path, MAX_FILE)
    if digest(data) != shown.digest:
        raise fail("changed", f"`{path.name}` has changed since it was read", None, "look at it again first")
    new = _replaced(shown, index, data, suggestion["text"], path.name)
    copy = _copy(path, data)
    if digest(read_bytes(path, MAX_FILE)) != shown.digest:
        raise fail("changed", f"`{path.name}` has changed at this moment", None, "look at it again first")
    write_whole(path, new)
    return copy


def sentence_of(shown: Shown, finding: Finding) -> int | None:
    """The one sentence that a finding is about; none where there are several, or where it is in a table."""
    read, document = shown.review, shown.review.document
    if document is None or document.format not in WRITABLE or finding.clause not in read.clauses:
        return None
    verdict = read.clauses[finding.clause]
    about = {j.claim.sentence for j in verdict.judged if set(j.claim.lines) <= set(finding.lines)}
    about = {s for s in about if s >= 0}
    wrong = {j.claim.sentence for j in verdict.of(verdict.status)}
    if finding.code not in ("CR101", "CR102", "CR301") or len(about & wrong) != 1:
        return None
    (index,) = about & wrong
    lines = [document.lines[n - 1] for n, _, _ in segment_spans(read, index)]
    plain = all(isinstance(i.place, LinePlace) and isinstance(i.role, Body | Item | Label | Quote) for i in lines)
    return index if lines and plain else None


def _replaced(shown: Shown, index: int, data: bytes, suggestion: str, name: str) -> bytes:
    """The file with the suggestion in place of the sentence, everything else byte for byte."""
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    try:
        words = data.removeprefix(mark).decode("utf-8")
    except UnicodeDecodeError:
        raise fail("apply", f"`{name}` is not UTF-8 text", None, "save it as UTF-8, or copy the suggestion") from None
    spans = segment_spans(shown.review, index)
    start, end = (_offset(shown, words, spans[at], at) for at in (0, -1))
    if stamp((words[start:end],)) != stamp((shown.review.reading.segments[index].text,)):
        message = "the sentence in the file is not laid out as it was read"
        raise fail("apply", message, None, "copy the suggestion and put it in by hand")
    return mark + (words[:start] + suggestion + words[end:]).encode()


def _offset(shown: Shown, words: str, span: tuple[int, int, int], at: int) -> int:
    """Where a sentence begins (or, for its last line, ends) in the text of the file."""
    document = shown.review.document
    assert document is not None
    line, start, end = span
    place = document.lines[line - 1].place
    assert isinstance(place, LinePlace)
    before = words.splitlines(keepends=True)[: place.line - 1]
    column = column_of(place, start) - 1 if at == 0 else column_of(place, max(start, end - 1))
    return sum(map(len, before)) + column


def _copy(path: Path, data: bytes) -> Path:
    """The file as it is, under a name that nothing has yet."""
    for number in range(1, MAX_COPIES):
        copy = path.with_name(f"{path.name}.before-{number}")
        if is_file(copy):
            continue
        try:
            write_new(copy, data, path)
        except RulesError as error:
            if error.diagnostics[0].code == "exists":
                continue
            raise
        return copy
    raise fail("apply", f"there are too many copies beside `{path.name}`", None, "remove some of them")
