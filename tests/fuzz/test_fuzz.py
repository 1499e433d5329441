"""Every format, broken: a command answers or refuses with one message, and nothing it prints acts on a terminal."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .breaking import broken
from .calling import call

ROOT = Path(__file__).parent.parent.parent
TEXT = "\n".join((ROOT / "tests" / "texts" / "en-2018.txt").read_text("utf-8").split("\n")[:60])
POSITION = (
    '{"edition": "2018", "track": {"5": ["red", "yellow"], "14": ["white"], "16": ["black", "green"], '
    '"3": ["blue", "purple"]}, "tiles": {"7": {"owner": "p1", "side": "cheer"}}, "pyramid": ["red", "grey"]}'
)
# Which command reads the files of a folder.
COMMANDS: dict[str, tuple[str, ...]] = {
    "spec/game": ("show", "2018"),
    "spec/editions": ("show", "2018"),
    "spec/languages": ("check", "TEXT", "--no-witness", "--lang", "en", "--edition", "2018"),
    "spec/patterns": ("check", "TEXT", "--no-witness", "--lang", "en", "--edition", "2018"),
    "spec/clauses.yaml": ("explain", "setup.board"),
    "spec/codes.yaml": ("explain", "CR101"),
    "spec/constraints.yaml": ("check", "TEXT", "--no-witness", "--lang", "en", "--edition", "2018"),
    "spec/rulebooks": ("matrix",),
    "verify": ("verify", "--only", "no-such-property", "--edition", "2018"),
}
# About a minute in all; `make fuzz` sets more, and draws anew.
EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "20"))
ANEW = "FUZZ_EXAMPLES" in os.environ
# Commands that read a language first: each call takes a second or two.
SLOW = ("check", "read", "matrix")


def drawn(command: str) -> settings:
    """How many examples, by what one costs."""
    count = max(2, EXAMPLES // 10) if command in SLOW else EXAMPLES
    health = list(HealthCheck)
    return settings(
        max_examples=count, deadline=None, database=None, derandomize=not ANEW, suppress_health_check=health
    )


def files(place: str) -> list[Path]:
    path = ROOT / place
    found = sorted(p for p in path.rglob("*") if p.suffix in (".yaml", ".json")) if path.is_dir() else [path]
    return [p for p in found if p.is_file()]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The specification and the properties, to be broken."""
    folder = tmp_path_factory.mktemp("copy")
    for name in ("spec", "verify"):
        shutil.copytree(ROOT / name, folder / name)
    (folder / "text.txt").write_text(TEXT, "utf-8")
    return folder


def judge(status: int, out: str, err: str) -> None:
    assert status in (0, 1, 2, 3), (status, err)
    assert "Traceback" not in err
    assert status != 2 or "error" in err.lower()
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", out + err), "it would act on a terminal"


@pytest.mark.parametrize("place", [p for p in COMMANDS if (ROOT / p).exists()])
def test_specification(place: str, copy: Path) -> None:
    """Any file of the two folders, under the command that reads it."""
    args = [str(copy / "text.txt") if a == "TEXT" else a for a in COMMANDS[place]]

    @drawn(args[0])
    @given(data=st.data())
    def one(data: st.DataObject) -> None:
        path = data.draw(st.sampled_from(files(place))).relative_to(ROOT)
        content = (ROOT / path).read_bytes()
        (copy / path).write_bytes(data.draw(broken(content)))
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("CAMELRULES_SPEC", str(copy / "spec"))
            patch.setenv("CAMELRULES_VERIFY", str(copy / "verify"))
            try:
                judge(*call(*args))
            finally:
                (copy / path).write_bytes(content)

    one()


EDITION = (ROOT / "tests" / "editions" / "desert.yaml").read_bytes()
LEG = (
    b"edition: 2018\nranking: [green, yellow, blue, red, purple]\nplayers:\n  p1: {money: 3, tickets: [[green, 5]], "
    b"pyramid_tickets: 2, partner: p2}\n  p2: {money: 1, partner: p1}\n  p3: {money: 0}\n"
)
FINAL = (
    b"edition: 2018\nranking: [green, yellow, blue, red, purple]\nwinner_deck: [[p1, blue], [p2, red]]\n"
    b"loser_deck: [[p2, purple]]\nmoney: {p1: 4, p2: 0, p3: 10}\n"
)
WAIVERS = (
    b"text: text.txt\nedition: 2018\nwaivers:\n- {code: CR201, clause: a, reason: x}\nreviewed:\n  a: {stamp: x}\n"
)
PROJECT = b'[project]\nname = "x"\n[[tool.camelrules.waivers]]\ncode = "CR201"\nclause = "a"\nreason = "x"\n'
GIVEN: dict[str, tuple[bytes, str, tuple[str, ...]]] = {
    "edition": (EDITION, "own.yaml", ("show", "FILE")),
    "edition played": (EDITION, "own.yaml", ("play", "--edition", "FILE")),
    "position": (POSITION.encode(), "position.json", ("odds", "FILE")),
    "position moved": (POSITION.encode(), "position.json", ("move", "FILE", "--die", "red", "--value", "1")),
    "batch": (POSITION.encode() + b"\n" + POSITION.encode() + b"\n", "batch.jsonl", ("odds", "--batch", "FILE")),
    "leg": (LEG, "leg.yaml", ("score", "leg", "FILE")),
    "final": (FINAL, "final.yaml", ("score", "final", "FILE")),
    "text": (TEXT.encode(), "text.txt", ("check", "FILE", "--no-witness", "--lang", "en", "--edition", "2018")),
    "text read": (TEXT.encode(), "text.txt", ("read", "FILE", "--format", "json")),
    "waivers": (WAIVERS, "text.txt.camelrules.yaml", ("check", "TEXT", "--no-witness", "--edition", "2018")),
    "project": (PROJECT, "pyproject.toml", ("check", "TEXT", "--no-witness", "--edition", "2018")),
    "language": (
        (ROOT / "spec" / "languages" / "en.yaml").read_bytes(),
        "own-language.yaml",
        ("check", "TEXT", "--no-witness", "--language-file", "FILE", "--edition", "2018"),
    ),
}


@pytest.mark.parametrize("kind", GIVEN)
def test_given(kind: str, tmp_path: Path) -> None:
    """Any file that a user gives."""
    content, name, command = GIVEN[kind]
    places = {"FILE": tmp_path / name, "TEXT": tmp_path / "text.txt"}

    @drawn(command[0])
    @given(broken(content))
    def one(spoilt: bytes) -> None:
        (tmp_path / "text.txt").write_text(TEXT, "utf-8")
        (tmp_path / name).write_bytes(spoilt)
        judge(*call(*(places.get(a, a) for a in command)))

    one()
