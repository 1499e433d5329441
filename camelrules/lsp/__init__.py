"""The language server: findings of a rulebook's text as one types, and the names of every YAML format.

`texts` and `specification` say what there is to say of a file, in our own places; `server` speaks the protocol.
"""
