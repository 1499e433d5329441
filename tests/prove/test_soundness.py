"""Attacks: properties that are false in one corner only, one generator for each reduction; none of them may hold."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("z3")

from camelrules.prove.induction.prover import Prover, Settings
from camelrules.prove.properties.family import Property, expressions
from tests.prove.tiny import GAME, believed, book, plainly, verdict

COLOURS = ("red", "green", "blue")


def attacked(properties: str, game: str = GAME, id: str = "attack") -> str:
    """The verdict on a false property, which nobody may believe."""
    result = verdict(book(properties, game), id)
    assert not believed(result), f"{result.verdict}: {result.detail}\n{properties}"
    return result.verdict


# -- symmetry: false for one colour only, named in every place where a property can name one ----------------------
SYMMETRY = {
    "exactly_when": 'attack: {says: x, allows: take, exactly_when: "stack[c] > 0 and c != COLOUR"}',
    "guard where": 'attack: {says: x, allows: take, where: "c == COLOUR", exactly_when: "stack[c] > 1"}',
    "holds after": 'attack: {says: x, after: drop, holds: "c != COLOUR or stack[c] == was_stack[c]"}',
    "holds of a claim": 'attack: {says: x, given: {c: colour}, holds: "c != COLOUR or stack[c] < 2"}',
    "where": 'attack: {says: x, given: {c: colour}, where: "c == COLOUR", holds: "stack[c] < 2"}',
    "let": 'attack: {says: x, given: {c: colour}, let: {odd: "c == COLOUR"}, holds: "not odd or stack[c] < 2"}',
    "always": 'attack: {says: x, always: "stack[COLOUR] == limit"}',
    "within": 'attack: {says: x, within: "stack[COLOUR] == limit"}',
    "implies": 'attack: {says: x, always: "all(stack[c] >= 0 for c in colour)", implies: "stack[COLOUR] >= 1"}',
    "most": 'attack: {says: x, given: {c: colour}, where: "stack[c] < 9 and money[turn] < 2", most: "if c == COLOUR then stack[c] else 0", bound: "7"}',
    "a case": 'attack: {says: x, given: {c: colour}, where: "c == COLOUR", holds: "true", cases: {odd: "c != COLOUR"}}',
    "the assumed": """
        odd: {says: x, always: "stack[COLOUR] >= 0", assumes: [wrong]}
        wrong: {says: x, always: "stack[COLOUR] == limit"}
        attack: {says: x, given: {c: colour}, assumes: [odd], holds: "c != COLOUR or stack[c] == limit"}""",
}


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("place", SYMMETRY)
def test_a_colour_that_is_named_is_asked(place: str, colour: str) -> None:
    attacked(SYMMETRY[place].replace("COLOUR", colour))


def test_the_order_of_a_sort_breaks_its_symmetry() -> None:
    # The last colour wins: nobody names it, but the order of the sort does.
    for line in ('"set on[1] = b for b in colour"', "{for: b in colour, do: ['set on[1] = b']}"):
        game = GAME.replace("  broken:", f"  last: {{given: {{c: colour}}, do: [{line}]}}\n  broken:")
        attacked('attack: {says: x, after: last, holds: "on[1] != c"}', game)


def test_a_parameter_that_is_set_names_a_member() -> None:
    game = GAME.replace("  limit:", '  lucky: {type: "list of (colour, int)", is: []}\n  limit:').replace(
        "  broken:", "  luck: {given: {c: colour}, do: ['set seen = count((d, n) in lucky where d == c)']}\n  broken:"
    )
    for colour in COLOURS:
        attacked(f'attack: {{says: x, set: {{lucky: [[{colour}, 1]]}}, after: luck, holds: "seen == 0"}}', game)


# -- players: false at one number of players only ---------------------------------------------------------------------
PLAYERS = {
    "holds": 'attack: {says: x, holds: "count(p in player) != NUMBER"}',
    "always": 'attack: {says: x, always: "count(p in player) != NUMBER"}',
    "after": 'attack: {says: x, after: drop, holds: "count(p in player) != NUMBER"}',
    "where": 'attack: {says: x, where: "count(p in player) == NUMBER", holds: "over"}',
    "let": 'attack: {says: x, let: {n: "count(p in player)"}, holds: "n != NUMBER"}',
    "exactly_when": 'attack: {says: x, allows: take, exactly_when: "stack[c] > 0 and count(p in player) != NUMBER"}',
    "most": 'attack: {says: x, most: "if count(p in player) == NUMBER then 9 else 1", bound: "5"}',
    "next": 'attack: {says: x, given: {p: player}, holds: "count(q in player) != NUMBER or next(next(p)) != p and next(p) == p"}',
    "fewest": 'attack: {says: x, players: fewest, expect: refuted, holds: "count(p in player) > 1"}',
}


@pytest.mark.parametrize("number", (2, 3, 4))
@pytest.mark.parametrize("place", PLAYERS)
def test_every_number_of_players_is_asked(place: str, number: int) -> None:
    attacked(PLAYERS[place].replace("NUMBER", str(number)))


def test_a_guard_that_counts_the_players() -> None:
    # Nothing in the property counts them; the guard of the action does.
    for claim in ("true", "false"):
        attacked(f'attack: {{says: x, allows: rest, exactly_when: "{claim}"}}')


def test_fewest_players_are_no_proof_and_none_to_rest_on() -> None:
    made = book("""
        few: {says: x, players: fewest, always: "count(p in player) == 2"}
        attack: {says: x, assumes: [few], holds: "count(p in player) == 2"}""")
    assert verdict(made, "few").verdict == "bounded"
    assert verdict(made, "attack").verdict != "proved"


# -- opacity and ranges: a declared range is a promise, not a fact ------------------------------------------------------
def test_the_declared_range_of_an_opaque_function() -> None:
    attacked('attack: {says: x, given: {p: player}, opaque: [worth], holds: "worth(p) >= 1"}')


def test_the_fault_of_an_opaque_function() -> None:
    attacked('attack: {says: x, given: {s: int}, opaque: [shown], holds: "shown(s) == none or shown(s) != none"}')


def test_a_case_that_only_an_opaque_function_reaches() -> None:
    attacked('attack: {says: x, given: {c: colour}, opaque: [left], where: "left(c) != stack[c]", holds: "over"}')


def test_the_declared_range_of_a_variable_that_is_not_kept() -> None:
    game = GAME.replace('is: "stack[c] > 0"', "is: true")
    made = book('attack: {says: x, given: {c: colour}, holds: "stack[c] >= 0"}', game)
    assert verdict(made, "ranges").verdict == "refuted"
    assert not believed(verdict(made, "attack"))
    # With the guard in place it is a proof, which says what it rests on.
    kept = verdict(book('attack: {says: x, given: {c: colour}, holds: "stack[c] >= 0"}'), "attack")
    assert kept.verdict == "proved" and "ranges" in kept.assumptions


def test_without_a_property_of_ranges_none_is_assumed() -> None:
    made = book('attack: {says: x, given: {c: colour}, holds: "stack[c] >= 0"}')
    properties: dict[str, Property] = {n: p for n, p in made.properties.items() if n != "ranges"}
    assert not believed(verdict(replace(made, properties=properties), "attack"))


# -- parameters: what is assumed must hold under the same ones ------------------------------------------------------------
def test_an_invariant_under_other_parameters() -> None:
    made = book("""
        enough: {says: x, always: "all(stack[c] <= 2 for c in colour)"}
        attack: {says: x, set: {limit: 9}, given: {c: colour}, assumes: [enough], holds: "stack[c] <= 2"}""")
    assert verdict(made, "enough").verdict == "proved"
    assert not believed(verdict(made, "attack"))


def test_only_invariants_can_be_assumed() -> None:
    from camelrules.lang.source import RulesError

    with pytest.raises(RulesError, match="no invariant"):
        book("""
            some: {says: x, holds: "over or not over"}
            attack: {says: x, assumes: [some], holds: "over"}""")


def test_what_rests_on_a_circle_of_false_invariants() -> None:
    attacked("""
        first: {says: x, assumes: [second], always: "stack[red] == limit"}
        second: {says: x, assumes: [first], always: "stack[blue] == limit"}
        attack: {says: x, assumes: [first], holds: "stack[red] == limit"}""")


# -- numbers of any size -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("big", (2**31, 2**32, 2**63, 2**64, 10**30))
def test_numbers_are_not_cut(big: int) -> None:
    product = " * ".join(str(f) for f in _factors(big))
    attacked(f'attack: {{says: x, given: {{n: int}}, holds: "n + {product} == n"}}')
    attacked(f'attack: {{says: x, given: {{n: int}}, holds: "n < {product}"}}')
    made = book(f'sound: {{says: x, given: {{n: int}}, holds: "n + {product} > n"}}')
    assert verdict(made, "sound").verdict == "proved"


def _factors(number: int) -> list[int]:
    """Factors small enough to be written as literals."""
    found = []
    for factor in (10000, 10, 65536, 32768, 2):
        while number % factor == 0 and number > 1:
            found.append(factor)
            number //= factor
    return [*found, number]


# -- faults are outcomes --------------------------------------------------------------------------------------------------
FAULTS = {
    "always": 'attack: {says: x, after: broken, holds: "1 == 2"}',
    "anything": 'attack: {says: x, after: broken, holds: "true"}',
    "one argument": 'attack: {says: x, after: put, holds: "true"}',
    "let": 'attack: {says: x, given: {s: int}, let: {c: "on[s]"}, holds: "true"}',
    "let of a step": 'attack: {says: x, after: fill, let: {d: "on[n]"}, holds: "true"}',
    "where": 'attack: {says: x, given: {s: int}, where: "on[s] == none", holds: "s >= 1 and s <= 3"}',
    "holds": 'attack: {says: x, given: {s: int}, holds: "on[s] == none or on[s] != none"}',
    "allowed": 'attack: {says: x, after: broken, faults: allowed, holds: "1 == 2"}',
    "exactly_when": 'attack: {says: x, allows: take, exactly_when: "stack[c] > 0 and on[stack[c]] == on[stack[c]]"}',
    "rival exceptions": 'attack: {says: x, given: {n: int}, where: "n == 1 or n == 0 or n > 1", let: {v: price(n)}, holds: "n < 0 or v >= 0"}',
}


@pytest.mark.parametrize("place", [f for f in FAULTS if f != "rival exceptions"])
def test_a_run_without_an_answer(place: str) -> None:
    attacked(FAULTS[place])


def test_exceptions_that_disagree() -> None:
    game = GAME.replace("then: n}", "then: 7}")
    attacked(FAULTS["rival exceptions"], game)
    # With the same answer where both apply, it is no fault.
    assert verdict(book(f"attack: {FAULTS['rival exceptions'][8:]}"), "attack").verdict == "proved"


def test_an_invariant_rests_on_there_being_no_faults() -> None:
    game = GAME.replace(
        'do: ["set stack[c] = stack[c] - 1", "set held', 'do: ["set stack[c] = 9", "do broken", "set held'
    )
    attacked('attack: {says: x, always: "all(stack[c] == limit for c in colour)"}', game)


# -- without cases ---------------------------------------------------------------------------------------------------------
VACUOUS = {
    "where false": 'attack: {says: x, where: "false", holds: "1 == 2"}',
    "where never": 'attack: {says: x, given: {n: int}, where: "n < n - 1", holds: "1 == 2"}',
    "where of a step": 'attack: {says: x, after: drop, where: "false", holds: "1 == 2"}',
    "where of a guard": 'attack: {says: x, allows: take, where: "false", exactly_when: "stack[c] > 9"}',
    "where of a bound": 'attack: {says: x, where: "false", most: "5", bound: "1"}',
    "a case": 'attack: {says: x, holds: "true", cases: {never: "false"}}',
    "a case by the solver": 'attack: {says: x, given: {n: int}, holds: "true", cases: {never: "n < n - 1"}}',
    "against an invariant": 'attack: {says: x, given: {c: colour}, assumes: [kept], where: "stack[c] < 0", holds: "1 == 2"}',
}


@pytest.mark.parametrize("place", VACUOUS)
def test_no_case_at_all(place: str) -> None:
    attacked(VACUOUS[place])


def test_no_argument_at_all() -> None:
    game = GAME.replace("  side: [up, down]", "  side: [up, down]\n  nobody: []")
    attacked('attack: {says: x, given: {n: nobody}, holds: "1 == 2"}', game)


# -- slicing and loops --------------------------------------------------------------------------------------------------------
def test_what_changes_through_an_effect_of_an_effect() -> None:
    game = GAME.replace(
        '["set stack[c] = stack[c] - 1", "set held', '["do note(c)", "set stack[c] = stack[c] - 1", "set held'
    )
    attacked('attack: {says: x, always: "all(told_noted[c] == 0 for c in colour)"}', game)


def test_what_an_assumed_invariant_says_inside_a_loop() -> None:
    # `seen` stays 0 in play, where nobody tallies; inside this effect nothing of the kind is known.
    attacked("""
        still: {says: x, always: "seen == 0"}
        attack: {says: x, assumes: [still], after: tally, holds: "seen == 0"}""")


def test_a_key_of_another_type_is_no_longer_ignored() -> None:
    from camelrules.lang.source import RulesError

    for keys in ('after: drop, always: "false"', 'allows: take, holds: "false"', 'total: true, holds: "false"'):
        with pytest.raises(RulesError):
            book(f"attack: {{says: x, {keys}}}")


# -- with and without ----------------------------------------------------------------------------------------------------------
SOUND = {
    "guard": 'sound: {says: x, allows: take, exactly_when: "stack[c] > 0"}',
    "step": 'sound: {says: x, after: drop, holds: "all(stack[b] == was_stack[b] - (if b == c then 1 else 0) for b in colour)"}',
    "invariant": 'sound: {says: x, always: "all(stack[c] + sum(held[p, c] for p in player) + sum(count((q, e) in cards[s] where e == c) for s in side) == limit for c in colour)"}',
    "claim": 'sound: {says: x, given: {p: player}, opaque: [left], holds: "exists(q in player where next(q) == p)"}',
}
FALSE = [t.replace("COLOUR", "green") for t in SYMMETRY.values() if "most" not in t and "assumes" not in t]
FALSE += [PLAYERS[k].replace("NUMBER", "3") for k in ("holds", "always", "after", "exactly_when")]


@pytest.mark.parametrize("text", [*SOUND.values(), *FALSE])
def test_the_reductions_change_no_verdict(text: str) -> None:
    id = text.split(":")[0]
    made = book(text)
    with_all = Prover(made, made.properties[id], Settings(vacuity=False)).check().verdict
    assert with_all == plainly(made, id)
    assert (with_all == "proved") == (id == "sound" or "cases" in text)


def test_every_expression_of_a_property_is_listed() -> None:
    # A mark in every expression that a property file can hold; none may be missing from the list.
    made = book("""
        attack:
          says: x
          after: drop
          where: money[turn] > 101
          let: {a: "money[turn] + 102"}
          holds: {b: "money[turn] > 103"}
          cases: {d: "money[turn] > 104"}""")
    text = repr(list(expressions(made.properties["attack"])))
    assert all(str(mark) in text for mark in (101, 102, 103, 104))
