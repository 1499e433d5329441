"""The extractors of values by the name that patterns call them: what each takes, and how the lines of a list join."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from camelrules.read.patterns.model import Capture
from camelrules.read.sections.segments import Segment
from camelrules.read.values import (
    amounts,
    coins,
    counts,
    effects,
    faces,
    lists,
    maps,
    orders,
    payouts,
    relations,
    shares,
    slots,
    worked_examples,
)
from camelrules.read.values.slots import Found

# What may stand behind the name of an extractor in a pattern.
Takes = Literal["nothing", "concepts", "choices", "places", "numbers", "alternatives", "values", "words"]


def _commas(values: list[str]) -> str:
    return ",".join(values)


@dataclass(frozen=True, slots=True)
class Extractor:
    """How a value is taken from a sentence."""

    read: Callable[[Segment, Capture], Sequence[Found]]
    takes: Takes = "nothing"
    join: Callable[[list[str]], str] = _commas


def _count(segment: Segment, capture: Capture) -> Sequence[Found]:
    counted = slots.before(segment, capture.arguments, part=True) or slots.bracketed(segment, capture.arguments)
    found = slots.apiece(segment, slots.undivided(segment, counted))
    return slots.nearest(segment, found, capture.near) if capture.near and len(found) > 1 else found


def _number_after(segment: Segment, capture: Capture) -> Sequence[Found]:
    return slots.after(segment, capture.arguments)


def _compared(segment: Segment, capture: Capture) -> Sequence[Found]:
    return _one(slots.comparison(segment, capture.arguments))


def _choice(segment: Segment, capture: Capture) -> Sequence[Found]:
    return _one(slots.choice(segment, dict(capture.table), capture.near))


def _allotted(segment: Segment, capture: Capture) -> Sequence[Found]:
    return _one(slots.allotted(segment, dict(capture.table), capture.near))


def _choice_of(segment: Segment, capture: Capture) -> Sequence[Found]:
    return _one(slots.choice_of(segment, dict(capture.table), capture.near))


def _ordinal(segment: Segment, capture: Capture) -> Sequence[Found]:
    return _one(amounts.ordinal(segment, dict(capture.table)))


def _one(found: Found | None) -> Sequence[Found]:
    return [found] if found is not None else []


def _plain(read: Callable[..., Found | None]) -> Callable[[Segment, Capture], Sequence[Found]]:
    return lambda segment, capture: _one(read(segment, *capture.arguments))


def _first_of(values: list[str]) -> str:
    return values[0]


def _of(
    read: Callable[..., Found | None], takes: Takes = "nothing", join: Callable[[list[str]], str] = _commas
) -> Extractor:
    return Extractor(_plain(read), takes, join)


EXTRACTORS: dict[str, Extractor] = {
    "count": Extractor(_count, "concepts"),
    "number_after": Extractor(_number_after, "concepts"),
    "compared": Extractor(_compared, "concepts"),
    "choice": Extractor(_choice, "choices"),
    "allotted": Extractor(_allotted, "choices"),
    "choice_of": Extractor(_choice_of, "choices"),
    "levels": _of(orders.level),
    "among": _of(shares.among, "concepts"),
    "action_kinds": _of(shares.action_kinds),
    "how_many": _of(shares.how_many),
    "matched": _of(shares.matched, "concepts"),
    "both_ends": _of(relations.both_ends),
    "carrying": _of(worked_examples.carrying),
    "colours": _of(lists.colours, join=lists.all_colours),
    "copied": _of(amounts.copied),
    "crazy_roll": _of(worked_examples.crazy_roll, "numbers", worked_examples.crazy_rolls),
    "example_space": _of(relations.example_space, "numbers"),
    "exchange": _of(amounts.exchange),
    "faces": _of(faces.faces),
    "ordinal": Extractor(_ordinal, "places"),
    "first": _of(amounts.first, join=lists.largest_first),
    "first_scale": _of(amounts.first_scale),
    "flip": _of(relations.flip, join=_first_of),
    "coloured_faces": _of(faces.coloured_faces, "concepts"),
    "in_row": _of(amounts.in_row, "concepts"),
    "joining": _of(worked_examples.joining),
    "largest": _of(shares.largest, "concepts"),
    "last": _of(amounts.last),
    "loser_def": _of(relations.loser_def),
    "map": _of(maps.mapping, join=maps.joined),
    "money": _of(amounts.money),
    "multiset": _of(lists.multiset, join=lists.largest_first),
    "of": _of(counts.of),
    "order": _of(orders.order),
    "pairs": _of(coins.pairs, join=coins.by_value),
    "payout": _of(amounts.payout),
    "payouts": _of(payouts.payouts, "numbers"),
    "payout_after": _of(payouts.payout_after, "numbers"),
    "per_character": _of(shares.per_character),
    "per_colour": _of(shares.per_colour),
    "printed_values": _of(lists.printed_values),
    "range": _of(lists.ranged),
    "span": _of(lists.span),
    "worth_of": _of(coins.worth_of),
    "row": _of(lists.row, "numbers"),
    "groups": _of(lists.groups),
    "at_place": _of(amounts.at_place, "numbers"),
    "relation": _of(relations.relation, "values"),
    "rest": _of(amounts.rest),
    "rung": _of(shares.rung),
    "scale": _of(lists.scale),
    "sequence": _of(orders.sequence),
    "size": _of(shares.size, "concepts"),
    "signed": _of(worked_examples.signed, join=worked_examples.both_decks),
    "stack_size": _of(shares.stack_size),
    "start_roll": _of(worked_examples.start_roll, "numbers", worked_examples.distinct),
    "steps": _of(counts.steps),
    "sum_of": _of(worked_examples.sum_of),
    "total_of": _of(worked_examples.total_of),
    "listed": _of(relations.listed, "alternatives", relations.all_listed),
    "trigger": _of(relations.trigger),
    "twin": _of(relations.twin, "concepts", relations.not_twice),
    "unflipped": _of(relations.unflipped),
    "which_die": _of(relations.which_die),
    "winlose": _of(relations.winlose),
    "without": _of(shares.without, "concepts"),
    "rate": _of(amounts.rate, "words"),
    "shifted": _of(effects.shifted, "concepts"),
    "landed": _of(effects.landed, "words"),
    "price": _of(effects.price),
    "vacant": _of(effects.vacant, "values"),
    "gap": _of(effects.gap),
    "named_spaces": _of(effects.named_spaces, "concepts"),
    "turned_way": _of(effects.turned_way, "words"),
    "capped": _of(effects.capped, "values"),
}
