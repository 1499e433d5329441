"""Everything that the pages are written from, gathered once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from camelrules.compare.codes import codes
from camelrules.compare.sides import side
from camelrules.compare.stored import faults, rulebook, rulebooks
from camelrules.door.reading import is_file, read_json
from camelrules.lang.catalogue import Clause, catalogue
from camelrules.lang.library import data_folder, library, load
from camelrules.lang.model import Game, Note
from camelrules.lang.tree import Fields, parse_yaml, plain, read_source
from camelrules.run.engine import Engine, engine
from camelrules.run.examples import Example, Outcome, examples, run_example
from camelrules.site.kept import kept_verdicts, same_rules
from camelrules.site.parted import Parted, parted
from camelrules.site.words import place

# A report of all mutants has some megabytes.
MAX_RESULTS = 100_000_000


@dataclass(frozen=True, slots=True)
class Carrier:
    """A definition of an edition as pages speak of it: a rule, or one guard or exception of a rule."""

    kind: (
        str  # sort, parameter, ruling, fact, state, function, decision, effect, action; with an inner part: rule, guard
    )
    name: str
    note: Note
    inner: str = ""

    @property
    def anchor(self) -> str:
        return f"{self.kind}-{self.name}".replace(".", "-") + (f"-{self.inner}" if self.inner else "")

    @property
    def shown(self) -> str:
        return f"{self.name}.{self.inner}" if self.inner else self.name


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A reading of one rulebook, as it stands in `spec/rulebooks/`."""

    name: str
    edition: str
    language: str
    clauses: dict[str, dict[str, Any]]


@dataclass(frozen=True)
class SiteData:
    """The editions, the catalogue, the readings, and what the other tools have found."""

    names: tuple[str, ...]
    results: Path
    catalogue: dict[str, Clause] = field(default_factory=dict)
    search: bool = True  # for games in which readings part, where none are kept

    @cached_property
    def engines(self) -> dict[str, Engine]:
        """Every edition by its own name, whatever file it came from."""
        made = [engine(name) for name in self.names]
        return {e.game.name: e for e in made}

    @cached_property
    def rulebooks(self) -> dict[str, Rulebook]:
        found = {}
        for name in rulebooks():
            data = rulebook(name)
            found[name] = Rulebook(name, data.edition, data.language, _cells(name))
        return found

    @cached_property
    def findings(self) -> list[dict[str, Any]]:
        """The findings in the rulebooks that were read, as `spec/rulebooks/` keeps them."""
        first = {c["kind"]: code for code, c in reversed(self.codes.items())}
        return [{"code": first.get(f.kind), **asdict(f), "lines": list(f.lines)} for f in faults()]

    @cached_property
    def codes(self) -> dict[str, dict[str, str]]:
        """The kinds of finding: by code, with name, kind, what it says and how it is mended."""
        return {name: asdict(code) for name, code in codes().items()}

    @cached_property
    def parted(self) -> list[Parted]:
        """Games in which a rulebook as read and its edition, or two rulebooks, come to different results."""
        return parted(set(self.engines), self.results) if self.search else []

    @cached_property
    def properties(self) -> dict[str, dict[str, Any]]:
        """What must hold, as `verify/` states it."""
        found: dict[str, dict[str, Any]] = {}
        for path in sorted(data_folder("verify").glob("*.yaml")):
            node = parse_yaml(read_source(path))
            block = node.get("properties") if isinstance(node, Fields) else None
            for key, body in block if isinstance(block, Fields) else ():
                stated = plain(body)
                assert isinstance(stated, dict)
                clauses = stated.get("clause") or []
                listed = [clauses] if isinstance(clauses, str) else list(clauses)
                says = " ".join(str(stated.get("says") or "").split())
                known = found.get(key.value)
                if known is None:
                    found[key.value] = {**stated, "says": says, "clauses": listed, "where": place(key.span)}
                elif known["says"] != says:
                    # Editions may have files of their own that state it with other numbers.
                    found[key.value] = {**known, "says": f"{known['says']} / {says}"}
        return found

    @cached_property
    def patterns(self) -> dict[str, list[dict[str, Any]]]:
        """How a text is read, by clause: what a sentence needs, what it must not have, and what is taken from it."""
        found: dict[str, list[dict[str, Any]]] = {}
        for path in sorted((data_folder("spec") / "patterns").glob("*.yaml")):
            data = plain(parse_yaml(read_source(path)))
            for clause, rows in data.items() if isinstance(data, dict) else ():
                if clause in self.catalogue and isinstance(rows, list):
                    found.setdefault(str(clause), []).extend(dict(r) for r in rows if isinstance(r, dict))
        return found

    @cached_property
    def outcomes(self) -> list[Outcome]:
        """Every worked example of an edition on the site, as it really runs."""
        return [run_example(with_money(e), checked=False) for e in self.all_examples if e.edition in self.engines]

    @cached_property
    def all_examples(self) -> list[Example]:
        return list(examples())

    @cached_property
    def verdicts(self) -> dict[str, list[dict[str, Any]]]:
        """What `camelrules verify` came to for these very rules, by property; it keeps that under a hash of them."""
        found: dict[str, list[dict[str, Any]]] = {}
        for item in kept_verdicts(self.names):
            # One that is asserted of several actions has a verdict for each: `stacks.stay.bet`.
            stated = next(
                (n for n in (str(item["id"]), str(item["id"]).rpartition(".")[0]) if n in self.properties), ""
            )
            if stated:
                found.setdefault(stated, []).append(item)
        return found

    @cached_property
    def mutants(self) -> dict[str, Any] | None:
        """What `camelrules mutate` wrote, if it was for these very rules."""
        data = self.result("mutate")
        return data if data is not None and same_rules(data.get("rules")) else None

    def result(self, name: str) -> dict[str, Any] | None:
        """What another command wrote with `--format json --output build/NAME.json`, if it was run."""
        path = self.results / f"{name}.json"
        if not is_file(path):
            return None
        data = read_json(path, MAX_RESULTS, f"run `camelrules {name}` again")
        return data if isinstance(data, dict) else None


