"""What libraries log: a line each, for whoever looks there, and nothing that acts on a terminal."""

from __future__ import annotations

import logging

from camelrules.door.escape import terminal


class OneLine(logging.Formatter):
    """The first line of what was logged, with the error that it is about."""

    def __init__(self, command: str) -> None:
        super().__init__()
        self.command = command

    def format(self, record: logging.LogRecord) -> str:
        error = record.exc_info[1] if record.exc_info else None
        said = record.getMessage().partition("\n")[0]
        return terminal(f"camelrules {self.command}: {said}" + (f": {error}" if error else ""))


def in_one_line(command: str, *libraries: str) -> None:
    """Has these libraries log in one line on the error stream."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine(command))
    for library in libraries:
        logging.getLogger(library).addHandler(handler)
