"""Execution: evaluators, positions, scoring, odds and play, against arithmetic done by hand."""
