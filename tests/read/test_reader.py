"""What the reader answers to small texts, to texts that are no rulebook, and to bad data of our own."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from camelrules.cli import cli
from camelrules.compare.explain import explain
from camelrules.lang.catalogue import catalogue
from camelrules.lang.source import RulesError
from camelrules.read import lacks
from camelrules.read.language.folder import spec_dir
from camelrules.read.language.lexicon import languages, lexicon, load
from camelrules.read.patterns import patterns
from camelrules.read.reader import read_text
from tests.read.reviewing import reviewed

SMALL = """Setup

Give each player 3 Egyptian pounds.

End of the game

The race ends immediately once a unit of camels crosses the finish line.
If the tile has its booing side up, the unit moves 1 space backward. If it lands on another unit, it goes underneath.
"""


def test_a_small_text_is_read_with_its_own_line_numbers() -> None:
    clauses = reviewed(SMALL, "small", edition="2018").clauses
    assert (clauses["setup.money.start"].stated, clauses["setup.money.start"].lines) == ("3", (3,))
    assert clauses["tile.boo.stack"].lines == (8,)
    assert clauses["setup.partnership.many"].status == "silent"


@pytest.mark.parametrize(
    ("old", "new", "clause", "status"),
    [
        ("3 Egyptian", "4 Egyptian", "setup.money.start", "contradicts"),
        ("backward", "forward", "tile.boo", "contradicts"),
        ("underneath", "on top", "tile.boo.stack", "contradicts"),
        ("underneath", "beside it", "tile.boo.stack", "silent"),
        ("ends immediately", "ends later", "end.trigger", "contradicts"),
    ],
)
def test_one_word_changes_the_verdict(old: str, new: str, clause: str, status: str) -> None:
    assert reviewed(SMALL, "small", edition="2018").clauses[clause].status == "agrees"
    assert reviewed(SMALL.replace(old, new), "small", edition="2018").clauses[clause].status == status


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("6 or more", "6 or more players"),
        ("at least six", "6 or more players"),
        ("more than 5", "6 or more players"),
        ("more than 6", "7 or more players"),
        ("fewer than 6", "fewer than 6 players"),
    ],
)
def test_comparators_have_one_normal_form(words: str, value: str) -> None:
    rule = f"In games with {words} players, give each player the partnership card of the character."
    text = f"Setup\n\n{rule}\nThe camels race on the track.\n"
    reading = reviewed(text, "small", language="en", edition="2018")
    assert reading.clauses["setup.partnership.many"].stated == value


def test_a_joined_sentence_keeps_both_lines() -> None:
    text = "On the grey die there are 1, 2 and 3 in white\nand 1, 2 and 3 in black. Camels form a stack.\n"
    reading = reviewed(text, "small", language="en", edition="2018")
    assert reading.clauses["comp.grey_die.faces"].lines == (1, 2)


def test_explain_names_words_and_pattern() -> None:
    shown = explain(reviewed(SMALL, "small", edition="2018"), "tile.boo.stack")
    assert "underneath = down" in shown
    assert "pattern: tile.boo.stack/" in shown


def test_scanning_damage_is_repaired_and_reported() -> None:
    reading = reviewed(SMALL.replace("booing", "boozing"), "small", edition="2018")
    assert reading.clauses["tile.boo"].status == "agrees"
    assert [o.words for o in reading.reading.damage] == [("boozing",)]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        (" \n\t\n", "empty"),
        ("%PDF-1.7\n1 0 obj", "not-text"),
        ("\0\1\2" * 100, "not-text"),
        ("1 2 3\n" * 100, "no-language"),
        ("Wielbłądy biegną dookoła piramidy i wracają, a potem znów idą dalej. " * 20, "no-language"),
        ("It was late, and nobody in the house could say what the old man had meant. " * 50, "no-rules"),
        ("x y z 7 q. " * 2_000_000, "too-large"),
    ],
)
def test_what_is_no_rulebook_gets_a_clear_answer(text: str, code: str) -> None:
    start = time.perf_counter()
    with pytest.raises(RulesError) as caught:
        read_text(text, "file.txt")
    assert caught.value.diagnostics[0].code == code
    assert "file.txt" in caught.value.render()
    assert time.perf_counter() - start < 5


def test_time_grows_in_proportion() -> None:
    salad = "the camel of a stack and the die of the pyramid take players " * 2_000
    start = time.perf_counter()
    read_text(salad, "salad", language="en", edition="2018")
    once = time.perf_counter() - start
    start = time.perf_counter()
    read_text(salad * 4, "salad", language="en", edition="2018")
    assert time.perf_counter() - start < 12 * once + 1


def test_unknown_language_and_edition_are_named() -> None:
    with pytest.raises(RulesError, match="no language file for `xx`"):
        read_text(SMALL, "small", language="xx")
    with pytest.raises(RulesError, match="no edition `2020`"):
        read_text(SMALL, "small", edition="2020")


def test_no_language_lacks_a_concept() -> None:
    assert {code: lacks(spec_dir() / "languages" / f"{code}.yaml") for code in languages()} == dict.fromkeys(
        languages(), ()
    )


def test_a_new_language_is_told_what_it_lacks(tmp_path: Path) -> None:
    file = tmp_path / "it.yaml"
    file.write_text("language: it\nname: Italian\ncommon: il la e\nconcepts:\n  camel: cammell*\n", "utf-8")
    missing = lacks(file)
    assert "pyramid" in missing
    assert "camel" not in missing


ITALIAN = """language: it
name: Italian
common: il lo la i gli un una di a da in con su per e o che si ogni se va
numerals: {uno: 1, due: 2, tre: 3}
links: di del dei il la
concepts:
  camel: cammell*
  space: casella, caselle
  stack: pila
  pound: sterline egiziane
  player: giocator*
  get: riceve
  down: sotto
  boo: fischi
  tile: tessera
  unit: gruppo
  backward: indietro
  preparation: preparazione
