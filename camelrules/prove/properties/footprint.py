"""What a property depends on: the invariants it rests on, and every definition that it or its step can reach."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import assert_never

from camelrules.lang.model import Game
from camelrules.lang.syntax import Append, Assign, Call, Do, Expr, Param, Read, Stmt
from camelrules.lang.walk import all_expressions, statements, within
from camelrules.prove.properties.family import (
    BEFORE,
    Agreement,
    Book,
    Claim,
    Exhaustive,
    Guard,
    Inductive,
    Invariant,
    Possibility,
    Property,
    Ranges,
    Step,
    Termination,
    Totality,
    UpperBound,
    expressions,
)


def closure(book: Book, property: Property) -> list[str]:
    """The invariants that a property rests on by name, those that they rest on included."""
    found: list[str] = []
    todo = list(property.assumes)
    while todo:
        name = todo.pop(0)
        if name not in found and name != property.id:
            found.append(name)
            todo += book.properties[name].assumes
    return found


def rests_on(book: Book, property: Property) -> list[str]:
    """Every property that a verdict rests on from the start; the prover may find that it rests on more."""
    found = closure(book, property)
    declared = book.only(Ranges)
    if declared is not None and declared != property.id and isinstance(property, Inductive):
        found.append(declared)
    return found


def spoken(book: Book, property: Property) -> list[Expr]:
    """Every expression of a property, of those it rests on by name, and of the system."""
    found = list(expressions(book.system))
    for p in (property, *(book.properties[i] for i in closure(book, property))):
        found += expressions(p)
    return found


def runs(book: Book, property: Property) -> list[str]:
    """The effects and actions that a property runs, or whose guards it asks."""
    system = book.system
    match property:
        case Invariant() | Ranges() | Totality() | Agreement():
            return [system.start, system.after_action, *book.game.actions]
        case Step() | Possibility() | Exhaustive():
            return [property.after]
        case UpperBound():
            return [property.after] if property.after else []
        case Guard():
            return [property.action]
        case Claim():
            return []
        case Termination():
            named = [word for _, word in property.settings if word in book.game.effects or word in book.game.actions]
            return [system.start, system.after_action, *named]
        case _:
            assert_never(property)


@dataclass(slots=True)
class Footprint:
    """Everything that can be reached: names, expressions (outermost) and statements."""

    names: set[str] = field(default_factory=set)
    expressions: list[Expr] = field(default_factory=list)
    statements: list[Stmt] = field(default_factory=list)

    @property
    def changed(self) -> set[str]:
        """The variables that some statement writes."""
        return {s.name for s in self.statements if isinstance(s, Assign | Append)}

    def all_expressions(self) -> Iterator[Expr]:
        """Every expression, inner ones too."""
        return within(*self.expressions)


def footprint(book: Book, property: Property) -> Footprint:
    """What a property says, what its step runs with the guards it asks, and whatever those use."""
    called = [word for _, word in property.settings] if isinstance(property, Termination) else []
    game = book.game
    made = reach(game, spoken(book, property), runs(book, property), [n for n in called if n not in game.effects])
    for sort in game.sorts.values():
        # A sort's size may come from a parameter, and every table has every sort.
        for bound in (sort.low, sort.high):
            if bound is not None:
                made.names |= {e.name for e in within(bound) if isinstance(e, Param)}
        made.names |= {sort.values} - {""}
    started = [v for v in game.state.values() if v.initial is not None and v.name in made.names]
    for variable in started:
        assert variable.initial is not None
        first = reach(game, [variable.initial], [])
        made.names |= first.names
        if isinstance(property, Inductive) or getattr(property, "moment", "") == "start":
            made.expressions += first.expressions  # the state before setup is one of those that are asked
    return made


def reach(game: Game, exprs: list[Expr], effects: list[str], functions: list[str] | None = None) -> Footprint:
    """What expressions and effects use, through everything that they call."""
    made = Footprint()
    todo = list(exprs)
    running = list(effects)
    for name in functions or []:
        if name in game.functions or name in game.decisions:
            made.names.add(name)
            todo += all_expressions(game.callable(name))
    while todo or running:
        if running:
            name = running.pop()
            if name in made.names:
                continue
            made.names.add(name)
            definition = game.actions.get(name) or game.effects[name]
            todo += all_expressions(definition)
            for stmt in statements(definition.body):
                made.statements.append(stmt)
                if isinstance(stmt, Do):
                    running.append(stmt.name)
                elif isinstance(stmt, Assign | Append):
                    made.names.add(stmt.name)
            continue
        root = todo.pop()
        made.expressions.append(root)
        for e in within(root):
            if isinstance(e, Param):
                made.names.add(e.name)
            elif isinstance(e, Read):
                made.names.add(e.name if e.name in game.state else e.name.removeprefix(BEFORE))
            elif isinstance(e, Call) and e.name not in made.names:
                made.names.add(e.name)
                todo += all_expressions(game.callable(e.name))
    return made
