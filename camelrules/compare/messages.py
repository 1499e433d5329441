"""What a finding says: the line, what it should say, and what to change, as one editor would write to another."""

from __future__ import annotations

import re
from collections.abc import Iterable

from camelrules.compare.codes import spelled
from camelrules.compare.constraints import Clash
from camelrules.read.catalogue import catalogue
from camelrules.read.expected import title_of
from camelrules.read.reader import Reading
from camelrules.read.verdict import ClauseReading, Place

# Values in normal form, and how one would write them.
_FORMS = (
    (re.compile(r"^n>=(\d+)$"), r"\1 or more players"),
    (re.compile(r"^n<(\d+)$"), r"fewer than \1 players"),
    (re.compile(r"^n=(\d+)$"), r"exactly \1 players"),
    (re.compile(r"(\d+)->(\d+)"), r"\1 to space \2"),
    (re.compile(r"(\d+)->\?"), r"\1 to no space"),
    (re.compile(r"(\d+)x(\d+)"), r"\1 of \2"),
    (re.compile(r"says `([^`]*)`"), r"\1"),
    (re.compile(r",(?=\S)"), ", "),
)
_QUOTED = 110
# Why a sentence is doubtful that says more than its rule.
_EXTRA = re.compile(r"without `([^`]*)`")


def told(value: str) -> str:
    """A value as people write it."""
    parts = []
    for part in spelled(value).split(" / "):
        shown = "; ".join(dict.fromkeys(spelled(p) for p in part.split("; ")))
        for form, text in _FORMS:
            shown = form.sub(text, shown)
        parts.append(shown)
    return " or ".join(dict.fromkeys(parts))


def lines_of(numbers: Iterable[int]) -> str:
    """`line 3`, `lines 3 and 4`, `lines 3, 4 and 9`."""
    shown = [str(n) for n in list(numbers)[:6]]
    if len(shown) == 1:
        return f"line {shown[0]}"
    return f"lines {', '.join(shown[:-1])} and {shown[-1]}"


def _quote(places: Iterable[Place]) -> str:
    """The words of the user's own text, from the first place."""
    text = next((p.text for p in places if p.text), "")
    text = re.sub(r"\s+([,.;:!?)»”])", r"\1", text)
    text = re.sub(r"([(«“¿¡])\s+", r"\1", text)
    text = re.sub(r"(\d) s\b", r"\1s", text)
    text = re.sub(r"\s+(['’-])\s+", r"\1", text).strip().rstrip(".;:")
    return text if len(text) <= _QUOTED else text[:_QUOTED].rsplit(" ", 1)[0] + " …"


def message(reading: Reading, clause: ClauseReading, code: str, lines: tuple[int, ...], good: tuple[int, ...]) -> str:
    """The message of a finding on one clause."""
    meaning = catalogue()[clause.clause].meaning
    edition = f"the {title_of(reading.edition)} edition"
    right = told(clause.expected)
    if code == "CR201":
        return f"nothing in the text says this: {meaning} (in {edition}: `{right}`). Add it."
    bad = [p for p in clause.places if p.status == clause.status]
    wrong = told(clause.stated)
    verb = "says" if len(lines) == 1 else "say"
    start = f"{lines_of(lines)} {verb} “{_quote(bad)}”"
    extra = next((m.group(1) for p in bad if (m := _EXTRA.search(p.why))), "")
    if code == "CR301" and extra:
        return f"{start}: `{extra}` does not belong to this rule ({meaning}): {edition} has `{right}`. Leave it out."
    if code == "CR301":
        read = f"; it could be taken for `{wrong}`" if wrong and wrong != right else ""
        return f"{start}, which leaves open: {meaning}{read}. In {edition} it is `{right}`. Say just that."
    others = f"but {lines_of(good)} and {edition} have" if code == "CR102" and good else f"where {edition} has"
    if _alike(wrong, right):
        return f"{start}: `{wrong}`, {others} `{right}` (on: {meaning}). Change it to `{right}`."
    return f"{start}: `{wrong}`, {others} `{right}`. Let it say: {meaning}."


def _alike(wrong: str, right: str) -> bool:
    """Whether the one value can simply be put in the place of the other: two numbers, or two single words."""
    figures = [bool(re.search(r"\d", v)) for v in (wrong, right)]
    words = [v.isalpha() and v not in ("yes", "stay", "stated") for v in (wrong, right)]
    return wrong != right and (all(figures) or all(words))


def clash_message(reading: Reading, clash: Clash) -> str:
    """The message on numbers of different clauses that do not fit together."""
    parts = []
    for clause in clash.clauses:
        found = reading.clauses[clause]
        parts.append(f"{lines_of(found.lines)} has `{told(found.stated)}` for {catalogue()[clause].meaning}")
    rule = clash.says.rstrip(".")
    return f"these cannot all be right: {'; '.join(parts)}. {rule}. Make them agree."
