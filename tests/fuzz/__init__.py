"""Broken files of every format, written by Hypothesis: nothing but the program's own errors may come out.

`make fuzz` runs these for as long as one likes (`MINUTES=30 make fuzz`); what was found stays in `test_found.py`.
"""
