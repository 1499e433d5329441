"""Asks cvc5 the questions that `camelrules verify --export FOLDER` wrote, and compares its answers with ours.

    python tools/second_solver.py FOLDER [--sample 200] [--seed 1] [--seconds 20]

Exit status 4 where the two solvers disagree, 3 where cvc5 answered nothing at all, 2 where the folder is not an export.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from pathlib import Path
from typing import Any


def cvc5_answer(path: Path, seconds: float) -> str:
    """`sat`, `unsat` or `unknown`, by cvc5."""
    import cvc5

    solver = cvc5.Solver()
    solver.setOption("tlimit-per", str(int(seconds * 1000)))
    parser = cvc5.InputParser(solver)
    parser.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, str(path))
    symbols = parser.getSymbolManager()
    answer = "unknown"
    while True:
        command = parser.nextCommand()
        if command.isNull():
            return answer
        said = str(command.invoke(solver, symbols)).strip()
        if said in ("sat", "unsat", "unknown"):
            answer = said


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--sample", type=int, help="only this many questions, chosen by the seed")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--seconds", type=float, default=20, help="for each question")
    given = arguments.parse_args()
    try:
        manifest: dict[str, Any] = json.loads((given.folder / "manifest.json").read_text(encoding="utf-8"))
        questions = list(manifest["questions"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"{given.folder}: not an export of `camelrules verify`: {error}", file=sys.stderr)
        return 2
    if given.sample is not None and given.sample < len(questions):
        questions = random.Random(given.seed).sample(questions, given.sample)
    counts = {"agree": 0, "unknown": 0}
    wrong = []
    for question in questions:
        path = given.folder / question["file"]
        if hashlib.sha256(path.read_bytes()).hexdigest() != question["sha256"]:
            wrong.append(f"{question['file']}: changed since it was written")
            continue
        answer = cvc5_answer(path, given.seconds)
        if "unknown" in (answer, question["answer"]):
            counts["unknown"] += 1
        elif answer == question["answer"]:
            counts["agree"] += 1
        else:
            wrong.append(f"{question['file']}: {manifest['solver']} says {question['answer']}, cvc5 says {answer}")
    print(f"{len(questions)} questions: {counts['agree']} agree, {counts['unknown']} without an answer of both")
    print("\n".join(wrong), end="\n" if wrong else "")
    if wrong:
        return 4
    return 3 if questions and not counts["agree"] else 0


if __name__ == "__main__":
    sys.exit(main())
