"""Claims against the rules and against each other: contradictions, verdicts, witnesses, known errata.

A reading is a set of claims; a claim that differs from its edition is a change of the rules, so a rulebook as read
can be played, and two rulebooks can be played side by side until somebody's money differs.
"""
