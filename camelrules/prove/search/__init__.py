"""Properties tried on every position of a finite space, and the evaluators compared on positions of play."""
