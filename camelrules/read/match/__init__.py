"""Stage 5, sentences against patterns: which clause is stated where, with what value, and how sure that is."""
