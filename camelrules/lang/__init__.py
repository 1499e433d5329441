"""The rules language: YAML with source places, editions, the typed syntax tree and its diagnostics.

Nothing here knows the game; nothing here runs it. `library.load` is the way in.
"""
