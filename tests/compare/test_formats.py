"""Every file of the smaller formats that is not as it should be: one message, with its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from camelrules.compare import codes, constraints, stored, waivers
from camelrules.door.diagnostics import RulesError
from camelrules.lang.library import data_folder

READING = "rulebook: en-2018\nedition: 2018\nlanguage: en\nclauses: "
FAULT = "rulebook: en-2018, clause: a, kind: omission, severity: note, message: m"
CODE = "name: n, kind: omission, says: s, mend: m"
# File, content, what reads it, and what the message must say.
BAD: dict[str, tuple[str, str, Callable[[], Any], str]] = {
    "codes: a list": ("codes.yaml", "[]", codes.codes, "must be a mapping of"),
    "codes: unknown part": ("codes.yaml", "codes: {}\nunsaid: []\nx: 1", codes.codes, "unknown key `x`"),
    "codes: a text": (
        "codes.yaml",
        "codes: x\nunsaid: []",
        codes.codes,
        "`codes` must be a mapping, found `x`",
    ),
    "codes: a path": (
        "codes.yaml",
        f"codes: {{../x: {{{CODE}}}}}\nunsaid: []",
        codes.codes,
        "cannot be the name",
    ),
    "codes: empty": ("codes.yaml", "codes: {CR1: {}}\nunsaid: []", codes.codes, "code `CR1` has no `name`"),
    "codes: kind": (
        "codes.yaml",
        f"codes: {{CR1: {{{CODE.replace('omission', 'omision')}}}}}\nunsaid: []",
        codes.codes,
        "did you mean `omission`?",
    ),
    "codes: says nothing": (
        "codes.yaml",
        f"codes: {{CR1: {{{CODE.replace('says: s', 'says: []')}}}}}\nunsaid: []",
        codes.codes,
        "`says` of `CR1` must be a text",
    ),
    "codes: blank": (
        "codes.yaml",
        f"codes: {{CR1: {{{CODE.replace('mend: m', 'mend: ')}}}}}\nunsaid: []",
        codes.codes,
        "`mend` of `CR1` is empty",
    ),
    "unsaid: a text": (
        "codes.yaml",
        "codes: {}\nunsaid: x",
        codes.unsaid,
        "`unsaid` must be a list, found `x`",
    ),
    "unsaid: a list of lists": (
        "codes.yaml",
        "codes: {}\nunsaid: [[]]",
        codes.unsaid,
        "a clause must be a text",
    ),
    "constraints: a text": ("constraints.yaml", "x", constraints._constraints, "must be a mapping of `constraints`"),
    "constraints: no equation": (
        "constraints.yaml",
        "constraints: {a: {says: s, holds: v(x)}}",
        constraints._constraints,
        "must be an equation",
    ),
    "constraints: no term": (
        "constraints.yaml",
        "constraints: {a: {says: s, holds: v(x) == y}}",
        constraints._constraints,
        "cannot read `y`",
    ),
    "constraints: a sum": (
        "constraints.yaml",
        "constraints: {a: {says: s, holds: v(x) == 1 + 2}}",
        constraints._constraints,
        "cannot read `1 + 2`",
    ),
    "constraints: a large number": (
        "constraints.yaml",
        f"constraints: {{a: {{says: s, holds: v(x) == {'9' * 5000}}}}}",
        constraints._constraints,
        "cannot read `999",
    ),
    "reading: a list": (
        "rulebooks/en-2018.yaml",
        "[]",
        lambda: stored.rulebook("en-2018"),
        "a reading must be a mapping",
    ),
    "reading: of another": (
        "rulebooks/en-2018.yaml",
        READING.replace("en-2018", "fr-2018") + "{}",
        lambda: stored.rulebook("en-2018"),
        "`fr-2018` stands in the file of `en-2018`",
    ),
    "reading: a path": (
        "rulebooks/en-2018.yaml",
        READING.replace("en-2018", "../x") + "{}",
        lambda: stored.rulebook("en-2018"),
        "cannot be the name of a rulebook",
    ),
    "reading: edition": (
        "rulebooks/en-2018.yaml",
        READING.replace("edition: 2018", "edition: a b") + "{}",
        lambda: stored.rulebook("en-2018"),
        "cannot be the name of an edition",
    ),
    "reading: status": (
        "rulebooks/en-2018.yaml",
        READING + "{comp.board: {status: agree}}",
        lambda: stored.rulebook("en-2018"),
        "did you mean `agrees`?",
    ),
    "reading: lines": (
        "rulebooks/en-2018.yaml",
        READING + "{comp.board: {status: agrees, lines: [x]}}",
        lambda: stored.rulebook("en-2018"),
        "a line of `comp.board` must be a whole number",
    ),
    "reading: line 0": (
        "rulebooks/en-2018.yaml",
        READING + "{comp.board: {status: agrees, lines: [0]}}",
        lambda: stored.rulebook("en-2018"),
        "from 1 to 5,000,000, found `0`",
    ),
    "reading: a clause that is none": (
        "rulebooks/en-2018.yaml",
        READING + "{a/b: {status: agrees}}",
        lambda: stored.rulebook("en-2018"),
        "no clause `a/b`",
    ),
    "reading: no value of the clause": (
        "rulebooks/en-2018.yaml",
        READING + "{comp.board: {status: agrees, states: many}}",
        lambda: stored.rulebook("en-2018"),
        "`many` is no value of `comp.board`",
    ),
    "reading: a clause of another edition": (
        "rulebooks/en-2018.yaml",
        READING + "{a3.no_die: {status: agrees}}",
        lambda: stored.rulebook("en-2018"),
        "edition 2018 has no clause `a3.no_die`",
    ),
    "faults: a mapping": ("rulebooks/errata.yaml", "a: 1", stored.faults, "the list of known faults must be a list"),
    "faults: a number": ("rulebooks/errata.yaml", "- 3", stored.faults, "a known fault must be a mapping"),
    "faults: severity": (
        "rulebooks/errata.yaml",
        f"- {{{FAULT.replace('severity: note', 'severity: bad')}}}",
        stored.faults,
        "`severity` cannot be `bad`",
    ),
    "faults: no message": (
        "rulebooks/errata.yaml",
        f"- {{{FAULT.replace(', message: m', '')}}}",
        stored.faults,
        "has no `message`",
    ),
}


@pytest.fixture
def forget() -> Any:
    """What was read once is read again."""
    kept = (
        codes._file,
        codes.codes,
        codes.unsaid,
        constraints._constraints,
        stored.rulebook,
        stored.faults,
    )

    def clear() -> None:
        for function in kept:
            function.cache_clear()

    clear()
    yield
    clear()


@pytest.mark.parametrize("case", BAD)
def test_bad_files_of_the_specification(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forget: Any
) -> None:
    """File, line and column, and what is wrong there."""
    name, content, read, expected = BAD[case]
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(content)
    for path in data_folder("spec").iterdir():
        if not (tmp_path / path.name).exists():
            (tmp_path / path.name).symlink_to(path)
    monkeypatch.setenv("CAMELRULES_SPEC", str(tmp_path))
    with pytest.raises(RulesError) as refused:
        read()
    message = refused.value.render()
    assert expected in message and message.startswith(f"{tmp_path / name}:")


def test_a_specification_of_ones_own_is_used_by_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader's folder is the one that the environment names."""
    from camelrules.read.language.folder import spec_dir

    monkeypatch.setenv("CAMELRULES_SPEC", str(tmp_path))
    assert spec_dir() == data_folder("spec") == tmp_path


