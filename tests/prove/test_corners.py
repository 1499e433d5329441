"""Attacks that an adversary found: false in a corner that a shortcut of the prover did not look into."""

from __future__ import annotations

import pytest

pytest.importorskip("z3")

from camelrules.lang.source import RulesError
from tests.prove.test_soundness import attacked
from tests.prove.tiny import GAME, believed, book, verdict


def with_effect(text: str, state: str = "") -> str:
    game = GAME.replace("  broken:", f"  {text}\n  broken:")
    return game.replace("  seen:", f"  {state}\n  seen:") if state else game


def test_what_comes_after_the_first_hit_is_not_asked() -> None:
    # `exists` stops at a colour; one that comes before it in the sort has no answer. Nobody names a colour.
    for kind, holds in (
        ("colour", 'exists(b in colour where b == c or on[stack[b]] == none)"}'),
        ("player", 'exists(q in player where q == c or on[money[q]] == none)"}'),
    ):
        empty = "all(stack[b] == 9 for b in colour) and all(money[q] == 9 for q in player)"
        attacked(f'attack: {{says: x, given: {{c: {kind}}}, where: "{empty}", holds: "{holds}')


def test_an_item_beyond_its_list_is_not_asked_after_the_first_hit() -> None:
    # As above, with a number that goes one too far; one that does not is no reason to tell colours apart.
    game = GAME.replace("  limit:", "  order: {type: list of int, is: [4, 5]}\n  limit:")
    for last in ("1 + size(order)", "size(favourite) + 1"):
        far = f"exists(k in 1 .. {last} where k == stack[b] - 6 and order[k] == 4)"
        attacked(
            'attack: {says: x, given: {c: colour}, where: "all(stack[b] == 9 for b in colour)", '
            f'holds: "exists(b in colour where b == c or {far})"}}',
            game,
        )


def test_what_is_said_of_an_empty_sort_is_vacuous() -> None:
    made = book(
        """
        hollow: {says: x, always: "all(seen == 77 for g in ghost)"}
        claim: {says: x, holds: "not exists(g in ghost where seen == 77)"}
        full: {says: x, holds: "all(seen == 77 for g in ghost) and seen >= 0"}""",
        GAME.replace("  side:", "  ghost: []\n  side:"),
    )
    assert [verdict(made, id).vacuous for id in ("hollow", "claim", "full")] == [True, True, False]


def test_a_fact_that_a_loop_breaks_is_not_known_at_its_next_head() -> None:
    # Between two loops the lamp is switched on; the second loop may not take from the first that it is off.
    loop = '      - {for: "(p, c) in cards[up]", do: ["set rounds = rounds + 1", "set lamp = lamp"]}\n'
    game = GAME.replace("  seen:", "  lamp: {type: bool}\n  rounds: {type: int}\n  seen:").replace(
        "      - set turn = next(turn)",
        f"{loop}      - set lamp = true\n{loop.replace('rounds + 1', 'if lamp then 9 else rounds')}"
        "      - set lamp = false\n      - set turn = next(turn)",
    )
    attacked(
        """
        dark: {says: x, always: "not lamp"}
        attack: {says: x, assumes: [dark], after: end_of_turn, from: within, where: rounds == 0, holds: rounds < 9}""",
        game,
    )


def test_a_loop_over_a_set_runs_for_its_members_alone() -> None:
    game = with_effect('shoo: {do: [{for: "c in set(b in colour where stack[b] > 5)", do: ["set stack[c] = 0"]}]}')
    attacked('attack: {says: x, after: shoo, holds: "all(stack[c] == 0 for c in colour)"}', game)


def test_an_append_outside_of_the_sort_is_a_fault() -> None:
    game = with_effect(
        'visit: {given: {s: int, c: colour}, do: ["append (c) to visits[s]"]}',
        'visits: {of: [space], type: "list of colour"}',
    )
    attacked('attack: {says: x, after: visit, holds: "seen == was_seen"}', game)