"""
IN_ITALIAN = """Preparazione

Ogni giocatore riceve 4 sterline egiziane.

Se la tessera mostra i fischi, il gruppo va 1 casella indietro. Se un altro gruppo è nella casella, va sotto.
Ogni cammello è in una pila.
"""


def test_a_fifth_language_is_one_file(tmp_path: Path) -> None:
    file, text = tmp_path / "it.yaml", tmp_path / "mio.txt"
    file.write_text(ITALIAN, "utf-8")
    text.write_text(IN_ITALIAN, "utf-8")
    clauses = reviewed(IN_ITALIAN, "mio", words=load(file), edition="2018").clauses
    assert {c: clauses[c].status for c in ("setup.money.start", "tile.boo", "tile.boo.stack")} == {
        "setup.money.start": "contradicts",
        "tile.boo": "agrees",
        "tile.boo.stack": "agrees",
    }
    result = CliRunner().invoke(cli, ["read", str(text), "--language-file", str(file), "--edition", "2018"])
    assert result.exit_code == 0 and "setup.money.start" in result.output


def test_what_a_language_lacks_is_told_in_words(tmp_path: Path) -> None:
    file = tmp_path / "it.yaml"
    file.write_text(ITALIAN, "utf-8")
    result = CliRunner().invoke(cli, ["read", "--language-file", str(file), "--lacks"])
    assert result.exit_code == 1
    assert "pyramid: no word yet for `pyramid*`; needed for" in result.output
    assert "numerals: no word yet for 0, 4, 5, 6, 7, 8, 9, 10" in result.output
    assert "backward: its opposite `forward` has no word" in result.output
    for code in languages():
        assert CliRunner().invoke(cli, ["read", "--lang", code, "--lacks"]).exit_code == 0
    assert "needs a language file" in str(CliRunner().invoke(cli, ["read", "--lacks"]).exception)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("language: it\nname: Italian\ncommon: il\nconcepts:\n  camel: ca*\n", "too short to stand before"),
        ("language: it\nname: Italian\nconcepts: {}\n", "has no `common`"),
        ("language: it\nname: Italian\ncommon: il\nconcept: {}\nconcepts: {}\n", "unknown key `concept`"),
        (
            "language: it\nname: Italian\ncommon: il\nnumerals: {uno: one}\nconcepts: {}\n",
            "must stand for a whole number",
        ),
    ],
)
def test_a_bad_language_file_is_pointed_at(tmp_path: Path, body: str, message: str) -> None:
    file = tmp_path / "it.yaml"
    file.write_text(body, "utf-8")
    with pytest.raises(RulesError) as caught:
        load(file)
    assert message in caught.value.render()


def test_patterns_and_catalogue_name_the_same_clauses() -> None:
    assert len(catalogue()) == 181
    assert set(patterns()) == set(catalogue())


def test_a_language_is_loaded_once() -> None:
    assert lexicon("en") is lexicon("en")


BOOKS = Path(os.environ.get("CAMELRULES_RULEBOOKS", Path(__file__).resolve().parents[3] / "shared" / "rulebooks"))
NUMBERS = {"es-2018": "000", "en-2018": "001", "fr-2014": "002", "pt-2018": "003", "fr-2018": "004"}


@pytest.mark.skipif(not BOOKS.is_dir(), reason="the rulebooks are other people's and not in the project")
@pytest.mark.parametrize("name", NUMBERS)
def test_a_rulebook_reads_as_by_hand(name: str) -> None:
    text = next(BOOKS.glob(f"{NUMBERS[name]}_*.txt")).read_text("utf-8")
    gold = yaml.safe_load((spec_dir() / "rulebooks" / f"{name}.yaml").read_text("utf-8"))["clauses"]
    reading = reviewed(text, name)
    other = {c for c, e in gold.items() if reading.clauses[c].status != e["status"]}
    assert len(other) <= 4, other
    stated = {c: set(e["lines"]) for c, e in gold.items() if e.get("lines")}
    apart = {c for c, lines in stated.items() if not lines & set(reading.clauses[c].lines)}
    assert len(apart) <= 3, apart
