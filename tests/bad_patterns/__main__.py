"""Write the messages anew, to be reviewed."""

from __future__ import annotations

from .messages import FILES, HERE, message

for path in FILES:
    (HERE / path).with_suffix(".txt").write_text(message(path), "utf-8")
