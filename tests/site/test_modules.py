"""The modules of the site in Node, by the site's own host, say what the reference evaluator says."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from base64 import b64decode
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from oracle import generate
from oracle import rules as oracle
from questions import Question, ask, differences, games, holes, packs, source, variations

from camelrules.lang.source import RulesError, Source, Span
from camelrules.run.document import Document
from camelrules.run.engine import engine
from camelrules.run.play import reference_game
from camelrules.run.position import load_position
from camelrules.site.modules import Shape, Task, script, shape_for

NODE = shutil.which("node")
pytestmark = pytest.mark.agreement
needs_node = pytest.mark.skipif(NODE is None, reason="Node is not installed; tests/browser asks the same of Chromium")
HOUSE = Path(__file__).parent / "house.yaml"
# How many games each edition is played for; CI sets more.
GAMES = int(os.environ.get("CAMELRULES_JS_GAMES", "1"))


def ask_node(questions: Sequence[Question], folder: Path) -> list[dict[str, Any]]:
    """The answers of the modules, run by Node."""
    (folder / "asks.json").write_text(json.dumps([packs(questions), [q.ask for q in questions]]))
    (folder / "run.cjs").write_text(
        source() + 'const fs = require("fs");\n'
        'answer(...JSON.parse(fs.readFileSync("asks.json"))).then(said => '
        'fs.writeFileSync("said.json", JSON.stringify(said)));\n'
    )
    assert NODE is not None
    done = subprocess.run([NODE, "run.cjs"], cwd=folder, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-2000:]
    said: list[dict[str, Any]] = json.loads((folder / "said.json").read_text())
    assert len(said) == len(questions) > 0
    return said


def check(questions: list[Question], folder: Path) -> None:
    for question, answer in zip(questions, ask_node(questions, folder), strict=True):
        found = differences(question, answer)
        assert not found, f"{question.ask.get('run')} {question.ask.get('args')} under {question.ask['set']}: {found}"


@needs_node
@pytest.mark.parametrize("edition", ["2014", "2018"])
def test_games(edition: str, tmp_path: Path) -> None:
    """Every state, event, choice of chance, legal action and rule applied."""
    questions = [q for seed in range(GAMES + 1) for q in games(edition, seed, 8 * GAMES)]
    assert {q.ask["run"] for q in questions} >= {"setup", "take_ticket", "use_pyramid", "end_of_turn"}
    check(questions, tmp_path)


@needs_node
@pytest.mark.parametrize("edition", ["2014", "2018"])
def test_faults_and_guards(edition: str, tmp_path: Path) -> None:
    """A fault has the message of the reference evaluator, and the guard that refuses is the first that fails."""
    questions = list(holes(edition, 1, 8))
    assert sum("fault" in q.want for q in questions) > 3
    assert len({q.want["broken"][0] for q in questions if "broken" in q.want}) > 2
    check(questions, tmp_path)


@needs_node
@pytest.mark.slow
@pytest.mark.parametrize("edition", ["2014", "2018"])
def test_every_parameter_and_ruling(edition: str, tmp_path: Path) -> None:
    """One module for all of them: a reading is a few bytes in its memory."""
    questions: list[Question] = []
    for at, changes in enumerate(variations(edition)):
        try:
            questions += games(edition, at % 3, 5 * GAMES, changes)
        except RulesError:
            # The reference evaluator itself finds no answer under this change; there is nothing to agree on.
            continue
    assert len({json.dumps(q.ask["set"]) for q in questions}) > 40
    check(questions, tmp_path)


def chances_question(edition: str, rules: oracle.Edition, rng: random.Random, most: int) -> Question:
    position = generate.random_position(rng, rules, rng.randint(1, most))
    document = Document({**position, "edition": edition}, Span(Source("random", ""), 1, 1))
    made, state = load_position(document, edition)
    asked = ask(made, edition, state, {}) | {"pack": edition, "chances": "leg"}
    return Question(asked, {"chances": oracle.odds(position, rules)["camels"]})


@needs_node
@pytest.mark.parametrize("edition", ["2014", "2018"])
def test_chances_of_a_leg_as_exact_fractions(edition: str, tmp_path: Path) -> None:
    """Against the oracle, which nobody generated."""
    rng = random.Random(f"odds {edition}")
    questions = [chances_question(edition, oracle.EDITIONS[edition], rng, 3) for _ in range(20 * GAMES)]
    questions += [chances_question(edition, oracle.EDITIONS[edition], rng, 5) for _ in range(2)]
    for question, answer in zip(questions, ask_node(questions, tmp_path), strict=True):
        assert answer["chances"] == question.want["chances"], question.ask["state"]
        for row in answer["chances"].values():
            assert sum(map(Fraction, row)) == 1


@needs_node
def test_chances_in_a_house_edition(tmp_path: Path) -> None:
    """Tickets 7-4-2, twenty spaces and six camels: an edition that only a YAML file knows."""
    made = engine(str(HOUSE))
    rng = random.Random(5)
    house = oracle.Edition(
        name="house", racing=tuple(map(str, made.table.members["racing"])), crazy=("black", "white"),
        grey_dice=("grey",), spaces=20, leg_dice=5, ticket_values=(7, 4, 2), players=(3, 8),
    )  # fmt: skip
    questions = [chances_question(str(HOUSE), house, rng, 3) for _ in range(12)]
    for question, answer in zip(questions, ask_node(questions, tmp_path), strict=True):
        assert answer["chances"] == question.want["chances"]


@needs_node
@pytest.mark.parametrize(("edition", "first", "method"), [("2014", 9, "exact"), ("2018", 13, "exact")])
def test_chances_of_a_race(edition: str, first: int, method: str, tmp_path: Path) -> None:
    """As `odds --race` has them, under the printed rules and under another reading, for any number of players."""
    camels = oracle.EDITIONS[edition].racing
    track = {str(first + i): [c] for i, c in enumerate(camels[:3])} | {str(first - 1): list(camels[3:])}
    if edition == "2018":
        track |= {"4": ["white"], "5": ["black"]}
    questions, wanted = [], []
    for players, changes in ((3, {}), (6, {"cheer.steps": 2})):
        position = {"edition": edition, "track": track, "tiles": {"7": {"owner": "p1", "side": "cheer"}}}
        document = Document(position, Span(Source("late", ""), 1, 1))
        _, state = load_position(document, edition)
        made = engine(edition, players, changes)
        asked = ask(made, edition, state, changes) | {"pack": edition, "chances": "race"}
        questions.append(Question(asked, {}))
        wanted.append(made.race(state).as_json())
    for answer, want in zip(ask_node(questions, tmp_path), wanted, strict=True):
        assert (answer["chances"]["method"], want["method"], answer["chances"]["error"]) == (method, method, 0)
        for camel, chance in want["camels"].items():
            assert answer["chances"]["camels"][camel] == pytest.approx(chance, abs=1e-9)


@needs_node
@pytest.mark.parametrize("edition", ["2014", "2018"])
def test_a_seed_is_one_game_everywhere(edition: str, tmp_path: Path) -> None:
    """`camelrules play --seed 7`, turn by turn, in Node."""
    made = engine(edition, 4)
    turns, state = [], {}
    for turn, state in reference_game(made, 7):  # noqa: B007
        turns += [turn] if turn is not None else []
    (said,) = ask_node([Question({"pack": f"{edition}#4", "set": {}, "seed": 7}, {})], tmp_path)
    assert said["turns"] == [{k: t[k] for k in ("player", "action", "args", "events")} for t in turns] and turns
    assert said["money"] == {p: state["money"][(p,)] for p in made.table.players}
    assert set(said["winners"]) == made.reference.call("winners", (), state)


@needs_node
def test_names_that_mean_something_to_javascript_are_names(tmp_path: Path) -> None:
    """A camel may be called as every object's own parts are."""
    path = tmp_path / "hostile.yaml"
    path.write_text(
        'edition: hostile\nextends: "2014"\nreplaces:\n  sorts:\n'
        "    racing: [blue, green, orange, white, yellow, __proto__, constructor]\n",
        encoding="utf-8",
    )
    questions = list(games(str(path), 1, 4))
    assert "__proto__" in json.dumps(questions[-1].want["state"])
    check(questions, tmp_path)