BESIDE = {
    "waivers: 3": "`waivers` must be a list, found `3`",
    "waivers: [3]": "a waiver must be a mapping",
    "waivers: [{code: CR201}]": "needs `code`, `clause` and `reason`",
    "waivers: [{code: CR401}]": "the waiver of CR401 in",
    "waivers: [{reason: x}]": "a waiver has no `code`",
    "waivers: [{code: CR201, clause: a}]": "gives no reason",
    "waivers: [{code: CR201, clause: a, reason: [x]}]": "`reason` must be a text",
    "waivers: [{code: CR201, clause: a, reason: x, until: y}]": "unknown key `until`",
    "reviewed: [1]": "`reviewed` must be a mapping, found a list",
    "reviewed: {a: 1}": "the review of `a` must be a mapping",
    "reviewed: {a: {stamp: []}}": "`stamp` must be a text",
    "waiver: []": "did you mean `waivers`?",
    "- 3": "a waiver must be a mapping",
    "3": "must be a mapping of",
}
PROJECT = {
    "tool = 3": "`tool` in",
    '[tool]\ncamelrules = "x"': "`camelrules` in",
    "[tool.camelrules]\nwaivers = 3": "must be a list of tables",
    "[tool.camelrules]\nwaivers = [3]": "must be a table of texts",
    '[[tool.camelrules.waivers]]\ncode = "CR201"': "needs `code`, `clause` and `reason`",
    '[[tool.camelrules.waivers]]\ncode = "CR201"\nclause = 3': "must be a table of texts",
    '[[tool.camelrules.waivers]]\ncode = "CR201"\nclause = "a"': "gives no reason",
    "x = [[[[": "is not TOML",
    "x = " + "[" * 5000: "is not TOML",
}


@pytest.mark.parametrize("content", BESIDE)
def test_bad_files_beside_a_text(content: str, tmp_path: Path) -> None:
    """Waivers and reviews."""
    text = tmp_path / "text.txt"
    (tmp_path / "text.txt.camelrules.yaml").write_text(content)

    class Reading:
        name, clauses, lines = str(text), {}, ()

    with pytest.raises(RulesError) as refused:
        waivers.load_waivers(str(text))
        waivers.to_review(Reading())  # type: ignore[arg-type]
    assert BESIDE[content] in refused.value.render()


@pytest.mark.parametrize("content", PROJECT)
def test_bad_projects(content: str, tmp_path: Path) -> None:
    """Waivers in the pyproject of a text."""
    (tmp_path / "pyproject.toml").write_text(content)
    with pytest.raises(RulesError) as refused:
        waivers.load_waivers(str(tmp_path / "text.txt"))
    assert PROJECT[content] in refused.value.render()
