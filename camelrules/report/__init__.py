"""Results to what people and programs read: terminal text, and the formats of other tools.

A report knows no rules: it is given plain data and makes text of it.
"""
