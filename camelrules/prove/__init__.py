"""Prove what the specification promises: by induction over all states, by exhaustive search, by replay.

Properties live in `verify/`; a refutation counts only after the reference evaluator has replayed it.
"""
