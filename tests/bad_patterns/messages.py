"""The message that a bad file of patterns or of a language gets, whatever the checkout is called."""

from __future__ import annotations

import os
from pathlib import Path

from camelrules.lang.source import RulesError
from camelrules.read.language import lexicon
from camelrules.read.patterns import library

HERE = Path(__file__).resolve().parent
GROUPS = HERE / "groups.yaml"
FILES = sorted(path.relative_to(HERE) for path in HERE.rglob("*.yaml") if path != GROUPS)
# Patterns without examples are a mistake where there are no others.
EXAMPLES = "missing-example"


def message(path: Path) -> str:
    """What loading the file says, or an empty text where it loads."""
    before = Path.cwd()
    os.chdir(HERE)
    try:
        if path.parent.name == "languages":
            lexicon.load(path)
        else:
            groups = path if path.stem.startswith("group-") else GROUPS
            library.load([path], groups, examples=path.stem == EXAMPLES)
    except RulesError as error:
        return error.render() + "\n"
    finally:
        os.chdir(before)
    return ""
