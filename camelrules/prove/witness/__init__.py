"""Counterexamples: replayed before they are believed, written to files, and replayed from them."""
