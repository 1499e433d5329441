"""Statements of the rules, run symbolically: every way through a step, each under its conditions.

Tests that only change values are merged into one path; random draws and the choice among very few
members make a path each, because a solver is fast with a known mover and slow with an unknown one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, assert_never

from camelrules.lang.model import Game
from camelrules.lang.syntax import Append, Assign, Block, Do, Draw, Emit, For, Let, Lit, Stmt, ValueDomain, When
from camelrules.lang.types import BOOL, INT, IntType
from camelrules.lang.walk import statements
from camelrules.prove.symbolic.encode import Encoder, Env, State
from camelrules.prove.symbolic.faults import Unsupported
from camelrules.prove.symbolic.values import Bag, Pick, conj, disj, ite, key, neg, put
from camelrules.run.slice import changed_by

# An argument that can be this many members is tried as each of them.
FEW = 3


@dataclass(frozen=True, slots=True)
class Path:
    """One way through a step: the state it leads to, when, and what was drawn on the way."""

    state: State
    conditions: tuple[Any, ...] = ()
    draws: tuple[tuple[Any, ...], ...] = ()
    named: frozenset[str] = frozenset()  # members of interchangeable sorts that are no longer like the others
    known: tuple[tuple[State, frozenset[str]], ...] = ()  # heads of loops passed, and what those loops change

    def when(self, condition: Any) -> Path:
        return self if condition is True else replace(self, conditions=(*self.conditions, condition))


@dataclass(frozen=True, slots=True)
class Obligation:
    """What must hold at a place inside a step: where, under which conditions, in which state.

    Only what reads one of the `touched` variables is assumed at the head of the loop, and so only that is shown.
    """

    phase: str
    path: Path
    touched: frozenset[str]


Ways = list[tuple[dict[str, Any], Path]]


class Executor:
    """Runs blocks; `loop` is what is known at the head of a loop over a list that changes variables."""

    def __init__(
        self,
        encoder: Encoder,
        symmetries: Iterable[tuple[str, ...]] = (),
        loop: Callable[[State, frozenset[str]], Any] | None = None,
        decide: Callable[[tuple[Any, ...]], bool] | None = None,
        game: Game | None = None,
        apart: bool = False,
    ) -> None:
        self.encoder = encoder
        self.game = game or encoder.game  # whose effects are run: perhaps smaller ones
        self.symmetries = [tuple(a) for a in symmetries]
        self.loop = loop
        self.decide = decide  # whether conditions can hold together with what is known before the step
        self.apart = apart  # whether everything that can be drawn makes a path of its own
        self.obligations: list[Obligation] = []
        self.havocked = False

    def effect(self, name: str, args: tuple[Any, ...], path: Path) -> list[Path]:
        """A named effect from a state."""
        definition = self.game.effects[name]
        return self.run(definition.body, dict(zip((n for n, _ in definition.params), args, strict=True)), path)

    def run(self, block: Block, env: Env, path: Path) -> list[Path]:
        """The statements one after the other."""
        ways: Ways = [(dict(env), path)]
        for stmt in block:
            ways = [way for inner, at in ways for way in self.statement(stmt, inner, at)]
        return [p for _, p in ways]

    def statement(self, stmt: Stmt, env: dict[str, Any], path: Path) -> Ways:
        encoder, state = self.encoder, path.state
        with encoder.under(conj(*path.conditions)):
            match stmt:
                case Let():
                    return [({**env, stmt.name: encoder.eval(stmt.value, env, state)}, path)]
                case Assign():
                    return [(env, replace(path, state=self.assign(stmt, env, state)))]
                case Append():
                    return [(env, replace(path, state=self.append(stmt, env, state)))]
                case Emit():
                    for _, value in stmt.fields:
                        encoder.eval(value, env, state)
                    return [(env, path)]
                case Do():
                    args = [encoder.eval(a, env, state) for a in stmt.args]
                case When():
                    test = encoder.eval(stmt.test, env, state)
                case Draw():
                    return self.draw(stmt, env, path)
                case For():
                    pass
                case _:
                    assert_never(stmt)
        # Blocks inside carry the conditions themselves.
        if isinstance(stmt, Do):
            return [(env, p) for p in self.call(stmt.name, args, path)]
        if isinstance(stmt, When):
            return [(env, p) for p in self.when(stmt, test, env, path)]
        assert isinstance(stmt, For)
        return [(env, p) for p in self.each(stmt, env, path)]

    def call(self, name: str, args: list[Any], path: Path) -> list[Path]:
        for at, arg in enumerate(args):
            if isinstance(arg, Pick) and len(arg.options) <= FEW and not self.seated(arg):
                found = []
                for member in arg.options:
                    chosen = path.when(self.encoder.codes.same(arg, member))
                    if chosen.conditions and chosen.conditions[-1] is False:
                        continue
                    found += self.call(name, [*args[:at], member, *args[at + 1 :]], chosen)
                return found
        return self.effect(name, tuple(args), path)

    def seated(self, arg: Pick) -> bool:
        """Whether it is a player: whoever is paid, the camels move in the same way."""
        return any(o in self.encoder.table.players for o in arg.options)

    # -- tests --------------------------------------------------------------------
    def when(self, stmt: When, test: Any, env: Env, path: Path) -> list[Path]:
        if isinstance(test, bool):
            return self.run(stmt.then if test else stmt.other, env, path)
        yes_path, no_path = path.when(test), path.when(neg(test))
        if self.decide is not None and (self.heavy(stmt.then) or self.heavy(stmt.other)):
            # A branch that cannot be taken is not run: it would only make the state after it harder to read.
            if not self.decide(yes_path.conditions):
                return self.run(stmt.other, env, path)
            if not self.decide(no_path.conditions):
                return self.run(stmt.then, env, path)
        yes, no = self.run(stmt.then, env, yes_path), self.run(stmt.other, env, no_path)
        simple = len(yes) == len(no) == 1 and yes[0].draws == no[0].draws == path.draws
        if simple and yes[0].conditions == yes_path.conditions and no[0].conditions == no_path.conditions:
            return [replace(path, state=self.merge(test, yes[0].state, no[0].state))]
        return [*yes, *no]

    def heavy(self, block: Block) -> bool:
        """Whether a block runs a loop, and is worth a question to the solver whether it is run at all."""
        inner = list(statements(block))
        effects = (self.game.effects[s.name].body for s in inner if isinstance(s, Do))
        return any(isinstance(s, For) for s in inner) or any(self.heavy(b) for b in effects)

    def merge(self, test: Any, yes: State, no: State) -> State:
        merged = {}
        for name, a in yes.variables.items():
            b = no.variables[name]
            if a is b:
                merged[name] = a
            elif self.game.state[name].index:
                merged[name] = {k: ite(test, a[k], b[k], self.encoder.codes) for k in a}
            else:
                merged[name] = ite(test, a, b, self.encoder.codes)
        return self.encoder.state(merged)

    # -- changes of the state --------------------------------------------------------
    def assign(self, stmt: Assign, env: Env, state: State) -> State:
        encoder = self.encoder
        updates = []
        for guard, inner, _ in list(encoder.bindings(stmt.binders, stmt.where, env, state)):
            with encoder.under(guard):
                index = tuple(encoder.eval(i, inner, state) for i in stmt.index)
                updates.append((guard, index, encoder.eval(stmt.value, inner, state)))
        cells = state.variables[stmt.name]
        for guard, index, value in updates:
            cells = self.store(stmt, cells, guard, index, value)
        return encoder.state({**state.variables, stmt.name: cells})

    def store(self, stmt: Assign | Append, cells: Any, guard: Any, index: tuple[Any, ...], value: Any) -> Any:
        encoder = self.encoder
        if not index:
            return ite(guard, value, cells, encoder.codes)
        stored = dict(cells)
        hits = []
        for k in cells:
            hit = conj(*(encoder.same(part, known) for part, known in zip(index, k, strict=True)))
            if hit is False:
                continue
            hits.append(hit)
            stored[k] = ite(conj(guard, hit), value, cells[k], encoder.codes)
        with encoder.under(guard):
            encoder.fault(neg(disj(*hits)), f"an index of `{stmt.name}` is outside its sort", stmt.span)
        return stored

    def append(self, stmt: Append, env: Env, state: State) -> State:
        encoder = self.encoder
        index = tuple(encoder.eval(i, env, state) for i in stmt.index)
        row = tuple(encoder.eval(i, env, state) for i in stmt.items)
        cells = state.variables[stmt.name]
        if not index:
            new: Any = self.longer(cells, row)
        else:
            new, hits = dict(cells), []
            for k, old in cells.items():
                hit = conj(*(encoder.same(part, known) for part, known in zip(index, k, strict=True)))
                hits.append(hit)
                new[k] = ite(hit, self.longer(old, row), old, encoder.codes)
            encoder.fault(neg(disj(*hits)), f"an index of `{stmt.name}` is outside its sort", stmt.span)
        return encoder.state({**state.variables, stmt.name: new})

    def longer(self, rows: Any, row: tuple[Any, ...]) -> Any:
        return put(rows, row, self.encoder.codes) if isinstance(rows, Bag) else (*rows, row)

    # -- chance and loops --------------------------------------------------------------
    def like(self, member: Any, path: Path) -> bool:
        """Whether an interchangeable member may be left out, another one standing for it."""
        for group in self.symmetries:
            if member in group and member not in path.named:
                return bool(member != next(m for m in group if m not in path.named))
        return False

    def name(self, member: Any, path: Path) -> Path:
        if any(member in group for group in self.symmetries):
            return replace(path, named=path.named | {member})
        return path

    def draw(self, stmt: Draw, env: dict[str, Any], path: Path) -> Ways:
        encoder = self.encoder
        names = stmt.binder.names
        found = list(encoder.bindings((stmt.binder,), stmt.where, env, path.state))
        encoder.fault(neg(disj(*(g for g, _, _ in found))), "there is nothing to draw from", stmt.span)
        if not found:
            return []  # nobody goes on from here, and an unknown member of nothing would be a contradiction
        if self.apart or (stmt.where is not None and not isinstance(stmt.binder.domain, ValueDomain)):
            ways: Ways = []
            certain: set[Any] = set()
            for guard, inner, _ in found:
                row = tuple(inner[n] for n in names)
                if guard is True and key(row) in certain:
                    continue  # a face that a die has twice
                certain |= {key(row)} if guard is True else set()
                if not any(self.like(m, path) for m in row):
                    chosen = replace(path.when(guard), draws=(*path.draws, row))
                    for member in row:
                        chosen = self.name(member, chosen)
                    ways.append((inner, chosen))
            return ways
        # What is drawn is one of the elements; a declared range, which an item of a list need not keep, adds nothing.
        plain = (INT if isinstance(t, IntType) else t for t in stmt.binder.types)
        unknown = tuple(encoder.fresh(n, t) for n, t in zip(names, plain, strict=True))
        cases, seen = [], set()
        for guard, inner, _ in found:
            row = tuple(inner[n] for n in names)
            if guard is True and row in seen:
                continue
            seen.add(row)
            cases.append(conj(guard, *(encoder.same(u, v) for u, v in zip(unknown, row, strict=True))))
        chosen = replace(path.when(disj(*cases)), draws=(*path.draws, unknown))
        return [({**env, **dict(zip(names, unknown, strict=True))}, chosen)]

    def each(self, stmt: For, env: dict[str, Any], path: Path) -> list[Path]:
        encoder = self.encoder
        if isinstance(stmt.binder.domain, ValueDomain):
            value = encoder.eval(stmt.binder.domain.value, env, path.state)
            if isinstance(value, Bag):
                return self.unbounded(stmt, value, env, path)
        with encoder.under(conj(*path.conditions)):
            found = list(encoder.bindings((stmt.binder,), stmt.where, env, path.state))
        if stmt.shuffled:
            return self.shuffled(stmt, [(g, e) for g, e, _ in found], path)
        paths = [path]
        step = When(Lit(True, BOOL, stmt.span), stmt.body, (), stmt.span)  # its test is the guard of each element
        for guard, inner, _ in found:
            paths = [p for at in paths for p in self.when(step, guard, inner, at)]
        return paths

    def shuffled(self, stmt: For, left: list[tuple[Any, dict[str, Any]]], path: Path) -> list[Path]:
        if not left:
            return [path]
        if any(guard is not True for guard, _ in left):
            raise Unsupported("a shuffled loop whose elements are unknown", stmt.span)
        paths = []
        for at, (_, inner) in enumerate(left):
            row = tuple(inner[n] for n in stmt.binder.names)
            if any(self.like(m, path) for m in row):
                continue
            chosen = replace(path, draws=(*path.draws, row)) if len(left) > 1 else path
            for member in row:
                chosen = self.name(member, chosen)
            for done in self.run(stmt.body, inner, chosen):
                paths += self.shuffled(stmt, left[:at] + left[at + 1 :], done)
        return paths

    def unbounded(self, stmt: For, bag: Bag, env: dict[str, Any], path: Path) -> list[Path]:
        """A loop over an unknown list: what holds at its head is proved once round, then known after it."""
        encoder = self.encoder
        self.havocked = True
        changed = frozenset(changed_by(self.game, stmt.body))
        self.obligations.append(Obligation("before the loop", path, changed))
        variables = dict(path.state.variables)
        for name in sorted(changed):
            variable = self.game.state[name]
            old = variables[name]
            encoder.fresh_names += 1
            mark = f"{name}!{encoder.fresh_names}"
            if isinstance(old, dict):
                variables[name] = {k: encoder.cell_of(f"{mark}{list(k)}", variable.type) for k in old}
            else:
                variables[name] = encoder.cell_of(mark, variable.type)
        state = encoder.state(variables)
        head = replace(path, state=state)
        if self.loop is not None:
            head = replace(head.when(self.loop(state, changed)), known=(*path.known, (state, changed)))
        types = stmt.binder.types
        row = tuple(encoder.fresh(n, t) for n, t in zip(stmt.binder.names, types, strict=True))
        inside = disj(
            *(conj(n > 0, *(encoder.same(u, v) for u, v in zip(row, r, strict=True))) for r, n in bag.counts.items())
        )
        body = {**env, **dict(zip(stmt.binder.names, row, strict=True))}
        for done in self.run(stmt.body, body, head.when(inside)):
            self.obligations.append(Obligation("once round the loop", done, changed))
        return [head]
