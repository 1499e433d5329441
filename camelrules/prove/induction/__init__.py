"""Properties as questions to the solver, for any state at all; every counterexample is replayed."""
