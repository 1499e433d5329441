"""Writes what the program is built from: `requirements.lock` with hashes, `docs/dependencies.md` and `sbom.json`.

Run by `make lock`, on the platform that is to be locked: pip is asked which files it would install.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
WANTED = f"{ROOT}[dev,desk,documents,lsp,site]"
HEAD = "# Every dependency with its hash: pip install --require-hashes -r requirements.lock; made by `make lock`."
PAGE = """---
title: Dependencies
description: What camelrules is built from, with versions and licences.
---

# Dependencies

Made by `make lock`; `requirements.lock` has the hashes, `sbom.json` the same as CycloneDX for other tools. Those in
bold are asked for by camelrules itself, the others by them.

| package | version | licence |
|---|---|---|
"""


def resolved() -> list[dict[str, Any]]:
    """What pip would install, each with its metadata and hash."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed", "--report"]
        subprocess.run([*command, str(report), WANTED], check=True)
        found: list[dict[str, Any]] = json.loads(report.read_text("utf-8"))["install"]
    others = [item for item in found if item["metadata"]["name"] != "camelrules"]
    return sorted(others, key=lambda item: normal(item["metadata"]["name"]))


def normal(name: str) -> str:
    """A package's name as indexes write it."""
    return re.sub(r"[-_.]+", "-", name).lower()


# Packages whose data name no licence; their sources do.
STATED = {"cvc5": "BSD-3-Clause"}


def licence(item: dict[str, Any]) -> str:
    """The licence in a few words: the expression, the classifier, or the first line of the text."""
    data = item["metadata"]
    own = data.get("license_expression") or _installed(data["name"])
    kinds = [c.rsplit(" :: ", 1)[-1] for c in data.get("classifier", []) if c.startswith("License ::")]
    text = str(data.get("license") or "").strip().split("\n")[0][:60]
    return str(own or ", ".join(kinds) or text or STATED.get(data["name"], "not stated"))


def _installed(name: str) -> str | None:
    try:
        return metadata(name).get("License-Expression")
    except PackageNotFoundError:
        return None


def asked_for() -> set[str]:
    """The packages that the project itself names."""
    text = (ROOT / "pyproject.toml").read_text("utf-8").split("[project.scripts]")[0]
    return {normal(name) for name in re.findall(r'"([A-Za-z0-9_.-]+)(?:>=[^"]*)?"', text)}


def main() -> None:
    """Writes the three files."""
    items, own = resolved(), asked_for()
    locked, rows, parts = [HEAD], [], []
    for item in items:
        data, digest = item["metadata"], item["download_info"]["archive_info"]["hashes"]["sha256"]
        name, version = normal(data["name"]), data["version"]
        locked.append(f"{name}=={version} --hash=sha256:{digest}")
        rows.append(f"| {f'**{name}**' if name in own else name} | {version} | {licence(item)} |")
        parts.append(
            {
                "type": "library",
                "name": name,
                "version": version,
                "purl": f"pkg:pypi/{name}@{version}",
                "licenses": [{"license": {"name": licence(item)}}],
                "hashes": [{"alg": "SHA-256", "content": digest}],
            }
        )
    bill = {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "components": parts}
    (ROOT / "requirements.lock").write_text("\n".join(locked) + "\n", "utf-8")
    (ROOT / "docs" / "dependencies.md").write_text(PAGE + "\n".join(rows) + "\n", "utf-8")
    (ROOT / "sbom.json").write_text(json.dumps(bill, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
