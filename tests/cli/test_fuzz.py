"""Wrong types everywhere: requests with parts replaced, dropped and doubled at random."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small import examples

from .calling import FINAL, LEG, POSITION, call

SMALL_POSITION = {**POSITION, "pyramid": ["red", "grey"], "money": {"p1": 3}, "players": 4}
REQUESTS: dict[str, tuple[tuple[str, ...], dict[str, Any], set[str]]] = {
    "move": (
        ("move",),
        {**SMALL_POSITION, "die": "grey", "value": 2, "face": "white"},
        {"position", "mover", "events"},
    ),
    "odds": (("odds",), SMALL_POSITION, {"camels"}),
    "leg": (
        ("score", "leg"),
        {**LEG, "players": {"p1": {**LEG["players"]["p1"], "partner": "p2"}, "p2": {"money": 1}}},
        {"players"},
    ),
    "final": (("score", "final"), FINAL, {"players"}),
}
anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-30, 30)
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(
        ["red", "p1", "2018", "2014", "cheer", "grey", "black", "5", "-1", 10**400, "\ud800", "\x00", "x" * 3000]
    ),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=5) | st.sampled_from(["p1", "5", "owner"]), inner, max_size=4)
    ),
    max_leaves=6,
)


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where every part of some data is."""
    inner: list[tuple[Any, Any]] = []
    if isinstance(data, dict):
        inner = list(data.items())
    elif isinstance(data, list):
        inner = list(enumerate(data))
    return [path, *(place for key, value in inner for place in places(value, (*path, key)))]


@st.composite
def broken(draw: Callable[..., Any], request: dict[str, Any]) -> Any:
    """A request in which one to three parts are something else."""
    data: Any = copy.deepcopy(request)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.sampled_from(places(data)))
        if not at:
            data = draw(anything) if draw(st.integers(0, 9)) == 0 else data
            continue
        holder = data
        for step in at[:-1]:
            holder = holder[step]
        match draw(st.sampled_from(("replace", "drop", "swap", "rename"))):
            case "drop":
                del holder[at[-1]]
            case "swap":
                other = draw(st.sampled_from(places(data)))
                value = data
                for step in other:
                    value = value[step]
                holder[at[-1]] = copy.deepcopy(value)
            case "rename" if isinstance(holder, dict):
                holder[draw(st.text(max_size=5) | st.sampled_from(["p3", "17", "0", "edition"]))] = holder.pop(at[-1])
            case _:
                holder[at[-1]] = draw(anything)
    return data


@pytest.mark.parametrize("kind", REQUESTS)
@examples(12)
@given(data=st.data())
def test_batches_of_broken_requests(kind: str, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """Every line gets an answer of the right shape or an error that says something; nothing else happens."""
    command, request, shape = REQUESTS[kind]
    requests = data.draw(st.lists(broken(request), min_size=8, max_size=8))
    path: Path = tmp_path_factory.getbasetemp() / f"{kind}.jsonl"
    path.write_text("".join(json.dumps(r) + "\n" for r in requests), encoding="utf-8")
    answer = call(*command, "--batch", path, "--jobs", 1)
    assert answer.status in (0, 2) and "Traceback" not in answer.err
    answers = [json.loads(line) for line in answer.out.splitlines()]
    assert len(answers) == len(requests)
    for found, given_ in zip(answers, requests, strict=True):
        if "error" in found:
            assert answer.status == 2 and found["error"] and len(found["error"]) < 3000, given_
        else:
            assert set(found) == shape, given_


@examples(40)
@given(st.sampled_from(sorted(REQUESTS)), st.data())
def test_files_of_broken_requests(tmp_path_factory: pytest.TempPathFactory, kind: str, data: st.DataObject) -> None:
    """One file: an answer with status 0, or one message with status 2."""
    command, request, shape = REQUESTS[kind]
    path: Path = tmp_path_factory.getbasetemp() / "one.json"
    path.write_text(
        json.dumps(data.draw(broken(request)), ensure_ascii=data.draw(st.booleans())),
        encoding="utf-8",
        errors="replace",
    )
    answer = call(*command, path, "--format", "json")
    assert answer.status in (0, 2) and "Traceback" not in answer.err
    if answer.status == 0:
        assert set(json.loads(answer.out)) == shape
    else:
        assert answer.out == "" and "error" in answer.err


@examples(60)
@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda t: t.encode("utf-8", "replace")))
def test_files_of_anything(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    """No bytes whatever make a traceback."""
    path: Path = tmp_path_factory.getbasetemp() / "bytes.json"
    path.write_bytes(content)
    for command in (("odds",), ("score", "leg"), ("show",)):
        assert call(*command, path).status == 2
    own = path.with_suffix(".yaml")
    own.write_bytes(content)
    assert call("play", "--edition", own).status == 2
