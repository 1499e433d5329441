"""Executing the rules: the reference evaluator, compiled code, positions, play, odds and simulation.

No rule and no number of the game stands here; all of it comes from the checked `Game`.
"""
