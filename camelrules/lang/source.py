"""Diagnostics under the name by which the language knows them; they live at the door, which every room may use."""

from camelrules.door.diagnostics import (
    LINE_BREAK,
    Diagnostic,
    RulesError,
    Source,
    Span,
    counted,
    fail,
    listing,
    near,
    placed,
)
from camelrules.door.escape import terminal as visible

__all__ = [
    "LINE_BREAK", "Diagnostic", "RulesError", "Source", "Span", "counted", "fail", "listing", "near", "placed",
    "visible",
]  # fmt: skip
