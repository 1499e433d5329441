"""What is proved, how, over how many states, and what was assumed; from what `camelrules verify` has kept."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from camelrules.door.escape import markup
from camelrules.site.data import SiteData
from camelrules.site.page import Page, front, table
from camelrules.site.reasons import anchor
from camelrules.site.words import clause_link, plural, title

MEANING = {
    "proved": "inductive: holds in every state, by logic",
    "exhaustive": "every state of a finite space was looked at",
    "bounded": "settled up to a bound, such as a length or a number of players",
    "sampled": "many random states were looked at, which proves nothing",
    "refuted": "there is a counterexample, and replaying it shows it",
    "unknown": "the solver gave up within its budget",
}


def pages(data: SiteData) -> Iterator[Page]:
    counts = Counter(str(r.get("verdict")) for rows in data.verdicts.values() for r in rows)
    parts = [
        front("Proofs", "What is proved of the rules, and how."),
        "# Proofs\n",
        "A property is a sentence of `verify/` that must hold in every position, or after every step. Its verdict says "
        "how it was settled; a weaker method is never called a stronger one.\n",
        table(["verdict", "means"], [[badge(v), m] for v, m in MEANING.items()]),
    ]
    if counts:
        summary = ", ".join(f"{n} {badge(v)}" for v, n in counts.most_common())
        parts.append(f"**{sum(counts.values())} verdicts over {len(data.verdicts)} properties:** {summary}.\n")
        meant = sum(r.get("verdict") == "refuted" == r.get("expected") for rows in data.verdicts.values() for r in rows)
        if meant:
            parts.append(
                f"{plural(meant, 'refutation is', 'refutations are')} as it should be: such a property states what one "
                "might believe and the rules do not promise, and its counterexample shows that they do not.\n"
            )
    missing = len(data.properties) - len(data.verdicts)
    if missing:
        which = "Nothing below has been checked" if not counts else f"{missing} of the properties have not been checked"
        parts.append(
            f'<p class="fitted" role="note">{which} for the rules as they stand now. A verdict is only shown for the '
            "very rules and properties that it was found for. To get them, run <code>camelrules verify</code> "
            "(<code>--quick</code> takes a few minutes) and build the site again, or build it with "
            "<code>--verify quick</code> or <code>--verify whole</code>.</p>\n"
        )
    groups: dict[str, list[str]] = {}
    for name, stated in data.properties.items():
        file = str(stated["where"]).rsplit("/", 1)[-1].split(".yaml")[0]
        groups.setdefault(file, []).append(name)
    for file, names in groups.items():
        parts.append(f"## {markup(title(file).capitalize())}\n")
        parts.append(f"<p>{_group(data, names)}</p>\n")
        shown = "\n".join(_property(data, n, data.properties[n], data.verdicts.get(n, [])) for n in names)
        parts.append(
            f'<details class="group"><summary>{plural(len(names), "property", "properties")}</summary>\n'
            f"{shown}</details>\n"
        )
    parts += _mutation(data.mutants)
    yield Page("proofs.md", "\n".join(parts))


def _group(data: SiteData, names: list[str]) -> str:
    """How the properties of one file stand."""
    counts = Counter(str(r.get("verdict")) for n in names for r in data.verdicts.get(n, []))
    return " ".join(f"{n} {badge(v)}" for v, n in counts.most_common()) or "not checked for these rules"


def badge(verdict: str) -> str:
    return f'<span class="verdict {verdict}">{verdict}</span>'


def _property(data: SiteData, name: str, stated: dict[str, Any], results: list[dict[str, Any]]) -> str:
    says = markup(" ".join(str(stated.get("says") or "").split()))
    clauses = " ".join(clause_link("", c, data.catalogue) for c in stated["clauses"])
    lines = [
        f'<div class="property" id="{anchor(name)}">\n<p><code>{markup(name)}</code> {says} '
        f'<small class="source">{clauses} <span class="where">{markup(stated["where"])}</span></small></p>'
    ]
    lines.append(_formal(stated))
    if not results:
        lines.append("<p><small>not checked for these rules</small></p>")
    else:
        lines.append("<ul>")
        lines += [f"<li>{_verdict(r, name)}</li>" for r in results]
        lines.append("</ul>")
    lines.append("</div>\n")
    return "\n".join(lines)


# What a property file says besides the sentence, the clauses and where it stands.
_TOLD = ("says", "clause", "clauses", "where", "needs", "assumes")


def _formal(stated: dict[str, Any]) -> str:
    """The property as it is stated, folded away: the sentence above is for reading, this is what is proved."""
    rows = [
        f"<dt>{markup(title(key))}</dt><dd><code>{markup(' '.join(_text(value).split()))}</code></dd>"
        for key, value in stated.items()
        if key not in _TOLD
    ]
    return f"<details><summary>as stated</summary><dl>{''.join(rows)}</dl></details>" if rows else ""


def _verdict(result: dict[str, Any], name: str) -> str:
    parts = [f"{markup(str(result.get('edition') or ''))} {badge(str(result.get('verdict')))}"]
    if result.get("id") != name:
        parts.append(f"for <code>{markup(str(result.get('id')).removeprefix(name + '.'))}</code>")
    for key, words in (("method", "{}"), ("states", "{:,} states"), ("questions", "{:,} questions to the solver")):
        if result.get(key):
            told = words.format(result[key])
            parts.append(markup(told.replace("questions", "question") if result[key] == 1 else told))
    if result.get("players"):
        parts.append("with " + ", ".join(map(str, result["players"])) + " players")
    if result.get("assumptions"):
        links = [f'<a href="#{anchor(a)}"><code>{markup(a)}</code></a>' for a in result["assumptions"]]
        parts.append("assuming " + ", ".join(links))
    if result.get("expected") == "refuted":
        parts.append("as expected: the alternative must fail")
    if result.get("detail"):
        detail = markup(str(result["detail"]))
        parts.append(re.sub(r"`([^`]+)`", r"<code>\1</code>", detail))
    for need in result.get("needs") or []:
        state = "fails" if need.get("needed") else "is not shown to fail"
        parts.append(f"without <code>{markup(str(need.get('rule')))}</code> it {state}")
    return "; ".join(parts)


def _text(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_text, value))
    if isinstance(value, dict):
        return ", ".join(f"{k}: {_text(v)}" for k, v in value.items())
    return "" if value is None else str(value)


def _mutation(mutate: dict[str, Any] | None) -> list[str]:
    if mutate is None:
        return []
    lines = [
        "## Mutants of the specification\n",
        f"{mutate.get('mutants')} small changes of the rules were tried; {mutate.get('killed')} were noticed by a "
        "property or an example.\n",
    ]
    survivors = mutate.get("survivors") or []
    if survivors:
        lines.append("Not noticed:\n")
        lines += [f"- {markup(_text(s.get('id') or s) if isinstance(s, dict) else str(s))}" for s in survivors[:60]]
        lines.append("")
    return lines
