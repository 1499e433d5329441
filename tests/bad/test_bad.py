"""Every bad file gets its golden message, and every message of the language has a bad file.

`UPDATE_GOLDEN=1 pytest tests/bad` writes the messages anew: read each one aloud before it is kept.
"""

from __future__ import annotations

import ast
import importlib
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import camelrules.lang
from camelrules.lang.source import Diagnostic

from .messages import HERE, message

SOUND = {"base"}
BAD = sorted(path.stem for path in HERE.glob("*.yaml") if path.stem not in SOUND)
HEAD = re.compile(r"^[\w/.-]+:\d+:\d+: error\[([a-z-]+)\]: .+[^.\n]$")
# Messages that no file of this folder can lead to: how many places, and why.
ELSEWHERE = {
    ("tokens", "too-long"): (1, "test_generated.py"),
    ("constants", "too-many"): (1, "test_generated.py: a list of hundreds"),
    ("finish", "too-deep"): (1, "test_generated.py"),
    ("shapes", "shape"): (3, "compare/test_formats.py"),
    ("shapes", "number"): (1, "compare/test_formats.py"),
    ("shapes", "choice"): (1, "compare/test_formats.py"),
    ("tree", "too-deep"): (1, "Python's own limit, which comes after ours"),
    ("tree", "yaml"): (2, "test_generated.py, and a stream without a start, which PyYAML never makes"),
}


@pytest.mark.parametrize("name", BAD)
def test_golden(name: str) -> None:
    """The message is the golden one."""
    found = message(f"{name}.yaml")
    golden = HERE / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_text(found, encoding="utf-8")
    assert found == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", BAD)
def test_form(name: str) -> None:
    """Place, code, one line without a full stop, the source line, and a caret under something of it."""
    lines = (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert HEAD.match(lines[0]), lines[0]
    file, line, column = lines[0].split(" ", 1)[0].split(":")[:3]
    shown, caret = lines[2], lines[3]
    assert shown.startswith(f" {line} |")
    source = (HERE / file).read_text(encoding="utf-8").split("\n")[int(line) - 1].expandtabs(1)
    under = shown[caret.index("^") : caret.rindex("^") + 1]
    assert source[int(column) - 1 :].startswith(under), "the caret is not where the message says"
    assert not [h for h in lines if h.startswith("help:") and (h.endswith(".") or len(h) < 12)]


@pytest.mark.parametrize("name", sorted(SOUND))
def test_sound(name: str) -> None:
    """What the bad editions extend has no fault of its own."""
    assert message(f"{name}.yaml") == ""


def test_no_golden_is_left_over() -> None:
    """A golden text without a file would never be compared."""
    assert sorted(path.stem for path in HERE.glob("*.txt")) == BAD


# The bad files of the catalogue stand in `tests/lang/test_catalogue.py`.
CATALOGUE = ("binding", "catalogue", "changes", "fixed", "kinds", "library")


def _modules() -> list[Any]:
    folder = Path(camelrules.lang.__file__).parent
    found = [importlib.import_module(f"camelrules.lang.{p.stem}") for p in sorted(folder.glob("[a-z]*.py"))]
    return [m for m in found if m.__name__.rpartition(".")[2] not in CATALOGUE]


def _sites(module: Any) -> Iterator[tuple[int, str]]:
    """The line and code of every message that a module makes."""
    for node in ast.walk(ast.parse(Path(module.__file__).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("fail", "Diagnostic"):
            code = node.args[0]
            if isinstance(code, ast.Constant):
                yield node.lineno, str(code.value)


def test_every_message_has_a_bad_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """No place in the language makes a message that nobody has read."""
    met: set[tuple[str, int]] = set()
    made = {"fail": camelrules.lang.source.fail, "Diagnostic": Diagnostic}

    def recorder(original: Any) -> Any:
        def record(*args: Any, **kwargs: Any) -> Any:
            frame = sys._getframe(1)
            met.add((frame.f_globals["__name__"].rpartition(".")[2], frame.f_lineno))
            return original(*args, **kwargs)

        return record

    sites: dict[tuple[str, int], str] = {}
    for module in _modules():
        short = module.__name__.rpartition(".")[2]
        if short == "source":
            continue
        sites |= {(short, line): code for line, code in _sites(module)}
        for word, original in made.items():
            if getattr(module, word, None) is original:
                monkeypatch.setattr(module, word, recorder(original))
    for name in BAD:
        message(f"{name}.yaml")
    unread: dict[tuple[str, str], list[int]] = {}
    for (module_name, line), code in sites.items():
        if (module_name, line) not in met:
            unread.setdefault((module_name, code), []).append(line)
    allowed = {key: number for key, (number, _) in ELSEWHERE.items()}
    assert {k: v for k, v in unread.items() if len(v) > allowed.get(k, 0)} == {}
