"""Small games made in the middle of a test."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

from hypothesis import settings

from camelrules.lang.build import build
from camelrules.lang.editions import Raw, resolve
from camelrules.lang.library import Library, data_folder
from camelrules.lang.model import Game
from camelrules.lang.source import RulesError, Source, Span
from camelrules.lang.tree import Node, parse_yaml
from camelrules.run.chance import Script
from camelrules.run.reference import Reference, Run
from camelrules.run.table import seat
from camelrules.run.wasm.host import Wasm, everything

BASE = Path(__file__).parent / "bad" / "base.yaml"


def examples(number: int) -> settings:
    """How many draws a test takes, more where `EXAMPLES` says so."""
    return settings(max_examples=number * int(os.environ.get("EXAMPLES", "1")))


def node(text: str, name: str = "made.yaml") -> Node:
    """A text as a parsed file."""
    return parse_yaml(Source(name, dedent(text)))


def raw(text: str, **others: str) -> Raw:
    """A game or edition resolved; `others` are the texts that it may extend, `base` beside them."""
    library = Library(data_folder("spec"), BASE.parent)

    def find(name: str, span: Span) -> Node:
        return node(others[name], name) if name in others else library.find(name, span)

    return resolve(node(text), find)


def game(text: str, **others: str) -> Game:
    """A game or edition, checked but for what it does not use."""
    return build(raw(text, **others), strict=False)


def fails(text: str) -> list[str]:
    """The codes of the mistakes in a game or edition."""
    try:
        build(raw(text))
    except RulesError as error:
        return [d.code for d in error.diagnostics]
    return []


class Both:
    """One table, asked through both evaluators at once."""

    def __init__(self, made: Game, players: int = 3) -> None:
        self.table = seat(made, players)
        self.reference = Reference(self.table)
        self.wasm = Wasm(everything(self.table))
        self.state = self.reference.initial()

    def call(self, name: str, *args: Any) -> Any:
        """A function's value, which both must give."""
        first = outcome(lambda: self.reference.call(name, args, self.state))
        second = outcome(lambda: self.wasm.call(name, args, self.wasm.encode(self.state)))
        assert first == second, f"{name}{args}: {first} by the reference evaluator, {second} by WebAssembly"
        if isinstance(first, Failed):
            raise Fault(name)
        return first

    def run(self, effect: str, *args: Any, choices: tuple[int, ...] = ()) -> list[dict[str, Any]]:
        """Runs an effect in both and keeps the state that both must reach; the events are returned."""
        run = Run(self.reference.copy(self.state), Script(choices), [])
        first = outcome(lambda: self.reference.run(effect, args, run))
        second = outcome(lambda: self.wasm.run("effect", effect, args, self.wasm.encode(self.state), choices))
        if isinstance(first, Failed):
            assert first == second, effect
            raise Fault(effect)
        assert run.state == self.wasm.decode(second), effect
        assert run.events == self.wasm.events(), effect
        self.state = run.state
        return run.events


class Fault(Exception):
    """Both evaluators found a hole in the rules."""


@dataclass(frozen=True)
class Failed:
    """A fault, with its message and place."""

    message: str


def outcome(ask: Any) -> Any:
    """What is answered, or the fault that the rules have there."""
    try:
        return ask()
    except RulesError as error:
        return Failed(str(error))


def both(text: str, players: int = 3, **others: str) -> Both:
    """A small game at a table."""
    return Both(game(text, **others), players)