def test_the_one_of_a_list_that_holds_it_twice() -> None:
    game = GAME.replace("  seen:", '  visits: {of: [space], type: "list of colour"}\n  seen:')
    where = "c in visits[s] and all(e == c for e in visits[s])"
    attacked(
        f'attack: {{says: x, given: {{c: colour, s: space}}, where: "{where}", holds: "the(e in visits[s]) == c"}}',
        game,
    )


def test_an_invariant_with_parameters_of_its_own_is_not_to_rest_on() -> None:
    with pytest.raises(RulesError, match="not said of these rules"):
        book("""
            none: {says: x, set: {limit: 0}, always: "all(stack[c] == 0 for c in colour)"}
            attack: {says: x, given: {c: colour}, assumes: [none], holds: "stack[c] == 0"}""")


def test_ranges_under_parameters_of_their_own_are_not_to_rest_on() -> None:
    made = book('other: {says: x, set: {limit: 0}, ranges: true}\nattack: {says: x, holds: "seen >= 0"}')
    assert "other" not in verdict(made, "attack").assumptions


def test_a_state_before_setup_that_counts_the_players() -> None:
    game = GAME.replace("  seen:", '  reserve: {type: int, initial: "count(p in player)"}\n  seen:')
    attacked('attack: {says: x, from: start, holds: "reserve == 4"}', game)


def test_an_unknown_member_of_an_empty_sort_proves_nothing() -> None:
    game = with_effect('ghost: {do: [{if: "seen < 0", then: ["draw g in ghost_sort"]}, "set on[limit + 2] = none"]}')
    game = game.replace("  side:", "  ghost_sort: []\n  side:")
    attacked('attack: {says: x, after: ghost, holds: "1 == 2"}', game)


def test_what_is_assumed_inside_a_loop_is_shown_there() -> None:
    # The lamp is on only while the loop runs, and an invariant about it never comes by the loop.
    game = GAME.replace("  seen:", "  lamp: {type: bool}\n  rounds: {type: int}\n  seen:").replace(
        "      - set turn = next(turn)",
        '      - set lamp = true\n      - {for: "(p, c) in cards[up]", do: ["set rounds = rounds + 1"]}\n'
        "      - set lamp = false\n      - set turn = next(turn)",
    )
    attacked(
        """
        dark: {says: x, always: "not lamp"}
        attack: {says: x, assumes: [dark], always: "rounds == 0"}""",
        game,
    )


def test_an_action_that_ends_the_game_is_followed_by_the_end_of_the_turn() -> None:
    game = (
        GAME.replace("actions:", "actions:\n  stop: {do: [set over = true]}")
        .replace(
            "      - set turn = next(turn)", '      - {if: over, then: ["set seen = 1"]}\n      - set turn = next(turn)'
        )
        .replace("        then: [set over = true]", "        then: [set seen = 0]")
    )
    attacked('attack: {says: x, always: "seen == 0"}', game)


def test_lists_of_different_lengths() -> None:
    attacked('attack: {says: x, lists: 2, holds: "size(cards[up]) == size(cards[down])"}')


def test_the_declared_range_of_an_item() -> None:
    game = GAME.replace("  seen:", '  tolls: {type: "list of 1..3"}\n  seen:')
    attacked('attack: {says: x, lists: 1, holds: "all(k <= 3 for k in tolls)"}', game)


def test_a_set_that_two_branches_make_differently() -> None:
    game = with_effect(
        'sort: {do: [{if: "seen > 3", then: ["set both = set(c in colour where stack[c] > 1)"], '
        'else: ["set both = set(c in colour where stack[c] > 0)"]}]}',
        "both: {type: set of colour}",
    )
    attacked('attack: {says: x, after: sort, holds: "all(c in both for c in colour)"}', game)


def test_the_bound_of_every_table() -> None:
    attacked('attack: {says: x, most: "if count(p in player) == 4 then 4 else 3", bound: "count(p in player)"}')


def test_a_bound_is_made_of_parameters() -> None:
    with pytest.raises(RulesError, match="changes in play"):
        book('attack: {says: x, most: "seen", bound: "seen"}')


def test_a_number_without_a_greatest_value() -> None:
    attacked('attack: {says: x, most: "money[turn]"}')


