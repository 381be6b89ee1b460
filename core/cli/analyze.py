"""The analyses of the whole, one command each, and the parts of the domain."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from core.cli.command import Command, Group, exit_code_option, exit_if, option, say, show
from core.cli.options import format_option, index_option, kind_option, limit_option, opened
from core.model.analyses import COMMANDS, LEVELS, AnalysisRow

_SHOWN = 20  # rows as text
_OPTIONS = {
    "kinds": kind_option,
    "level": option("--level", type=click.Choice(LEVELS), metavar="LEVEL", help=f"{', '.join(LEVELS[:-1])} or part."),
    "type": option("--type", "type_", metavar="TYPE", help="Only this type: method, route …; n+1, schema …"),
    "since": option("--since", default="", metavar="STATE", help="Mark new ones since a version, commit or 'previous'."),
    "types": option("--type-imports", "types", is_flag=True, old=("--types",), help="Count imports for types alone."),
}


class _Analyses(Group):
    """The analyses; the name of one may follow its options, as it could of old."""

    noun = "analysis"

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the name of the analysis first, where it comes after its options."""
        at = next((number for number, word in enumerate(args) if word in COMMANDS), 0)
        return super().parse_args(ctx, [*args[at : at + 1], *args[:at], *args[at + 1 :]])


@click.group(cls=_Analyses, invoke_without_command=True)
@click.pass_context
def analyze(ctx: click.Context) -> None:
    """Run an analysis of the whole: hubs, cycles, unused …

    Without a name, lists the analyses.
    """
    if ctx.invoked_subcommand is None:
        width = max(map(len, COMMANDS))
        show("\n".join(f"{name:<{width}}  {row.summary}" for name, row in COMMANDS.items()))


def _command(name: str, row: AnalysisRow) -> Command:
    def run(index: str | None, limit: int | None, format_: str, **given: Any) -> int:
        from core.present.export import text

        most = limit or (0 if format_ == "json" else _SHOWN)
        result = opened(index).analysis(name, limit=most, **given)
        show(text.as_json(result) if format_ == "json" else text.result(result))
        return exit_if(bool(result.to_rows()))

    limit = limit_option(help_=f"Maximum rows (default: {_SHOWN}; all with -f json).")
    options = (
        index_option,
        *(_OPTIONS[one] for one in row.options),
        limit,
        exit_code_option("Exit with 1 when it lists something."),
    )
    function: Any = run
    for declare in reversed((*options, format_option())):
        function = declare(function)
    command = click.command(name, cls=Command, help=f"{row.summary}.")(function)
    assert isinstance(command, Command)
    return command


for _name, _row in COMMANDS.items():
    analyze.add_command(_command(_name, _row))


@click.command(cls=Command)
@index_option
@option("--save", is_flag=True, help="Write the parts to orienteer.toml, to edit them.")
@format_option()
def parts(index: str | None, save: bool, format_: str) -> int:
    """List the parts of the domain: models, code, tables, tests.

    Parts are found from names, associations and shared users. Those in `[parts]` of `orienteer.toml` are used as declared.
    Limit a question to one with `part:NAME`.
    """
    from core.present.export import text

    bench = opened(index)
    found = bench.parts()
    show(text.as_json(found) if format_ == "json" else text.result(found))
    if save:
        from core.workbench.declaring import declare_parts

        say(f"Wrote {declare_parts(Path(bench.manifest.root), bench.analyse.division)}.")
    return 0
