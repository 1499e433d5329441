"""The site: pages, board drawings and the playground, all made from `spec/`, `verify/` and the readings.

Nothing here knows a rule: pages are written from the resolved editions, and the playground runs
WebAssembly of the same lowering as every command.
"""
