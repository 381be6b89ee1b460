"""The analyses of the whole, one command each."""

from __future__ import annotations

from typing import Any, NamedTuple

import click

from core.cli.command import Command, Group, exit_code_option, exit_if, option, show
from core.cli.options import format_option, index_option, kind_option, limit_option, opened

_LEVELS = ("unit", "member", "file", "folder", "namespace", "package", "part")
_SHOWN = 20  # rows as text
_OPTIONS = {
    "kinds": kind_option,
    "level": option("--level", type=click.Choice(_LEVELS), metavar="LEVEL", help=f"{', '.join(_LEVELS[:-1])} or part."),
    "type_": option("--type", "type_", metavar="TYPE", help="Only this type: method, route …; n+1, schema …"),
    "since": option("--since", default="", metavar="STATE", help="Mark new ones since a version, commit or 'previous'."),
    "types": option("--type-imports", "types", is_flag=True, old=("--types",), help="Count imports for types alone."),
}


class AnalysisRow(NamedTuple):
    """What an analysis finds, and which options it takes."""

    summary: str
    options: tuple[str, ...] = ()


ANALYSES = {
    "boundaries": AnalysisRow("Links between the repositories of a group"),
    "bridges": AnalysisRow("Single points of failure in the graph", ("kinds", "level")),
    "cochange": AnalysisRow("Files that change together without a relation"),
    "commits": AnalysisRow("Latest commits with their files"),
    "communities": AnalysisRow("Units that belong together, against the folders"),
    "counts": AnalysisRow("Units by type"),
    "coupling": AnalysisRow("Coupling, instability and cohesion", ("kinds", "level")),
    "cycles": AnalysisRow("Dependency cycles and the links to cut", ("kinds", "level", "types")),
    "dead-coupling": AnalysisRow("Related files that never change together"),
    "dead-ends": AnalysisRow("Units without dependencies", ("level",)),
    "entry-points": AnalysisRow("Units that are started from outside"),
    "environment": AnalysisRow("Environment variables and settings in the code"),
    "files": AnalysisRow("Files by risk: size, change, complexity, use"),
    "findings": AnalysisRow("All findings by severity and certainty", ("type_", "since")),
    "hotspots": AnalysisRow("Large, complex files that change often"),
    "hubs": AnalysisRow("Most used units", ("kinds", "level")),
    "layers": AnalysisRow("Layers, and the links that break them", ("kinds", "level")),
    "matrix": AnalysisRow("Dependency structure matrix", ("kinds", "level")),
    "misplaced": AnalysisRow("Units that belong in another folder", ("level",)),
    "missing-indexes": AnalysisRow("Queried columns without a database index"),
    "n-plus-one": AnalysisRow("Associations loaded once per record"),
    "orphans": AnalysisRow("Units without callers or known reason", ("level",)),
    "packages": AnalysisRow("Packages, engines and crates side by side"),
    "parts": AnalysisRow("Parts of the domain: models, code, tables, tests"),
    "pagerank": AnalysisRow("Units by PageRank", ("kinds", "level")),
    "reading-order": AnalysisRow("What to read first, and why"),
    "repositories": AnalysisRow("Members of a group side by side"),
    "schema-gaps": AnalysisRow("Schema rules that models do not validate"),
    "tiles": AnalysisRow("Folders and files by size and change"),
    "trend": AnalysisRow("Health numbers of each version of the index"),
    "unreached": AnalysisRow("Units that no entry point reaches", ("level",)),
    "unread-columns": AnalysisRow("Columns that no code is known to read"),
    "unused": AnalysisRow("Code without known references, with verdict", ("type_",)),
    "versions": AnalysisRow("Libraries with different versions in a group"),
    "view-queries": AnalysisRow("Queries made by templates"),
    "violations": AnalysisRow("Links that break the declared architecture"),
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


for _name, _row in ANALYSES.items():
    analyze.add_command(_command(_name, _row))
