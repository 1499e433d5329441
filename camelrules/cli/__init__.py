"""The command line: one small file a command, imported only when it is called."""

from __future__ import annotations

import importlib
import os
import sys

import click

from camelrules import __version__

# Name, module and one line of help, so that `--help` imports no command.
COMMANDS = {
    "show": ("show", "Show an edition's rules and where each comes from, or draw a position."),
    "move": ("move", "Reveal a die in a position and say what happens."),
    "odds": ("odds", "Exact chances of every place at the end of the leg."),
    "score": ("score", "Leg scoring and final scoring."),
    "play": ("play", "Play a whole game with random legal actions."),
    "simulate": ("simulate", "Play many games and count."),
    "read": ("read", "Say what a rulebook's text states for every clause."),
    "check": ("check", "Check a translation against its edition and itself."),
    "init": ("init", "Start the review of a translation."),
    "diff": ("diff", "Where two editions, rulebooks or texts differ."),
    "matrix": ("matrix", "Every clause against every rulebook."),
    "verify": ("verify", "Prove what the rules promise, and run the worked examples."),
    "replay": ("replay", "Play a witness again, step by step."),
    "mutate": ("mutate", "Change the rules and say which changes nobody notices."),
    "explain": ("explain", "Say what a clause, rule or finding code means."),
    "site": ("site", "Build, serve or check the documentation site."),
    "schema": ("schema", "Print the JSON schema of a kind of file."),
    "completion": ("completion", "Print the shell completion script."),
}


class Commands(click.Group):
    """Loads a command when it is called or asked for help."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"camelrules.cli.{COMMANDS[cmd_name][0]}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            from camelrules.lang.source import near

            hint = near(args[0], COMMANDS, "`camelrules --help` lists the commands")
            raise click.UsageError(f"there is no command `{args[0][:60]}`; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="camelrules")
def cli() -> None:
    """The rules of Camel Up, executable and provable, and a checker for its translations.

    \b
    camelrules show 2018                 the rules of an edition
    camelrules move POSITION --die red --value 3
    camelrules odds POSITION             exact chances at the end of the leg
    camelrules play --edition 2018 --players 4 --seed 7
    """


def main(args: list[str] | None = None) -> None:
    """Runs a command and turns every failure into one message and an exit status."""
    from camelrules.lang.source import RulesError

    try:
        cli.main(args, prog_name="camelrules", standalone_mode=True)
    except RulesError as error:
        click.echo(error.render(), err=True)
        sys.exit(2)
    except BrokenPipeError:
        # The reader went away: not our mistake, and nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except RecursionError:
        click.echo("error: the input is nested too deeply", err=True)
        sys.exit(2)
    except Exception as error:
        if type(error).__name__ == "Disagreement":
            click.echo(f"internal disagreement: {error}", err=True)
            sys.exit(4)
        raise
