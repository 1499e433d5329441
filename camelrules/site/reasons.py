"""Why a rule exists: the property that breaks without it, and a game that shows it or that at least changes."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from camelrules.door.escape import markup
from camelrules.lang.source import RulesError
from camelrules.site.boards import board_for
from camelrules.site.data import SiteData, carriers
from camelrules.site.without import games
from camelrules.site.words import coded, title

SHOWN = 6  # planted faults on one page
_BY_HAND = "It says what is in the box or what is done by hand; nothing in the rules of play depends on it."


class Reasons:
    """For each clause, what goes wrong without the rules that carry it."""

    def __init__(self, data: SiteData) -> None:
        self.data = data

    @cached_property
    def games(self) -> dict[str, str]:
        """By clause, a worked example that goes otherwise without it."""
        return games(self.data)

    def tell(self, clause: str) -> list[str]:
        """Markdown lines."""
        needed, witnesses, game = self._needed(clause), self._witnesses(clause), self.games.get(clause, "")
        lines = [*needed, ""] if needed else []
        if game:
            lead = "" if needed else "No property is known to fail without it, but games change:\n"
            lines += [lead, game, ""]
        if witnesses:
            lines += ["Games that show what changes by a rulebook that says something else:\n", *witnesses, ""]
        faults = self._mutants(clause)
        if faults:
            lines += ["Faults planted in its rules, and what noticed them:\n", *faults, ""]
        if not (needed or game or witnesses or faults):
            lines += [self._nothing(clause), ""]
        about = self._about(clause)
        return [*lines, *(["Properties that speak of it:\n", *about, ""] if about else [])]

    def _nothing(self, clause: str) -> str:
        kinds = {c.kind for made in self.data.engines.values() for c in carriers(made.game) if clause in c.note.clauses}
        if kinds <= {"fact"}:
            return _BY_HAND
        return (
            "Nothing on record: no property is known to fail without it, and no worked example ends differently when "
            "the rules that carry it are dropped, emptied or changed."
        )

    # -- what the proofs say ------------------------------------------------------------
    def _about(self, clause: str) -> list[str]:
        rows = []
        for name, stated in self.data.properties.items():
            if clause in stated["clauses"]:
                verdicts = ", ".join(f"{r.get('edition')}: {r['verdict']}" for r in self.data.verdicts.get(name, []))
                note = f" ({verdicts})" if verdicts else ""
                rows.append(f"- [`{name}`](../proofs.md#{anchor(name)}) {_one_line(stated.get('says'))}{note}")
        return rows

    def _carrying(self, clause: str) -> set[str]:
        engines = [made.game for made in self.data.engines.values()]
        return {c.shown for game in engines for c in carriers(game) if clause in c.note.clauses}

    def _needed(self, clause: str) -> list[str]:
        """Properties that fail when a rule that carries the clause is taken away, with a game where one is kept."""
        rules = self._carrying(clause)
        rows = []
        for name, stated in self.data.properties.items():
            kept = {n["rule"]: n for r in self.data.verdicts.get(name, []) for n in r.get("needs") or []}
            for label, change in (stated.get("needs") or {}).items():
                if not rules & {label, str(change.get("drop")), *(change.get("set") or {})}:
                    continue
                what = listed(change)
                says = _one_line(stated.get("says"))
                need = kept.get(label)
                unsure = (
                    "" if need else " <small>stated in `verify/`, not checked for these rules in this build</small>"
                )
                rows.append(f"**{what}, this breaks:** [`{name}`](../proofs.md#{anchor(name)}) {says}{unsure}\n")
                if need is None:
                    continue
                if not need.get("needed"):
                    rows.append("The proof did not show it.\n")
                elif need.get("witness"):
                    rows.append(self._played(need["witness"]))
        return rows

    def _played(self, witness: dict[str, Any]) -> str:
        """A refutation without the rule, played again and drawn before and after."""
        from camelrules.prove.witness.replay import replay

        try:
            played = replay(witness)
        except RulesError:
            return ""
        if not played.recurs or not played.start.get("track"):
            return ""
        board = board_for(self.data.engines[str(witness["edition"])])
        before, figures = None, []
        told = [_step(s) for s in witness["steps"]]
        steps = [("before", played.start), *zip(told, (f.position for f in played.frames), strict=False)]
        for words, position in steps:
            drawn = board.draw(position, before, words)
            figures.append(f"<figure><figcaption><b>{markup(words)}</b></figcaption>{drawn}</figure>")
            before = position
        return (
            f'<div class="reason"><p>A game without the rule:</p><div class="beside">{"".join(figures)}</div></div>\n'
        )

    # -- what other tools found ------------------------------------------------------------
    def _witnesses(self, clause: str) -> list[str]:
        return [f"- [{p.title}](../witnesses/{p.file}.md)" for p in self.data.parted if p.clause == clause]

    def _mutants(self, clause: str) -> list[str]:
        """Faults planted in the rules that carry the clause, and what noticed them."""
        rules = self._carrying(clause)
        rows = []
        for fate in (self.data.mutants or {}).get("fates", []):
            if fate.get("fate") == "killed" and fate.get("definition") in rules:
                change = markup(str(fate.get("change")))
                rows.append(f"- `{fate['definition']}` with a fault ({change}): noticed by `{fate.get('by')}`")
        return list(dict.fromkeys(rows))[:SHOWN]


def listed(change: dict[str, Any]) -> str:
    """What a property is tried without, in words."""
    if change.get("drop"):
        return f"Without {coded(change['drop'])}"
    return "With " + ", ".join(coded(f"{n} = {v}") for n, v in (change.get("set") or {}).items())


def _step(step: dict[str, Any]) -> str:
    """A step of a witness in words: what is done, and with what."""
    args = [title(str(a)) for a in (step.get("reveal") or step.get("args") or {}).values() if a is not None]
    name = title(str(step.get("action") or step.get("effect") or "reveal"))
    return f"{name}: {', '.join(args)}" if args else name


def anchor(name: str) -> str:
    """The place of a property on the page of proofs."""
    return "property-" + name.replace(".", "-")


def _one_line(text: object) -> str:
    return markup(" ".join(str(text or "").split()))


__all__ = ["Reasons", "anchor"]
