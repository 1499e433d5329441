"""A clause taken away: its rules dropped, emptied or set to something else, and a worked example that then changes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from camelrules.door.diagnostics import RulesError
from camelrules.door.escape import markup
from camelrules.door.folders import cache_folder
from camelrules.door.reading import read_kept
from camelrules.door.workers import in_order
from camelrules.door.writing import keep
from camelrules.lang.binding import bind, settings_of
from camelrules.lang.catalogue import catalogue
from camelrules.lang.kinds import MemberKind
from camelrules.lang.library import data_folder, library
from camelrules.lang.model import Datum, Game
from camelrules.lang.types import BoolType, IntType, SortType
from camelrules.lang.values import Member
from camelrules.run.engine import Engine, Maker, engine
from camelrules.run.examples import Example, Outcome, run_example
from camelrules.run.faults import RuleFault
from camelrules.run.table import seat
from camelrules.site.boards import board_for
from camelrules.site.data import SiteData, carriers, gather, with_money
from camelrules.site.scoring import holdings, picture
from camelrules.site.words import listing, title

# An answer needs one game, not all of them: the build must stay quick.
TRIED = 5
# In the folder of the user: what is kept is put into pages, so it must not travel with a project.
CACHE = "site-games.json"
MAX_CACHE = 100_000_000


@dataclass(frozen=True, slots=True)
class Takeaway:
    """One way to do without a clause: in words, and the rules that are left."""

    words: str
    game: Game
    changes: tuple[tuple[str, Datum], ...] = ()

    @property
    def make(self) -> Maker:
        """Engines for the rules that are left."""

        def made(edition: str, players: Any, changes: Mapping[str, Datum] | None) -> Engine:
            return Engine(seat(self.game, players, {**dict(changes or {}), **dict(self.changes)}))

        return made


# -- ways to do without a clause -----------------------------------------------------------------


def takeaways(game: Game, clause: str) -> Iterator[Takeaway]:
    """The most telling first: an exception or condition gone, a known misreading, another value, nothing done."""
    mine = [c for c in carriers(game) if clause in c.note.clauses]
    for c in mine:
        if c.kind == "action" and c.inner:
            action = game.actions[c.name]
            kept = tuple(g for g in action.guards if g.name != c.inner)
            left = replace(game, actions={**game.actions, c.name: replace(action, guards=kept)})
            yield Takeaway(f"without the condition <code>{c.shown}</code>", left)
        elif c.kind == "decision" and c.inner and c.inner != game.decisions[c.name].default.name:
            decision = game.decisions[c.name]
            rules = tuple(r for r in decision.rules if c.inner not in (r.name, r.to))
            left = replace(game, decisions={**game.decisions, c.name: replace(decision, rules=rules)})
            yield Takeaway(f"without the exception <code>{c.shown}</code>", left)
    yield from _misread(game, clause)
    for c in mine:
        if c.kind in ("parameter", "ruling"):
            parameter = game.parameters[c.name]
            value = another(game, parameter.value, parameter.type)
            if value is not None:
                words = f"with <code>{c.name} = {markup(shown(value))}</code>"
                yield Takeaway(words, game, ((c.name, value),))
    for c in mine:
        if c.kind == "effect":
            effect = game.effects[c.name]
            left = replace(game, effects={**game.effects, c.name: replace(effect, body=())})
            yield Takeaway(f"if <code>{c.name}</code> did nothing", left)


def _misread(game: Game, clause: str) -> Iterator[Takeaway]:
    """What else the clause could say, as far as the rules have a variant for it."""
    bound = bind(catalogue()[clause], game) if clause in catalogue() else None
    if bound is None or bound.put is None or not isinstance(bound.kind, MemberKind):
        return
    for member in bound.kind.members:
        value = Member(member)
        changes = None if bound.agrees(value) else settings_of(bound, value, game)
        if changes:
            yield Takeaway(f"if it said <q>{markup(bound.shown(value))}</q>", game, tuple(sorted(changes.items())))


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


def shown(value: Datum) -> str:
    """A value as one writes it on the command line."""
    if isinstance(value, tuple):
        return ", ".join(" ".join(map(str, row)) for row in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


# -- a game that changes -----------------------------------------------------------------------------


def game_for(clause: str, editions: Sequence[str], passing: Mapping[str, list[Outcome]]) -> str:
    """The first worked example of a clause that comes out otherwise without it, drawn; empty where none does."""
    for edition in editions:
        found = [o for o in passing.get(edition, []) if clause in o.example.clauses]
        # Those made for the clause come first; scoring files and whole turns take the evaluator longest.
        found.sort(key=lambda o: (bool(o.example.data.get("set")), o.example.clauses.index(clause), not o.positions))
        for takeaway in takeaways(engine(edition).game, clause) if found else ():
            own = {n for n, _ in takeaway.changes}
            for outcome in [o for o in found if not own & set(o.example.data.get("set") or {})][:TRIED]:
                try:
                    other = run_example(outcome.example, {}, False, takeaway.make)
                except (RulesError, RuleFault, KeyError, AssertionError):
                    continue
                if other.failures and comparable(outcome, other):
                    return side_by_side(takeaway, outcome, other)
    return ""


def comparable(outcome: Outcome, other: Outcome) -> bool:
    """Whether the other rules could play the example to its end, so that there is something to compare."""
    same = len(outcome.positions) == len(other.positions) and len(outcome.scorings) == len(other.scorings)
    return same and (parting(outcome, other) is not None or any(outcome.scorings) or bool(_allowed(other)))


def _allowed(other: Outcome) -> list[int]:
    """The steps that the rules refuse and the others would allow."""
    steps = other.example.data.get("steps") or []
    tried = [f"{s['action']}({', '.join(map(str, s.get('args') or ()))})" for s in steps if s.get("refused")]
    refused = [at for at, s in enumerate(steps) if s.get("refused")]
    return [at for at, told in zip(refused, tried, strict=True) if any(f.startswith(told) for f in other.failures)]


def parting(outcome: Outcome, other: Outcome) -> int | None:
    """The first step after which the tables differ."""
    pairs = zip(outcome.states, other.states, strict=True)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), None)


def side_by_side(takeaway: Takeaway, outcome: Outcome, other: Outcome) -> str:
    """Both courses of the example where they part, as one line of HTML."""
    example = outcome.example
    link = f'<a href="../examples/{example.edition}-{markup(example.name)}.html">{title(example.name)}</a>'
    head = (
        f"<p>{takeaway.words[:1].upper()}{takeaway.words[1:]}, the example {link} ({example.edition}) ends differently."
    )
    at = parting(outcome, other)
    allowed = _allowed(other)
    if at is None and allowed:
        step = example.data["steps"][allowed[0]]
        what = f"{title(step['action'])} {', '.join(title(str(a)) for a in step.get('args') or ())}".strip()
        made = engine(example.edition, _players(outcome))
        position, state = outcome.positions[allowed[0]], outcome.states[allowed[0]]
        drawn = board_for(made).draw(position, None, "The position") + holdings(made, state)
        told = f"Here <b>{markup(what)}</b> is refused; without the rule it would be allowed."
        return f'<div class="reason">{head} {told}</p><div class="beside"><figure>{drawn}</figure></div></div>'
    tables = engine(example.edition, _players(outcome)), takeaway.make(example.edition, _players(outcome), {})
    figures = []
    for name, made, result in zip(("with the rule", "without it"), tables, (outcome, other), strict=True):
        if at is None or not result.positions:
            drawn = "".join(picture(made, s) for step in result.scorings for s in step)
        else:
            before = result.positions[at - 1] if at else None
            drawn = board_for(made).draw(result.positions[at], before, name) + holdings(made, result.states[at])
            drawn += "".join(picture(made, s) for s in result.scorings[at - 1]) if at else ""
        figures.append(f"<figure><figcaption><b>{name}</b></figcaption>{drawn}</figure>")
    told = _differences(outcome, other, at)
    return f'<div class="reason">{head} {told}</p><div class="beside">{"".join(figures)}</div></div>'


def _players(outcome: Outcome) -> tuple[str, ...]:
    states = outcome.states or [s.state for step in outcome.scorings for s in step]
    return tuple(p for (p,) in states[0]["money"])


# Variables of the state that the drawing shows.
_DRAWN = ("at", "above", "tile", "tile_owner", "inside", "bank", "tickets", "pyramid_tickets", "cards")


def _differences(outcome: Outcome, other: Outcome, at: int | None) -> str:
    """What differs, in words."""
    if at is None:
        moneys = [{p: n for step in o.scorings for s in step for p, n in s.after.items()} for o in (outcome, other)]
        rest: list[str] = []
    else:
        a, b = outcome.states[at], other.states[at]
        moneys = [{p: n for (p,), n in s["money"].items()} for s in (a, b)]
        rest = [title(n) for n in a if n in b and n not in (*_DRAWN, "money") and a[n] != b[n]]
    first, second = moneys
    told = [f"{p} has {n} with the rule and {second[p]} without it" for p, n in first.items() if second.get(p) != n]
    also = f"What also differs: {listing(rest)}." if rest else ""
    return markup((listing(told) + "." if told else "") + " " + also).strip()


# -- all clauses, in two processes, and kept ----------------------------------------------------------


def games(data: SiteData) -> dict[str, str]:
    """For every clause a game that changes without it, where there is one; kept as long as nothing changes."""
    path = (cache_folder() or data.results) / CACHE
    digest = _digest()
    try:
        kept = read_kept(path, MAX_CACHE)
    except RulesError:
        kept = {}
    if isinstance(kept, dict) and kept.get("of") == digest and isinstance(kept.get("games"), dict):
        return {str(c): str(text) for c, text in kept["games"].items()}
    names = list(data.catalogue)
    # Where workers are forks of this process they have the examples already, which take as long as all the rest.
    _played.update(_passing(data.outcomes))
    found = {c: text for part in in_order(_some, (names[::2], names[1::2]), 2) for c, text in part.items()}
    keep(path, json.dumps({"of": digest, "games": found}))
    return found


_played: dict[str, list[Outcome]] = {}


def _some(clauses: Sequence[str]) -> dict[str, str]:
    every = _played or _passing(gather(search=False).outcomes)
    return {c: game_for(c, list(every), every) for c in clauses}


def _passing(every: Sequence[Outcome]) -> dict[str, list[Outcome]]:
    """The examples of each printed edition that come out as they should."""
    found: dict[str, list[Outcome]] = {}
    for outcome in every:
        if not outcome.failures and outcome.example.edition in library().editions():
            found.setdefault(outcome.example.edition, []).append(outcome)
    return found


def _digest() -> str:
    """A hash of everything that a game and its drawing depend on: the specification and the program."""
    spec, package = data_folder("spec"), Path(__file__).resolve().parent.parent
    folders = [*(spec / f for f in ("game", "editions", "examples")), *(package / r for r in ("lang", "run", "site"))]
    files = [p for f in folders for p in f.glob("*.*")] + [*spec.glob("*.yaml")]
    made = hashlib.sha256()
    for path in sorted(files):
        made.update(path.name.encode() + b"\0" + path.read_bytes())
    return made.hexdigest()


__all__ = ["Example", "another", "games", "takeaways", "with_money"]
