"""`camelrules write`: a whole rulebook in a language."""

from __future__ import annotations

from pathlib import Path

import click

from camelrules.cli.common import as_json, emit, output_option
from camelrules.door.escape import screen
from camelrules.door.writing import output as output_file
from camelrules.door.writing import outputs
from camelrules.write import rulebook
from camelrules.write.printing import data, drawings, html, markdown
from camelrules.write.svg import drawn_here
from camelrules.write.word import word


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--edition", required=True, metavar="NAME|FILE", help="An edition, or the YAML file of your own.")
@click.option("--lang", "language", required=True, help="The language to write in: de, en, es, fr, it or pt.")
@click.option(
    "--style",
    type=click.Choice(["familiar", "formal"]),
    default="familiar",
    show_default=True,
    help="How the reader is addressed, where the language has both.",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["markdown", "html", "docx", "json", "text"]),
    default="markdown",
    show_default=True,
    help="How to print; `text` is Markdown, `docx` needs --output.",
)
@output_option
def command(edition: str, language: str, style: str, format_: str, output: str | None) -> None:
    """Write the rulebook of an edition, sentence by sentence, from the phrases of a language.

    The examples are drawn: within a page, as tables in a Word document, and beside a Markdown file as SVG files.
    """
    if format_ == "docx" and output is None:
        raise click.UsageError("--format docx needs --output FILE.")
    book = rulebook(edition, language, style)
    match format_:
        case "docx":
            assert output is not None
            with output_file(output) as file:
                file.write(word(book))
            return
        case "json":
            text = as_json(data(book))
        case "html":
            text = html(book).rstrip("\n")
        case _:
            stem = Path(output).stem + "." if output else ""
            text = markdown(book, stem).rstrip("\n")
            if output is not None:
                pictures = {f"{stem}{clause}.svg": drawing.encode() for clause, drawing in drawings(book).items()}
                beside = {Path(output).with_name(name): drawing for name, drawing in pictures.items()}
                outputs({Path(output): f"{screen(text, False)}\n".encode(), **beside}, drawn_here)
                return
    emit(text, output)
