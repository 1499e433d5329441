"""What can go wrong while rules run: a hole in the specification, never a crash of the program."""

from __future__ import annotations

from camelrules.lang.source import RulesError, Span, fail


class RuleFault(RulesError):
    """The rules give no answer, or two: the specification (or an edition of the user's) has a hole."""


def fault(message: str, span: Span, help: str = "") -> RuleFault:
    """A `RuleFault` at a place of the specification."""
    return RuleFault(*fail("rule-fault", message, span, help).diagnostics)