def test_a_reading_with_other_tickets_has_modules_of_its_own() -> None:
    """The values of tickets are a sort; as long as those stay, one module plays every order of them."""
    shapes = [Shape("2018", "2018")]
    assert shape_for(shapes, "2018", "a", {"tickets.order": ((2,), (3,), (5,)), "boo.end": "top"}).name == "2018"
    assert shape_for(shapes, "2018", "b", {"tickets.order": ((1,), (3,), (5,))}).name == "b"
    assert [s.name for s in shapes] == ["2018", "b"]


def test_nothing_that_an_edition_says_is_part_of_a_script(tmp_path: Path) -> None:
    """Whatever stands in a hostile edition, its script is a name and letters and digits."""
    says = '"\\"]; alert(1); //</script>`$(alert(1))\\u2028"'
    path = tmp_path / "hostile.yaml"
    path.write_text(
        f'edition: hostile\nextends: "2018"\nreplaces:\n  parameters:\n'
        f"    money.start: {{type: 0.., is: 5, says: {says}}}\n",
        encoding="utf-8",
    )
    text = script(Task(Shape("hostile", str(path)), None))
    head, _, rest = text.partition(" = ")
    assert head == '(globalThis.camelPacks ??= {})["hostile"]'
    assert b64decode(rest.strip().removeprefix('"').removesuffix('";'), validate=True)
