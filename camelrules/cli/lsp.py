"""`camelrules lsp`: the language server."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys

import click

from camelrules.cli import INTERRUPTED
from camelrules.cli.logs import in_one_line
from camelrules.lang.source import fail


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Speak the Language Server Protocol on standard input and output, for an editor that starts it."""
    try:
        from camelrules.lsp.server import make_server
    except ModuleNotFoundError as error:
        name = error.name or "pygls"
        raise fail("extra", f"the language server needs `{name}`", None, "pip install 'camelrules[lsp]'") from None
    in_one_line("lsp", "pygls", "asyncio")
    # A thread always waits at standard input here, and a copy of this process would wait for that thread for ever.
    multiprocessing.set_start_method("spawn")
    server = make_server()

    def interrupted(*_: object) -> None:
        # That thread is not to be stopped: nothing but the end of the process ends it, and the workers with it.
        server.folder.cleanup()
        print("interrupted", file=sys.stderr, flush=True)
        os._exit(INTERRUPTED)

    signal.signal(signal.SIGINT, interrupted)
    try:
        server.start_io()
    except (ValueError, OverflowError):
        # The library reads the length of a message as a number, whatever stands there.
        raise fail("protocol", "the editor sent a message of no possible length") from None
