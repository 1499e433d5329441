"""What a property means, written once: what must be shown of which transition, from which states.

The solver, the evaluator that replays a counterexample and the exhaustive search all take their questions from
here and only evaluate expressions. `was_` in a conclusion is the state before the transition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from camelrules.lang.model import Action, Game, Variable
from camelrules.lang.source import Span
from camelrules.lang.syntax import Binary, Binder, Expr, In, Lit, Not, Quant, Read, SortDomain, Var
from camelrules.lang.types import BOOL, INT, IntType, SortType
from camelrules.prove.properties.family import (
    Agreement,
    Arguments,
    Book,
    Claim,
    Exhaustive,
    Guard,
    Invariant,
    Named,
    Possibility,
    Property,
    Ranges,
    Step,
    Termination,
    Totality,
    UpperBound,
)
from camelrules.prove.properties.footprint import closure, reach

# Phases of an induction, in words that a report uses.
SETUP, STEP, IMPLIES = "setup establishes it", "each step keeps it", "it implies the claim"


@dataclass(frozen=True, slots=True)
class Transition:
    """What happens: the `start`, an `action`, an `effect`, or `nothing`."""

    kind: str
    name: str = ""
    given: Arguments = ()
    also: Arguments = ()  # of the property: the transition does not take them

    @property
    def arguments(self) -> Arguments:
        """All arguments, those of the transition first."""
        return (*self.given, *self.also)


@dataclass(frozen=True, slots=True)
class Obligation:
    """From every state that satisfies the hypotheses, the transition leads to one that satisfies the conclusions.

    `where` and `lets` are evaluated before the transition. With `strict`, these and the transition must have an
    answer, and a run without one breaks the promise. Without it nothing is said of such runs, and the promise
    rests on the property that there are none.
    `ranges` may be assumed too, and then the promise rests on the property that declared ranges are kept.
    `loop` is assumed at the head of a loop over a list of unknown length, and shown there: another property need not
    have come by this loop.
    With `some`, the conclusions are promised of one run, whatever is drawn in the others; without it of every run.
    """

    phase: str
    transition: Transition
    hypotheses: Named = ()
    where: Expr | None = None
    lets: Named = ()
    cases: Named = ()
    conclusions: Named = ()
    strict: bool = True
    from_start: bool = False  # from the state before setup, not from any state
    each_argument: bool = True  # members are tried one by one, not left to the solver
    ranges: Named = ()
    loop: Named = ()
    some: bool = False

    @property
    def label(self) -> str:
        """The step in a report."""
        return self.transition.name or "claim"


def obligations(book: Book, property: Property) -> tuple[Obligation, ...]:
    """Everything that must be shown; nothing for a property that is searched in a way of its own."""
    match property:
        case Invariant() | Ranges() | Totality():
            return tuple(_inductive(book, property))
        case Step():
            return (_stepped(book, property, property.after, property.holds, property.faults == "none"),)
        case Exhaustive():
            return (_stepped(book, property, property.after, property.holds, True),)
        case Possibility():
            made = _stepped(book, property, property.after, property.holds, True)
            return (replace(made, transition=replace(made.transition, also=property.also), some=True),)
        case Claim():
            return (_claimed(book, property, property.holds),)
        case Guard():
            return (_guarded(book, property),)
        case UpperBound():
            if property.after:
                return (_stepped(book, property, property.after, (), True),)
            return (_claimed(book, property, ()),)
        case Termination() | Agreement():
            return ()
        case _:
            assert_never(property)


# -- what is known and what is promised at a moment ----------------------------------------------------
def moment(invariant: Invariant, at: str) -> Named:
    """What an invariant says at a moment: `between` turns, `within` one, or `anywhere`."""
    parts = (
        ("always", invariant.always, True),
        ("between", invariant.between, at == "between"),
        ("within", invariant.within, at == "within"),
    )
    return tuple((name, expr) for name, expr, meant in parts if meant and expr is not None)


def assumed(book: Book, property: Property, at: str) -> Named:
    """What the properties that a property rests on by name say at a moment."""
    found: list[tuple[str, Expr]] = []
    for id in closure(book, property):
        found += [(f"{id}, {name}", expr) for name, expr in moment(book.invariant(id), at)]
    return tuple(found)


def declared(book: Book) -> Named:
    """The declared ranges, where there is a property that they are kept."""
    return ranges(book.game) if book.only(Ranges) is not None else ()


def promised(book: Book, property: Invariant | Ranges | Totality, at: str) -> Named:
    """What a property itself says at a moment."""
    match property:
        case Invariant():
            return moment(property, at)
        case Ranges():
            return ranges(book.game)
        case Totality():
            return ()


def ranges(game: Game) -> Named:
    """That every number keeps the range its variable declares, variable by variable."""
    return tuple((v.name, expr) for v in game.state.values() if (expr := _in_range(v)) is not None)


def _in_range(variable: Variable) -> Expr | None:
    type, span = variable.type, variable.note.span
    if not isinstance(type, IntType) or (type.low, type.high, type.sort) == (None, None, ""):
        return None
    names = [f"i{at}" for at in range(len(variable.index))]
    index = tuple(Var(n, t, span) for n, t in zip(names, variable.index, strict=True))
    cell = Read(variable.name, index, type, span)
    parts: list[Expr] = []
    if type.sort:
        parts.append(In(cell, SortDomain(type.sort, span), BOOL, span))
    else:
        bounds = ((">=", type.low), ("<=", type.high))
        parts += [Binary(op, cell, Lit(n, INT, span), BOOL, span) for op, n in bounds if n is not None]
    body = both(parts, span)
    if not variable.index:
        return body
    binders = []
    for name, sort in zip(names, variable.index, strict=True):
        assert isinstance(sort, SortType | IntType)
        domain = SortDomain(sort.name if isinstance(sort, SortType) else sort.sort, span)
        binders.append(Binder((name,), (sort,), domain, span))
    return Quant("all", tuple(binders), None, body, None, BOOL, span)


def both(parts: Iterable[Expr | None], span: Span) -> Expr:
    """All of the parts, asked in order; a part after one that fails is not asked."""
    result: Expr | None = None
    for part in parts:
        if part is not None:
            result = part if result is None else Binary("and", result, part, BOOL, span)
    return result if result is not None else Lit(True, BOOL, span)


def allowed(action: Action) -> Expr:
    """That every guard of an action holds, asked in order as play asks them."""
    return both((g.test for g in action.guards), action.note.span)


# -- one function for each shape -----------------------------------------------------------------------
def _inductive(book: Book, property: Invariant | Ranges | Totality) -> Iterator[Obligation]:
    game, system = book.game, book.system
    strict = isinstance(property, Totality)
    going_on = ("the game is not over", Not(system.over, BOOL, property.note.span))
    bounds = declared(book)
    loop = (*bounds, *assumed(book, property, "anywhere"), *promised(book, property, "anywhere"))
    ending = () if _ends_games(game, system.over) else (going_on,)
    yield Obligation(
        SETUP,
        Transition("start", system.start),
        conclusions=promised(book, property, "between"),
        strict=strict,
        from_start=True,
        loop=loop,
    )
    for action in game.actions.values():
        yield Obligation(
            STEP,
            Transition("action", action.name, action.params),
            (*bounds, *assumed(book, property, "between"), *promised(book, property, "between"), going_on),
            allowed(action),
            conclusions=promised(book, property, "within"),
            strict=strict,
            each_argument=False,
            loop=loop,
        )
    yield Obligation(
        STEP,
        Transition("effect", system.after_action),
        (*bounds, *assumed(book, property, "within"), *promised(book, property, "within"), *ending),
        conclusions=promised(book, property, "between"),
        strict=strict,
        loop=loop,
    )
    if isinstance(property, Invariant) and property.implies is not None:
        for at in ("between", "within"):
            known = (*bounds, *assumed(book, property, at), *promised(book, property, at))
            yield Obligation(IMPLIES, Transition("nothing", at), known, conclusions=(("implies", property.implies),))


def _ends_games(game: Game, over: Expr) -> bool:
    """Whether an action may itself end the game, so that what follows it starts from a game that is over."""
    asked = reach(game, [over], []).names
    return any(not asked.isdisjoint(reach(game, [], [name]).changed) for name in game.actions)


def _stepped(
    book: Book, property: Step | Possibility | UpperBound | Exhaustive, after: str, holds: Named, strict: bool
) -> Obligation:
    game = book.game
    action = game.actions.get(after)
    known = list(assumed(book, property, property.moment)) if property.moment != "start" else []
    where = property.where
    if action is not None:
        known.append(("the game is not over", Not(book.system.over, BOOL, property.note.span)))
        where = both((allowed(action), where), property.note.span)
    # No other property shows these inside this step, so they are shown with it.
    bounds = declared(book)
    loop = (*assumed(book, property, "anywhere"), *bounds)
    params = action.params if action is not None else game.effects[after].params
    return Obligation(
        STEP,
        Transition("action" if action is not None else "effect", after, params),
        tuple(known),
        where,
        property.lets,
        getattr(property, "cases", ()),
        holds,
        strict,
        from_start=property.moment == "start",
        ranges=bounds if property.moment != "start" else (),
        loop=loop,
    )


def _claimed(book: Book, property: Claim | UpperBound, holds: Named) -> Obligation:
    return Obligation(
        IMPLIES,
        Transition("nothing", "", property.given),
        assumed(book, property, property.moment) if property.moment != "start" else (),
        property.where,
        property.lets,
        property.cases,
        holds,
        from_start=property.moment == "start",
        ranges=declared(book) if property.moment != "start" else (),
    )


def _guarded(book: Book, property: Guard) -> Obligation:
    action = book.game.actions[property.action]
    span = property.note.span
    guards, stated = allowed(action), property.exactly
    # Each part is named after what the rules say where the property says the opposite.
    wrong = (("allowed", guards, stated), ("forbidden", stated, guards))
    conclusions = tuple((name, Binary("or", Not(a, BOOL, span), b, BOOL, span)) for name, a, b in wrong)
    known = assumed(book, property, property.moment) if property.moment != "start" else ()
    transition = Transition("nothing", f"{action.name} is allowed", action.params)
    return Obligation(
        IMPLIES,
        transition,
        known,
        property.where,
        (),
        property.cases,
        conclusions,
        from_start=property.moment == "start",
        ranges=declared(book) if property.moment != "start" else (),
    )
