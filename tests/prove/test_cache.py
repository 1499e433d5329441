"""Attacks on the cache: poisoned, cut short, exchanged and stale entries are worked out again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("z3")

from camelrules.prove import cache
from camelrules.prove import verify as verification
from camelrules.prove.properties.book import open_book
from camelrules.prove.verify import Options, Task, check, plan, verify

FALSE = """
properties:
  attack.first: {says: Wrong., expect: refuted, holds: "track.spaces == 3"}
  attack.second: {says: Right., holds: "track.spaces > 3"}
"""


@pytest.fixture(autouse=True)
def _places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMELRULES_CACHE", str(tmp_path / "cache"))
    verification.book.cache_clear()


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """Property files with two properties more than ours."""
    import shutil

    from camelrules.lang.library import data_folder

    made = tmp_path / "verify"
    shutil.copytree(data_folder("verify"), made)
    (made / "attack.yaml").write_text(FALSE, encoding="utf-8")
    return str(made)


def kept(id: str, folder: str) -> tuple[Task, Path]:
    """A result in the cache, and where it is."""
    task = Task("2014", id, Options(folder=folder))
    check(task)
    made = verification.book("2014", folder)
    return task, cache.folder() / f"{verification.cache_name(made, task)}.json"


def test_a_kept_result_is_used(folder: str) -> None:
    task, _ = kept("attack.second", folder)
    assert check(task).get("cached")


def poisoned(entry: dict[str, Any]) -> list[Any]:
    """Entries that somebody changed, or that were only half written."""
    result = entry["result"]
    without = [{**entry, "result": {k: v for k, v in result.items() if k != name}} for name in result]
    return [
        {**entry, "result": {**result, "verdict": "proved", "ok": True}},
        {**entry, "result": {**result, "expected": "holds"}},
        result,
        {"sha256": entry["sha256"]},
        {"result": result},
        {"sha256": "", "result": result},
        [],
        None,
        7,
        "proved",
        *without,
    ]


def test_a_poisoned_entry_is_worked_out_again(folder: str) -> None:
    task, path = kept("attack.first", folder)
    entry = json.loads(path.read_text())
    for bad in poisoned(entry):
        path.write_text(json.dumps(bad))
        result = check(task)
        assert (result["verdict"], result.get("cached")) == ("refuted", None), str(bad)[:300]
    for text in ("", "{", path.read_text()[:200], "\0", "[" * 5000):
        path.write_text(text)
        assert check(task)["verdict"] == "refuted"


def test_a_sealed_entry_of_the_wrong_shape(folder: str) -> None:
    """Even with the right hash, what is not shaped like a result is not one."""
    task, path = kept("attack.first", folder)
    result = json.loads(path.read_text())["result"]
    for change in ({"players": "all"}, {"verdict": "certain"}, {"witness": None}, {"ok": False}, {"cases": []}):
        bad = {**result, **change}
        path.write_text(json.dumps({"sha256": cache.seal(path.stem, bad), "result": bad}))
        assert check(task).get("cached") is None, change


def test_entries_cannot_be_exchanged(folder: str) -> None:
    task, path = kept("attack.first", folder)
    _, other = kept("attack.second", folder)
    path.write_text(other.read_text())
    assert check(task)["verdict"] == "refuted"


def test_an_edition_that_only_removes_is_another_edition(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    head = 'edition: mine\nextends: "2018"\n'
    digests = set()
    for text in ("", "removes: {guards: {place_tile: [not_first]}}\n", "removes: {exceptions: {paid: [cannot_pay]}}\n"):
        path.write_text(head + text, encoding="utf-8")
        digests.add(open_book(str(path)).digest)
    assert len(digests) == 3


def test_every_part_of_a_property_is_in_the_key(folder: str) -> None:
    file = Path(folder) / "attack.yaml"
    parts = ("expect: refuted", "track.spaces == 4", "players: fewest", "set: {track.spaces: 20}", 'where: "true"')
    digests = {open_book("2014", Path(folder)).digest}
    for part in parts:
        text = FALSE.replace("track.spaces == 3", part) if "==" in part else FALSE.replace("Right.", f"Right., {part}")
        file.write_text(text, encoding="utf-8")
        digests.add(open_book("2014", Path(folder)).digest)
    assert len(digests) == len(parts) + 1


def test_a_killed_run_leaves_nothing_that_is_believed(folder: str) -> None:
    task, path = kept("attack.first", folder)
    half = path.with_name(f"{path.stem}.1.part")
    half.write_text(path.read_text()[:50])
    path.unlink()
    assert check(task)["verdict"] == "refuted" and check(task).get("cached")


def test_the_whole_way_with_a_poisoned_cache(folder: str) -> None:
    tasks = plan(["2014"], ("attack",), Options(folder=folder))
    verify(tasks, 1)
    for path in cache.folder().glob("*.json"):
        path.write_text(path.read_text().replace('"refuted"', '"proved"'))
    assert {r.id: r.verdict for r in verify(tasks, 1)} == {"attack.first": "refuted", "attack.second": "proved"}
