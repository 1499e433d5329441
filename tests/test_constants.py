"""No rule and no number of the game stands in Python."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import camelrules
from camelrules.lang.library import load

PACKAGE = Path(camelrules.__file__).parent
ROOT = PACKAGE.parent
FILES = sorted(PACKAGE.rglob("*.py"))
GAMES = [load("2014"), load("2018")]
# The rooms and commands that hold and run the rules, where not even a single number may come from the game.
STRICT = ("lang", "run")
COMMANDS = ("common", "show", "move", "odds", "score", "play", "simulate", "explain", "completion")
# Members of sorts that are also words of the formats: kinds of scoring, events, decks, and where a property holds.
# Cards, and what stays, are things that the reader has words for, whatever a rule says of them.
WORDS = {"leg", "final", "winner", "loser", "anywhere", "card", "stay"}

# Other members of sorts that Python may name, by file and with the reason.
COLOURS = {"blue", "green", "red", "yellow", "purple", "orange", "white", "black", "grey"}
NAMED = {
    "text/idml.py": ({"black"}, "the ink of a typesetter"),
    "text/pdf/glyphs.py": ({"black"}, "a word in the names of fonts"),
    "report/text.py": (COLOURS, "terminal colours"),
    "site/draw.py": (COLOURS | {"cheer", "boo"}, "paint"),
    "write/svg.py": (COLOURS, "paint"),
    "write/word.py": ({"top", "bottom"}, "edges of a cell in Word"),
}
# Numbers that happen to be among the game's, by file and with the reason.
COUNTED = {
    ("cli/odds.py", 3): "third in English",
    ("cli/odds.py", 4): "positions in a chunk of work",
    ("cli/show.py", 20): "characters that make a word short",
    ("lang/finish.py", 50): "levels of calls",
    ("run/shape.py", 10): "one more than the digits of a number",
    ("lang/tree.py", 40): "levels of nesting",
    ("run/examples.py", 3): "words of a reveal with a colour",
    ("run/interface.py", 3): "arguments and indices",
    ("run/chance.py", 30): "bits of the generator",
    ("run/games.py", 32): "bits of a word",
    ("run/games.py", 4): "bytes of a word",
    ("run/odds.py", 16): "bits of a table of hashes",
    ("run/plain.py", 6): "decimal places",
    ("run/races.py", 20): "bits of a size",
    ("run/races.py", 4): "bytes of a word",
    ("run/races.py", 40): "parts of a sample",
    ("run/races.py", 6): "decimal places",
    ("run/play.py", 10): "batches of a part",
    ("run/play.py", 3): "decimal places",
    ("run/play.py", 4): "parts of the work for each process",
    ("run/play.py", 50): "games that are worth a process",
    ("run/document.py", 10): "a power of ten",
    ("run/paired.py", 8): "bytes of a long word",
    ("lang/catalogue.py", 4): "specifications that are kept",
    ("lang/changes.py", 20): "tickets that make a stack a slip of the pen",
    ("lang/tokens.py", 9): "digits of a number",
}


def short(path: Path) -> str:
    """A file's name inside the package."""
    return path.relative_to(PACKAGE).as_posix()


def members() -> set[str]:
    """The members of every sort of both editions."""
    return {m for game in GAMES for sort in game.sorts.values() for m in sort.members}


def lists() -> set[tuple[object, ...]]:
    """The values of every parameter that is a list of several things."""
    values = [
        p.value for game in GAMES for p in game.parameters.values() if isinstance(p.value, tuple) and p.kind != "fact"
    ]
    return {tuple(row[0] for row in rows) for rows in values if len(rows) > 1}


def numbers() -> set[int]:
    """The numbers of every parameter and fact, but those that every program has."""
    found: set[int] = set()
    for game in GAMES:
        for parameter in game.parameters.values():
            flat = (
                [v for row in parameter.value for v in row] if isinstance(parameter.value, tuple) else [parameter.value]
            )
            found |= {abs(v) for v in flat if isinstance(v, int) and not isinstance(v, bool)}
    return found - {0, 1, 2}


def literals(path: Path) -> Iterator[ast.Constant]:
    """The constants of a file that are no docstrings and no cuts of a text that is too long to show."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(id(node.value))
        if isinstance(node, ast.Slice):
            skipped |= {id(n) for n in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in skipped:
            yield node


def strict(path: Path) -> bool:
    """Whether a file runs the rules; `run/wasm` is about bytes and bits, and knows no game."""
    room = path.relative_to(PACKAGE).parts[0]
    if path.is_relative_to(PACKAGE / "run" / "wasm"):
        return False
    return room in STRICT or (room == "cli" and path.stem in COMMANDS)


@pytest.mark.parametrize("path", FILES, ids=short)
def test_no_member_of_a_sort(path: Path) -> None:
    """A camel, side or direction named in Python would be a rule that no edition can change."""
    allowed, _ = NAMED.get(short(path), (set(), ""))
    found = {n.value for n in literals(path) if isinstance(n.value, str)} & (members() - WORDS)
    assert found <= allowed, f"{found - allowed} in {short(path)}"


@pytest.mark.parametrize("path", FILES, ids=short)
def test_no_list_of_the_game(path: Path) -> None:
    """Payouts, tickets, faces and start spaces are written in `spec/` alone."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            values = tuple(e.value for e in node.elts if isinstance(e, ast.Constant))
            same = {values, values[::-1]} & lists()
            assert not (len(values) > 1 and same), f"{short(path)}:{node.lineno} has {values}"


# Sizes of words and codes of instructions are numbers of WebAssembly, and every small number is among them.
CODED = "run/wasm/"


@pytest.mark.parametrize("path", [p for p in FILES if strict(p) and not short(p).startswith(CODED)], ids=short)
def test_no_number_of_the_game(path: Path) -> None:
    """A number that the game also has is there for another reason, which is written above."""
    for node in literals(path):
        if isinstance(node.value, int) and not isinstance(node.value, bool) and node.value in numbers():
            assert (short(path), node.value) in COUNTED, f"{short(path)}:{node.lineno} has {node.value}"


def test_no_reason_is_left_over() -> None:
    """An allowance that nothing needs would hide what comes next."""
    known = {short(p): p for p in FILES}
    for name, (allowed, _) in NAMED.items():
        if name in known:
            assert allowed <= {n.value for n in literals(known[name]) if isinstance(n.value, str)}, name
    for name, number in COUNTED:
        assert number in {n.value for n in literals(known[name])}, (name, number)


def test_the_game_has_numbers() -> None:
    """Else the tests above would look for nothing."""
    assert {16, 5, 3, 8, 6} <= numbers()
    assert {(8, 5, 3, 2), (2, 3, 5), (16, 15, 14)} <= lists()
    assert {"red", "cheer", "clockwise"} <= members()


def test_no_eval() -> None:
    """No text is run as Python, not even one that the program wrote itself."""
    running = {
        short(path)
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("eval", "exec")
    }
    assert running == set()
