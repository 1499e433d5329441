"""Checks over a whole game: no recursion, nothing defined in vain."""

from __future__ import annotations

from camelrules.lang.editions import Raw
from camelrules.lang.model import Decision, Effect, Function, Game
from camelrules.lang.source import Diagnostic, RulesError, fail, near
from camelrules.lang.syntax import Call, Do
from camelrules.lang.tokens import tokenize
from camelrules.lang.tree import Fields, Text
from camelrules.lang.walk import all_expressions, statements

# Functions that programs ask of every position they are given, whatever an edition calls them.
POSSIBLE = "possible."
# Ours call one another 11 deep; every evaluator, and the solver, goes as deep as the calls do.
MAX_CALLS = 50


def without_the_removed(raw: Raw) -> None:
    """A test of what an edition has removed goes with it: what is not there cannot be impossible."""
    functions = raw.sections["functions"]
    for name, entry in list(functions.items()):
        body = entry.node.get("is") if isinstance(entry.node, Fields) else None
        if not isinstance(body, Text) or not name.startswith(POSSIBLE) or entry.origin == raw.name:
            continue
        if any(token.text in raw.removed for token in tokenize(body)):
            del functions[name]


def complain_of_cycles(game: Game) -> None:
    """The language has no recursion: every call goes to something simpler."""
    calls: dict[str, set[str]] = {}
    named: dict[str, Function | Decision | Effect] = {**game.functions, **game.decisions, **game.effects}
    for definition in named.values():
        calls[definition.name] = {e.name for e in all_expressions(definition) if isinstance(e, Call)}
    for effect in game.effects.values():
        calls[effect.name] |= {s.name for s in statements(effect.body) if isinstance(s, Do)}
    depth: dict[str, int] = {}

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            chain = " → ".join((*path[path.index(name) :], name))
            raise fail(
                "recursion",
                f"`{name}` leads back to itself: {chain}",
                named[name].note.span,
                "use a quantifier or a `for:` block instead",
            )
        if len(path) < MAX_CALLS and name not in depth:
            for other in sorted(calls[name]):
                visit(other, (*path, name))
            depth[name] = 1 + max((depth[other] for other in calls[name]), default=0)
        if len(path) + depth.get(name, 1) > MAX_CALLS:
            first = path[0] if path else name
            message = f"`{first}` leads to calls more than {MAX_CALLS} deep"
            raise fail("too-deep", message, named[first].note.span, "put some of what it calls together")

    for name in calls:
        visit(name, ())


def complain_of_entries(game: Game, raw: Raw) -> None:
    """What programs call from outside must be there."""
    defined = {*game.functions, *game.decisions, *game.effects, *game.state, *game.parameters, *game.sorts}
    for word in raw.entries:
        if word.value in raw.removed:
            removed = raw.removed[word.value]
            hint = "programs call it: replace it instead"
            raise fail("unknown-name", f"`{word.value}` is an entry of the game and cannot be removed", removed, hint)
        if word.value not in defined:
            hint = near(word.value, defined, "define it, or take it out of `entries`")
            raise fail("unknown-name", f"the entry `{word.value}` is not defined", word.span, hint)


def complain_of_unused(raw: Raw, used: set[str]) -> None:
    """A definition that this edition itself writes and nothing uses is a slip of the pen."""
    complaints = []
    entries = {word.value for word in raw.entries}
    for section in ("sorts", "parameters", "rulings", "state", "functions", "decisions", "effects"):
        for name, entry in raw.sections[section].items():
            single = section == "rulings"  # a ruling that nothing can change is documentation
            outside = name in entries or (section == "functions" and name.startswith(POSSIBLE))
            if name not in used and not outside and not single and entry.origin == raw.name:
                hint = "remove it, or name it under `entries` if programs use it from outside"
                complaints.append(Diagnostic("unused", f"`{name}` is defined and never used", entry.key.span, hint))
    if complaints:
        raise RulesError(*complaints)