def test_an_action_that_only_few_players_have() -> None:
    game = GAME.replace(
        "actions:", 'actions:\n  few: {when: {two: {is: "count(p in player) < 3"}}, do: ["set seen = 7"]}'
    )
    attacked(
        'attack: {says: x, after: every_action, but: [take, play, rest], holds: "seen == was_seen"}', game, "attack.few"
    )


def test_one_system_for_a_game() -> None:
    with pytest.raises(RulesError, match="already"):
        from camelrules.prove.properties.book import book_of
        from tests.prove.tiny import HEAD
        from tests.small import node, raw

        second = node("system: {start: setup, after_action: setup, over: over}")
        book_of("tiny", raw(GAME), [node(HEAD), second])  # type: ignore[list-item]


@pytest.mark.parametrize("key", ["for", "only"])
def test_a_file_for_an_edition_that_there_is_not(key: str) -> None:
    from camelrules.prove.properties.book import book_of
    from tests.prove.tiny import HEAD
    from tests.small import node, raw

    with pytest.raises(RulesError, match="no edition"):
        book_of("tiny", raw(GAME), [node(HEAD), node(f"{key}: tinny")])  # type: ignore[list-item]


def test_an_item_of_a_list_that_is_drawn_keeps_no_declared_range() -> None:
    game = with_effect("pick: {do: [draw k in tolls, set seen = k]}", 'tolls: {type: "list of 1..3"}')
    attacked(
        'attack: {says: x, lists: 1, after: pick, from: anywhere, where: "size(tolls) == 1", holds: "seen <= 3"}', game
    )


@pytest.mark.parametrize("name", ["was_seen", "told_noted"])
def test_a_variable_whose_name_means_something_else(name: str) -> None:
    with pytest.raises(RulesError, match=name):
        book("", GAME.replace("  seen:", f"  {name}: {{type: int}}\n  seen:"))


@pytest.mark.parametrize("after", ["every_action, but: [take, play, rest]", "[]"])
def test_a_promise_about_no_step_at_all(after: str) -> None:
    with pytest.raises(RulesError, match="no step at all"):
        book(f'attack: {{says: x, after: {after}, holds: "1 == 2"}}')


def test_a_game_that_is_over_before_it_begins_keeps_every_invariant() -> None:
    from camelrules.prove.properties.book import book_of
    from tests.prove.tiny import HEAD
    from tests.small import node, raw

    head = HEAD.replace("over: over", 'over: "true"')
    files = [node(f'{head}  attack: {{says: x, always: "all(held[p, c] == 0 for p in player, c in colour)"}}')]
    assert not believed(verdict(book_of("tiny", raw(GAME), files), "attack"))  # type: ignore[arg-type]


NOTHING = {
    "a range": "all(seen == 77 for k in 1 .. 0)",
    "a range of a parameter": "all(seen == 77 for k in 3 .. limit)",
    "a condition": "all(seen == 77 for a in colour where a != a)",
    "items of a parameter": "all(seen == 77 for (s, n) in favourite where n > 5)",
    "a set": "all(seen == 77 for a in set(b in colour where false))",
    "a sort of values": "all(seen == 77 for k in kinds)",
    "a list": "sum(seen for k in order) == 0",
    "a sort of numbers": "not exists(k in none_such where seen == 77)",
    "another parameter": "limit == 2 or seen == 77",
    "a branch": "if limit == 3 then seen == 77 else true",
    "constants": "1 == 1",
}


@pytest.mark.parametrize("place", NOTHING)
def test_what_is_said_where_nobody_looks_is_vacuous(place: str) -> None:
    game = GAME.replace("  limit:", "  order: {type: list of int, is: []}\n  limit:")
    game = game.replace("  side:", "  kinds: {values: order}\n  none_such: {range: 1..0}\n  side:")
    for kind in ("always", "holds", "after: drop, holds"):
        assert verdict(book(f'attack: {{says: x, {kind}: "{NOTHING[place]}"}}', game), "attack").vacuous


def test_what_a_step_leaves_alone_is_something_to_say() -> None:
    made = book('sound: {says: x, after: drop, holds: "seen == was_seen"}')
    assert believed(verdict(made, "sound"))


