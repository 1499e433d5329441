"""What a person reads, word for word. `UPDATE_GOLDEN=1` writes the transcripts anew; read them before keeping."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from .calling import FINAL, LEG, POSITION, ROOT, call, write

GOLDEN = Path(__file__).parent / "golden"
FEW = {
    "edition": "2018",
    "track": {"5": ["blue"], "3": ["red"], "1": ["green", "purple", "yellow"], "14": ["white"], "16": ["black"]},
    "pyramid": ["red", "grey"],
}
SESSIONS: dict[str, list[tuple[Any, ...]]] = {
    "move": [("move", "POSITION", "--die", "red", "--value", 2)],
    "move-grey": [("move", "POSITION", "--die", "grey", "--face", "white", "--value", 3)],
    "odds": [("odds", "FEW")],
    "score": [("score", "leg", "LEG"), ("score", "final", "FINAL")],
    "show-position": [("show", "POSITION")],
    "show-rule": [("show", "2018", "mover"), ("show", "2014", "track.spaces"), ("show", "2018", "a2.flip")],
    "mistakes": [
        ("move", "POSITION", "--die", "rde", "--value", 1),
        ("move", "POSITION", "--die", "red", "--value", 4),
        ("play", "--players", 12),
        ("play", "--edition", "2081"),
        ("play", "--set", "track.spaces=many"),
        ("explain", "rank.stak"),
    ],
}


@pytest.mark.parametrize("name", SESSIONS)
def test_transcript(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands of a session and what they print."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    files = {"POSITION": POSITION, "FEW": FEW, "LEG": LEG, "FINAL": FINAL}
    for file, data in files.items():
        write(tmp_path, data, f"{file.lower()}.json")
    parts = []
    for args in SESSIONS[name]:
        shown = [f"{a.lower()}.json" if a in files else str(a) for a in args]
        answer = call(*shown)
        # A line more in the specification is no change of what the command says.
        said = re.sub(r"(spec/[a-z0-9/]+\.yaml):\d+", r"\1:…", (answer.out + answer.err).replace(f"{ROOT}/", ""))
        parts.append(f"$ camelrules {' '.join(shown)}\n{said}" + (f"[{answer.status}]\n" if answer.status else ""))
    found = "\n".join(parts)
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(found, encoding="utf-8")
    assert found == path.read_text(encoding="utf-8")
