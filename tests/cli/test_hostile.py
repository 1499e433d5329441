"""Whatever is wrong with what a caller gives: status 2, one message that helps, never a traceback."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from camelrules.lang.tree import MAX_BYTES

from .calling import LEG, POSITION, call, refused, write

READERS: dict[str, tuple[Any, ...]] = {
    "move": ("move", "--die", "red", "--value", 3),
    "odds": ("odds",),
    "leg": ("score", "leg"),
    "final": ("score", "final"),
    "show": ("show",),
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b" \n\n",
        b"\x00\x01\x02",
        b"\xff\xfe",
        bytes(range(256)),
        b"3",
        b"null",
        b"[]",
        b'"text"',
        b"{",
        b"}",
        b'{"track":',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"a: &a [*a]",
        b"!!python/name:os.system x",
        b"--- a\n--- b\n",
        b"{}",
        b"NaN",
        b'{"edition": "2018", "edition": "2014"}',
        b"edition: [2018]\ntrack: 3\n",
        b"%YAML 9\n---\n",
        b"\xef\xbb\xbf",
        b"{1: 2}",
        b"? {a: b}\n: c\n",
        b'{"edition": "2018", "\\u001b[2J": 1}',
    ],
    ids=lambda c: ascii(c[:20]),
)
def test_file_contents(tmp_path: Path, reader: str, content: bytes) -> None:
    """Empty, binary, deep, foreign or cut short."""
    path = tmp_path / "request.json"
    path.write_bytes(content)
    message = refused(call(*READERS[reader], path))
    assert "\x1b" not in message and "\x00" not in message


@pytest.mark.parametrize("reader", READERS)
def test_paths(tmp_path: Path, reader: str) -> None:
    """A folder, nothing, a name too long, and a file too large."""
    huge = tmp_path / "huge.json"
    with huge.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    for path in (tmp_path, tmp_path / "none.json", tmp_path / ("x" * 4000 + ".json"), huge, "/dev/null/x.json"):
        refused(call(*READERS[reader], path))


def changed(**parts: Any) -> dict[str, Any]:
    """The contract's position with some parts replaced."""
    return {**POSITION, **parts}


