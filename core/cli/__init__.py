"""The command line: arguments in, results on stdout, progress and problems on stderr.

Exit status 0: found; 1: nothing found; 2: could not run. Nothing heavy is imported before a command needs it, so that
`--help` answers at once.
"""

from __future__ import annotations

import os
import sys

import click

from core.cli import (
    answer,
    answers,
    check,
    columns,
    conversations,
    doctor,
    exports,
    feedback,
    flows,
    graphs,
    indexes,
    jobs,
    lsp,
    mcp,
    probe,
    report,
    review,
    runtime,
    serve,
    sets,
    setup,
    tests,
    watching,
)
from core.cli.interrupts import STATUS, tell_interrupted
from core.errors import WorkbenchError


class _Commands(click.Group):
    """The commands; a reader who closes the pipe has seen enough, which is no failure of the command."""

    def invoke(self, ctx: click.Context) -> None:
        """Run the command; a closed pipe ends it with status 0, before click makes a 1 of it, which means "nothing found"."""
        try:
            super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            _forget_output()
            raise click.exceptions.Exit(0) from None


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120})
@click.version_option(package_name="orienteer")
@click.option("--debug", is_flag=True, help="Show the traceback of a problem.")
def cli(debug: bool) -> None:
    """Find your way through a monolith that you do not know.

    \b
    orienteer index PATH            read a checkout
    orienteer ask "QUESTION"        answer from it, within a budget of tokens
    orienteer ui                    open the workbench in the browser
    """


_GROUPS = (
    indexes,
    watching,
    jobs,
    answers,
    answer,
    feedback,
    conversations,
    graphs,
    flows,
    check,
    review,
    runtime,
    columns,
    doctor,
    setup,
    exports,
    probe,
    report,
    tests,
    mcp,
    lsp,
    serve,
    sets,
)
for _group in _GROUPS:
    for _command in _group.COMMANDS:
        cli.add_command(_command)


def _forget_output() -> None:
    """Write to nowhere what is still to be written, of which Python would complain once more at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_streams() -> None:
    """Give the process the streams that it was started without."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115


def main() -> None:
    """Run the command line and exit; a problem that a person can act on is one sentence and status 2."""
    _open_streams()
    try:
        status = cli.main(standalone_mode=False)
    except click.exceptions.Exit as exit_:
        status = exit_.exit_code
    except click.ClickException as problem:
        problem.show()
        status = 2
    except WorkbenchError as problem:
        if "--debug" in sys.argv:
            raise
        click.echo(f"orienteer: {problem}", err=True)
        status = 2
    except OSError as problem:
        if "--debug" in sys.argv:
            raise
        place = problem.filename or "the output"
        click.echo(
            f"orienteer: The system refuses '{place}': {problem.strerror}. Check its rights and the free space.", err=True
        )
        _forget_output()
        status = 2
    except (KeyboardInterrupt, click.Abort):
        tell_interrupted()
        status = STATUS
    sys.exit(status if isinstance(status, int) else 0)
