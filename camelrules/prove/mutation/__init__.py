"""Faults planted in the specification, and what notices each of them."""
