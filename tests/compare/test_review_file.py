"""Adding to the file beside a text: comments and everything else in it stay, and what is added is what is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from camelrules.compare.findings import Finding, findings
from camelrules.compare.review_file import add_waiver, mark_reading
from camelrules.compare.texts import read_file
from camelrules.compare.verdicts import Review
from camelrules.compare.waivers import beside, load_waivers, reviewed
from camelrules.door.diagnostics import RulesError

TEXT = Path(__file__).parent.parent / "texts" / "en-2018.txt"
LIST = "# mine\n- {code: CR201, clause: setup.board, reason: the board shows it}  # really\n"
FILES = {
    "nothing": None,
    "a list": LIST,
    "no end of line": LIST.rstrip("\n"),
    "as init writes it": "# head\ntext: mine.txt\nedition: '2018'\nlanguage: en\nwaivers: []\nreviewed:\n"
    "  turn.order: {status: agrees, lines: [59], stated: 'left', stamp: abc}\n",
    "a block": "text: mine.txt\n\nwaivers:\n  # first\n  - code: CR201\n    clause: setup.board\n    reason: |\n"
    "      the board\n      shows it\n\n# about reviews\nreviewed:\n    turn.order:\n      status: agrees\n"
    "      stamp: abc\n",
    "waivers last": "reviewed:\n  setup.money.start: {status: agrees, stamp: old}\nwaivers:\n"
    "- {code: CR201, clause: setup.board, reason: the board shows it}\n",
}


@pytest.fixture(scope="module")
def words() -> str:
    setup = "\n".join(TEXT.read_text("utf-8").splitlines()[:60])
    return setup.replace("**3 Egyptian pounds**", "**5 Egyptian pounds**")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, words: str) -> Review:
    path = tmp_path_factory.mktemp("texts") / "mine.txt"
    path.write_text(words, "utf-8")
    return read_file(str(path))


@pytest.fixture
def read(made: Review) -> Review:
    beside(made.name).unlink(missing_ok=True)
    return made


@pytest.fixture
def money(read: Review) -> Finding:
    return next(f for f in findings(read) if f.clause == "setup.money.start")


@pytest.mark.parametrize("name", FILES)
def test_a_waiver_is_added(name: str, read: Review, money: Finding) -> None:
    path, old = beside(read.name), FILES[name]
    if old is not None:
        path.write_text(old, "utf-8")
    before = load_waivers(read.name)
    reason = "so: it's “meant” # {really}\nand more"
    add_waiver(read, money, reason)
    *others, added = sorted(load_waivers(read.name), key=lambda w: w.clause == money.clause)
    assert others == before and added.reason == " ".join(reason.split()) and added.content
    for line in (old or "").splitlines():
        assert line == "waivers: []" or line in path.read_text("utf-8").splitlines()


@pytest.mark.parametrize("name", FILES)
def test_a_reading_is_marked_and_marked_again(name: str, read: Review) -> None:
    path, old = beside(read.name), FILES[name]
    if old is not None:
        path.write_text(old, "utf-8")
    waivers = load_waivers(read.name)
    others = [r for r in reviewed(read) if r.clause != "setup.money.start"]
    for mark in ("wrong", "right"):
        mark_reading(read, "setup.money.start", mark)
        now = reviewed(read)
        assert [(r.reading, r.current) for r in now if r.clause == "setup.money.start"] == [(mark, True)]
        assert [r for r in now if r.clause != "setup.money.start"] == others
    assert load_waivers(read.name) == waivers


@pytest.mark.parametrize(
    "old",
    [
        "waivers: [{code: CR201, clause: setup.board, reason: x}]\n",
        "{waivers: [], reviewed: {}}\n",
        "waivers: 7\n",
        "a: [\n",
    ],
)
def test_what_cannot_be_added_to_is_left_alone(old: str, read: Review, money: Finding) -> None:
    path = beside(read.name)
    path.write_text(old, "utf-8")
    with pytest.raises(RulesError):
        add_waiver(read, money, "a reason")
    assert path.read_text("utf-8") == old


def test_a_waiver_needs_a_reason(read: Review, money: Finding) -> None:
    with pytest.raises(RulesError, match="reason"):
        add_waiver(read, money, " \n ")
    assert not beside(read.name).exists()
