"""The JavaScript back end says what the reference evaluator says, under every parameter and ruling."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from js_questions import ANSWER, Question, _ask, differences, games, source, variations
from oracle import generate
from oracle import rules as oracle

from camelrules.lang.source import RulesError, Source, Span
from camelrules.run.document import Document
from camelrules.run.engine import engine
from camelrules.run.position import load_position

NODE = shutil.which("node")
pytestmark = [
    pytest.mark.agreement,
    pytest.mark.skipif(NODE is None, reason="Node is not installed; tests/browser asks the same of Chromium"),
]
HOUSE = Path(__file__).parent / "house.yaml"
# How many games each edition is played for; CI sets more.
GAMES = int(os.environ.get("CAMELRULES_JS_GAMES", "1"))


def ask_node(questions: Sequence[Question], editions: Sequence[str], folder: Path) -> list[dict[str, Any]]:
    """The answers of the generated module, run by Node."""
    (folder / "asks.json").write_text(json.dumps([q.ask for q in questions]))
    (folder / "run.cjs").write_text(
        source(editions)
        + ANSWER
        + 'const fs = require("fs");\n'
        + 'fs.writeFileSync("said.json", JSON.stringify(answer(JSON.parse(fs.readFileSync("asks.json")))));\n'
    )
    assert NODE is not None
    done = subprocess.run([NODE, "run.cjs"], cwd=folder, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-2000:]
    said: list[dict[str, Any]] = json.loads((folder / "said.json").read_text())
    return said


def check(questions: list[Question], editions: Sequence[str], folder: Path) -> None:
    said = ask_node(questions, editions, folder)
    assert len(said) == len(questions) > 0
    for question, answer in zip(questions, said, strict=True):
        found = differences(question, answer)
        assert not found, f"{question.ask['run']}{question.ask['args']} under {question.ask['set']}: {found}"


@pytest.mark.parametrize("edition", ["2014", "2018", str(HOUSE)])
def test_whole_games(edition: str, tmp_path: Path) -> None:
    questions = [q for seed in range(GAMES + 1) for q in games(edition, seed, 150)]
    assert {q.ask["run"] for q in questions} >= {
        "setup",
        "take_ticket",
        "place_tile",
        "use_pyramid",
        "bet",
        "end_of_turn",
    }
    check(questions, [edition], tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["2014", "2018"])
def test_every_parameter_and_ruling(edition: str, tmp_path: Path) -> None:
    questions: list[Question] = []
    turns = 5 * GAMES
    for at, changes in enumerate(variations(edition)):
        try:
            questions += games(edition, at, turns, changes)
        except RulesError:
            # The reference evaluator itself finds no answer under this change; there is nothing to agree on.
            continue
    assert len({json.dumps(q.ask["set"]) for q in questions}) > 40
    check(questions, [edition], tmp_path)


def odds_question(edition: str, rules: oracle.Edition, rng: random.Random, most: int) -> Question:
    position = generate.random_position(rng, rules, rng.randint(1, most))
    document = Document({**position, "edition": edition}, Span(Source("random", ""), 1, 1))
    made, state = load_position(document, edition)
    ask = _ask(made, edition, state, {}) | {"odds": True}
    return Question(ask, {"odds": oracle.odds(position, rules)["camels"]})


@pytest.mark.parametrize("edition", ["2014", "2018"])
def test_odds_as_exact_fractions(edition: str, tmp_path: Path) -> None:
    """Against the oracle, which nobody generated."""
    rng = random.Random(f"odds {edition}")
    count = 40 * GAMES
    questions = [odds_question(edition, oracle.EDITIONS[edition], rng, 3) for _ in range(count)]
    questions += [odds_question(edition, oracle.EDITIONS[edition], rng, 5) for _ in range(2)]
    said = ask_node(questions, [edition], tmp_path)
    for question, answer in zip(questions, said, strict=True):
        assert answer["odds"] == question.want["odds"], question.ask["state"]
        for row in answer["odds"].values():
            assert sum(map(Fraction, row)) == 1


def test_odds_of_the_compiled_code_are_the_same(tmp_path: Path) -> None:
    """Tickets 7-4-2, twenty spaces and six camels: an edition that only a YAML file knows."""
    made = engine(str(HOUSE))
    rng = random.Random(5)
    house = oracle.Edition(
        name="house", racing=tuple(map(str, made.table.members["racing"])), crazy=("black", "white"),
        grey_dice=("grey",), spaces=20, leg_dice=5, ticket_values=(7, 4, 2), players=(3, 8),
    )  # fmt: skip
    questions = [odds_question(str(HOUSE), house, rng, 3) for _ in range(25)]
    for question, answer in zip(questions, ask_node(questions, [str(HOUSE)], tmp_path), strict=True):
        assert answer["odds"] == question.want["odds"]
