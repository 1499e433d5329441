"""Tables of the language reference that follow from the code itself."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any, get_args

from camelrules.lang import syntax
from camelrules.site.page import table


def nodes() -> str:
    """Every kind of expression and domain, with its sentence."""
    return _table([*get_args(syntax.Expr), *get_args(syntax.Domain)])


def statements() -> str:
    """Every kind of statement, with its sentence."""
    return _table(list(get_args(syntax.Stmt)))


def _table(kinds: list[Any]) -> str:
    rows: list[list[object]] = []
    for kind in kinds:
        text = " ".join((inspect.getdoc(kind) or "").split())
        rows.append([f"`{kind.__name__}`", text])
    return table(["node", "meaning"], rows)


def _commands() -> list[tuple[str, str]]:
    # Read from its file: this room may not import the command line above it.
    source = (Path(__file__).resolve().parent.parent / "cli" / "__init__.py").read_text("utf-8")
    return re.findall(r'^    "([a-z-]+)": \("[a-z_]+", "(.+)"\),$', source, re.M)


def command_names() -> set[str]:
    """The names of all commands."""
    return {name for name, _ in _commands()}


def commands() -> str:
    """Every command with its line of help, as `--help` prints it."""
    return table(["command", "what it does"], [[f"`camelrules {n}`", t] for n, t in _commands()])