def test_a_rule_without_an_answer_to_some_draws_is_refuted() -> None:
    # What is drawn first has an answer; the solver knows of another draw, and it is found.
    game = with_effect('lot: {do: ["draw c in colour", "draw d in colour", "set on[if c == d then 1 else 4] = c"]}')
    assert attacked('attack: {says: x, after: lot, holds: "seen == was_seen"}', game) == "refuted"


def test_what_is_said_of_some_members_is_not_known_of_all() -> None:
    # A cast leaves members out; an answer that was worked out for those that are left is not that for the others.
    game = GAME.replace("  left: {", '  blank: {given: {c: "colour?"}, type: bool, is: "c == none"}\n  left: {', 1)
    holds = "(on[s] == none or not blank(on[s] as colour)) and not blank(on[s])"
    attacked(f'attack: {{says: x, given: {{s: space}}, holds: "{holds}"}}', game)


def test_what_comes_first_in_a_list_of_unknown_order() -> None:
    # Red comes first in its sort and perhaps last in the list; what is asked of green has no answer.
    game = GAME.replace("  seen:", '  visits: {type: "list of colour"}\n  seen:')
    odd = "exists(e in visits where e == red or on[if e == green then 7 else 1] == none)"
    attacked(f'attack: {{says: x, where: "red in visits", let: {{x: "{odd}"}}, holds: "x or seen == 9"}}', game)


def test_a_variable_named_like_a_member_of_another() -> None:
    game = GAME.replace("  seen:", "  both: {type: set of colour}\n  both.red: {type: bool}\n  seen:")
    attacked('attack: {says: x, holds: "both.red == (red in both)"}', game)


# Each is so under any rules; the solver sees it where no part of it goes away by itself.
EMPTY = {
    "this or not this": 'after: drop, holds: "stack[c] == 1 or stack[c] != 1"',
    "this or not this, for ever": 'always: "over or not over"',
    "its own condition": 'given: {c: colour}, where: "stack[c] == 2", holds: "stack[c] > 1"',
    "its own condition before": 'after: drop, where: "stack[c] == 2", holds: "was_stack[c] == 2"',
    "the past alone": 'after: drop, holds: "was_stack[c] >= was_stack[c]"',
    "the past under a name": 'after: drop, let: {n: "stack[c]"}, holds: "n == was_stack[c]"',
    "a count": 'always: "count(b in colour where stack[b] > 0) <= 3"',
    "of what cannot be": 'after: drop, holds: "not (seen > 3 and seen < 3) or stack[c] == 7"',
    "of what can happen": 'after: drop, can: "was_seen == was_seen"',
    "a function twice": 'given: {c: colour}, where: "seen > 2", holds: "left(c) != 5 or left(c) == 5"',
    "to fail": 'expect: refuted, after: drop, holds: "stack[c] > 1 and stack[c] < 1"',
    "to fail, of constants": 'expect: refuted, holds: "1 == 2"',
}


@pytest.mark.parametrize("place", EMPTY)
def test_what_no_rules_could_break_says_nothing(place: str) -> None:
    result = verdict(book(f"attack: {{says: x, {EMPTY[place]}}}"), "attack")
    assert result.vacuous and not result.ok


def test_what_the_rules_answer_is_something_to_say() -> None:
    # Each would be broken by other rules: by a function, by a step, by a setup.
    for text in ('given: {c: colour}, holds: "left(c) == stack[c]"', 'after: drop, holds: "stack[c] < was_stack[c]"'):
        assert believed(verdict(book(f"sound: {{says: x, {text}}}"), "sound"))
    assert verdict(book('sound: {says: x, expect: refuted, always: "seen == 1"}'), "sound").ok


@pytest.mark.parametrize(
    "text", ['given: {s: int}, holds: "on[s] == none or on[s] != none"', 'after: broken, holds: "seen == was_seen"']
)
def test_what_is_to_fail_must_not_fail_for_want_of_an_answer(text: str) -> None:
    result = verdict(book(f"attack: {{says: x, expect: refuted, {text}}}"), "attack")
    assert not result.ok and "without an answer" in result.detail
