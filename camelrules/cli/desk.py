"""`camelrules desk`: the editor's page, on this machine."""

from __future__ import annotations

import webbrowser

import click

from camelrules.cli.logs import in_one_line
from camelrules.lang.library import base_of
from camelrules.lang.source import fail
from camelrules.text import open_document


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("texts", metavar="[FILE]...", nargs=-1, type=click.Path())
@click.option("--edition", help="The edition the texts should state; guessed without it.")
@click.option("--lang", "language", help="The language of the texts; guessed without it.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="The port to listen on; a free one without it.")
@click.option("--browser/--no-browser", default=True, help="Open the page in your browser.")
def command(texts: tuple[str, ...], edition: str | None, language: str | None, port: int, browser: bool) -> None:
    """Show FILEs in a page of your browser: the text with its findings, games and suggestions, while you edit.

    The first line printed is the page's address. Only this machine can open it, and only with the token in it. Nothing
    but the files named, and the waivers beside them, is read or written. Without a FILE you can paste a text.
    """
    for path in texts:
        if path == "-":
            raise fail("option", "what is piped in cannot be watched", None, "name the file itself")
        open_document(path)  # what cannot be opened is told here and not in the page
    if edition is not None:
        base_of(edition)
    try:
        from camelrules.desk.server import serve
        from camelrules.desk.session import Desk
    except ModuleNotFoundError as error:
        name = error.name or "starlette"
        raise fail("extra", f"the desk needs `{name}`", None, "pip install 'camelrules[desk]'") from None

    def announce(address: str) -> None:
        click.echo(address)
        click.echo("The desk is open until you press Ctrl-C.", err=True)
        if browser:
            webbrowser.open(address)

    in_one_line("desk", "uvicorn", "asyncio")
    serve(Desk(texts, edition, language), port, announce)
