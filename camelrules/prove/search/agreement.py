"""Three evaluators on the same states: reference, WebAssembly and Z3 must say the same of every rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import z3

from camelrules.lang.syntax import Draw, For
from camelrules.lang.types import BoolType, SortType, Type
from camelrules.prove.properties.family import Agreement, Book
from camelrules.prove.results import Result
from camelrules.prove.symbolic.encode import Encoder, Scratch
from camelrules.prove.symbolic.execute import Executor, Path
from camelrules.prove.symbolic.faults import Unsupported
from camelrules.prove.symbolic.terms import Bool, Int
from camelrules.prove.symbolic.unknown import any_state, value_in
from camelrules.prove.symbolic.values import Bag, Pick, conj, disj, term
from camelrules.run import reference as plain
from camelrules.run.chance import Script, seeded
from camelrules.run.engine import Disagreement
from camelrules.run.fast import available
from camelrules.run.faults import RuleFault
from camelrules.run.plain_rules import Plain
from camelrules.run.reference import Reference, Run
from camelrules.run.table import Table, seat
from camelrules.run.wasm.host import Wasm, everything

FAULT = "no answer"


class Evaluators:
    """The symbolic answers of every rule of a table, made once and asked of many states."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game = table.game
        self.reference = Reference(table)
        self.fast = Wasm(everything(table)) if available() else Plain(self.reference)
        self.encoder = Encoder(table)
        self.state = any_state(self.encoder)
        self.runs: dict[tuple[str, tuple[Any, ...]], tuple[list[Path], bool]] = {}
        self.answers: dict[tuple[str, tuple[Any, ...]], tuple[Any, Any]] = {}

    # -- a state for the solver ----------------------------------------------------
    def fix(self, state: plain.State) -> list[tuple[Any, Any]]:
        """Each unknown of the symbolic state with its value in a real one."""
        pairs: list[tuple[Any, Any]] = []
        for variable in self.game.state.values():
            cells = self.state.variables[variable.name]
            known = state[variable.name]
            for k, cell in cells.items() if variable.index else (((), cells),):
                value = known[k] if variable.index else known
                if isinstance(cell, Bag):
                    counts = Counter(value)
                    pairs += [(n, term(counts[row])) for row, n in cell.counts.items()]
                elif isinstance(cell, Pick):
                    pairs.append((cell.code, term(self.encoder.codes.codes[value])))
                elif isinstance(cell, Bool | Int):
                    pairs.append((cell, term(value)))
        return pairs

    def model(self, pairs: list[tuple[Any, Any]]) -> z3.ModelRef:
        """The one model in which the unknowns have these values."""
        solver = z3.SimpleSolver()
        solver.add(*(a == b for a, b in pairs))
        solver.check()
        return solver.model()

    def settle(self, value: Any, model: z3.ModelRef) -> Any:
        """A symbolic value once the state is known."""
        if isinstance(value, Bag):
            return tuple(sorted(value_in(model, value, None, self.encoder)))
        return value_in(model, value, None, self.encoder)

    # -- functions and decisions ------------------------------------------------------
    def symbolic(self, name: str, args: tuple[Any, ...]) -> tuple[Any, Any]:
        if (name, args) not in self.answers:
            self.encoder.scratch = Scratch()
            value = self.encoder.call(name, args, self.state, self.game.callable(name).note.span)
            faults = disj(*(f.when for f in self.encoder.scratch.faults))
            self.answers[(name, args)] = (value, faults)
        return self.answers[(name, args)]

    def functions(self, state: plain.State) -> int:
        """Compares every function and decision with every argument; returns how many answers agreed."""
        model = self.model(self.fix(state))
        coded: Any = self.fast.encode(state)
        count = 0
        for name in (*self.game.functions, *self.game.decisions):
            definition = self.game.callable(name)
            for args in product(*(self.arguments(t) for _, t in definition.params)):
                try:
                    first: Any = self.reference.call(name, args, state)
                except RuleFault:
                    first = FAULT
                try:
                    second: Any = self.fast.call(name, args, coded)
                except RuleFault:
                    second = FAULT
                try:
                    value, faults = self.symbolic(name, args)
                except Unsupported:
                    continue
                third: Any = FAULT if self.settle(faults, model) is True else self.settle(value, model)
                if not first == second == third:
                    raise Disagreement(
                        f"{name}{args}: the reference evaluator says {first}, WebAssembly {second}, Z3 {third}"
                    )
                count += 1
        return count

    def arguments(self, type: Type) -> tuple[Any, ...]:
        if isinstance(type, BoolType):
            return (False, True)
        if isinstance(type, SortType):
            members = self.table.members[type.name]
            return (*members, None) if type.optional else members
        return self.numbers() if getattr(type, "sort", "") == "" else self.table.index(type)

    def numbers(self) -> tuple[int, ...]:
        """Arguments for whole numbers: small ones, and both sides of every line that a sort of numbers draws."""
        found = {-2, 0, 1, 2, 3}
        for members in self.table.members.values():
            numbers = [m for m in members if isinstance(m, int)]
            if numbers:
                found |= {min(numbers) - 1, min(numbers), max(numbers), max(numbers) + 1}
        return tuple(sorted(found))

    # -- actions and effects -------------------------------------------------------------
    def step(self, kind: str, name: str, args: tuple[Any, ...], state: plain.State, choices: tuple[int, ...]) -> bool:
        """Compares the state after an action or effect; the draws are those of the reference evaluator."""
        drawn: list[tuple[Any, ...]] = []
        spy = _Spy(self.table, drawn)
        script = Script(choices)
        run = Run(spy.copy(state), script, [])
        definition: Any = self.game.actions[name] if kind == "action" else self.game.effects[name]
        spy.block(definition.body, dict(zip((n for n, _ in definition.params), args, strict=True)), run)
        coded: Any = self.fast.encode(state)
        after: Any = self.fast.run(kind, name, args, coded, choices)
        second = self.fast.decode(after)
        if second != run.state:
            raise Disagreement(f"{name}{args}: WebAssembly leads to another state than the reference evaluator")
        third = self.symbolic_step(definition, args, state, drawn)
        if third is None:
            return False
        for variable, value in third.items():
            real = run.state[variable]
            if _orderless(real) != value:
                raise Disagreement(f"{name}{args}: Z3 has another `{variable}` than the reference evaluator")
        return True

    def symbolic_step(
        self, definition: Any, args: tuple[Any, ...], state: plain.State, drawn: list[tuple[Any, ...]]
    ) -> plain.State | None:
        pairs = self.fix(state)
        if (definition.name, args) not in self.runs:
            self.encoder.scratch = Scratch()
            executor = Executor(self.encoder)
            env = dict(zip((n for n, _ in definition.params), args, strict=True))
            self.runs[(definition.name, args)] = (
                executor.run(definition.body, env, Path(self.state)),
                executor.havocked,
            )
        paths, havocked = self.runs[(definition.name, args)]
        if havocked:
            return None  # described, not run
        hits = []
        for path in paths:
            if len(path.draws) != len(drawn):
                continue
            known = list(pairs)
            fits = True
            for row, real in zip(path.draws, drawn, strict=True):
                fits = fits and len(row) == len(real)
                if not fits:
                    break
                for part, value in zip(row, real, strict=True):
                    if isinstance(part, Pick):
                        known.append((part.code, term(self.encoder.codes.codes[value])))
                    elif isinstance(part, Bool | Int):
                        known.append((part, term(value)))
                    else:
                        fits = fits and part == value
            model = self.model(known) if fits else None
            if model is not None and self.settle(term(conj(*path.conditions)), model) is True:
                hits.append((path, model))
        if len(hits) != 1:
            raise Disagreement(f"{definition.name}{args}: Z3 has {len(hits)} ways where there is one")
        path, model = hits[0]
        made: plain.State = {}
        for name, value in path.state.variables.items():
            if isinstance(value, dict):
                made[name] = {k: _orderless(self.settle(v, model)) for k, v in value.items()}
            else:
                made[name] = _orderless(self.settle(value, model))
        return made


