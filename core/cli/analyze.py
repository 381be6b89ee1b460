"""The analyses of the whole, one command each."""

from __future__ import annotations

from typing import Any, NamedTuple

import click

from core.cli.command import Command, Group, exit_code_option, exit_if, option, show
from core.cli.options import format_option, index_option, kind_option, limit_option, opened

_LEVELS = ("unit", "member", "file", "folder", "namespace", "package")
_SHOWN = 20  # rows as text
_OPTIONS = {
    "kinds": kind_option,
    "level": option("--level", type=click.Choice(_LEVELS), metavar="LEVEL", help=f"{', '.join(_LEVELS[:-1])} or package."),
    "type_": option("--type", "type_", metavar="TYPE", help="Only this type: method, scope, template, route …"),
    "types": option("--type-imports", "types", is_flag=True, old=("--types",), help="Count imports for types alone."),
}


class Analysis(NamedTuple):
    """What an analysis finds, and which options it takes."""

    summary: str
    options: tuple[str, ...] = ()


ANALYSES = {
    "boundaries": Analysis("Links between the repositories of a group"),
    "bridges": Analysis("Single points of failure in the graph", ("kinds", "level")),
    "cochange": Analysis("Files that change together without a relation"),
    "communities": Analysis("Units that belong together, against the folders"),
    "counts": Analysis("Units by type"),
    "coupling": Analysis("Coupling, instability and cohesion", ("kinds", "level")),
    "cycles": Analysis("Dependency cycles and the links to cut", ("kinds", "level", "types")),
    "dead-coupling": Analysis("Related files that never change together"),
    "dead-ends": Analysis("Units without dependencies", ("level",)),
    "entry-points": Analysis("Units that are started from outside"),
    "environment": Analysis("Environment variables and settings in the code"),
    "files": Analysis("Files by risk: size, change, complexity, use"),
    "hotspots": Analysis("Large, complex files that change often"),
    "hubs": Analysis("Most used units", ("kinds", "level")),
    "layers": Analysis("Layers, and the links that break them", ("kinds", "level")),
    "matrix": Analysis("Dependency structure matrix", ("kinds", "level")),
    "misplaced": Analysis("Units that belong in another folder", ("level",)),
    "missing-indexes": Analysis("Queried columns without a database index"),
    "n-plus-one": Analysis("Associations loaded once per record"),
    "orphans": Analysis("Units without callers or known reason", ("level",)),
    "packages": Analysis("Packages, engines and crates side by side"),
    "pagerank": Analysis("Units by PageRank", ("kinds", "level")),
    "reading-order": Analysis("What to read first, and why"),
    "repositories": Analysis("Members of a group side by side"),
    "schema-gaps": Analysis("Schema rules that models do not validate"),
    "tiles": Analysis("Folders and files by size and change"),
    "unreached": Analysis("Units that no entry point reaches", ("level",)),
    "unread-columns": Analysis("Columns that no code is known to read"),
    "unused": Analysis("Code without known references, with verdict", ("type_",)),
    "versions": Analysis("Libraries with different versions in a group"),
    "view-queries": Analysis("Queries made by templates"),
    "violations": Analysis("Links that break the declared architecture"),
}


class _Analyses(Group):
    """The analyses; the name of one may follow its options, as it could of old."""

    noun = "analysis"

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the name of the analysis first, where it comes after its options."""
        at = next((number for number, word in enumerate(args) if word in ANALYSES), 0)
        return super().parse_args(ctx, [*args[at : at + 1], *args[:at], *args[at + 1 :]])


@click.group(cls=_Analyses, invoke_without_command=True)
@click.pass_context
def analyze(ctx: click.Context) -> None:
    """Run an analysis of the whole: hubs, cycles, unused …

    Without a name, lists the analyses.
    """
    if ctx.invoked_subcommand is None:
        width = max(map(len, ANALYSES))
        show("\n".join(f"{name:<{width}}  {row.summary}" for name, row in ANALYSES.items()))


def _command(name: str, row: Analysis) -> Command:
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


for _name, _row in ANALYSES.items():
    analyze.add_command(_command(_name, _row))
