"""The two sides of a comparison: an edition, a rulebook that we have read, or a text file."""

from __future__ import annotations

from dataclasses import dataclass

from camelrules.compare.findings import equation_of
from camelrules.compare.stored import Cell, rulebook, rulebooks
from camelrules.compare.texts import read_file
from camelrules.compare.variants import Equation, Rules, rules_of
from camelrules.compare.verdicts import Review
from camelrules.lang.binding import bindings
from camelrules.lang.catalogue import catalogue
from camelrules.lang.library import library
from camelrules.lang.source import fail, listing, near
from camelrules.lang.values import Otherwise, Value


@dataclass(frozen=True, slots=True)
class Side:
    """A source of rules, clause by clause."""

    name: str
    edition: str
    cells: dict[str, Cell]

    def value(self, clause: str) -> Value | None:
        """What is stated, or nothing where it is left open."""
        cell = self.cells[clause]
        return cell.value if cell.status in ("agrees", "contradicts") else None

    def shown(self, clause: str) -> str:
        """What this side says of a clause, in words."""
        cell = self.cells[clause]
        binding = bindings(self.edition).get(clause)
        if cell.status in ("agrees", "contradicts") and binding is not None and cell.value is not None:
            return binding.shown(cell.value) or binding.shown(binding.expected)
        return cell.status

    def equation(self, clause: str) -> Equation | None:
        """What is played for a clause that this side does not have as its edition does."""
        cell = self.cells[clause]
        binding = bindings(self.edition).get(clause)
        if binding is None or cell.status in ("agrees", "not-applicable"):
            return None
        if cell.status == "silent":
            return Equation(clause, binding.unsaid, True) if binding.unsaid is not None else None
        known = cell.value.taken_as if isinstance(cell.value, Otherwise) else cell.value
        return Equation(clause, known, cell.taken_as or known is not cell.value) if known is not None else None

    def rules(self, clause: str) -> Rules | None:
        """The parameters that this side changes by what it says of a clause."""
        equation = self.equation(clause)
        return self.cells[clause].rules or (rules_of(self.edition, equation) if equation is not None else None)

    def all_rules(self) -> Rules:
        """Every change of this side together; of two that set one parameter the first is taken."""
        made: dict[str, object] = {}
        for clause in self.cells:
            for name, value in self.rules(clause) or ():
                made.setdefault(name, value)
        return tuple(sorted(made.items()))  # type: ignore[arg-type]


def side(name: str, edition: str | None = None, language: str | None = None) -> Side:
    """An edition, a rulebook by name, or a text file."""
    if name in library().editions():
        known = bindings(name)
        cells = {
            c: Cell("agrees", value=known[c].expected) if c in known else Cell("not-applicable") for c in catalogue()
        }
        return Side(name, name, cells)
    if name in rulebooks():
        stored = rulebook(name)
        return Side(name, stored.edition, stored.cells)
    if "." not in name and "/" not in name:
        known_names = [*library().editions(), *rulebooks()]
        raise fail(
            "unknown-side",
            f"`{name[:60]}` is neither an edition, nor a rulebook, nor a text file",
            None,
            near(name, known_names, f"there are {listing(known_names)}"),
        )
    return side_of(name, read_file(name, edition, language))


def side_of(name: str, reviewed: Review) -> Side:
    """A text that has been read."""
    cells = {}
    for clause, verdict in reviewed.clauses.items():
        equation = equation_of(verdict)
        value = equation.value if equation is not None else next(iter(verdict.values), verdict.expected)
        cells[clause] = Cell(verdict.status, verdict.lines, value, equation is not None and equation.taken_as)
    return Side(name, reviewed.edition, cells)


__all__ = ["Cell", "Side", "rulebook", "rulebooks", "side", "side_of"]
