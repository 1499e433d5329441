"""Questions to the solver as files that another solver can be asked: SMT-LIB 2, and a manifest of what each is."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import z3

from camelrules.door.escape import json_text
from camelrules.door.names import file_part
from camelrules.door.writing import make_folder, write_whole
from camelrules.prove.properties.family import Book, Property
from camelrules.prove.properties.footprint import rests_on
from camelrules.prove.symbolic.solve import Answer, Asked

ANSWERS = {"holds": "unsat", "fails": "sat", "unknown": "unknown"}
VERSION = 1


class Exporter:
    """Writes every question that is asked while it listens; the same question is written once."""

    def __init__(self, folder: Path, book: Book, property: Property) -> None:
        self.folder, self.book, self.property = folder, book, property
        self.entries: list[dict[str, Any]] = []
        self.seen: set[str] = set()

    def __call__(self, solver: z3.Solver, asked: Asked, answer: Answer) -> None:
        text = "(set-logic ALL)\n" + solver.to_smt2()
        digest = hashlib.sha256(text.encode()).hexdigest()
        if digest in self.seen:
            return
        self.seen.add(digest)
        stem = file_part(Path(self.book.edition).stem)
        name = Path(stem) / self.property.id / f"{len(self.entries) + 1:04}.smt2"
        make_folder((self.folder / name).parent)
        write_whole(self.folder / name, text)
        self.entries.append(
            {
                "file": name.as_posix(),
                "sha256": digest,
                "edition": self.book.edition,
                "property": self.property.id,
                "says": self.property.note.says,
                "purpose": asked.purpose,
                "phase": asked.phase,
                "step": asked.step,
                "players": asked.players,
                "parameters": dict(self.property.parameters),
                "assumptions": rests_on(self.book, self.property),
                "hypotheses": list(asked.hypotheses),
                "conclusions": list(asked.conclusions),
                "answer": ANSWERS[answer.verdict],
                "work": answer.work,
            }
        )


def write_manifest(folder: Path, entries: list[dict[str, Any]], results: list[dict[str, Any]]) -> None:
    """What each file asks and what our solver answered, with the verdicts that rest on the answers."""
    kept = ("id", "edition", "verdict", "expected", "ok", "method", "assumptions", "players", "phases")
    manifest = {
        "version": VERSION,
        "solver": f"z3 {z3.get_version_string()}",
        "meaning": {
            "goal": "unsat: no state satisfies the hypotheses and breaks a conclusion; that part holds",
            "branch": "unsat: the branch cannot be taken and was not followed",
            "case": "sat: there is something that the property speaks of; unsat: it has no such case",
            "empty": "unsat: whatever the rules do, it comes out the same; the property says nothing",
            "elsewhere": "unsat: a search that varies one cell leaves out none that its property reads",
            "witness": "sat: a counterexample that keeps further invariants; it proves nothing",
        },
        "questions": sorted(entries, key=lambda e: str(e["file"])),
        "verdicts": [{k: r[k] for k in kept} for r in results],
    }
    make_folder(folder)
    write_whole(folder / "manifest.json", json_text(json.dumps(manifest, ensure_ascii=False, indent=1)) + "\n")