class _Spy(Reference):
    """Notes what was drawn, by value."""

    def __init__(self, table: Table, drawn: list[tuple[Any, ...]]) -> None:
        super().__init__(table)
        self.drawn = drawn

    def statement(self, stmt: Any, env: dict[str, Any], run: Run) -> None:
        if isinstance(stmt, For) and stmt.shuffled:
            options = list(self.bindings((stmt.binder,), stmt.where, env, run.state))
            while options:
                at = run.chooser(len(options)) if len(options) > 1 else 0
                if len(options) > 1:
                    self.drawn.append(tuple(options[at][n] for n in stmt.binder.names))
                self.block(stmt.body, options.pop(at), run)
            return
        super().statement(stmt, env, run)
        if isinstance(stmt, Draw):
            self.drawn.append(tuple(env[n] for n in stmt.binder.names))


def _orderless(value: Any) -> Any:
    """A value in which the order of a list does not matter: Z3 keeps none."""
    if isinstance(value, dict):
        return {k: _orderless(v) for k, v in value.items()}
    return tuple(sorted(value)) if isinstance(value, tuple) else value


def visited(book: Book, table: Table, seed: int, count: int) -> Iterator[tuple[str, plain.State]]:
    """States of random play, between turns and within them."""
    choose = seeded(seed)
    reference = Reference(table)
    while count > 0:
        run = Run(reference.initial(), choose, [])
        reference.run(book.system.start, (), run)
        while count > 0 and not reference.eval(book.system.over, {}, run.state):
            yield "between", reference.copy(run.state)
            options = reference.choices(run.state)
            name, args = options[choose(len(options))]
            reference.act(name, args, run)
            yield "within", reference.copy(run.state)
            count -= 1
            reference.run(book.system.after_action, (), run)


def agreement(book: Book, table: Table, states: int, seed: int = 1) -> int:
    """How many answers agreed, over states of random play; the first that does not is a `Disagreement`."""
    checked = Evaluators(table)
    choose = seeded(seed)
    total, done = 0, set()
    for at, (moment, state) in enumerate(visited(book, table, seed, states)):
        if at % 3 == 0:
            total += checked.functions(state)
        if moment == "between":
            options = checked.reference.choices(state)
            for action in dict(options):
                if (action, at // 8) in done:
                    continue  # the symbolic run is the dear part; each action is tried every few turns
                done.add((action, at // 8))
                args = next(a for n, a in options if n == action)
                choices = tuple(choose(6) % 2 for _ in range(4))
                total += checked.step("action", action, args, state, choices)
        else:
            total += checked.step("effect", book.system.after_action, (), state, ())
    return total


def compared(book: Book, property: Agreement, quick: bool) -> Result:
    """The agreement of the evaluators as a result: a sample, and called one."""
    table = seat(book.game)
    turns = 1 if quick else 8
    total = agreement(book, table, turns)
    return Result(
        property.id,
        book.edition,
        "sampled",
        "states of random play",
        property.note.says,
        property.note.clauses,
        property.expect,
        f"{total:,} answers of reference, WebAssembly and Z3 compared",
        states=2 * turns,
        players=(len(table.players),),
    )
