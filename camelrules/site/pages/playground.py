"""The playground: a page that runs the rules as WebAssembly; what it needs to know of editions and readings is data."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from camelrules.door.escape import script_json
from camelrules.site.data import SiteData
from camelrules.site.page import Page, front
from camelrules.site.readings import readings

INTRO = """\
# Playground

Set up a position, roll, and see where the camels go, who is paid, and how the leg and the race may end, under one
reading of the rules or two. The address of this page holds everything, so a link shares it.

<noscript>The playground runs the rules in your browser, so it needs JavaScript. The
<a href="examples/index.html">worked examples</a> are drawn without.</noscript>
"""


def pages(data: SiteData) -> Iterator[Page]:
    # Begins with the edition that most rulebooks are of.
    counted = Counter(b.edition for b in data.rulebooks.values() if b.edition in data.engines)
    first = counted.most_common(1)[0][0] if counted else next(iter(data.engines))
    facts = {"editions": list(data.engines), "first": first, "readings": readings(data).books}
    parts = [
        front(
            "Playground",
            "Try the rules: positions, dice, odds and money, under one or two readings.",
            wide="true",
            script="playground",
        ),
        INTRO,
        f'<script type="application/json" id="play-data">{embedded(facts)}</script>\n',
        '<div id="play"></div>\n',
    ]
    yield Page("playground.md", "\n".join(parts))


def embedded(value: Any) -> str:
    """JSON that is safe inside a script element."""
    return script_json(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
