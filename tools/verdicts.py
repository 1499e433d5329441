"""Records what `camelrules verify` found, with a hash of the rules, for the site: `make verdicts`.

The results that the last run left behind are used; what is missing is proved again.
"""

from __future__ import annotations

import json
import sys

from camelrules.lang.library import data_folder, library
from camelrules.prove.results import to_json
from camelrules.prove.verify import Options, book, plan, verify
from camelrules.site.kept import RECORD

# Differs from run to run, or is large and can be found again.
LEFT_OUT = ("seconds", "work")


def main() -> None:
    editions = library().editions()
    results = verify(plan(editions, (), Options()), 1, lambda _: None)
    rows = [{k: v for k, v in to_json(r).items() if k not in LEFT_OUT} for r in results]
    unsettled = [r["id"] for r in rows if r["verdict"] == "unknown"]
    if unsettled:
        sys.exit(f"no verdict yet for {', '.join(unsettled)}: run `camelrules verify` first")
    record = {"rules": {e: book(e, None).digest for e in editions}, "properties": rows}
    (data_folder("verify") / RECORD).write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(f"{len(rows)} verdicts")


if __name__ == "__main__":
    main()
