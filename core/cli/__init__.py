"""The command line: arguments in, results on stdout, progress and problems on stderr.

Exit status 0: it ran; 2: it could not run; 1 only where a command checks (`check`, `review`, `doctor`, `evaluate`) and with
`--exit-code`. Nothing heavy is imported before a command needs it, so that `--help` answers at once.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from core.cli.analyze import analyze, parts
from core.cli.answer import answer
from core.cli.answers import ask, context
from core.cli.check import check
from core.cli.command import Group, fail, say
from core.cli.conversations import conversations
from core.cli.doctor import doctor
from core.cli.evaluation import evaluate
from core.cli.feedback import feedback, tune
from core.cli.graphs import column, dependents, deps, find, flow, path, rename, search, show_
from core.cli.indexes import diff, export, group, index, list_, migrate, overview, remove, status, ui
from core.cli.interrupts import STATUS, tell_interrupted
from core.cli.report import report
from core.cli.review import review
from core.cli.runtime import probe, recording, runtime
from core.cli.serve import job, lsp, mcp, serve
from core.cli.setup import completion, init, notebooks, settings_
from core.cli.tests import coverage, tests
from core.cli.watching import watch
from core.errors import WorkbenchError

SECTIONS: dict[str, tuple[click.Command, ...]] = {
    "Start": (index, ui, overview, init),
    "Ask and find": (ask, answer, context, search, find, show_),
    "Follow the code": (deps, dependents, path, flow, column, rename),
    "Architecture": (analyze, parts, check, report),
    "Changes": (review, diff, tests),
    "Indexes": (list_, status, watch, remove, export, migrate, group, conversations),
    "Runtime data": (probe, recording, coverage),
    "Answer quality": (evaluate, tune, feedback),
    "Integrations": (mcp, lsp, serve),
    "Configuration": (settings_, doctor, completion, notebooks),
}
"""The commands as the help groups them."""
ALIASES = {
    "analyse": ("analyze",), "compare": ("diff",), "set": ("group",), "backends": ("doctor", "--installed"),
}  # fmt: skip
"""Old names, and what they mean now."""


class _Commands(Group):
    """The commands; a reader who closes the pipe has seen enough, which is no failure of the command."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first word names, by its old name as well."""
        if words := ALIASES.get(args[0]):
            say(f"'{args[0]}' is now: orienteer {' '.join(words)}")
            args = [*words, *args[1:]]
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands under their headings."""
        width = max(len(str(one.name)) for section in SECTIONS.values() for one in section)
        for heading, section in SECTIONS.items():
            with formatter.section(heading):
                formatter.write_dl([(str(one.name).ljust(width), one.get_short_help_str()) for one in section])

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a closed pipe ends it with status 0, before click makes a 1 of it."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            _forget_output()
            raise click.exceptions.Exit(0) from None
        return result


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120})
@click.version_option(package_name="orienteer", message="%(prog)s %(version)s")
@click.option("--debug", is_flag=True, help="Show the full traceback if the command fails.")
def cli(debug: bool) -> None:
    """Find your way through a codebase that you do not know.

    \b
    orienteer index PATH            index a checkout
    orienteer ask "QUESTION"        list the places that answer it
    orienteer ui                    open the workbench in the browser
    """


for _command in (*(one for section in SECTIONS.values() for one in section), job, runtime):
    cli.add_command(_command)


def _forget_output() -> None:
    """Discard what is still to be written, of which Python would complain at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_streams() -> None:
    """Give the process the streams that it was started without."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115


def main() -> None:
    """Run the command line and exit; a problem is one line on stderr, with a next step, and status 2."""
    _open_streams()
    try:
        status = cli.main(prog_name="orienteer", standalone_mode=False)
    except click.exceptions.Exit as exit_:
        status = exit_.exit_code
    except click.UsageError as problem:
        ctx = problem.ctx
        fail(problem.format_message(), f"See: {ctx.command_path} --help" if ctx else "")
        status = 2
    except click.ClickException as problem:
        fail(problem.format_message())
        status = 2
    except WorkbenchError as problem:
        if "--debug" in sys.argv:
            raise
        fail(str(problem))
        status = 2
    except OSError as problem:
        if "--debug" in sys.argv:
            raise
        place = problem.filename or "the output"
        fail(f"'{place}' cannot be used: {problem.strerror}. Check its permissions and the free space.")
        _forget_output()
        status = 2
    except (KeyboardInterrupt, click.Abort):
        tell_interrupted()
        status = STATUS
    sys.exit(status if isinstance(status, int) else 0)
