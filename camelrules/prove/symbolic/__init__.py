"""The rules over unknown values: expressions and statements as terms of the solver."""