TRACK = POSITION["track"]
POSITIONS: dict[str, tuple[dict[str, Any], str]] = {
    "no track": ({"edition": "2018"}, "has no `track`"),
    "no edition": ({"track": TRACK}, "does not say its `edition`"),
    "unknown edition": (changed(edition="2017"), "did you mean `201"),
    "unknown key": (changed(tracks={}), "did you mean `track`?"),
    "camel twice": (changed(track={**TRACK, "9": ["red"]}), "red stands on space 5 and again on space 9"),
    "camel twice in a stack": (changed(track={**TRACK, "5": ["red", "yellow", "red"]}), "red stands on space 5"),
    "camel missing": (changed(track={k: v for k, v in TRACK.items() if k != "14"}), "`white` is not on the track"),
    "unknown camel": (changed(track={**TRACK, "14": ["whit"]}), "did you mean `white`?"),
    "camel of the other edition": (changed(edition="2014"), "is not a camel of edition 2014"),
    "camel no text": (changed(track={**TRACK, "14": [["white"]]}), "is not a camel"),
    "stack no list": (changed(track={**TRACK, "14": "white"}), "must hold a list of camels"),
    "space no number": (changed(track={**TRACK, "x": []}), "`x` is not the number of a space"),
    "space written twice": (changed(track={**TRACK, "05": []}), "`05` is not the number of a space"),
    "space too far": (changed(track={**TRACK, "20": []}), "there is no space 20"),
    "space too far back": (changed(track={**TRACK, "-3": []}), "there is no space -3"),
    "space of many digits": (changed(track={**TRACK, "9" * 500: []}), "is not the number of a space"),
    "tile on camels": (
        changed(tiles={"5": {"owner": "p1", "side": "boo"}}),
        "no game comes to this: tiles",
    ),
    "tile on space 1": (changed(tiles={"1": {"owner": "p1", "side": "boo"}}), "nor too early on the track"),
    "tiles side by side": (
        changed(tiles={"7": {"owner": "p1", "side": "boo"}, "8": {"owner": "p2", "side": "boo"}}),
        "neither near another tile",
    ),
    "two tiles of one": (
        changed(tiles={"7": {"owner": "p1", "side": "boo"}, "9": {"owner": "p1", "side": "boo"}}),
        "Every tile is its owner's only one",
    ),
    "tile off the track": (changed(tiles={"17": {"owner": "p1", "side": "boo"}}), "no tile can stand on space 17"),
    "tile without side": (changed(tiles={"7": {"owner": "p1"}}), "needs an `owner` and a `side`"),
    "tile with more": (
        changed(tiles={"7": {"owner": "p1", "side": "boo", "colour": "red"}}),
        "needs an `owner` and a `side`",
    ),
    "unknown side": (changed(tiles={"7": {"owner": "p1", "side": "bou"}}), "did you mean `boo`?"),
    "owner no text": (changed(tiles={"7": {"owner": 1, "side": "boo"}}), "`1` is not a player"),
    "too many players": (changed(tiles={"7": {"owner": "p9", "side": "boo"}}), "at most 8 players"),
    "tiles a list": (changed(tiles=[]), "`tiles` must be a mapping"),
    "unknown die": (changed(pyramid=["gray"]), "did you mean `grey`?"),
    "die twice": (changed(pyramid=["red", "red"]), "a die is in the pyramid twice"),
    "pyramid a text": (changed(pyramid="red"), "`pyramid` must be the list of dice"),
    "pyramid of numbers": (changed(pyramid=[1]), "`1` is not a die"),
    "players nobody": (changed(players=0), "`players` is 0"),
    "players many": (changed(players=10**9), "`players` is 1000000000"),
    "players doubled": (changed(players=["p1", "p1"]), "a name of his own"),
    "players without an owner": (changed(players=["a", "b", "c"]), "`p1` is not among the players"),
    "money a text": (changed(money={"p1": "much"}), "must be a whole number"),
}


@pytest.mark.parametrize("case", POSITIONS)
@pytest.mark.parametrize("reader", ["move", "odds", "show"])
def test_positions(tmp_path: Path, reader: str, case: str) -> None:
    """Each mistake in a position is named, with its place in the file."""
    data, expected = POSITIONS[case]
    message = refused(call(*READERS[reader], write(tmp_path, data)))
    assert expected in message
    assert "request.json:1:" in message or "error[players]" in message


REVEALS: dict[str, tuple[dict[str, Any], tuple[Any, ...], str]] = {
    "no die": ({}, (), "which die?"),
    "no value": ({}, ("--die", "red"), "what does the die show?"),
    "value 4": ({}, ("--die", "red", "--value", 4), "it shows 1, 2, 3"),
    "value 0": ({}, ("--die", "red", "--value", 0), "has no face 0"),
    "value below": ({}, ("--die", "red", "--value", -1), "has no face -1"),
    "value enormous": ({}, ("--die", "red", "--value", 10**300), "has no face 1"),
    "unknown die": ({}, ("--die", "rde", "--value", 1), "did you mean `red`?"),
    "die out": ({"pyramid": ["blue", "grey"]}, ("--die", "red", "--value", 1), "already been revealed"),
    "face missing": ({}, ("--die", "grey", "--value", 1), "one of `black`, `white`"),
    "face wrong": ({}, ("--die", "grey", "--value", 1, "--face", "red"), "the colours are `black`, `white`"),
    "face not wanted": ({}, ("--die", "red", "--value", 1, "--face", "white"), "leave `face` out"),
    "leg over": ({"pyramid": ["red"]}, ("--die", "red", "--value", 1), "the leg is over"),
    "race over": (
        {"track": {**TRACK, "16": ["black"], "17": ["green"]}},
        ("--die", "red", "--value", 1),
        "the race is over",
    ),
    "value no number": ({}, ("--die", "red", "--value", "two"), "not a valid integer"),
}