def with_money(example: Example) -> Example:
    """The example with the money that everybody starts with written out, so that its positions show it."""
    position = dict(example.data.get("position") or {})
    if "leg" in example.data or "final" in example.data or "money" in position or not position.get("track"):
        return example
    mentioned = {str(t["owner"]) for t in (position.get("tiles") or {}).values()}
    players = example.data.get("players") or position.get("players")
    made = engine(example.edition, players)
    seats = made.table.players
    if not mentioned <= set(seats):
        return example
    start = made.reference.initial()["money"]
    position["money"] = {p: start[(p,)] for p in seats}
    return replace(example, data={**example.data, "position": position})


def gather(names: Sequence[str] = (), results: Path | None = None, search: bool = True) -> SiteData:
    """The data of a site; `names` are editions (or files) beside those that travel with the specification."""
    every = [*library().editions(), *(n for n in names if n not in library().editions())]
    clauses = catalogue()
    return SiteData(tuple(every), results or Path("build"), clauses, search)


def carriers(game: Game) -> Iterator[Carrier]:
    """Every definition of an edition with its inner parts, in the order of the specification."""
    for sort in game.sorts.values():
        yield Carrier("sort", sort.name, sort.note)
    for parameter in game.parameters.values():
        yield Carrier(parameter.kind, parameter.name, parameter.note)
    for variable in game.state.values():
        yield Carrier("state", variable.name, variable.note)
    for function in game.functions.values():
        yield Carrier("function", function.name, function.note)
    for decision in game.decisions.values():
        yield Carrier("decision", decision.name, decision.note)
        for rule in decision.rules:
            yield Carrier("decision", decision.name, rule.note, rule.name)
    for effect in game.effects.values():
        yield Carrier("effect", effect.name, effect.note)
    for action in game.actions.values():
        yield Carrier("action", action.name, action.note)
        for guard in action.guards:
            yield Carrier("action", action.name, guard.note, guard.name)


__all__ = ["Carrier", "Rulebook", "SiteData", "carriers", "gather", "load"]


def _cells(name: str) -> dict[str, dict[str, Any]]:
    """What a rulebook says of every clause, as pages show it."""
    read = side(name)
    return {
        clause: {
            "status": cell.status,
            "lines": list(cell.lines),
            "stated": read.shown(clause) if cell.status in ("agrees", "contradicts") else None,
            "note": cell.note or None,
        }
        for clause, cell in read.cells.items()
    }
