"""Plants small faults in the program's own Python, one at a time, and names those that no test of their room notices.

    python tools/mutants.py                     a hundred of them, drawn from all rooms
    python tools/mutants.py lang --sample 20    twenty in one room
    python tools/mutants.py run/chance.py       every fault in a file

The faults are planted in a copy; `camelrules mutate` does the same to the rules.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The tests that stand for a room, those that fail soonest first.
TESTS = {
    "lang": ("tests/lang", "tests/bad"),
    "run": ("tests/run", "tests/oracle", "tests/cli/test_commands.py", "tests/cli/test_hostile.py"),
    "read": ("tests/read", "tests/bad_patterns"),
    "compare": ("tests/compare", "tests/cli/test_check_output.py"),
    "prove": ("tests/prove",),
    "door": ("tests/door", "tests/cli/test_hostile.py", "tests/fuzz/test_found.py"),
}
# A fault that makes a loop endless is noticed as well.
PATIENCE = 400
COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "!=", ast.NotEq: "==", ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
SIGNS: dict[type[ast.operator], str] = {ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*"}


@dataclass(frozen=True)
class Mutant:
    """One fault: the text between two offsets of a file becomes another."""

    path: Path
    line: int
    fault: str
    start: int
    end: int
    text: str

    def planted(self, source: bytes) -> bytes:
        return source[: self.start] + self.text.encode() + source[self.end :]


class Faults:
    """Every fault that can be planted in one file."""

    def __init__(self, path: Path) -> None:
        self.path, self.source = path, path.read_bytes()
        lines = self.source.splitlines(keepends=True)
        self.starts = [sum(map(len, lines[:n])) for n in range(len(lines) + 1)]

    def all(self) -> Iterator[Mutant]:
        yield from self._within(ast.parse(self.source))

    def _within(self, node: ast.AST) -> Iterator[Mutant]:
        yield from self._at(node)
        for field, value in ast.iter_fields(node):
            # Types are checked by mypy, and what an assertion says by whoever breaks it.
            if field in ("annotation", "returns", "decorator_list") or isinstance(node, ast.Assert | ast.Raise):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and not _never_run(child):
                    yield from self._within(child)

    def _at(self, node: ast.AST) -> Iterator[Mutant]:
        match node:
            case ast.Compare(left, [op], [right]) if type(op) in COMPARISONS:
                yield self._between(left, right, "comparison", COMPARISONS[type(op)])
            case ast.BoolOp(op, [first, second, *_]):
                yield self._between(first, second, "logic", "or" if isinstance(op, ast.And) else "and")
            case ast.BinOp(left, op, right) if type(op) in SIGNS:
                yield self._between(left, right, "arithmetic", SIGNS[type(op)])
            case ast.If(test) | ast.IfExp(test) | ast.While(test) | ast.comprehension(ifs=[test]):
                yield self._instead(test, "branch negated", f"not ({self._text(test)})")
            case ast.Return(value) if value is not None and not isinstance(value, ast.Constant):
                yield self._instead(value, "answer emptied", _emptied(value))
            case ast.Constant(bool() as value):
                yield self._instead(node, "constant", str(not value))
            case ast.Constant(int() as value):
                yield self._instead(node, "constant", str(value + 1))
            case ast.Break():
                yield self._instead(node, "loop", "continue")
            case ast.Continue():
                yield self._instead(node, "loop", "break")
            case ast.Expr(ast.Call() | ast.YieldFrom()):
                yield self._instead(node, "statement dropped", "pass")

    def _offset(self, line: int, column: int) -> int:
        return self.starts[line - 1] + column

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self._offset(node.lineno, node.col_offset), self._offset(node.end_lineno, node.end_col_offset)

    def _text(self, node: ast.expr) -> str:
        start, end = self._span(node)
        return self.source[start:end].decode()

    def _instead(self, node: ast.expr | ast.stmt, fault: str, text: str) -> Mutant:
        return Mutant(self.path, node.lineno, fault, *self._span(node), text)

    def _between(self, left: ast.expr, right: ast.expr, fault: str, text: str) -> Mutant:
        """Another operator between two operands; brackets around either stay where they are."""
        start, end = self._span(left)[1], self._span(right)[0]
        old = self.source[start:end].decode()
        before, after = old[: len(old) - len(old.lstrip(" \n)"))], old[len(old.rstrip(" \n(")) :]
        return Mutant(self.path, left.lineno, fault, start, end, before + text + after)


def _emptied(value: ast.expr) -> str:
    """Nothing of the same kind, as far as that can be seen."""
    match value:
        case ast.List() | ast.ListComp():
            return "[]"
        case ast.Tuple():
            return "()"
        case ast.Dict() | ast.DictComp():
            return "{}"
        case ast.JoinedStr():
            return '""'
        case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
            return "False"
    return "None"


def _never_run(node: ast.AST) -> bool:
    """Imports for types alone, and what a closed family makes impossible."""
    match node:
        case ast.If(ast.Name("TYPE_CHECKING")) | ast.Expr(ast.Call(ast.Name("assert_never"))):
            return True
    return False


def drawn(names: list[str], sample: int | None, seed: int) -> list[Mutant]:
    """Faults of the rooms and files named, each one that is still Python."""
    files: list[Path] = []
    for name in names:
        place = ROOT / "camelrules" / name
        files += sorted(place.rglob("*.py")) if place.is_dir() else [place]
    found = [m for path in files for m in Faults(path).all()]
    if sample is not None:
        random.Random(seed).shuffle(found)
    return list(islice(filter(_still_python, found), sample))


def _still_python(mutant: Mutant) -> bool:
    """Whether the file can be read, and as something else than before."""
    try:
        changed = ast.parse(mutant.planted(mutant.path.read_bytes()))
    except SyntaxError:
        return False
    return ast.dump(changed) != ast.dump(ast.parse(mutant.path.read_bytes()))


def tests_of(path: Path, near: bool = False) -> list[str]:
    """The tests of its room; files that import the very module come first, or alone, where there are some."""
    package, name = ".".join(path.relative_to(ROOT).parent.parts), path.stem
    named = re.compile(rf"\b{re.escape(package)}\.{name}\b|from {re.escape(package)} import .*\b{name}\b")
    files = [f for place in TESTS[_room(path)] for f in _files(ROOT / place)]
    importing = [f for f in files if named.search(f.read_text("utf-8"))]
    others = [] if near and importing else [f for f in files if f not in importing]
    return [str(f.relative_to(ROOT)) for f in importing + others]


def _files(place: Path) -> list[Path]:
    return sorted(place.glob("test_*.py")) if place.is_dir() else [place]


def noticed(copy: Path, tests: Sequence[str]) -> bool:
    """Whether one of the tests fails in the copy, or cannot even be collected."""
    # No verdict or module of the sound program may stand in for the spoilt one.
    environment = {**os.environ, "PYTHONPATH": str(copy), "CAMELRULES_CACHE": str(copy / "build" / "cache")}
    command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-n", "0", "-m", "not slow", *tests]
    options = {"cwd": copy, "env": environment, "capture_output": True, "check": False}
    try:
        return subprocess.run(command, timeout=PATIENCE, **options).returncode != 0  # type: ignore[call-overload, no-any-return]
    except subprocess.TimeoutExpired:
        return True


def survivors(mutants: list[Mutant], near: bool) -> Iterator[Mutant]:
    """Those that no test notices, as they are found."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", ".venv", "build", "dist", ".mypy_cache"))
        for tests in {tuple(tests_of(m.path, near)) for m in mutants}:
            if noticed(copy, tests):
                sys.exit(f"fails without any fault, or takes too long: {' '.join(tests)}")
        for number, mutant in enumerate(mutants, 1):
            path = copy / mutant.path.relative_to(ROOT)
            sound = path.read_bytes()
            path.write_bytes(mutant.planted(sound))
            seen = noticed(copy, tests_of(mutant.path, near))
            path.write_bytes(sound)
            print(f"\r{number} of {len(mutants)}", end="", file=sys.stderr, flush=True)
            if not seen:
                yield mutant


def _room(path: Path) -> str:
    return path.relative_to(ROOT / "camelrules").parts[0]


def main() -> None:
    parser = argparse.ArgumentParser(description="Faults in the program's own Python that no test notices.")
    parser.add_argument("places", nargs="*", default=list(TESTS), help="rooms or files, such as lang or run/chance.py")
    parser.add_argument("--sample", type=int, help="so many of them, drawn by chance; 100 of whole rooms without it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--near", action="store_true", help="only files of tests that import the module, where some do")
    given = parser.parse_args()
    whole = any(place in TESTS for place in given.places)
    mutants = drawn(given.places, given.sample or (100 if whole else None), given.seed)
    left = 0
    for mutant in survivors(mutants, given.near):
        left += 1
        source = mutant.path.read_bytes()
        place = f"{mutant.path.relative_to(ROOT)}:{mutant.line}"
        print(
            f"\r{place}: {mutant.fault}: `{source[mutant.start : mutant.end].decode()}` → `{mutant.text}`", flush=True
        )
    print(f"\r{len(mutants)} faults, {left} that no test notices")


if __name__ == "__main__":
    main()
