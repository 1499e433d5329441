"""`camelrules lsp`: the language server."""

from __future__ import annotations

import logging
import multiprocessing

import click

from camelrules.door.escape import terminal
from camelrules.lang.source import fail


class OneLine(logging.Formatter):
    """What the library logs of a message that it cannot take: in one line, for whoever looks into an editor's log."""

    def format(self, record: logging.LogRecord) -> str:
        error = record.exc_info[1] if record.exc_info else None
        said = record.getMessage().partition("\n")[0]
        return terminal(f"camelrules lsp: {said}" + (f": {error}" if error else ""))


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Speak the Language Server Protocol on standard input and output, for an editor that starts it."""
    try:
        from camelrules.lsp.server import make_server
    except ModuleNotFoundError as error:
        name = error.name or "pygls"
        raise fail("extra", f"the language server needs `{name}`", None, "pip install 'camelrules[lsp]'") from None
    log = logging.StreamHandler()
    log.setFormatter(OneLine())
    logging.getLogger("pygls").addHandler(log)
    # A thread always waits at standard input here, and a copy of this process would wait for that thread for ever.
    multiprocessing.set_start_method("spawn")
    make_server().start_io()
