"""How single statements in many wordings are read, each in a whole rulebook in place of the sentence that it rewords.

python benchmarks/reading/statements.py                       all files of tests/texts/statements
python benchmarks/reading/statements.py FILE… [--clause a2.]  some files, or the clauses that begin so
python benchmarks/reading/statements.py --written [--clause …] our own phrases with each wrong value put in
… --list    and each that is not read as it was meant
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from read.statements import Statement, outcomes, statements  # noqa: E402

from camelrules.lang.binding import bindings  # noqa: E402
from camelrules.write.faults import faults  # noqa: E402


def written() -> Iterator[Statement]:
    """Every sentence of our own with a value that its edition does not have."""
    for language in ("de", "en", "es", "fr", "it", "pt"):
        for edition in ("2018", "2014"):
            for fault in faults(edition, language):
                if edition == "2018" or fault.clause not in bindings("2018"):
                    yield Statement(fault.clause, language, edition, str(fault.value), fault.wrong)


def main(arguments: list[str]) -> None:
    prefix = arguments[arguments.index("--clause") + 1] if "--clause" in arguments else ""
    files = [Path(a) for a in arguments if a.endswith(".yaml")]
    chosen = written() if "--written" in arguments else iter(statements(*files))
    counts: dict[str, Counter[str]] = {}
    for outcome in outcomes([s for s in chosen if s.clause.startswith(prefix)]):
        statement, verdict = outcome.statement, outcome.verdict
        for name in (statement.language, "all"):
            row = counts.setdefault(name, Counter())
            row["read"] += 1
            row["right"] += outcome.right
            row["faults"] += statement.meant == "contradicts"
            row["missed"] += outcome.missed
            row["false errors"] += outcome.false_error
        if "--list" in arguments and not outcome.right:
            got = f"{verdict.status} ({outcome.certainty}) {verdict.stated!r}"
            print(f"{statement.clause} [{statement.language} {statement.edition}] says {statement.says!r}, read {got}")
            print(f"    {statement.text}")
    for name, row in sorted(counts.items(), key=lambda item: (item[0] == "all", item[0])):
        share = row["right"] / row["read"]
        print(
            f"{name:4} {row['right']:5} of {row['read']:5} as meant ({share:.1%})  "
            f"faults missed {row['missed']:4} of {row['faults']:4}  false errors {row['false errors']:3}"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
