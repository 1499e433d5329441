"""Proofs: the encoder against the evaluators, verdicts, planted faults, witnesses."""
