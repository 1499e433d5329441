"""What to change in a text for one finding, the smallest change first.

A number or a word of the text's own sentence; then the sentence as the edition would have it, with whatever else it
stated; where nothing is said, a sentence beside its neighbours in the order of a rulebook.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise

from camelrules.compare.findings import Finding
from camelrules.compare.placing import Sheet
from camelrules.compare.sentences import order, section_of, stated_alone
from camelrules.compare.verdicts import Review, Verdict
from camelrules.compare.wording import Wording
from camelrules.lang.claims import Claim
from camelrules.lang.values import Value, integers
from camelrules.read.language.lexicon import lexicon
from camelrules.read.language.tokens import Token
from camelrules.read.sections.segments import Segment
from camelrules.text.patching import Edit
from camelrules.write import sentence, suggestion

Proposal = tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Editor:
    """A text, how it puts things, and the file that it stands in."""

    review: Review
    manner: Wording
    sheet: Sheet

    def proposals(self, finding: Finding) -> Iterator[Proposal]:
        """Ways to end a finding."""
        verdict = self.review.clauses[finding.clause]
        wrong = list({j.claim.sentence: j.claim for j in verdict.of(verdict.status) if j.claim.sentence >= 0}.values())
        if not wrong:
            yield from ((edit,) for edit in self._inserted(finding.clause))
            return
        for way in (self._numbers, self._words, self._sentence):
            edits = [way(claim, verdict) for claim in wrong]
            if all(edits):
                yield tuple(dict.fromkeys(e for edit in edits for e in edit))

    def _numbers(self, claim: Claim, verdict: Verdict) -> Proposal:
        """Other numbers in the sentence as it stands; not from one to several where that would change a noun."""
        stated, right = (integers(v) if v is not None else () for v in (claim.value, verdict.expected))
        tokens = [t for t in self._tokens(claim) if t.value is not None and t.kind == "number" and not t.weak]
        edits: list[Edit] = []
        for token, number in _paired(stated, right, tokens):
            text = self._numeral(token, number)
            edit = self.sheet.words(token, token, text) if text else None
            one_or_several = (abs(token.value or 0) == 1) != (abs(number) == 1)
            if edit is None or (one_or_several and self._counts_a_noun(token, claim)):
                return ()
            edits.append(edit)
        return tuple(edits)

    def _counts_a_noun(self, number: Token, claim: Claim) -> bool:
        """Whether a word stands after a number that may change with it; an abbreviation does not."""
        segment = self._segment(claim)
        tokens = segment.tagged.tokens if segment is not None else ()
        after = next((t for a, t in pairwise(tokens) if a is number), None)
        return after is not None and after.kind == "word" and not after.text.isupper()

    def _numeral(self, token: Token, number: int) -> str:
        """A number as the text writes this one: in figures or in words."""
        if token.text.lstrip("-").isdigit():
            return str(number)
        words = lexicon(self.review.language).numerals
        word = next((w for w, value in words.items() if value == number), "")
        return word.capitalize() if token.text[0].isupper() else word

    def _words(self, claim: Claim, verdict: Verdict) -> Proposal:
        """The words in which the wrong and the right sentence of ours differ, where the text has the wrong ones."""
        segment, value = self._segment(claim), claim.value
        # What a text says by halves (`the first gets 8`) has another shape than the whole, and no sentence of ours.
        if segment is None or type(value) is not type(verdict.expected):
            return ()
        wrong, right = (self._said(claim.clause, v).rstrip(".").split() for v in (value, verdict.expected))
        tokens = segment.tagged.tokens
        edits: list[Edit] = []
        for kind, a, b, c, d in SequenceMatcher(None, wrong, right, autojunk=False).get_opcodes():
            if kind == "equal":
                continue
            at = _only(tokens, [w.strip(",;:").lower() for w in wrong[a:b]])
            edit = (
                self.sheet.words(tokens[at], tokens[at + b - a - 1], " ".join(right[c:d])) if at is not None else None
            )
            if kind != "replace" or edit is None:
                return ()
            edits.append(edit)
        return tuple(edits)

    def _said(self, clause: str, value: Value | None) -> str:
        """A clause as the text would put it, whatever value it is to have."""
        reading, manner = self.review.reading, self.manner
        return sentence(clause, value, reading.edition, reading.language, manner.style, manner.names)

    def _right(self, clause: str) -> str:
        reading, manner = self.review.reading, self.manner
        return suggestion(clause, reading.edition, reading.language, manner.names, manner.style) or ""

    def _sentence(self, claim: Claim, _: Verdict) -> Proposal:
        """The whole sentence anew, with the other clauses that only it stated."""
        segment = self._segment(claim)
        if segment is None:
            return ()
        texts = [self._right(clause) for clause in stated_alone(self.review, segment.index, claim.clause)]
        edit = self.sheet.instead(segment, " ".join(t for t in texts if t))
        return (edit,) if edit is not None else ()

    def _inserted(self, clause: str) -> Iterator[Edit]:
        """A new sentence after the one that states the nearest clause before it in a rulebook, or before the next.

        Where the text has its section, it goes nowhere else: far away it would only hide from what contradicts it.
        """
        clauses = order()
        at = clauses.index(clause)
        text = self._right(clause)
        near = [n for n in sorted(range(len(clauses)), key=lambda n: (abs(n - at), n > at)) if n != at]
        said = {n: claims for n in near if (claims := self._agreeing(clauses[n]))}
        own = section_of(clause)
        for n in [n for n in said if clauses[n] in own] or said:
            claim = max(said[n], key=lambda c: c.sentence) if n < at else min(said[n], key=lambda c: c.sentence)
            segment = self._segment(claim)
            if segment is None or "@example" in segment.tags:
                continue
            edit = self.sheet.beside(self._edge(segment, n < at), text, n < at)
            if edit is not None:
                yield edit

    def _edge(self, segment: Segment, behind: bool) -> Segment:
        """The last or first part of a sentence that semicolons divide: nothing is put between its parts."""
        known = self.review.reading.segments
        at = segment.index
        while behind and at + 1 < len(known) and self.sheet.goes_on(known[at]):
            at += 1
        while not behind and at and self.sheet.goes_on(known[at - 1]):
            at -= 1
        return known[at]

    def _agreeing(self, clause: str) -> list[Claim]:
        return [j.claim for j in self.review.clauses[clause].of("agrees") if j.claim.sentence >= 0]

    def _segment(self, claim: Claim) -> Segment | None:
        known = self.review.reading.segments
        return known[claim.sentence] if 0 <= claim.sentence < len(known) else None

    def _tokens(self, claim: Claim) -> Sequence[Token]:
        """The words that a claim was made of."""
        segment = self._segment(claim)
        if segment is None:
            return ()
        spans = [(p.line, p.column, p.end_column) for p in claim.places]
        tokens = segment.tagged.tokens
        return [t for t in tokens if any(n == t.line and a <= t.column < b for n, a, b in spans)] or tokens


def _paired(stated: Sequence[int], right: Sequence[int], tokens: Sequence[Token]) -> list[tuple[Token, int]]:
    """The numbers of a text that are wrong, each with the right one; none where they cannot be told apart."""
    if len(stated) != len(right) or sorted(stated) == sorted(right):
        return []  # in another order the words around the numbers are wrong too
    extra = list(stated)
    wanted = []
    for n in right:
        if n in extra:
            extra.remove(n)
        else:
            wanted.append(n)
    if len(extra) == 1 and (extra[0] < 0) == (wanted[0] < 0):
        places = [t for t in tokens if abs(t.value or 0) == abs(extra[0])]
        if len(places) == 1:
            return [(places[0], wanted[0])]
    made, at = [], 0
    for old, new in zip(stated, right, strict=True):
        while at < len(tokens) and tokens[at].value != old:
            at += 1
        if at == len(tokens):
            return []
        if old != new:
            made.append((tokens[at], new))
        at += 1
    return made


def _only(tokens: Sequence[Token], words: Sequence[str]) -> int | None:
    """Where some words stand, if they do so once."""
    keys = [t.text.lower() for t in tokens]
    places = [n for n in range(len(keys) - len(words) + 1) if keys[n : n + len(words)] == list(words)]
    return places[0] if words and len(places) == 1 else None
