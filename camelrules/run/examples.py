"""Worked examples: a position, what happens, and what must come of it, money included."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from camelrules.lang.library import data_folder, load
from camelrules.lang.model import Datum
from camelrules.lang.source import RulesError, Span, fail, listing, near
from camelrules.lang.tree import Fields, Node, expect_fields, expect_text, parse_yaml, plain, read_source, words
from camelrules.run.chance import no_chance
from camelrules.run.document import Document
from camelrules.run.engine import Engine, Maker, engine, parse_changes
from camelrules.run.moves import faces
from camelrules.run.position import load_position, save_position
from camelrules.run.reference import Event, Fired, Run, State
from camelrules.run.scoring import final_state, leg_state, score_final, score_leg
from camelrules.run.story import steps as told
from camelrules.run.watch import Scoring, Watched, watch

KEYS = ("says", "editions", "clause", "set", "position", "state", "players", "steps", "leg", "final", "expect")
STEPS = ("reveal", "effect", "action", "args", "draws", "refused")
EXPECT = (
    "track",
    "tiles",
    "pyramid",
    "money",
    "state",
    "mover",
    "ranking",
    "race_over",
    "leg_over",
    "winners",
    "change",
    "impossible",
)


@dataclass(frozen=True, slots=True)
class Example:
    """One example for one edition, as data."""

    name: str
    edition: str
    says: str
    clauses: tuple[str, ...]
    data: dict[str, Any]
    span: Span

    @property
    def id(self) -> str:
        return f"{self.edition}:{self.name}"


@dataclass(slots=True)
class Outcome:
    """How an example ran: the story so far, and what came out otherwise than expected."""

    example: Example
    story: list[str]
    failures: list[str]
    positions: list[dict[str, Any]]
    fired: list[list[Fired]]
    # What lay before everybody at each position, and the scorings of each step; a scoring file has one step.
    states: list[State] = field(default_factory=list)
    scorings: list[list[Scoring]] = field(default_factory=list)

    def tell(self) -> str:
        """The example as a story, ending with what is wrong."""
        head = [f"{self.example.id} ({self.example.span})", f"  {self.example.says}", ""]
        return "\n".join([*head, *(f"  {s}" for s in self.story), "", *(f"  BUT {f}" for f in self.failures)])


def examples(folder: Path | None = None) -> Iterator[Example]:
    """Every example of a folder, once for each edition it speaks of."""
    for path in sorted((folder or data_folder("spec") / "examples").glob("*.yaml")):
        node = expect_fields(parse_yaml(read_source(path)), f"`{path.name}`", ("examples",), ("examples",))
        table = node.get("examples")
        if not isinstance(table, Fields):
            raise fail("shape", "`examples` must be a mapping of names to examples", node.span)
        for key, body in table:
            yield from _read(key.value, body, key.span)


def _read(name: str, body: Node, span: Span) -> Iterator[Example]:
    fields = expect_fields(body, f"example `{name}`", KEYS, ("says", "editions", "expect"))
    data = plain(fields)
    assert isinstance(data, dict)
    for edition in words(fields.get("editions"), "`editions`"):
        says = " ".join(expect_text(fields.get("says"), "`says`").value.split())
        clauses = tuple(w.value for w in words(fields.get("clause"), "`clause`"))
        yield Example(name, edition.value, says, clauses, data, span)


def run_example(
    example: Example, changes: dict[str, Datum] | None = None, checked: bool = True, make: Maker = engine
) -> Outcome:
    """Runs an example with the reference evaluator; `changes` are on top of its own.

    A scoring is also checked against the compiled rules, unless somebody is in a hurry. `make` gives the engine,
    for those who try an example under other rules than its edition's.
    """
    settings = [f"{k}={v}" for k, v in (example.data.get("set") or {}).items()]
    own = parse_changes(load(example.edition), settings)
    merged = {**own, **(changes or {})}
    outcome = Outcome(example, [], [], [], [])
    try:
        if "leg" in example.data or "final" in example.data:
            _score(example, merged, outcome, checked, make)
        else:
            _Player(example, merged, outcome, make).run()
        if "impossible" in example.data["expect"]:
            outcome.failures.append("it is taken for a position of the game")
    except RulesError as error:
        first, wanted = error.diagnostics[0], example.data["expect"].get("impossible")
        outcome.story.append(f"{first.message}: {first.help}")
        if wanted is None or first.code != "impossible" or not _names(first.message, str(wanted)):
            outcome.failures.append(error.render())
    return outcome


def _names(message: str, wanted: str) -> bool:
    """Whether a refusal is about what an example expects."""
    return message.split(": ", 1)[-1].split(" (", 1)[0] == wanted.replace("_", " ")


def _document(example: Example, data: dict[str, Any]) -> Document:
    return Document({"edition": example.edition, **data}, example.span)


def _score(example: Example, changes: dict[str, Datum], outcome: Outcome, checked: bool, make: Maker) -> None:
    kind = "leg" if "leg" in example.data else "final"
    score, begin = (score_leg, leg_state) if kind == "leg" else (score_final, final_state)
    document = _document(example, example.data[kind])
    made, state, effect, args = begin(document, None, changes, make)
    (scoring,) = watch(made, state, effect, args)
    outcome.scorings.append([scoring])
    before = {p: state["money"][(p,)] for p in made.table.players}
    result = {p: {"money": m, "change": m - before[p]} for p, m in scoring.after.items()}
    if checked:
        result = score(document, None, changes)["players"]
    outcome.story.append(f"{kind} scoring of {example.data[kind]}")
    for key in example.data["expect"]:
        if key not in ("money", "change", "impossible"):
            raise fail(
                "unknown-key", f"unknown key `{key}` in `expect`", example.span, "a scoring has `money` and `change`"
            )
    for key in ("money", "change"):
        for player, amount in (example.data["expect"].get(key) or {}).items():
            found = result.get(player, {}).get(key)
            if found != amount:
                outcome.failures.append(f"the {key} of {player} is {found}, expected {amount}")


class _Player:
    """Plays the steps of an example."""

    def __init__(self, example: Example, changes: dict[str, Datum], outcome: Outcome, make: Maker) -> None:
        self.example, self.outcome = example, outcome
        data = example.data
        position = dict(data.get("position") or {})
        if "players" in data:
            position["players"] = data["players"]
        if position.get("track"):
            self.engine, self.state = load_position(_document(example, position), None, changes, make)
        else:
            self.engine = make(example.edition, data.get("players"), changes)
            self.state = self.engine.reference.initial()
        self.before = position
        self.mover: str | None = None
        for name, value in (data.get("state") or {}).items():
            _put(self.engine, self.state, name, value, example.span)

    def run(self) -> None:
        self.look()
        for step in self.example.data.get("steps") or []:
            self.step(step)
            self.look()
        self.judge()

    def look(self) -> None:
        self.outcome.positions.append(save_position(self.engine, self.state, self.before))
        self.outcome.states.append(self.engine.reference.copy(self.state))

    def step(self, step: dict[str, Any]) -> None:
        for key in step:
            if key not in STEPS:
                raise fail(
                    "unknown-key",
                    f"unknown key `{key}` in a step",
                    self.example.span,
                    near(key, STEPS, f"expected {listing(STEPS)}"),
                )
        events: list[Event] = []
        fired = Watched(self.engine, self.state, events)
        pool = list(step.get("draws") or [])
        run = Run(self.state, no_chance, events, fired, _script(pool, self.example.span))
        if "reveal" in step:
            words_ = str(step["reveal"]).split()
            die, colour, value = words_[0], words_[1] if len(words_) == 3 else None, int(words_[-1])
            if (colour, value) not in faces(self.engine, die) or not self.state["inside"][(die,)]:
                raise fail("draws", f"the {die} die cannot show {step['reveal']} here", self.example.span)
            self.mover = self.engine.reference.call("mover", (die, colour), self.state)
            self.engine.reference.run("reveal", (die, value, colour), run)
        elif "effect" in step:
            self.engine.reference.run(step["effect"], tuple(step.get("args") or ()), run)
        else:
            self.act(step, run)
        if pool:
            raise fail("draws", f"the step does not draw {pool}", self.example.span, "remove what is never drawn")
        self.outcome.fired.append(fired)
        self.outcome.scorings.append(fired.scorings())
        self.outcome.story += told(self.engine, fired)

    def act(self, step: dict[str, Any], run: Run) -> None:
        name = step["action"]
        action = self.engine.game.actions.get(name)
        if action is None:
            raise fail(
                "unknown-name", f"there is no action `{name}`", self.example.span, near(name, self.engine.game.actions)
            )
        args = tuple(step.get("args") or ())
        broken = self.engine.reference.broken(action, args, self.state)
        wanted = step.get("refused")
        shown = f"{name}({', '.join(map(str, args))})"
        if wanted is not None:
            self.outcome.story.append(f"{shown} is tried")
            if broken != wanted:
                really = f"refused by `{broken}`" if broken else "allowed"
                self.outcome.failures.append(f"{shown} should be refused by `{wanted}`, but is {really}")
            return
        if broken is not None:
            self.outcome.failures.append(f"{shown} is refused by `{broken}`")
            return
        self.engine.reference.act(name, args, run)
        self.engine.reference.run("end_of_turn", (), run)

    # -- what must have come of it ----------------------------------------------------
    def judge(self) -> None:
        expect = self.example.data["expect"]
        after = save_position(
            self.engine, self.state, {**self.before, "money": dict.fromkeys(self.engine.table.players, 0)}
        )
        for key, wanted in expect.items():
            if key not in EXPECT:
                raise fail(
                    "unknown-key",
                    f"unknown key `{key}` in `expect`",
                    self.example.span,
                    near(key, EXPECT, f"expected {listing(EXPECT)}"),
                )
            if key == "state":
                for name, value in wanted.items():
                    self.compare_state(name, value)
            else:
                self.compare(key, self.found(key, wanted, after), _normal(key, wanted))

    def found(self, key: str, wanted: Any, after: dict[str, Any]) -> Any:
        call = self.engine.reference.call
        match key:
            case "money":
                return {p: after["money"].get(p) for p in wanted}
            case "mover":
                return self.mover
            case "ranking":
                racing = self.engine.table.members["racing"]
                return sorted(map(str, racing), key=lambda c: int(call("place", (c,), self.state)))
            case "race_over" | "leg_over":
                return call(key, (), self.state)
            case "winners":
                return sorted(call("winners", (), self.state))
            case "change":
                return {p: call("leg_change", (p,), self.state) for p in wanted}
            case "pyramid":
                return sorted(after["pyramid"])
            case _:
                return after[key]

    def compare(self, key: str, found: Any, wanted: Any) -> None:
        if found != wanted:
            self.outcome.failures.append(f"{key} is {found}, expected {wanted}")

    def compare_state(self, name: str, wanted: Any) -> None:
        table = self.state[name]
        if not isinstance(wanted, dict):
            self.compare(name, table, wanted)
            return
        for key, value in wanted.items():
            index = _index(self.engine, name, str(key), self.example.span)
            self.compare(f"{name}[{key}]", _plain(table[index]), value)


def _normal(key: str, wanted: Any) -> Any:
    if key == "track":
        return {str(k): v for k, v in wanted.items()}
    if key == "tiles":
        return {str(k): v for k, v in wanted.items()}
    return sorted(wanted) if key in ("pyramid", "winners") else wanted


def _plain(value: Any) -> Any:
    return [list(row) for row in value] if isinstance(value, tuple) else value


def _index(made: Engine, name: str, key: str, span: Span) -> tuple[Any, ...]:
    variable = made.game.state.get(name)
    if variable is None:
        raise fail("unknown-name", f"there is no state variable `{name}`", span, near(name, made.game.state))
    index = tuple(int(w) if w.lstrip("-").isdigit() else w for w in key.split())
    members = [made.table.index(t) for t in variable.index]
    if len(index) != len(members) or any(i not in m for i, m in zip(index, members, strict=True)):
        sorts = " ".join(map(str, variable.index))
        raise fail("out-of-sort", f"`{key}` is no index of `{name}`", span, f"it is indexed by `{sorts}`")
    return index


def _put(made: Engine, state: State, name: str, value: Any, span: Span) -> None:
    """Sets a state variable from an example: a value, or values by index."""
    if name not in state:
        raise fail("unknown-name", f"there is no state variable `{name}`", span, near(name, state))
    if not isinstance(state[name], dict):
        state[name] = value
        return
    for key, part in value.items():
        index = _index(made, name, str(key), span)
        state[name][index] = tuple(map(tuple, part)) if isinstance(part, list) else part


def _script(draws: list[dict[str, Any]], span: Span) -> Any:
    """Answers draws in order: each entry names what must be drawn."""

    def pick(options: list[dict[str, Any]]) -> int:
        if not draws:
            raise fail("draws", "the step draws more often than `draws` says", span)
        wanted = draws.pop(0)
        for at, option in enumerate(options):
            if all(option.get(k) == v for k, v in wanted.items()):
                return at
        raise fail("draws", f"nothing like {wanted} can be drawn here", span)

    return pick