@pytest.mark.parametrize("case", REVEALS)
def test_reveals(tmp_path: Path, case: str) -> None:
    """A die that cannot be revealed so."""
    parts, options, expected = REVEALS[case]
    assert expected in refused(call("move", write(tmp_path, changed(**parts)), *options))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("edition: 2018\ntrack:\n  5: [red, yellow]\n  x: [white]\n", "request.yaml:4:3: "),
        ("edition: 2018\ntrack:\n  5: [red,\n    mauve]\n", "request.yaml:4:5: "),
        ("edition: 2018\ntrack:\n  5:\n    - red\n    - yellow\n    - - white\n", "request.yaml:6:7: "),
    ],
)
def test_the_place_of_a_mistake(tmp_path: Path, text: str, place: str) -> None:
    """Its own line and column, however deep it stands, and not those of what is around it."""
    assert place in refused(call("show", write(tmp_path, text, "request.yaml")))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('{"edition": "2018", "edition": "2014"}', "duplicate key `edition`"),
        ('{"edition": "2018", "track": {"5": [], "5": []}}', "duplicate key `5`"),
        ('{"edition": "2018"}', "has no `track`"),
        ('{"edition": "\\ud800"}', "is not usable JSON"),
        ('["edition"]', "is not a JSON object"),
    ],
)
def test_lines_of_a_batch(tmp_path: Path, line: str, expected: str) -> None:
    """Each says for itself what is wrong with it."""
    answer = call("odds", "--jobs", 1, "--batch", write(tmp_path, line + "\n", "requests.jsonl"))
    assert answer.status == 2 and expected in answer.out


def test_no_name_begins_a_workflow_command(tmp_path: Path) -> None:
    """In a job of GitHub every line of any output is looked at, whatever its format."""
    name = "::error file=x::boo"
    leg = write(tmp_path, {"edition": "2018", "ranking": LEG["ranking"], "players": {name: {"money": 1}}}, "leg.json")
    tiles = write(tmp_path, changed(tiles={"7": {"owner": name, "side": "cheer"}}))
    for answer in (call("score", "leg", leg), call("move", tiles, "--die", "red", "--value", 2), call("show", tiles)):
        assert answer.status == 0 and "error file=x" in answer.out
        assert not re.search(r"(?m)^\s*::", answer.out)
    assert not re.search(r"(?m)^\s*::", call("show", tmp_path / "::error::x.json").err)
    (tmp_path / "::error::x.json").write_text("{")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        message = refused(call("show", "::error::x.json"))
    assert message.startswith(r"\x3a:error::x.json:2:1: error[yaml]")


@pytest.mark.parametrize("where", ["owner", "player"])
def test_a_name_without_end(tmp_path: Path, where: str) -> None:
    """A player has a name that fits on a line."""
    name = "x" * 101
    position = (
        changed(tiles={"7": {"owner": name, "side": "cheer"}}) if where == "owner" else changed(players=[name, "p1"])
    )
    assert "is too long for a name" in refused(call("show", write(tmp_path, position)))


@pytest.mark.parametrize("name", ["./none.yaml", "/dev/zero", "./a\0b.yaml", "2019"])
def test_an_edition_that_a_file_names_is_missed_at_its_place(tmp_path: Path, name: str) -> None:
    """Whoever named it, a position or another edition, is where to look."""
    position = write(tmp_path, changed(edition=name))
    assert ":1:" in refused(call("show", position)).split(" ")[0]
    own = tmp_path / "own.yaml"
    own.write_text(f"edition: own\nextends: {json.dumps(name)}\n", "utf-8")
    assert refused(call("show", own)).startswith(f"{own}:2:10: error")
