"""The site: pages, board drawings and the playground, all made from `spec/`, `verify/` and the readings.

Nothing here knows a rule: pages are written from the resolved editions, and the playground runs JavaScript
that is generated from the same syntax tree as every other back end.
"""
