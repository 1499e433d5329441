"""The rules language: places, parsing, types, editions, and the folds over the tree."""
