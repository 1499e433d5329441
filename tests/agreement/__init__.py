"""Back ends against each other, and all of them against the oracle."""
