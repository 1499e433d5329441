"""What a person reads: errors first, notes in a line, games in words and drawn; and places for other programs."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from camelrules.compare.codes import codes
from camelrules.report.findings import counts, junit, markdown, sarif, text
from camelrules.report.games import Drawn, Frame, frame, game, step_words
from camelrules.report.text import Ink, track
from tests.report.test_page import WITNESS, finding

PLAIN = Ink(False)
GAME = {
    **WITNESS,
    "differs": "money",
    "readings": [{"edition": "2018", "rules": {}}, {"edition": "2018", "rules": {}, "taken_as": "nobody pays"}],
}


def note(code: str, clause: str, line: int) -> dict[str, Any]:
    return {**finding("note", [(line, 0, 3)]), "code": code, "name": f"name-of-{code}", "clause": clause}


def test_errors_come_first_and_notes_are_one_line_a_kind() -> None:
    found = [
        note("CR401", "", 1),
        finding("warning", [(2, 0, 3)], "Is it so?"),
        note("CR201", "setup.board", 3),
        finding("error", [(4, 0, 3)], "It is not so."),
        *(note("CR201", f"comp.{n}", 5) for n in range(9)),
    ]
    shown = text(found, PLAIN)
    heads = [line for line in shown.splitlines() if line.startswith("a.txt")]
    assert [h.split(": ")[1].split()[0] for h in heads] == ["error", "warning"]
    assert "11 notes; --notes shows them:" in shown
    assert "CR401 name-of-CR401, 1: a.txt:1" in shown
    assert "CR201 name-of-CR201, 10: setup.board, comp.0, comp.1, comp.2, comp.3, comp.4 and 4 more" in shown
    assert shown.endswith("1 error, 1 warning, 11 notes")
    every = text(found, PLAIN, notes=True)
    assert "--notes" not in every
    assert every.count("a.txt:") == len(found)
    # A finding without a clause has no brackets.
    assert "[]" not in every


def test_counts_have_the_right_plural() -> None:
    error, warning = finding("error", []), finding("warning", [])
    assert counts([error]) == "1 error"
    assert counts([warning, error, warning]) == "1 error, 2 warnings"
    assert counts([]) == "no findings"


def test_a_game_in_words_and_drawn() -> None:
    told = "\n".join(game(GAME, PLAIN))
    assert "if it is taken as “nobody pays”" in told
    assert "camels: 5: red < yellow" in told
    assert "1. p1: take ticket red (3)" in told
    assert "by the text: p1 5, p2 4 pounds; step 1 is not allowed (no ticket is left); p1 won" in told
    drawn = "\n".join(game(GAME, PLAIN, drawn=Drawn((), tuple(range(1, 17)))))
    # A stack is drawn as one: the upper camel above the lower one, above the number of the space.
    rows = [line.split() for line in drawn.splitlines() if line.strip()]
    at = rows.index(["yellow"])
    assert rows[at + 1] == ["red"]
    assert rows[at + 2] == ["[4]", "[5]", "[6]"]


def test_a_step_is_drawn_twice_only_where_the_readings_differ() -> None:
    here = {"track": {"5": ["red"]}, "money": {"p1": 3}}
    there = {"track": {"5": ["red"]}, "money": {"p1": 1}}
    drawn = Drawn((), tuple(range(1, 17)))
    same = frame(1, Frame("p1: wait", (here, here)), drawn, ("A", "B"), PLAIN)
    assert sum("[5]" in line for line in same) == 1
    both = frame(1, Frame("p1: pay", (here, there), ("", "not allowed: no money")), drawn, ("A", "B"), PLAIN)
    assert sum("[5]" in line for line in both) == 2
    assert "  by B: not allowed: no money" in both
    assert "  p1 has 3 pounds by A and 1 pound by B" in both


def test_a_short_track_says_where_spaces_are_left_out() -> None:
    position = {"track": {"2": ["red"], "16": ["blue"]}, "tiles": {"9": {"owner": "p1", "side": "boo"}}}
    numbers = track(position, range(1, 17), PLAIN, 200, short=True).splitlines()[1]
    assert numbers.split() == ["[1]", "[2]", "[3]…", "[8]", "[9]", "[10]…", "[15]", "[16]"]


def test_markdown_has_the_games() -> None:
    shown = markdown([finding("note", []), finding("error", [(1, 0, 3)], witness=GAME)])
    rows = [line for line in shown.splitlines() if line.startswith(("| 1 |", "| - |"))]
    assert [r.split(" | ")[1] for r in rows] == ["error", "note"]
    assert "1. p1: take ticket red (3)" in shown
    assert "| the edition | p1 3, p2 4 pounds |" in shown


def test_sarif_names_every_place_with_its_columns() -> None:
    places = [{"line": 3, "column": 5, "end_column": 9}, {"line": 7}, {"page": 1, "line": 2}]
    (run,) = sarif([{**finding("error", []), "places": places}], codes(), "1")["runs"]
    (result,) = run["results"]
    assert run["columnKind"] == "unicodeCodePoints"
    (first,) = result["locations"]
    assert first["physicalLocation"]["region"] == {"startLine": 3, "startColumn": 5, "endColumn": 9}
    (other,) = result["relatedLocations"]
    assert other["physicalLocation"]["region"] == {"startLine": 7}


def test_what_is_drawn_stands_with_the_number_that_it_shows() -> None:
    draws = [{"c": "red"}, {"value": 1}, {"c": "green"}, {"value": 2}, {"value": 3}, {"colour": "white", "value": 1}]
    step = {"player": "setup", "action": "setup", "args": [], "draws": [*draws, {"p": "p3"}]}
    assert step_words(step) == "setup: the dice show red 1, green 2 and the last one 3; 1 in white; p3 begins"


def test_the_setup_is_told_in_a_sentence() -> None:
    draws = [{"c": "red"}, {"value": 1}, {"value": 3}, {"c": "black"}, {"colour": "black", "value": 2}]
    step = {"player": "setup", "action": "setup", "args": [], "draws": [*draws, {"colour": "white", "value": 1}]}
    assert step_words(step) == (
        "setup: the dice show red 1 and the last one 3; black goes first, with 2 in black and then 1 in white"
    )
    assert step_words({**step, "draws": [{"p": "p2"}]}) == "setup: p2 begins"


def test_a_long_line_is_quoted_where_the_finding_is() -> None:
    line = "Words before it. " * 20 + "Each player gets five pounds. " + "Words after it. " * 20
    start = line.index("Each")
    told = finding("error", [(3, start, start + 28)], quotes=[line])
    quoted = next(row for row in text([told], PLAIN).splitlines() if row.startswith("      3 | "))
    assert "… " in quoted and quoted.endswith(" …") and "Each player gets five pounds." in quoted


def test_a_test_case_of_what_is_not_said_names_the_file_alone() -> None:
    """There is no line to name, and no colon before one."""
    said = {"code": "CR101", "clause": "a.b", "severity": "error", "name": "contradicts-edition", "file": "my.txt"}
    finding = {**said, "rulebook": "my.txt", "lines": [3, 4], "message": "m", "suggestion": None}
    places = [f.text for f in ElementTree.fromstring(junit([finding, {**finding, "lines": []}])).iter("failure")]
    assert places == ["my.txt:3,4", "my.txt"]
