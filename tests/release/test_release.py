"""What is handed out: the same bytes twice, and everything in it known."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.slow
def test_the_wheel_is_the_same_twice(tmp_path: Path) -> None:
    """Built from the same files, at another time."""
    pytest.importorskip("hatchling")
    digests = set()
    for name in ("first", "second"):
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / name)]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=300)
        (wheel,) = (tmp_path / name).glob("*.whl")
        digests.add(hashlib.sha256(wheel.read_bytes()).hexdigest())
    assert len(digests) == 1


def locked() -> dict[str, str]:
    lines = (ROOT / "requirements.lock").read_text("utf-8").splitlines()
    found = [re.fullmatch(r"([a-z0-9-]+)==(\S+) --hash=sha256:([0-9a-f]{64})", line) for line in lines[1:]]
    assert all(found), "every line has a version and a hash"
    return {match[1]: match[2] for match in found if match}


def test_every_dependency_is_locked_and_listed() -> None:
    """What the project asks for is in the lock, the page and the bill of materials, in one version."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = [*project["dependencies"], *(d for extra in project["optional-dependencies"].values() for d in extra)]
    versions = locked()
    missing = {re.split("[><=]", d)[0].lower().replace("_", "-") for d in asked} - set(versions)
    assert missing == set(), "run `make lock`"
    bill = json.loads((ROOT / "sbom.json").read_text("utf-8"))
    assert {c["name"]: c["version"] for c in bill["components"]} == versions
    page = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    assert all(re.search(rf"^\| (\*\*)?{n}(\*\*)? \| {re.escape(v)} \| \S", page, re.M) for n, v in versions.items())


def test_every_licence_is_known() -> None:
    """None of them is left unstated."""
    bill = json.loads((ROOT / "sbom.json").read_text("utf-8"))
    unknown = [c["name"] for c in bill["components"] if c["licenses"][0]["license"]["name"] == "not stated"]
    assert unknown == []
