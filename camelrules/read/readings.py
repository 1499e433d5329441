"""The readers of values by the name that patterns call them, and how the lines of one list make one value."""

from __future__ import annotations

from collections.abc import Callable

from camelrules.read import amounts, lists, relations, shares, worked
from camelrules.read.slots import Found

Reader = Callable[..., Found | None]

READERS: dict[str, Reader] = {
    "action_kinds": shares.action_kinds,
    "how_many": shares.how_many,
    "matched": shares.matched,
    "both_ends": relations.both_ends,
    "carrying": worked.carrying,
    "colours": lists.colours,
    "copied": amounts.copied,
    "crazy_roll": worked.crazy_roll,
    "example_space": relations.example_space,
    "exchange": amounts.exchange,
    "faces": lists.faces,
    "fifth": amounts.fifth,
    "first": amounts.first,
    "first_scale": amounts.first_scale,
    "flip": relations.flip,
    "grey_faces": lists.grey_faces,
    "joining": worked.joining,
    "last": amounts.last,
    "loser_def": relations.loser_def,
    "map": lists.mapping,
    "money": amounts.money,
    "multiset": lists.multiset,
    "of": amounts.of,
    "order": lists.order,
    "pairs": lists.pairs,
    "payout": amounts.payout,
    "per_character": shares.per_character,
    "per_colour": shares.per_colour,
    "printed_values": lists.printed_values,
    "range": lists.ranged,
    "row": lists.row,
    "groups": lists.groups,
    "at_place": amounts.at_place,
    "relation": relations.relation,
    "rest": amounts.rest,
    "rung": shares.rung,
    "scale": lists.scale,
    "sequence": lists.sequence,
    "signed": worked.signed,
    "stack_size": shares.stack_size,
    "start_roll": worked.start_roll,
    "steps": amounts.steps,
    "total_of": worked.total_of,
    "listed": relations.listed,
    "trigger": relations.trigger,
    "twin": relations.twin,
    "unflipped": relations.unflipped,
    "which_die": relations.which_die,
    "winlose": relations.winlose,
    "wrong_card": amounts.wrong_card,
}


def _first_of(values: list[str]) -> str:
    return values[0]


# How the lines of one list make one value, where joining them with commas is not enough.
TOGETHER: dict[str, Callable[[list[str]], str]] = {
    "colours": lists.all_colours,
    "start_roll": worked.distinct,
    "crazy_roll": worked.crazy_rolls,
    "multiset": lists.largest_first,
    "first": lists.largest_first,
    "pairs": lists.by_value,
    "map": lists.each_once,
    "flip": _first_of,
    "listed": relations.all_listed,
    "twin": relations.not_twice,
}
