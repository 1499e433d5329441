"""The message that a bad file gets, in a form that does not depend on where the checkout lies."""

from __future__ import annotations

import os
from pathlib import Path

from camelrules.lang.library import Library, data_folder
from camelrules.lang.source import RulesError

HERE = Path(__file__).resolve().parent


def message(name: str, folder: Path = HERE) -> str:
    """What loading an edition or game file says, or an empty text where it loads."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        Library(data_folder("spec"), folder).load(name)
    except RulesError as error:
        return error.render() + "\n"
    finally:
        os.chdir(before)
    return ""
