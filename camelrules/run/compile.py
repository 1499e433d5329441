"""An edition as WebAssembly for other programs: every rule, whole turns and games, with the interface as data."""

from __future__ import annotations

from typing import Any

from camelrules.run.table import Table
from camelrules.run.wasm.describe import describe
from camelrules.run.wasm.games import Games
from camelrules.run.wasm.module import Builder

# What every module has beside the rules, with what each of its arguments is.
EXPORTS = {
    "memory": "the linear memory",
    "begin()": "forgets events, scratch memory and the last fault; before every call that is not part of another",
    "initial()": "makes the state before setup",
    "seed(seed: i64, game: i64)": "starts the generator of chance for a game of a series",
    "script(mode: i32)": "draws from the choices at `script`; after them the first option (1), or by chance (2)",
    "cursor() -> i32": "how many choices have been made since `script`",
    "told() -> i32": "the address at which the events written so far end",
    "turn() -> i32": "a random legal action and the end of the turn; which action it was, or -1 where none is legal",
    "games(seed: i64, first: i64, count: i32, turns: i32, address: i32)": "whole games, with a record of each",
    "function NAME": "the value of a function or decision",
    "effect NAME": "runs an effect",
    "action NAME": "does an action, legal or not",
    "legal NAME": "whether every guard of an action holds",
    "options NAME": "every legal way to do an action: how many, with their arguments at `scratch`",
}


def compile_table(table: Table, folded: bool = False) -> tuple[bytes, dict[str, Any]]:
    """The module of a table and its description."""
    builder = Builder(table, folded)
    builder.everything()
    games = Games(builder)
    built = builder.build(games.functions())
    return built.code, {**describe(built), "exports": EXPORTS}
