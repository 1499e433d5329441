"""Attacks on the searches: rival exceptions, rules without an answer, nothing to try, players, big numbers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("z3")

from camelrules.lang.library import data_folder
from camelrules.lang.syntax import Lit
from camelrules.lang.types import BOOL
from camelrules.prove.properties.book import open_book
from camelrules.prove.properties.family import Exhaustive
from camelrules.prove.search import exhaust as engine
from camelrules.prove.search.elsewhere import unvaried
from camelrules.prove.search.exhaust import Search, exhaust
from camelrules.run.engine import Disagreement
from camelrules.run.table import seat
from tests.prove.planted import planted

ID = "move.every_position"
CAMELS = "game/camels.yaml"


def searched(made: object, **changes: object) -> Exhaustive:
    found = made.properties[ID]  # type: ignore[attr-defined]
    assert isinstance(found, Exhaustive)
    return replace(found, **changes)  # type: ignore[arg-type]


def test_rules_without_an_answer_are_refuted() -> None:
    # A unit that crosses the line asks for a tile beyond the track, where there is none to ask for.
    book = planted("2014", "game/tiles.yaml", "if on_track(s) then tile[s]", "if s > 0 then tile[s]")
    result = exhaust(book, searched(book), quick=True)
    assert result.verdict == "refuted" and result.witness is not None
    assert result.witness["outcomes"][0]["fault"]


def test_nothing_to_try_is_vacuous() -> None:
    book = open_book("2014")
    never = searched(book, where=Lit(False, BOOL, book.properties[ID].note.span))
    result = exhaust(book, never, quick=True)
    assert result.vacuous and not result.ok


def test_what_is_said_of_no_piece_is_vacuous() -> None:
    book = open_book("2014")
    span = book.properties[ID].note.span
    nothing = searched(book, holds=(("nothing", Lit(True, BOOL, span)),))
    assert exhaust(book, nothing, quick=True).vacuous


def test_what_holds_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    # A search that overlooks a fault in every position is caught by the sample of those that hold.
    book = planted("2014", "game/tiles.yaml", "boo.end: {type: end, is: bottom", "boo.end: {type: end, is: top")
    monkeypatch.setattr(engine, "_some", lambda search, combos: (1, None))
    with pytest.raises(Disagreement, match="the reference evaluator says that it does not"):
        exhaust(book, searched(book), quick=True)


def test_what_fails_only_beside_another_tile_is_refuted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Where one tile is tried at a time, nobody is ever pushed onto a second one.
    for file in data_folder("verify").glob("*.yaml"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / "attack.yaml").write_text("""\
properties:
  attack:
    says: Nobody ever rests on a tile.
    after: move
    from: anywhere
    holds: not on_track(at[m]) or tile[at[m]] == none or at[m] == was_at[m]
    exhaustive: {place: at, order: above, low: "1", high: track.spaces, steps: racing.faces, vary: tile,
      beside: tile_owner, at: "at[m] + forward(m) * steps"}
""")
    book = open_book("2014", tmp_path)
    attack = book.properties["attack"]
    assert isinstance(attack, Exhaustive)
    result = exhaust(book, attack, quick=True)
    assert result.verdict == "refuted" and result.witness is not None
    monkeypatch.setattr(engine, "_crowded", lambda search: None)
    held = exhaust(book, attack, quick=True)
    assert held.verdict == "sampled" and "one `tile` at a time" in held.detail
    whole = exhaust(book, attack, quick=False)
    assert whole.verdict == "bounded" and "tile matters and was not gone through" in whole.detail


@pytest.mark.parametrize("edition", ["2014", "2018"])
def test_a_move_reads_no_tile_but_the_one_where_it_ends(edition: str) -> None:
    book = open_book(edition)
    search = Search(book, searched(book), seat(book.game))
    assert unvaried(search.property, search.obligation, search.table) == ()
    # An invariant of other spaces in the promise, and they are read.
    more = replace(search.property, lets=(), holds=(("tiles", book.invariant("tiles.owned").always),))  # type: ignore[arg-type]
    assert "tile" in unvaried(more, search.obligation, search.table)
