"""Stage 4, the typed values that a sentence gives: numbers, lists, relations, members of contrast sets."""
