"""Why a rule exists: what goes wrong in the examples and proofs when its value is another one."""

from __future__ import annotations

import html
from functools import cached_property
from typing import Any

from camelrules.lang.model import Datum, Game
from camelrules.lang.types import BoolType, IntType, SortType
from camelrules.run.examples import Example, run_example
from camelrules.site.data import SiteData, carriers

# An answer needs a witness or two, not all of them: the build must stay quick.
TRIED, ENOUGH = 5, 2
SHOWN = 6  # planted faults on one page


class Reasons:
    """For each clause, what notices when the rules that carry it are changed."""

    def __init__(self, data: SiteData) -> None:
        self.data = data

    def tell(self, clause: str) -> list[str]:
        """Markdown lines."""
        found = [*self._proved(clause), *self._mutants(clause), *self._examples(clause)]
        if found:
            return [*found, ""]
        return ["Nothing on record: no property or example looks at a change of it yet.\n"]

    # -- what the proofs say ------------------------------------------------------------
    def _proved(self, clause: str) -> list[str]:
        rows = []
        for name, stated in self.data.properties.items():
            if clause in stated["clauses"]:
                verdicts = ", ".join(f"{r.get('edition')}: {r['verdict']}" for r in self.data.verdicts.get(name, []))
                note = f" ({verdicts})" if verdicts else ""
                rows.append(
                    f"- [`{name}`](../proofs.md#{anchor(name)}) speaks of it: {_one_line(stated.get('says'))}{note}"
                )
        return [*rows, *self._needed(clause)]

    def _carrying(self, clause: str) -> set[str]:
        games = [made.game for made in self.data.engines.values()]
        return {c.shown for game in games for c in carriers(game) if clause in c.note.clauses}

    def _needed(self, clause: str) -> list[str]:
        """Properties that fail when a rule that carries the clause is taken away."""
        rules = self._carrying(clause)
        rows = []
        for name, stated in self.data.properties.items():
            shown = {n["rule"]: n for r in self.data.verdicts.get(name, []) for n in r.get("needs") or []}
            for rule in stated.get("needs") or {}:
                if rule in rules:
                    proved = shown.get(rule, {}).get("needed")
                    how = " (shown by a position)" if proved else "" if proved is None else " (not shown)"
                    rows.append(f"- without `{rule}`, [`{name}`](../proofs.md#{anchor(name)}) fails{how}")
        return rows

    def _mutants(self, clause: str) -> list[str]:
        """Faults planted in the rules that carry the clause, and what noticed them."""
        rules = self._carrying(clause)
        rows = []
        for fate in (self.data.result("mutate") or {}).get("fates", []):
            if fate.get("fate") == "killed" and fate.get("definition") in rules:
                change = html.escape(str(fate.get("change")), quote=False)
                rows.append(f"- `{fate['definition']}` with a fault ({change}): noticed by `{fate.get('by')}`")
        return list(dict.fromkeys(rows))[:SHOWN]

    # -- what the examples say -------------------------------------------------------------
    def _examples(self, clause: str) -> list[str]:
        return [
            f"- with `{change}` in {edition}, {self._shown(broken)}"
            for edition, carried, change, broken in self.broken
            if clause in carried
        ]

    @staticmethod
    def _shown(names: list[tuple[str, str]]) -> str:
        links = [f"[{n}](../examples/{e}-{n}.md)" for e, n in names]
        return f"{' and '.join(links)} {'comes' if len(names) == 1 else 'come'} out otherwise"

    @cached_property
    def broken(self) -> list[tuple[str, tuple[str, ...], str, list[tuple[str, str]]]]:
        """Each parameter of each edition set to another value, and the examples that then fail."""
        found = []
        passing = [o.example for o in self.data.outcomes if not o.failures]
        for edition, made in self.data.engines.items():
            for parameter in made.game.parameters.values():
                if parameter.kind == "fact" or not parameter.note.clauses:
                    continue
                value = another(made.game, parameter.value, parameter.type)
                if value is None:
                    continue
                # An example is only tried where it speaks of a clause of the parameter: the rest cannot show why.
                tried = [
                    e
                    for e in passing
                    if e.edition == edition
                    and set(e.clauses) & set(parameter.note.clauses)
                    and parameter.name not in (e.data.get("set") or {})
                ]
                failed = _failing(tried, parameter.name, value)
                if failed:
                    found.append((edition, parameter.note.clauses, f"{parameter.name} = {_plain(value)}", failed))
        return found


def _failing(tried: list[Example], name: str, value: Datum) -> list[tuple[str, str]]:
    """The first examples that come out otherwise; the cheapest are tried first."""
    found: list[tuple[str, str]] = []
    # Scoring files and whole turns take the evaluator longest.
    cheap = sorted(tried, key=lambda e: ("leg" in e.data or "final" in e.data, "action" in str(e.data.get("steps"))))
    for example in cheap[:TRIED]:
        if run_example(example, {name: value}, checked=False).failures:
            found.append((example.edition, example.name))
            if len(found) == ENOUGH:
                break
    return found


def another(game: Game, value: Datum, type: Any) -> Datum:
    """A value of the type that is not this one, or nothing where there is none to try."""
    match type:
        case BoolType():
            return not value
        case IntType():
            assert isinstance(value, int)
            low = type.low
            return value + 1 if low is None or value <= low else value - 1
        case SortType():
            members = [m for p in sorted(type.parts) if p in game.sorts for m in game.sorts[p].members]
            ruling = game.parameters.get(type.name)
            if not members and ruling is not None:
                members = [n for n, _ in ruling.alternatives]
            return next((m for m in members if m != value), None)
        case _:
            if isinstance(value, tuple) and len(value) > 1:
                return (*value[1:], value[0]) if value[0] != value[-1] else value[:-1]
            return None


def _plain(value: Datum) -> str:
    if isinstance(value, tuple):
        return ", ".join(" ".join(map(str, row)) for row in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def anchor(name: str) -> str:
    """The place of a property on the page of proofs."""
    return "property-" + name.replace(".", "-")


def _one_line(text: object) -> str:
    return " ".join(str(text or "").split())


__all__ = ["Reasons", "anchor", "another"]
