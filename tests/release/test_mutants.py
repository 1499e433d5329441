"""The tool that plants faults in our own Python: each kind of fault, and nothing that is checked otherwise."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    import mutants

    yield mutants
    sys.modules.pop("mutants")


@pytest.mark.parametrize(
    "source, planted",
    [
        ("a = b < c", {"a = b <= c"}),
        ("a = (b) not in (c)", {"a = (b) in (c)"}),
        ("a = b and c", {"a = b or c"}),
        ("a = b + c", {"a = b - c"}),
        ("if é:\n    f()", {"if not (é):\n    f()", "if é:\n    pass"}),
        ("a = [b for b in c if d]", {"a = [b for b in c if not (d)]"}),
        ("def f():\n    return [a]", {"def f():\n    return []"}),
        ("a = 7", {"a = 8"}),
        ("a = True", {"a = False"}),
        ("for a in b:\n    break", {"for a in b:\n    continue"}),
        ("assert a < b", set()),
        ("if TYPE_CHECKING:\n    import a", set()),
        ("def f(a: Literal[1]) -> None:\n    raise E(1 + 1)", set()),
    ],
)
def test_faults(tool: object, tmp_path: Path, source: str, planted: set[str]) -> None:
    path = tmp_path / "module.py"
    path.write_text(source, "utf-8")
    found = {m.planted(source.encode()).decode() for m in tool.Faults(path).all()}  # type: ignore[attr-defined]
    assert found == planted


def test_the_same_seed_is_the_same_sample(tool: object) -> None:
    """Whoever mends what a sample shows can draw it again; every fault of it is still Python."""
    first, again = (tool.drawn(["door"], 30, 4) for _ in range(2))  # type: ignore[attr-defined]
    assert first == again and len(first) == 30
    for mutant in first:
        compile(mutant.planted(mutant.path.read_bytes()), mutant.path.name, "exec")


def test_tests_that_import_the_module_come_first(tool: object) -> None:
    names = tool.tests_of(ROOT / "camelrules" / "door" / "escape.py")  # type: ignore[attr-defined]
    assert names[0] == "tests/door/test_escape.py" and len(names) > 5


@pytest.mark.parametrize(
    "content, seen",
    [
        ("def test_it(): pass", False),
        ("def test_it(): assert 0", True),
        ("import nothing_of_that_name\ndef test_it(): pass", True),
    ],
)
def test_what_is_noticed(tool: object, tmp_path: Path, content: str, seen: bool) -> None:
    """A fault that keeps the tests from being collected is noticed as well."""
    (tmp_path / "test_it.py").write_text(content)
    assert tool.noticed(tmp_path, ["test_it.py"]) is seen  # type: ignore[attr-defined]
