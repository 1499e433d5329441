"""Games of earlier runs are shown only where they still show what they showed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from camelrules.compare import games
from camelrules.compare.variants import Rules
from camelrules.compare.witness import Asked

RULES: Rules = (("carries", "nobody"),)
OTHER: Rules = (("money.debt", "still_owed"),)
ASKED: Asked = ("2018", (), RULES)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CAMELRULES_CACHE", str(tmp_path))
    monkeypatch.setattr("camelrules.compare.witness.known", {})
    monkeypatch.setattr(games, "known", {})
    return tmp_path / games.FILE


def again(monkeypatch: pytest.MonkeyPatch, asked: Asked = ASKED) -> tuple[games.Game, list[Asked]]:
    """The game as the next run has it, and what it had to search for."""
    searched: list[Asked] = []
    monkeypatch.setattr(games, "known", {})
    monkeypatch.setattr(games, "find_witness", lambda *one: searched.append(one))
    ((_, game),) = list(games.find_witnesses([asked], 1))
    return game, searched


def test_a_game_is_found_once(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ((_, first),) = list(games.find_witnesses([ASKED], 1))
    assert first is not None and first["readings"][1]["rules"] == {"carries": "nobody"}
    assert again(monkeypatch) == (first, [])


def spoil_outcome(data: dict[str, Any]) -> None:
    for game in data["games"].values():
        game["outcomes"][1]["money"]["p1"] += 1


def spoil_rules(data: dict[str, Any]) -> None:
    for game in data["games"].values():
        game["readings"][1]["rules"] = {"money.debt": "still_owed"}


def spoil_shape(data: dict[str, Any]) -> None:
    data["games"] = {key: {"edition": "2018"} for key in data["games"]}


@pytest.mark.parametrize("spoil", [spoil_outcome, spoil_rules, spoil_shape])
def test_a_game_that_does_not_recur_is_looked_for_anew(file: Path, monkeypatch: pytest.MonkeyPatch, spoil: Any) -> None:
    list(games.find_witnesses([ASKED], 1))
    data = json.loads(file.read_text())
    spoil(data)
    file.write_text(json.dumps({"seal": games._seal(data["games"]), "games": data["games"]}))
    assert again(monkeypatch) == (None, [ASKED])


def test_that_there_is_no_game_is_believed_of_this_program_alone(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    list(games.find_witnesses([ASKED], 1))
    data = json.loads(file.read_text())
    none = dict.fromkeys(data["games"])
    file.write_text(json.dumps({"seal": games._seal(none), "games": none}))
    assert again(monkeypatch) == (None, [])
    file.write_text(json.dumps(data | {"games": none}))
    assert again(monkeypatch) == (None, [ASKED])
    with monkeypatch.context() as changed:
        changed.setattr(games, "content_digest", lambda: "of another program")
        file.write_text(json.dumps({"seal": games._seal(none), "games": none}))
    assert again(monkeypatch) == (None, [ASKED])


def test_the_same_games_whoever_looks_for_them(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    both: list[Asked] = [ASKED, ("2018", (), OTHER)]
    alone = dict(games.find_witnesses(both, 1))
    file.unlink()
    monkeypatch.setattr(games, "known", {})
    monkeypatch.setattr("camelrules.compare.witness.known", {})
    assert dict(games.find_witnesses(both, 2)) == alone
