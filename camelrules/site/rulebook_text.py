"""The rules of an edition in plain English: its sentences in the order of a rulebook, with what differs elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from camelrules.door.escape import markup
from camelrules.lang.model import Parameter
from camelrules.lang.types import Type
from camelrules.run.engine import Engine
from camelrules.run.story import shown
from camelrules.site.data import Carrier, SiteData, carriers
from camelrules.site.words import fill, sentence

Key = tuple[str, str, str]
# Where a definition without a clause is put.
ELSEWHERE = "how it is worked out"


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence of an edition."""

    carrier: Carrier
    html: str

    @property
    def key(self) -> Key:
        return self.carrier.kind, self.carrier.name, self.carrier.inner


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the lines under it, by edition."""

    name: str
    keys: tuple[Key, ...]


@lru_cache(maxsize=64)
def lines(made: Engine) -> dict[Key, Line]:
    """Every sentence of an edition by the definition that it belongs to."""
    found: dict[Key, Line] = {}
    for carrier in carriers(made.game):
        # What a variable holds is no rule.
        text = _text(made, carrier) if carrier.kind != "state" else ""
        if text:
            line = Line(carrier, text)
            found[line.key] = line
    return found


def _text(made: Engine, carrier: Carrier) -> str:
    game, values = made.game, made.table.values
    if carrier.kind == "ruling":
        ruling = game.parameters[carrier.name]
        return f"{fill(ruling.question, game, values)} <b>{markup(answer(ruling))}</b>"
    params = _params(made, carrier)
    text = sentence(game, carrier.note, values, params)
    if carrier.kind in ("parameter", "fact") and text and "{" not in carrier.note.says:
        value = values[carrier.name]
        if not isinstance(value, bool):
            text += f' <b class="value" title="{carrier.name}">{markup(shown(value))}</b>'
    if carrier.kind == "sort" and not carrier.inner and game.sorts[carrier.name].kind == "members":
        members = [m.replace("_", " ") for m in game.sorts[carrier.name].members]
        text = f'{text} <b class="value" title="{carrier.name}">{", ".join(members) or "none"}</b>'.strip()
    return text


def answer(ruling: Parameter) -> str:
    """The answer that a ruling gives, in words."""
    return dict(ruling.alternatives).get(str(ruling.value), str(ruling.value))


def _params(made: Engine, carrier: Carrier) -> dict[str, Type]:
    game = made.game
    match carrier.kind:
        case "function":
            return dict(game.functions[carrier.name].params)
        case "decision":
            return dict(game.decisions[carrier.name].params)
        case "effect":
            return dict(game.effects[carrier.name].params)
        case "action":
            return dict(game.actions[carrier.name].params)
        case _:
            return {}


def sections(data: SiteData, editions: list[str]) -> Iterator[Section]:
    """The sections of the catalogue, each with the definitions whose first clause is in it, then the rest."""
    order = {c: i for i, c in enumerate(data.catalogue)}
    where: dict[Key, tuple[int, str]] = {}
    seen: dict[Key, int] = {}
    for edition in editions:
        for key, line in lines(data.engines[edition]).items():
            seen.setdefault(key, len(seen))
            clauses = [c for c in line.carrier.note.clauses if c in order]
            parent = where.get((key[0], key[1], "")) if key[2] else None
            if parent is not None:
                where[key] = parent
            elif clauses:
                first = clauses[0]
                where.setdefault(key, (order[first], data.catalogue[first].section))
            else:
                where.setdefault(key, (len(order), ELSEWHERE))
    names = list(dict.fromkeys([*(c.section for c in data.catalogue.values()), ELSEWHERE]))
    for name in names:
        # Inner parts follow the definition that they belong to.
        keys = [k for k, (_, section) in where.items() if section == name]
        keys.sort(key=lambda k: (where[k][0], seen.get((k[0], k[1], ""), seen[k]), k[:2], bool(k[2]), seen[k]))
        if keys:
            yield Section(name, tuple(keys))
