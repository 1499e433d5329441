"""What happened, told from the rules that fired."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from camelrules.lang.model import Note
from camelrules.run.engine import Engine
from camelrules.run.reference import Fired


def note_of(engine: Engine, fired: Fired) -> Note:
    """The note of the rule that fired: of the exception where a decision took one."""
    game = engine.game
    if fired.kind == "decision":
        decision = game.decisions[fired.name]
        return next(r.note for r in decision.rules if r.name == fired.rule)
    return game.effects[fired.name].note if fired.kind == "effect" else game.actions[fired.name].note


def says(engine: Engine, note: Note, args: Mapping[str, object] | None = None) -> str:
    """A definition's sentence with the values of its parameters and arguments filled in."""
    text = note.says
    for name, value in (args or {}).items():
        text = text.replace("{" + name + "}", shown(value))
    for name, value in engine.table.values.items():
        if "{" + name + "}" in text:
            text = text.replace("{" + name + "}", shown(value))
    return text


def shown(value: object) -> str:
    """A constant as a person writes it."""
    if isinstance(value, tuple):
        rows = [" × ".join(map(str, row)) for row in value]
        return ", ".join(rows)
    return str(value).replace("_", " ")


def steps(engine: Engine, fired: Sequence[Fired]) -> list[str]:
    """A line for each rule that fired: what was decided or done, and its clauses."""
    lines = []
    for step in fired:
        note = note_of(engine, step)
        named = dict(zip((n for n, _ in _params(engine, step)), step.args, strict=True))
        if step.kind == "decision" and step.answer is not None:
            what = f"{step.name} is {shown(step.answer)}"
        else:
            given = ", ".join(shown(a) for a in named.values() if a is not None)
            what = f"{step.name} {given}".rstrip()
        clauses = f" [{', '.join(note.clauses)}]" if note.clauses else ""
        lines.append(f"{what}: {says(engine, note, named)}{clauses}" if note.says else f"{what}{clauses}")
    return lines


def _params(engine: Engine, step: Fired) -> tuple[tuple[str, object], ...]:
    table = engine.game.effects if step.kind == "effect" else engine.game.actions
    if step.kind == "decision":
        return engine.game.decisions[step.name].params
    return table[step.name].params
