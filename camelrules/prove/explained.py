"""Reasons that people have given in `verify/`: why a fault changes nothing, why a part of the rules is not covered."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from camelrules.lang.library import data_folder
from camelrules.lang.tree import Fields, expect_fields, expect_text, parse_yaml, read_source


@lru_cache(maxsize=4)
def explained(word: str) -> dict[str, str]:
    """Names with their reasons, from `verify/WORD.yaml`."""
    path: Path = data_folder("verify") / f"{word}.yaml"
    if not path.is_file():
        return {}
    block = expect_fields(parse_yaml(read_source(path)), f"`{word}.yaml`", (word,), (word,)).get(word)
    if not isinstance(block, Fields):
        return {}
    return {k.value: " ".join(expect_text(v, "a reason").value.split()) for k, v in block}
