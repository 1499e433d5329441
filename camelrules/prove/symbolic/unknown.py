"""Any state at all, as unknowns for the solver; and a solver's model as a state of the reference evaluator."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product, repeat
from typing import Any

import z3

from camelrules.lang.types import IntType, ListType, SortType, Type
from camelrules.prove.symbolic.encode import Encoder, State
from camelrules.prove.symbolic.faults import Unsupported
from camelrules.prove.symbolic.terms import Bool, Int, unknown_number
from camelrules.prove.symbolic.values import Bag, Pick
from camelrules.run import reference
from camelrules.run.table import Table

# How long the lists of a state are: all of them alike, each of its own length in the order of the cells, or unknown.
Lengths = int | tuple[int, ...] | None


def list_cells(table: Table) -> list[str]:
    """The variable of every cell that holds a list, in the order of the cells."""
    found = []
    for variable in table.game.state.values():
        if isinstance(variable.type, ListType):
            found += [variable.name] * len(list(product(*(table.index(t) for t in variable.index))))
    return found


def any_state(encoder: Encoder, lengths: Lengths = None, mark: str = "") -> State:
    """Every variable unknown; lists of unknown length, or of the given ones. Another `mark` is another state."""
    table = encoder.table
    each = iter(lengths) if isinstance(lengths, tuple) else repeat(lengths)
    variables: dict[str, Any] = {}
    for variable in encoder.game.state.values():
        keys = list(product(*(table.index(t) for t in variable.index)))
        cells = {}
        for k in keys:
            length = next(each) if isinstance(variable.type, ListType) else None
            cells[k] = _cell(encoder, f"{mark}{variable.name}{list(k) if k else ''}", variable.type, length)
        variables[variable.name] = cells if variable.index else cells[()]
    return encoder.state(variables)


def _cell(encoder: Encoder, name: str, type: Type, length: int | None) -> Any:
    if not isinstance(type, ListType):
        return encoder.cell_of(name, type)
    if length is not None:
        # No property keeps the declared range of an item, so it is none that is known.
        return tuple(tuple(encoder.cell_of(f"{name}:{i}:{j}", t) for j, t in enumerate(type.of)) for i in range(length))
    if any(not isinstance(t, SortType) for t in type.of):
        raise Unsupported(f"`{name}` may hold any number any number of times; give `lists`")
    counts = {}
    for row in product(*(encoder.table.index(t) for t in type.of)):
        counts[row] = unknown_number(f"{name}{row}")
        encoder.axioms.append(counts[row] >= 0)
    return Bag(counts)


def known_state(encoder: Encoder, state: reference.State) -> State:
    """A state of the reference evaluator as a symbolic one."""
    variables = {n: dict(v) if isinstance(v, dict) else v for n, v in state.items()}
    return encoder.state(variables)


def value_in(model: z3.ModelRef, value: Any, type: Type | None, encoder: Encoder) -> Any:
    """What a symbolic value is in a model."""
    if isinstance(value, Pick):
        code = model.eval(value.code, model_completion=True).as_long()
        name = encoder.codes.names.get(code)
        return name if name in value.options else value.options[0]
    if isinstance(value, Bool):
        return z3.is_true(model.eval(value, model_completion=True))
    if isinstance(value, Int):
        number = model.eval(value, model_completion=True).as_long()
        if isinstance(type, IntType) and type.sort and number not in encoder.table.members[type.sort]:
            return encoder.table.members[type.sort][0]
        return number
    if isinstance(value, Bag):
        rows: list[Any] = []
        for row, count in value.counts.items():
            rows += [row] * max(0, value_in(model, count, None, encoder))
        return tuple(rows)
    if isinstance(value, tuple):
        return tuple(value_in(model, v, None, encoder) for v in value)
    if isinstance(value, Mapping):
        return frozenset(m for m, g in value.items() if value_in(model, g, None, encoder))
    return value


def state_in(model: z3.ModelRef, state: State, encoder: Encoder) -> reference.State:
    """A whole state in a model."""
    found: reference.State = {}
    for variable in encoder.game.state.values():
        value = state.variables[variable.name]
        if variable.index:
            found[variable.name] = {k: value_in(model, v, variable.type, encoder) for k, v in value.items()}
        else:
            found[variable.name] = value_in(model, value, variable.type, encoder)
    return found
