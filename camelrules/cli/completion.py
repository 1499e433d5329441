"""`camelrules completion`: the script that teaches a shell our commands."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the completion script of SHELL.

    \b
    bash   eval "$(camelrules completion bash)"
    zsh    eval "$(camelrules completion zsh)"
    fish   camelrules completion fish | source
    """
    from camelrules.cli import cli

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(cli, {}, "camelrules", "_CAMELRULES_COMPLETE").source())
