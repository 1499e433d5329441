"""A second, independent implementation of the rules that tests compare the specified one with.

It shares no code and no data with `camelrules`, so a common error would have to be made twice.
Only `rules` and `generate` are for use from other tests.
"""
