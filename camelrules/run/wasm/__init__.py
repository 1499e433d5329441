"""The fast back end: the checked tree lowered to a small imperative form, encoded as WebAssembly, and its host.

Nothing here knows the game. The reference evaluator is the definition; this must say the same, faults included.
"""
