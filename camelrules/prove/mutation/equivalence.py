"""Whether a planted fault changes anything at all: the same text once constants are put in, or proved the same."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

from camelrules.lang.model import Action, Decision, Effect, Function, Game
from camelrules.lang.syntax import Block, Expr, Lit, When
from camelrules.lang.types import BOOL, SortType
from camelrules.lang.walk import expressions
from camelrules.prove.induction.questions import Questions
from camelrules.prove.properties.family import Book, Invariant
from camelrules.prove.properties.meaning import moment as at_moment
from camelrules.prove.properties.meaning import ranges
from camelrules.prove.symbolic.encode import Encoder
from camelrules.prove.symbolic.execute import Executor, Path
from camelrules.prove.symbolic.faults import Unsupported
from camelrules.prove.symbolic.solve import Asked, find
from camelrules.prove.symbolic.unknown import any_state
from camelrules.prove.symbolic.values import conj, disj, neg
from camelrules.run.simplify import Simplifier
from camelrules.run.table import seat

ASKED = Asked("equivalence")
_SPAN = re.compile(r"span=Span\([^)]*\)|Span\([^)]*\)")
_NUMBER = re.compile(r"(?<=')([A-Za-z_]+)[._]+\d+(?=')")


def dormant(before: Game, after: Game, name: str) -> bool:
    """Whether a definition is word for word the same once the parameters in force are put in."""
    return _normal(before, name) == _normal(after, name)


def _normal(game: Game, name: str) -> str:
    table = seat(game)
    simplifier = Simplifier(table)
    definition: Any = None
    for section in (game.functions, game.decisions, game.effects, game.actions):
        definition = section.get(name, definition)
    if definition is None:
        return repr(game.parameters.get(name) or game.state.get(name))
    parts: list[str] = []
    match definition:
        case Function():
            parts.append(_shown(simplifier, definition.body))
        case Decision():
            for rule in definition.rules:
                parts += [rule.name, rule.to, _shown(simplifier, rule.when), _shown(simplifier, rule.then)]
        case Effect() | Action():
            if isinstance(definition, Action):
                # A guard that the parameters in force make true is none.
                always = _shown(simplifier, Lit(True, BOOL, definition.note.span))
                parts += [told for g in definition.guards if (told := _shown(simplifier, g.test)) != always]
            parts += _lines(simplifier, definition.body)
    return "\n".join(parts)


def _shown(simplifier: Simplifier, expr: Expr | None) -> str:
    if expr is None:
        return ""
    text = _SPAN.sub("", repr(simplifier.fold(expr, {})))
    order: dict[str, str] = {}
    return _NUMBER.sub(lambda m: order.setdefault(m.group(), f"{m.group(1)}#{len(order)}"), text)


def _lines(simplifier: Simplifier, block: Block) -> list[str]:
    lines = []
    for stmt in block:
        if isinstance(stmt, When):
            test = simplifier.fold(stmt.test, {})
            if isinstance(test, Lit):
                lines += _lines(simplifier, stmt.then if test.value else stmt.other)
                continue
            lines += ["if", _shown(simplifier, stmt.test), *_lines(simplifier, stmt.then), "else"]
            lines += [*_lines(simplifier, stmt.other), "end"]
            continue
        lines.append(f"{type(stmt).__name__} {getattr(stmt, 'name', '')}")
        lines += [_shown(simplifier, e) for e in expressions(stmt)]
        binders = getattr(stmt, "binders", ()) or ((stmt.binder,) if hasattr(stmt, "binder") else ())
        lines.append(_SPAN.sub("", repr([(b.names, b.domain) for b in binders])))
        if hasattr(stmt, "body"):
            lines += ["loop", *_lines(simplifier, stmt.body), "end"]
    return lines


def equivalent(book: Book, after: Game, name: str, budget: int) -> bool:
    """Whether the definition does the same in every state that keeps all invariants."""
    for moment in ("between", "within"):
        try:
            if not _equivalent_at(book, after, name, moment, budget):
                return False
        except (Unsupported, TypeError):
            return False
    return True


def _equivalent_at(book: Book, after: Game, name: str, moment: str, budget: int) -> bool:
    table, other = seat(book.game), seat(after)
    game = book.game
    sections: tuple[Any, ...] = (game.functions, game.decisions, game.effects, game.actions)
    definition = next((s[name] for s in sections if name in s), None)
    if definition is None or table.members != other.members:
        return False
    first, second = Encoder(table), Encoder(other)
    state = any_state(first)
    second.axioms, second.versions = first.axioms, 1_000_000
    known = [p for p in book.properties.values() if isinstance(p, Invariant) and p.expect == "holds"]
    asked = Questions(book, known[0], table)
    asked.encoder = first
    facts = [*ranges(book.game), *(named for p in known for named in at_moment(p, moment))]
    hypotheses = [neg(asked.truth(book.system.over, {}, state)), asked.holds(tuple(facts), {}, state)]
    for args in product(*(_choices(first, n, t) for n, t in definition.params)):
        if isinstance(definition, Function | Decision):
            a = first.call(name, args, state, definition.note.span)
            b = second.call(name, args, state, definition.note.span)
            differ = neg(first.same(a, b))
        else:
            differ = _bodies_differ(first, second, name, args, state)
        assumed = [*first.axioms, *hypotheses, *(neg(f.when) for f in first.scratch.faults)]
        if find([*assumed, differ], budget, ASKED).verdict != "holds":
            return False
        # A fault that the original does not have is a difference too.
        wrong = [f.when for f in second.scratch.faults]
        if wrong and any(find([*assumed, w], budget, ASKED).verdict != "holds" for w in wrong):
            return False
    return True


def _choices(encoder: Encoder, name: str, type: Any) -> list[Any]:
    seats = {name for name, sort in encoder.game.sorts.items() if sort.kind == "seats"}
    if isinstance(type, SortType) and type.name not in seats:
        members: list[Any] = list(encoder.table.members[type.name])
        return [*members, None] if type.optional else members
    return [encoder.fresh(name, type)]


def _bodies_differ(first: Encoder, second: Encoder, name: str, args: tuple[Any, ...], state: Any) -> Any:
    """Whether an effect or action does something else, or an action is allowed where it was not."""
    allowed, ways = [], []
    for encoder in (first, second):
        found = encoder.game.effects.get(name) or encoder.game.actions[name]
        env = dict(zip((n for n, _ in found.params), args, strict=True))
        guards = found.guards if isinstance(found, Action) else ()
        allowed.append(conj(*(encoder.eval(g.test, env, state) for g in guards)))
        with encoder.under(allowed[-1]):
            ways.append(Executor(encoder).run(found.body, env, Path(state)))
    if [len(w) for w in ways] != [1, 1]:
        raise Unsupported("several ways through it", found.note.span)
    a, b = ways[0][0].state.variables, ways[1][0].state.variables
    equal = []
    for key, value in a.items():
        if isinstance(value, dict):
            equal += [first.same(value[k], b[key][k]) for k in value if value[k] is not b[key][k]]
        elif value is not b[key]:
            equal.append(first.same(value, b[key]))
    return disj(neg(first.same(*allowed)), conj(allowed[0], neg(conj(*equal))))
