"""Single statements of rules in many wordings, each put into a whole rulebook in place of the sentence that it rewords.

A file of `tests/texts/statements` holds, clause by clause and language by language, sentences with what they say:

    tile.boo.stack:
      en:
        - {says: bottom, text: "Booed, the unit slips under the camels there."}
        - {says: top, text: "Booed, the unit climbs onto the camels there."}
        - {says: "~behind", text: "Booed, the unit waits behind the camels there.", edition: "2014"}

`says` is a value of the clause as patterns write it; `~` begins one that the rules have no variant for, `nothing` is
for a text that does not state the clause. The edition is the newest that has the clause, unless one is given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import yaml

from camelrules.compare.verdicts import Verdict, review
from camelrules.lang.binding import bindings
from camelrules.read.reader import read_text
from camelrules.read.values.clauses import typed
from camelrules.write import rulebook

FOLDER = Path(__file__).parents[1] / "texts" / "statements"
# Statements that share a text stand so many sentences apart.
APART = 8


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence in words of its own, and what it says of a clause."""

    clause: str
    language: str
    edition: str
    says: str
    text: str

    @property
    def meant(self) -> str:
        """The status that a reader who knows the edition gives it."""
        if self.says == "nothing":
            return "silent"
        value = typed(self.clause, self.says)[0]
        right = value is not None and bindings(self.edition)[self.clause].agrees(value)
        return "agrees" if right else "contradicts"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A statement as it was read."""

    statement: Statement
    verdict: Verdict
    certainty: str

    @property
    def right(self) -> bool:
        """Whether it was read as meant; a value that the rules do not know may also be asked about."""
        statement, status = self.statement, self.verdict.status
        if statement.meant != status:
            return statement.says.startswith("~") and status == "ambiguous"
        if status == "contradicts" and not statement.says.startswith("~"):
            return typed(statement.clause, statement.says)[0] in self.verdict.values
        return True

    @property
    def false_error(self) -> bool:
        return (
            self.statement.meant != "contradicts" and self.verdict.status == "contradicts" and self.certainty == "sure"
        )

    @property
    def missed(self) -> bool:
        return self.statement.meant == "contradicts" and self.verdict.status in ("agrees", "silent")


def statements(*paths: Path) -> list[Statement]:
    """The statements of some files, or of all."""
    found = []
    for path in paths or sorted(FOLDER.glob("*.yaml")):
        for clause, languages in (yaml.safe_load(path.read_text("utf-8")) or {}).items():
            for language, entries in languages.items():
                for entry in entries:
                    edition = str(entry.get("edition") or _newest(clause))
                    found.append(Statement(clause, language, edition, str(entry["says"]), entry["text"].strip()))
    return found


def _newest(clause: str) -> str:
    return next(e for e in ("2018", "2014") if clause in bindings(e))


@lru_cache(maxsize=32)
def _lines(edition: str, language: str) -> tuple[tuple[tuple[str, ...], str], ...]:
    """The lines of a written rulebook, each with the clauses that it states."""
    book = rulebook(edition, language, "familiar")
    lines: list[tuple[tuple[str, ...], str]] = [((), f"# {book.title}")]
    for section in book.sections:
        lines += [((), ""), ((), f"{'#' * section.level} {section.heading}")]
        for paragraph in section.paragraphs:
            lines += [((), ""), *((s.clauses, s.text) for s in paragraph)]
    return tuple(lines)


def _place(statement: Statement) -> int:
    return next(i for i, (c, _) in enumerate(_lines(statement.edition, statement.language)) if statement.clause in c)


def text_with(several: Sequence[Statement]) -> str:
    """A rulebook in which each of some statements stands in place of the sentences that state its clause."""
    first = several[0]
    by = {s.clause: s for s in several}
    out, done = [], set()
    for clauses, line in _lines(first.edition, first.language):
        mine = [c for c in clauses if c in by]
        if not mine:
            out.append(line)
        for clause in mine:
            if clause not in done:
                done.add(clause)
                out.append(by[clause].text)
    return "\n".join(out) + "\n"


def batches(all_: Sequence[Statement]) -> Iterator[list[Statement]]:
    """Statements that can share a text: of one language and edition, and far enough from each other."""
    left: dict[tuple[str, str], list[Statement]] = {}
    for statement in all_:
        left.setdefault((statement.language, statement.edition), []).append(statement)
    for waiting in left.values():
        while waiting:
            taken: list[Statement] = []
            for statement in waiting:
                if all(abs(_place(statement) - _place(t)) >= APART for t in taken):
                    taken.append(statement)
            waiting = [s for s in waiting if s not in taken]
            yield taken


def outcomes(all_: Sequence[Statement]) -> Iterator[Outcome]:
    """Every statement as it is read in its text."""
    for batch in batches(all_):
        text = text_with(batch)
        result = review(read_text(text, "text", language=batch[0].language, edition=batch[0].edition))
        for statement in batch:
            verdict = result.clauses[statement.clause]
            yield Outcome(statement, verdict, result.certainty(verdict))
