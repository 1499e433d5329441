"""A module's interface as data: where everything lies in memory, how it is written, and what can be called."""

from __future__ import annotations

from typing import Any, assert_never

from camelrules.door.folders import from_home
from camelrules.lang.source import Span
from camelrules.lang.types import BoolType, IntType, ListType, SetType, SortType, Type
from camelrules.run.wasm.faults import Conflict, Fault, Outside, words
from camelrules.run.wasm.memory import ARGS, FAULT, FAULT_DETAILS, PARAM_ROWS, ROWS, Layout
from camelrules.run.wasm.module import Built

VERSION = 1


def describe(built: Built) -> dict[str, Any]:
    """What a program must know to run a module."""
    layout = built.layout
    table, game = layout.table, layout.table.game
    return {
        "version": VERSION,
        "edition": game.name,
        "players": list(table.players),
        "memory": {
            "fault": FAULT,
            "fault_details": FAULT_DETAILS,
            "arguments": ARGS,
            "state": layout.state,
            "state_size": layout.size,
            "initial": layout.initial,
            "script": layout.script,
            "counts": layout.counts,
            "events": layout.events,
            "scratch": layout.scratch,
            "heap": layout.heap,
            "list_rows": ROWS,
            "parameter_rows": PARAM_ROWS,
        },
        "sorts": sorts(layout),
        "parameters": {
            slot.name: {
                "address": slot.address,
                "size": slot.size,
                "type": described(slot.type, layout),
                "value": shown(table.values[slot.name]),
                "changeable": not built.folded and slot.name not in layout.structural(),
                **({"distinct": slot.distinct} if slot.distinct else {}),
            }
            for slot in layout.params.values()
        },
        "state": {
            slot.variable.name: {
                "address": slot.address,
                "index": [described(t, layout) for t in slot.variable.index],
                "type": described(slot.variable.type, layout),
                "written": "bits" if slot.masked else "cells",
                "width": slot.width,
                "sizes": list(slot.sizes),
            }
            for slot in layout.slots.values()
        },
        "events": [
            {"kind": kind.name, "fields": [{"name": n, "type": described(t, layout)} for n, t in kind.fields]}
            for kind in built.kinds
        ],
        "faults": [fault_of(f, layout) for f in built.faults],
        "functions": {
            d.name: {"arguments": arguments(d.params, layout), "answer": described(d.type, layout)}
            for d in map(game.callable, (*game.functions, *game.decisions))
        },
        "effects": {e.name: {"arguments": arguments(e.params, layout)} for e in game.effects.values()},
        "actions": {
            a.name: {"arguments": arguments(a.params, layout), "guards": [g.name for g in a.guards]}
            for a in game.actions.values()
        },
    }


def sorts(layout: Layout) -> dict[str, Any]:
    """Every sort with its members, and the numbers that they are."""
    table = layout.table
    found: dict[str, Any] = {}
    for name, members in table.members.items():
        sort = table.game.sorts.get(name)
        if sort is not None and sort.kind in ("range", "values"):
            found[name] = {"members": list(members), "codes": list(members)}
        else:
            parts = frozenset(sort.parts or (name,)) if sort is not None else frozenset((name,))
            found[name] = {"members": list(members), "codes": layout.codes.of(SortType(name, parts))}
    return found


def arguments(params: tuple[tuple[str, Type], ...], layout: Layout) -> list[dict[str, Any]]:
    return [{"name": n, "type": described(t, layout)} for n, t in params]


def described(type: Type, layout: Layout) -> dict[str, Any]:
    """A type as data, with how many bytes a value takes in a cell."""
    width = layout.width(type)
    match type:
        case BoolType():
            return {"kind": "bool", "width": width}
        case IntType():
            return {"kind": "int", "width": width, **({"sort": type.sort} if type.sort else {})}
        case SortType():
            return {"kind": "member", "width": width, "sort": type.name, "optional": type.optional}
        case SetType():
            return {"kind": "set", "width": width, "sort": type.of.name}
        case ListType():
            return {"kind": "list", "row": layout.row(type), "of": [described(t, layout) for t in type.of]}
        case _:
            assert_never(type)


def shown(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, tuple):
        return [list(row) for row in value]
    return sorted(value) if isinstance(value, frozenset) else value


def fault_of(fault: Fault, layout: Layout) -> dict[str, Any]:
    """What a fault means, in words with holes for its details, and where the rules have it."""
    about = words(fault)
    return {
        "kind": type(fault).__name__,
        **({"variable": fault.variable.name} if isinstance(fault, Outside) else {}),
        **({"decision": fault.decision.name} if isinstance(fault, Conflict) else {}),
        "says": about.says,
        "details": [
            {"kind": "rule", "rules": [{"name": r.name, **_place(r.note.span)} for r in of]}
            if isinstance(of, tuple)
            else described(of, layout)
            for of in about.details
        ],
        **_place(about.span),
    }


def _place(span: Span | None) -> dict[str, Any]:
    """A place of the rules, which is the same wherever the program is installed."""
    return {} if span is None else {"file": from_home(span.source.name), "line": span.line, "column": span.column}
