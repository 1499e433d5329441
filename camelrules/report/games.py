"""A short game under two readings: in words, and drawn for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from camelrules.report.text import NO_NAMES, Ink, listed, pounds, track

Witness = Mapping[str, Any]
Position = Mapping[str, Any]
NAMES = ("the edition", "the text")


@dataclass(frozen=True, slots=True)
class Frame:
    """One step under both readings: what is done, then each side's position and what stands in its way."""

    step: str
    positions: tuple[Position, Position]
    notes: tuple[str, str] = ("", "")

    @property
    def differs(self) -> bool:
        return self.positions[0] != self.positions[1]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A witness with its frames, the first of which is the start, and the spaces of its track."""

    frames: tuple[Frame, ...]
    spaces: tuple[int, ...]
    called: Mapping[str, str] = field(
        default_factory=dict
    )  # what the edition calls things by, where that is not their name in the rules


def step_words(step: Mapping[str, Any], called: Mapping[str, str] = NO_NAMES) -> str:
    """`p2: use pyramid (green 3)`; the setup, which is nobody's, is told in a sentence."""
    if step["player"] in ("", step["action"]):
        drawn = _setup(step["draws"], called)
        return f"{step['action'].replace('_', ' ')}{f': {drawn}' if drawn else ''}"
    drawn = ", ".join(_draws(step["draws"]))
    args = " ".join(called.get(str(a), str(a)) for a in step["args"])
    done = " ".join(p for p in (step["action"].replace("_", " "), args, f"({drawn})" if drawn else "") if p)
    return f"{step['player']}: {done}"


def _setup(draws: Sequence[Mapping[str, Any]], called: Mapping[str, str]) -> str:
    """`the dice show red 1 and the last one 3; black goes first, with 2 in black and then 1 in white; p3 begins`."""
    shown: list[str] = []
    printed: list[str] = []
    others: list[str] = []
    name = ""
    for drawn in draws:
        said = " ".join(called.get(str(v), str(v)) for key, v in drawn.items() if key != "value")
        if "value" not in drawn:
            others += [f"{name} is drawn"] if name else []
            name = said
        elif said:
            # The number of a face and the colour that it is printed in.
            others += [f"{name} goes first"] if name else []
            printed.append(f"{drawn['value']} in {said}")
            name = ""
        else:
            shown.append(f"{name or 'the last one'} {drawn['value']}")
            name = ""
    faces = " and then ".join(printed)
    if faces and others:
        others[-1] += f", with {faces}"
    elif faces:
        others.append(faces)
    dice = [f"the dice show {listed(shown)}"] if shown else []
    return "; ".join([*dice, *others, *([f"{name} begins"] if name else [])])


def names_of(witness: Witness) -> Mapping[str, str]:
    """What the edition of a witness calls things by."""
    called: Mapping[str, str] = witness.get("called") or NO_NAMES
    return called


def _draws(draws: Sequence[Mapping[str, Any]]) -> list[str]:
    """`green 3`, `grey 3 in white`: what was drawn, with the number that it showed."""
    out: list[str] = []
    waiting = False
    for drawn in draws:
        said = " ".join(str(v) for key, v in drawn.items() if key != "value")
        if "value" in drawn:
            said = f"{drawn['value']} in {said}" if said else str(drawn["value"])
        if waiting and "value" in drawn:
            out[-1] += f" {said}"
        else:
            out.append(said)
        waiting = "value" not in drawn
    return out


def money_words(position: Position) -> str:
    """`p1 3, p2 0 pounds`."""
    owned = ", ".join(f"{p} {m}" for p, m in (position.get("money") or {}).items())
    return f"{owned} pounds" if owned else ""


def stack_words(position: Position) -> str:
    """`5: red < yellow; 14: white`, stacks from bottom to top."""
    return "; ".join(f"{n}: {' < '.join(s)}" for n, s in (position.get("track") or {}).items())


def heading(witness: Witness) -> str:
    """What the game is to show; an ambiguity says how it is taken."""
    taken = next((r["taken_as"] for r in witness.get("readings", ()) if r.get("taken_as")), "")
    return f"a game in which it matters{f', if it is taken as “{taken}”' if taken else ''}"


def outcome_words(witness: Witness, outcome: Mapping[str, Any]) -> str:
    """What each has in the end, and what else is worth knowing."""
    parts = [money_words(outcome)]
    if witness.get("differs") == "camels":
        parts.append(f"camels {stack_words(outcome)}")
    return "; ".join([*parts, *outcome_notes(outcome)])


def outcome_notes(outcome: Mapping[str, Any]) -> list[str]:
    """Which steps were not allowed, and who won."""
    refused = [f"step {r['step']} is not allowed ({r['because']})" for r in outcome.get("refused", ())]
    return [*refused, *([f"{listed(outcome['winners'])} won"] if outcome.get("winners") else [])]


def game(witness: Witness, ink: Ink, names: Sequence[str] = NAMES, drawn: Drawn | None = None) -> list[str]:
    """A witness in a few lines: who does what, and what each has in the end; with the track where it is drawn."""
    lines = [ink.bold(f"{heading(witness)}:")]
    start = witness["position"]
    if start["track"]:
        owned = money_words(start)
        lines += [f"  at the start: {owned}"] if owned else []
        lines += _track(start, drawn, ink) if drawn else [f"  camels: {stack_words(start)}"]
    lines += [f"  {at}. {step_words(step, names_of(witness))}" for at, step in enumerate(witness["steps"], 1)]
    for name, outcome in zip(names, witness["outcomes"], strict=True):
        lines.append(f"  by {name}: {outcome_words(witness, outcome)}")
        if drawn and witness["outcomes"][0]["track"] != witness["outcomes"][1]["track"]:
            lines += _track(outcome, drawn, ink)
    return lines


def frame(number: int, shown: Frame, drawn: Drawn, names: Sequence[str], ink: Ink) -> list[str]:
    """One step, drawn: once where both readings agree, and twice where they do not."""
    lines = [ink.bold(f"{number}. {shown.step}" if number else shown.step)]
    if not shown.differs and not any(shown.notes):
        return [*lines, *_side(shown.positions[0], drawn, ink)]
    for name, position, note in zip(names, shown.positions, shown.notes, strict=True):
        lines += [f"  by {name}{f': {note}' if note else ''}", *_side(position, drawn, ink)]
    return [*lines, *(f"  {line}" for line in difference_words(shown, names))]


def difference_words(shown: Frame, names: Sequence[str]) -> list[str]:
    """Who has what under only one of the readings."""
    first, second = (p.get("money") or {} for p in shown.positions)
    return [
        f"{p} has {pounds(first[p])} by {names[0]} and {pounds(second[p])} by {names[1]}"
        for p in first
        if p in second and first[p] != second[p]
    ]


def _side(position: Position, drawn: Drawn, ink: Ink) -> list[str]:
    owned = money_words(position)
    return [*_track(position, drawn, ink), *([f"    {owned}"] if owned else [])]


def _track(position: Position, drawn: Drawn, ink: Ink) -> list[str]:
    shown = track(position, drawn.spaces, ink, short=True, called=drawn.called)
    return ["", *(f"    {line}".rstrip() for line in shown.splitlines()), ""]
