"""What a finding says: the line, what it should say, and what to change, as one editor would write to another."""

from __future__ import annotations

import re
from collections.abc import Iterable

from camelrules.compare.constraints import Clash
from camelrules.compare.verdicts import Judged, Review, Verdict
from camelrules.lang.catalogue import catalogue
from camelrules.lang.claims import Certainty
from camelrules.lang.library import title_of
from camelrules.lang.values import Member, Number, Numbers, Otherwise

_QUOTED = 110
# Why a sentence is doubtful that says more than its rule.
_EXTRA = re.compile(r"without `([^`]*)`")


def lines_of(numbers: Iterable[int]) -> str:
    """`line 3`, `lines 3 and 4`, `lines 3, 4 and 9`."""
    shown = [str(n) for n in list(numbers)[:6]]
    if len(shown) == 1:
        return f"line {shown[0]}"
    return f"lines {', '.join(shown[:-1])} and {shown[-1]}"


def _quote(judged: Iterable[Judged]) -> str:
    """The words of the user's own text, from the first place."""
    return _shown(next((j.claim.text for j in judged if j.claim.text), ""))


def _shown(text: str) -> str:
    """A sentence as it was printed, without its end where it is long."""
    text = re.sub(r"\s+([,.;:!?)»”])", r"\1", text)
    text = re.sub(r"([(«“¿¡])\s+", r"\1", text)
    text = re.sub(r"(\d) s\b", r"\1s", text)
    text = re.sub(r"\s+(['’-])\s+", r"\1", text).strip().rstrip(".;:")
    return text if len(text) <= _QUOTED else text[:_QUOTED].rsplit(" ", 1)[0] + " …"


def message(
    review: Review, verdict: Verdict, code: str, lines: tuple[int, ...], good: tuple[int, ...], certainty: Certainty
) -> str:
    """The message of a finding on one clause; what is not sure is asked."""
    meaning = catalogue()[verdict.clause].meaning
    title = title_of(review.edition)
    edition = f"the {title} edition"
    right = verdict.right
    if code == "CR201":
        if near := review.not_understood(verdict.clause):
            asked = f"{_do(near.lines)} {review.cite(near.lines)}, “{_shown(near.text)}”, say this"
            return f"{asked}: {meaning} (in {edition}: `{right}`)? It was not understood."
        asked = "" if certainty == "sure" else ", or it was not recognised"
        return f"nothing in the text says this{asked}: {meaning} (in {edition}: `{right}`). Add it."
    bad = verdict.of(verdict.status)
    wrong = verdict.stated
    where, quote = review.cite(lines), _quote(bad)
    start = f"{where} {'says' if len(lines) == 1 else 'say'} “{quote}”"
    extra = next((m.group(1) for j in bad for g in j.claim.leaves_open if (m := _EXTRA.search(g))), "")
    if code == "CR301" and extra:
        return f"{start}: does `{extra}` belong to this rule ({meaning})? The {title} edition has `{right}`."
    if code == "CR301":
        read = f" It could be taken for `{wrong}`." if wrong and wrong != right else ""
        if certainty == "likely":
            return f"{_do(lines)} {where}, “{quote}”, mean `{right}`, as {edition} has it (rule: {meaning})?{read}"
        open_to = "which can be read in more than one way"
        return f"{start}, {open_to} (rule: {meaning}).{read} In {edition} it is `{right}`; say just that."
    if certainty == "likely":
        also = f", as {review.cite(good)} {_do(good)}" if good else ""
        # What could not be placed is quoted from the text, and is no value.
        asks = f"what the edition means? It {wrong}." if "`" in wrong else f"`{wrong}`?"
        return (
            f"{_do(lines)} {where}, “{quote}”, mean {asks} The {title} edition has `{right}`{also} (rule: {meaning})."
        )
    others = f"but {review.cite(good)} and {edition} have" if code == "CR102" and good else f"where {edition} has"
    says = f"it {wrong}" if "`" in wrong else f"`{wrong}`"
    told = f"{start}: {says}, {others} `{right}` (rule: {meaning})."
    return f"{told} Change it to `{right}`." if _exchangeable(verdict) else told


def _do(lines: tuple[int, ...]) -> str:
    return "does" if len(lines) == 1 else "do"


def _exchangeable(verdict: Verdict) -> bool:
    """Whether the one value can simply be put in the place of the other: two numbers, or two single words."""
    values = (*verdict.values, verdict.expected)
    if any(isinstance(v, Otherwise) for v in values):
        return False
    return all(isinstance(v, Number | Numbers) for v in values) or all(
        isinstance(v, Member) and "_" not in v.name for v in values
    )


def clash_message(review: Review, clash: Clash) -> str:
    """The message on numbers of different clauses that do not fit together."""
    parts = []
    for clause in clash.clauses:
        found = review.clauses[clause]
        has = "has" if len(found.lines) == 1 else "have"
        parts.append(f"{review.cite(found.lines)} {has} `{found.stated}` for {catalogue()[clause].meaning}")
    rule = clash.says.rstrip(".")
    return f"these cannot all be right: {'; '.join(parts)}. {rule}. Make them agree."
