"""The same bytes in Node: every function, effect, action and fault as the reference evaluator has them."""

from __future__ import annotations

import json
import shutil
import subprocess
from base64 import b64decode, b64encode
from pathlib import Path
from random import Random
from typing import Any

import pytest

from camelrules.lang.types import SetType
from camelrules.run.engine import Engine, engine
from camelrules.run.faults import RuleFault
from camelrules.run.reference import Run
from camelrules.run.wasm.faults import as_exception
from camelrules.run.wasm.host import Wasm, everything
from camelrules.run.wasm.memory import ARGS, FAULT

from .positions import DESERT, arguments, possible, state

pytestmark = [pytest.mark.agreement, pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")]


def text(data: bytes) -> str:
    return b64encode(data).decode()


class Questions:
    """Questions for Node, each with what the reference evaluator says."""

    def __init__(self, made: Engine, folded: bool, rng: Random) -> None:
        self.made, self.rng = made, rng
        self.wasm = Wasm(everything(made.table, folded))
        self.layout = self.wasm.layout
        self.asked: list[dict[str, Any]] = []
        self.wanted: list[Any] = []  # a fault's message, or what the bytes that are read must be

    def packed(self, args: tuple[Any, ...], params: Any) -> bytes:
        codes = ((self.layout.code(a, t), isinstance(t, SetType)) for a, (_, t) in zip(args, params, strict=True))
        return b"".join(c.to_bytes(8, "little", signed=not is_set) for c, is_set in codes)

    def ask(self, call: str, args: bytes, here: Any, reads: tuple[int, int], script: tuple[int, ...] | None) -> None:
        writes = [[self.layout.state, text(bytes(self.layout.encode(here)))], [ARGS, text(args)]]
        if script is not None:
            words = b"".join(c.to_bytes(4, "little") for c in (len(script), *script))
            writes.append([self.layout.script, text(words)])
        self.asked.append({"writes": writes, "call": call, "script": script is not None, "reads": [list(reads)]})

    def functions(self, here: Any) -> None:
        for name in (*self.made.game.functions, *self.made.game.decisions):
            definition = self.made.game.callable(name)
            if not possible(self.made, definition.params):
                continue
            args = arguments(self.rng, self.made, definition.params)
            size = 8 if isinstance(definition.type, SetType) else 4
            self.ask(f"function {name}", self.packed(args, definition.params), here, (ARGS, size), None)
            try:
                value = self.layout.code(self.made.reference.call(name, args, here), definition.type)
                self.wanted.append(value.to_bytes(size, "little", signed=size == 4))
            except RuleFault as fault:
                self.wanted.append(str(fault))

    def runs(self, kind: str, here: Any) -> None:
        definitions = self.made.game.effects if kind == "effect" else self.made.game.actions
        for definition in definitions.values():
            if not possible(self.made, definition.params):
                continue
            args = arguments(self.rng, self.made, definition.params)
            script = tuple(self.rng.randrange(1000) for _ in range(60))
            spent = iter(script)
            run = Run(self.made.reference.copy(here), lambda n: next(spent) % n, [])  # noqa: B023
            call = f"{kind} {definition.name}"
            whole = (self.layout.state, self.layout.size)
            self.ask(call, self.packed(args, definition.params), here, whole, script)
            try:
                (self.made.reference.run if kind == "effect" else self.made.reference.act)(definition.name, args, run)
                self.wanted.append(run.state)
            except RuleFault as fault:
                self.wanted.append(str(fault))


def in_node(tmp_path: Path, sets: list[Questions]) -> list[Any]:
    asked = [
        {"module": text(q.wasm.instance.built.code), "memory": {"fault": FAULT}, "questions": q.asked} for q in sets
    ]
    file = tmp_path / "questions.json"
    file.write_text(json.dumps(asked), encoding="utf-8")
    ran = subprocess.run(
        ["node", str(Path(__file__).parent / "node.mjs"), str(file)], capture_output=True, text=True, check=True
    )
    said: list[Any] = json.loads(ran.stdout)
    return said


@pytest.mark.parametrize("edition", ["2014", "2018", DESERT], ids=["2014", "2018", "desert"])
def test_every_rule(tmp_path: Path, edition: str) -> None:
    """With the parameters folded in and with them in memory."""
    rng = Random(11)
    made = engine(edition)
    sets = [Questions(made, folded, rng) for folded in (True, False)]
    for questions in sets:
        for _ in range(6):
            here = state(rng, made)
            questions.functions(here)
            questions.runs("effect", here)
            questions.runs("action", here)
    said = iter(in_node(tmp_path, sets))
    faults = 0
    for questions in sets:
        for question, want in zip(questions.asked, questions.wanted, strict=True):
            answer = next(said)
            if isinstance(want, str):
                faults += 1
                found = as_exception(questions.wasm.instance.built.faults[answer - 1], [0] * 12, questions.layout)
                # The details are in memory; the place, which is what a number stands for, is told by the number alone.
                assert str(found).splitlines()[1:2] == want.splitlines()[1:2], question["call"]
            else:
                assert not isinstance(answer, int), question["call"]
                data = b64decode(answer[0])
                assert (questions.layout.decode(data) if isinstance(want, dict) else data) == want, question["call"]
    assert faults > 5
