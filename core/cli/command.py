"""What all commands share: their options, old spellings, where output goes, colour, and which command an old name means."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, TypeVar

import click

from core.errors import did_you_mean

Decorated = TypeVar("Decorated", bound=Callable[..., object])
Hidden = Sequence[str]
_QUIET, _OUTPUT, _EXIT_CODE = "orienteer.quiet", "orienteer.output", "orienteer.exit_code"
_PLACE = re.compile(r"(?<![\w/.-])(?:[\w.@+-]+/)*[\w@+-]+(?:\.\w+)+:\d+(?:-\d+)?")
_LISTED = 12  # names that fit in a message
_RULE = re.compile(r"^─+(?:  ─+)*$")


class Option(click.Option):
    """An option with old spellings, which still work and are in no help."""

    def __init__(self, *arguments: Any, old: Hidden = (), old_off: Hidden = (), **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._old, self._old_off = old, old_off

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Let the parser know the old spellings; help, messages and completion read only the new ones."""
        shown, off = self.opts, self.secondary_opts
        self.opts, self.secondary_opts = [*shown, *self._old], [*off, *self._old_off]
        try:
            super().add_to_parser(parser, ctx)
        finally:
            self.opts, self.secondary_opts = shown, off

    def get_help_extra(self, ctx: click.Context) -> Any:
        """Return what the help adds in brackets; that a number is at least 1 goes without saying."""
        extra = super().get_help_extra(ctx)
        if extra.get("range") == "x>=1":
            del extra["range"]
        return extra


def option(*names: str, **named: Any) -> Callable[[Decorated], Decorated]:
    """Declare an option; `old` are spellings that still work."""
    return click.option(*names, cls=Option, **named)


def _noted(name: str) -> Callable[[click.Context, click.Parameter, object], None]:
    def keep(ctx: click.Context, _option: click.Parameter, value: object) -> None:
        if value:
            ctx.meta[name] = value

    return keep


def _without_colour(ctx: click.Context, _option: click.Parameter, value: bool) -> None:
    if value or os.environ.get("NO_COLOR"):
        ctx.color = False


def _everywhere() -> list[click.Parameter]:
    """Return the options that every command has."""
    return [
        Option(["-q", "--quiet"], is_flag=True, expose_value=False, callback=_noted(_QUIET),
               help="Print no progress and no notes."),
        Option(["--no-color"], is_flag=True, expose_value=False, callback=_without_colour, is_eager=True,
               help="Print without colour; NO_COLOR does the same."),
        Option(["--debug"], is_flag=True, expose_value=False, hidden=True, help="Show the traceback."),
    ]  # fmt: skip


output_option = option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", expose_value=False,
    callback=_noted(_OUTPUT), help="Write the result to FILE instead of stdout.",
)  # fmt: skip


def exit_code_option(help_: str = "Exit with 1 when nothing is found.") -> Callable[[Decorated], Decorated]:
    """Declare `--exit-code`, without which a command that ran ends with 0."""
    return option("--exit-code", is_flag=True, expose_value=False, callback=_noted(_EXIT_CODE), help=help_)


def exit_if(reached: bool) -> int:
    """Return status 1 when `--exit-code` was given and what it reports is reached, otherwise 0."""
    return int(reached and bool(click.get_current_context().meta.get(_EXIT_CODE)))


class _Summarised(click.Command):
    """A command whose summary is the first line of its help."""

    def get_short_help_str(self, limit: int = 80) -> str:
        """Return the first line of the help."""
        return (self.help or "").strip().split("\n")[0].strip()


class Command(_Summarised):
    """A command with the common options; a number that its function returns is the exit status."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.params = [*self.params, *_everywhere()]

    def invoke(self, ctx: click.Context) -> None:
        """Run the command; with `-o` the result is written to that file once the command has ended."""
        file: Path | None = ctx.meta.get(_OUTPUT)
        text = io.StringIO()
        if file is None:
            status = super().invoke(ctx)
        else:
            with redirect_stdout(text):
                status = super().invoke(ctx)
            file.write_text(text.getvalue(), encoding="utf-8")
            say(f"Wrote {file}.")
        if isinstance(status, int):
            ctx.exit(status)


class Group(_Summarised, click.Group):
    """Commands under one word; unknown ones are answered with the nearest name."""

    command_class = Command
    noun = "command"

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Return the arguments; without any the help is printed."""
        if not args and self.no_args_is_help and not ctx.resilient_parsing:
            click.echo(ctx.get_help())
            ctx.exit()
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first word names; raises `UsageError` with the nearest name for an unknown one."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            raise click.UsageError(unknown(self.noun, name, self.list_commands(ctx)), ctx)
        return super().resolve_command(ctx, args)


def unknown(noun: str, name: str, known: Iterable[str]) -> str:
    """Return that there is no such thing, with the nearest name, or with all of them if there are few."""
    names = sorted(known)
    return f"No {noun} '{name}'. {did_you_mean(name, names, '' if len(names) <= _LISTED else 'List them with --help.')}"


def is_quiet() -> bool:
    """Tell whether `-q` was given."""
    ctx = click.get_current_context(silent=True)
    return bool(ctx and ctx.meta.get(_QUIET))


def is_plain() -> bool:
    """Tell whether colour was refused, by `--no-color` or NO_COLOR."""
    ctx = click.get_current_context(silent=True)
    return bool(ctx and ctx.color is False)


def say(text: str) -> None:
    """Print a line beside the result, on stderr, unless `-q` was given."""
    if not is_quiet():
        click.echo(text, err=True)


def note(text: str) -> None:
    """Print a note on stderr, unless `-q` was given."""
    say(f"note: {text}")


def fail(text: str, hint: str = "") -> None:
    """Print what failed on stderr, as every command does; a hint has its own line."""
    coloured = False if "--no-color" in sys.argv or os.environ.get("NO_COLOR") else None
    click.echo(f"{click.style('error:', fg='red', bold=True)} {text}", err=True, color=coloured)
    if hint:
        click.echo(f"  {hint}", err=True, color=coloured)


def show(text: str) -> None:
    """Print a result on stdout, in a terminal with headings and places in colour."""
    click.echo(painted(text) if sys.stdout.isatty() and not is_plain() else text)


def painted(text: str) -> str:
    """Return text with the headings of its tables and every FILE:LINE in colour."""
    lines = text.split("\n")
    painted = []
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        if _RULE.match(below):
            painted.append(click.style(line, bold=True))
        else:
            painted.append(_PLACE.sub(lambda place: click.style(place[0], fg="cyan"), line))
    return "\n".join(painted)
