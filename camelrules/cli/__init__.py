"""The command line: one small file a command, imported only when it is called."""

from __future__ import annotations

import contextlib
import errno
import importlib
import io
import os
import re
import signal
import sys
from collections import namedtuple

import click

from camelrules import __version__

# What a shell reports for a program that was interrupted.
INTERRUPTED = 130
# Two evaluators disagree, or we fail in another way of our own.
INTERNAL = 4
# Set it to see where an internal error comes from.
TRACEBACK = "CAMELRULES_TRACEBACK"
# Name, module and one line of help, so that `--help` imports no command.
COMMANDS = {
    "show": ("show", "Show an edition's rules and where each comes from, or draw a position."),
    "move": ("move", "Reveal a die in a position and say what happens."),
    "odds": ("odds", "Exact chances of every place at the end of the leg."),
    "score": ("score", "Leg scoring and final scoring."),
    "play": ("play", "Play a whole game with random legal actions."),
    "simulate": ("simulate", "Play many games and count."),
    "compile": ("compile", "Write an edition as WebAssembly for other programs."),
    "read": ("read", "Say what a rulebook's text states for every clause."),
    "check": ("check", "Check a translation against its edition and itself."),
    "desk": ("desk", "Show a translation with its findings in a page of your browser."),
    "lsp": ("lsp", "A language server for texts and specification files."),
    "write": ("write", "Write a whole rulebook in a language, from an edition."),
    "impact": ("impact", "How often what a text says otherwise would change a game."),
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
    from camelrules.door.diagnostics import RulesError
    from camelrules.door.escape import terminal_lines
    from camelrules.door.writing import discard_standard_output

    if args is None:
        _prepare()
    try:
        _here()
        _no_empty(sys.argv[1:] if args is None else args)
        status = cli.main(args, prog_name="camelrules", standalone_mode=False)
    except RulesError as error:
        status = _refuse(error.render())
    except click.Abort:
        _say("interrupted")
        forget_interrupt()
        status = INTERRUPTED
    except click.ClickException as error:
        shown = io.StringIO()
        error.show(shown)
        # It repeats what was typed, however long that is.
        _say(re.sub(r"(\S{60})\S{140,}", r"\1…", terminal_lines(shown.getvalue().rstrip())))
        status = error.exit_code
    except BrokenPipeError:
        # The reader went away: not our mistake, and nobody left to tell.
        discard_standard_output()
        status = 0
    except RecursionError:
        status = _refuse("error: the input is nested too deeply")
    except MemoryError:
        status = _refuse("error: there is not enough memory for this")
    except OSError as error:
        place = f" `{terminal_lines(str(error.filename)[:200])}`" if error.filename else ""
        discard_standard_output()
        status = _refuse(f"error[system]: {error.strerror or error}{place}")
    except Exception as error:
        status = _confess(error)
    sys.exit(_finish(status if isinstance(status, int) else 0))


def forget_interrupt() -> None:
    """An interrupt while Python itself ran a text (it makes dataclasses so) is remembered by it, heard or not.

    It would end us by the signal and not with our status; the next such text that ends well makes it forget.
    """
    namedtuple("Forgotten", ())


def _here() -> None:
    """Names are looked up from a folder; where that was removed under us, nothing would say so."""
    from camelrules.door.diagnostics import fail

    try:
        os.getcwd()  # noqa: PTH109 - as it is said below
    except OSError as error:
        message = f"the folder you are in cannot be found: {error.strerror}"
        raise fail("unreadable", message, None, "change to another one") from None


def _no_empty(args: list[str]) -> None:
    """An empty name stands for nothing; most often it is a variable of a script that was not set."""
    if any(a == "" or re.fullmatch("--[a-z-]+=", a) for a in args):
        raise click.UsageError("one of the arguments is empty; is it a variable that was not set?")


class _Closed(io.TextIOBase):
    """Standard output that the caller has closed: an error for whoever writes to it."""

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, "standard output is closed")


def _prepare() -> None:
    """For a process of our own: no descriptor that a file could be mistaken for, and an end that cleans up."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            # Closed by the caller; the next file opened would otherwise be taken for it.
            os.open(os.devnull, os.O_RDWR)
    if sys.stdout is None:
        sys.stdout = _Closed()
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - a device, for the whole run
    if signal.getsignal(signal.SIGTERM) == signal.SIG_DFL:
        signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))


def _confess(error: Exception) -> int:
    """A fault of ours: not the status of findings, which is what Python would leave with its traceback."""
    import traceback

    from camelrules.door.escape import terminal_lines

    name, message = type(error).__name__, str(error).strip().split("\n")[-1][:500]
    if name == "Disagreement":  # its message says which back ends, and about what
        _say(f"internal disagreement: {error}")
        return INTERNAL
    if os.environ.get(TRACEBACK):
        _say("".join(traceback.format_exception(error)))
    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{os.path.basename(frame.filename)}:{frame.lineno}"  # noqa: PTH119 - it may be no path
    _say(terminal_lines(f"internal error: {name}: {message} ({place})"))
    _say(f"help: this is a fault of camelrules, not of yours; please report it with what {TRACEBACK}=1 shows")
    return INTERNAL


def _refuse(message: str) -> int:
    _say(message)
    return 2


def _say(message: str) -> None:
    """A line on the error stream; where that is closed, the exit status says it alone."""
    from camelrules.door.escape import no_workflow_command

    with contextlib.suppress(OSError, ValueError):
        click.echo(no_workflow_command(message), err=True)


def _finish(status: int) -> int:
    """The status, once what was printed has gone out."""
    try:
        if sys.stdout is not None and not sys.stdout.closed:
            sys.stdout.flush()
    except BrokenPipeError:
        _discard()
    except OSError as error:
        _discard()
        return _refuse(f"error[unwritable]: cannot write standard output: {error.strerror}")
    return status


def _discard() -> None:
    from camelrules.door.writing import discard_standard_output

    discard_standard_output()
