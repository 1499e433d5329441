"""Replaying a witness file step by step with the reference evaluator."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from camelrules.lang.source import fail
from camelrules.prove.induction.requirements import dropped
from camelrules.prove.properties.book import open_book
from camelrules.prove.properties.family import Book, Property, Termination
from camelrules.prove.properties.meaning import Obligation, obligations
from camelrules.prove.witness.files import full_state, position
from camelrules.prove.witness.judge import Judge
from camelrules.run.chance import Script
from camelrules.run.engine import changes_of
from camelrules.run.faults import RuleFault
from camelrules.run.reference import Fired, Reference, Run, State
from camelrules.run.shape import misfit
from camelrules.run.table import Table, seat


@dataclass(frozen=True, slots=True)
class Frame:
    """One step as it happened: what was done, the position after it, what it reported."""

    told: str
    position: dict[str, Any]
    events: list[dict[str, Any]]
    fired: list[Fired]


@dataclass(frozen=True, slots=True)
class Replayed:
    """What replaying a witness showed."""

    recurs: bool
    says: str
    start: dict[str, Any]
    frames: list[Frame]
    outcome: str


def replay(data: Mapping[str, Any]) -> Replayed:
    """Plays a property's witness again; it recurs when the property fails in the same way."""
    try:
        return _replay(data)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise misfit(error, data) from None


def _replay(data: Mapping[str, Any]) -> Replayed:
    if data.get("version") != 1 or data.get("kind") != "property":
        raise fail("input", "the file is not a witness of version 1 and kind `property`")
    book = open_book(str(data["edition"]))
    if data.get("without"):
        book = replace(book, game=dropped(book.game, str(data["without"])))
    changes = changes_of(book.game, data.get("changes", {}), "the witness")
    table = seat(book.game, tuple(data["players"]), changes)
    property = book.properties.get(str(data["property"]))
    if property is None:
        raise fail("input", f"there is no property `{data['property']}` in edition {data['edition']}")
    state = full_state(table, data["state"])
    if isinstance(property, Termination):
        return _loop(book, table, property, data, state)
    frames: list[Frame] = []
    before = state
    fault = ""
    step: dict[str, Any] | None = None
    for step in data["steps"]:
        assert step is not None
        before = state
        try:
            state, frame = run_step(table, state, step)
        except RuleFault as error:
            fault = error.diagnostics[0].message
            frames.append(Frame(f"{told(step)}: {fault}", position(table.game, state), [], []))
            break
        frames.append(frame)
    obligation = _obligation(book, property, step)
    failed = _failed(Judge(table), obligation, data, step, before, state, fault)
    if obligation.some and step is not None and not fault:
        # One run that does not come to it says little: none does.
        args = tuple(step["args"][n] for n, _ in obligation.transition.arguments)
        failed = failed if Judge(table).never(obligation, args, before)[0] is not None else ()
    wanted = data["outcomes"][0]
    same = sorted(failed) == sorted(wanted["failed"]) and (bool(fault) or _same(table, state, wanted))
    outcome = f"{property.id} fails: {', '.join(failed)}" if failed else f"{property.id} holds"
    return Replayed(
        bool(failed) and same,
        property.note.says,
        position(table.game, full_state(table, data["state"])),
        frames,
        outcome,
    )


def _obligation(book: Book, property: Property, step: Mapping[str, Any] | None) -> Obligation:
    """What the property demands of the last step of a witness."""
    name = "" if step is None else str(step.get("action") or step.get("effect"))
    for obligation in obligations(book, property):
        if (step is None and obligation.transition.kind == "nothing") or (name and obligation.transition.name == name):
            return obligation
    raise fail("input", f"`{property.id}` says nothing about `{name or 'a state'}`")


def _same(table: Table, state: State, wanted: Mapping[str, Any]) -> bool:
    return full_state(table, wanted["state"]) == state


def _failed(
    judge: Judge,
    obligation: Obligation,
    data: Mapping[str, Any],
    step: Mapping[str, Any] | None,
    before: State,
    after: State,
    fault: str,
) -> tuple[str, ...]:
    if fault:
        return (fault,) if obligation.strict else ()
    env = data["args"] if step is None else step["args"]
    try:
        if obligation.where is not None and not judge.reference.eval(obligation.where, env, before):
            return ()
        lets = judge.lets(obligation, env, before)
    except RuleFault as error:
        return (error.diagnostics[0].message,)
    return judge.failed(obligation.conclusions, lets, before, after)


def run_step(table: Table, state: State, step: Mapping[str, Any]) -> tuple[State, Frame]:
    """One step from a state: a revealed die, an action or an effect."""
    reference = Reference(table)
    fired: list[Fired] = []
    run = Run(reference.copy(state), Script(tuple(step.get("choices", ()))), [], fired)
    if "reveal" in step:
        die = step["reveal"]
        reference.run("reveal", (die["die"], die["value"], die.get("face")), run)
    elif "action" in step:
        definition = table.game.actions[step["action"]]
        args = tuple(step["args"][n] for n, _ in definition.params)
        reference.act(definition.name, args, run)
        if step.get("ends_turn"):
            reference.run(str(step["ends_turn"]), (), run)
    else:
        effect = table.game.effects[step["effect"]]
        reference.run(effect.name, tuple(step["args"][n] for n, _ in effect.params), run)
    return run.state, Frame(told(step), position(table.game, run.state), run.events, fired)


def told(step: Mapping[str, Any]) -> str:
    """A step in words."""
    if "reveal" in step:
        return "reveal " + " ".join(str(v) for v in step["reveal"].values() if v is not None)
    name = str(step.get("action") or step.get("effect")).replace("_", " ")
    args = ", ".join(f"{k} {v if v is not None else 'none'}" for k, v in step["args"].items())
    return f"{name} ({args})" if args else name


def _loop(book: Book, table: Table, p: Termination, data: Mapping[str, Any], state: State) -> Replayed:
    """A loop recurs when its steps are legal and lead back to where they began."""
    from camelrules.prove.search.endless import arrangement

    start = arrangement(dict(p.settings), state)
    frames: list[Frame] = []
    reference = Reference(table)
    for step in data["steps"]:
        if "action" in step:
            definition = table.game.actions[step["action"]]
            args = tuple(step["args"][n] for n, _ in definition.params)
            refused = reference.broken(definition, args, state)
            if refused is not None:
                raise fail("input", f"`{told(step)}` is not allowed: {refused}")
        state, frame = run_step(table, state, step)
        frames.append(frame)
    broken = [label for label, e in p.holds if not reference.eval(e, {}, state)]
    recurs = arrangement(dict(p.settings), state) == start and not reference.eval(book.system.over, {}, state)
    recurs = recurs and bool(broken) == bool(p.holds)
    said = "the same position again: the race can go on like this for ever" if recurs else "another outcome"
    said += f"; {p.id} fails: {', '.join(broken)}" if broken else ""
    return Replayed(recurs, p.note.says, position(table.game, full_state(table, data["state"])), frames, said)
