"""Commands about indexes: make one, list them, look at one, open the workbench."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from core.cli.options import Folder, format_option, index_option, opened, set_option

if TYPE_CHECKING:
    from core.ports import Progress
    from core.settings import Settings


@click.command("index")
@click.argument("paths", metavar="[PATH]...", type=Folder(), nargs=-1)
@click.option("--name", help="The name of the index; default: the folder's name.")
@click.option(
    "--cluster", metavar="ADDRESS", help="Have workers of Dask read and embed: tcp://HOST:8786, which sees the same PATHs."
)
@click.option("--sample", is_flag=True, help="Read the small shop that comes along, in the place of PATH.")
@click.option("--full", is_flag=True, help="Read and embed everything again.")
@click.option("--no-vectors", is_flag=True, help="Word vectors only: leave those of sentences for a later run.")
@click.option("--from-woods", "woods", type=Folder(), metavar="DIR", help="Import a Woods index, alone or with PATH.")
@click.option("--no-woods", is_flag=True, help="Leave out the Woods index that an earlier run imported.")
@click.option(
    "--framework/--no-framework",
    default=None,
    help="Also read the sources of Rails and of the libraries that are named directly.",
)
@click.option(
    "--documents", type=Folder(), multiple=True, metavar="FOLDER",
    help="Also read Markdown, HTML and text of a folder outside of PATH, linked to the code that they name; repeatable.",
)  # fmt: skip
@click.option("--no-documents", is_flag=True, help="Leave out the folders of documents that an earlier run read.")
@click.option("--yes", is_flag=True, help="Agree to send texts to the service that the settings name, at its price.")
@set_option
def index(
    paths: tuple[Path, ...],
    name: str | None,
    cluster: str | None,
    sample: bool,
    full: bool,
    no_vectors: bool,
    woods: Path | None,
    no_woods: bool,
    framework: bool | None,
    documents: tuple[Path, ...],
    no_documents: bool,
    yes: bool,
    sets: tuple[str, ...],
) -> None:
    """Read the checkout at PATH into an index; several into one each.

    Words and relations can be searched first; vectors follow and can be interrupted and resumed. What --from-woods,
    --framework and --documents ask for is remembered with the index and holds for later runs until another is asked for.
    """
    from core.cli.interrupts import ending_soon
    from core.cli.options import parse_sets
    from core.cli.progress import shown_progress
    from core.errors import SettingsError
    from core.settings import changed, house, read_settings
    from core.workbench.checkouts import index_checkout

    if sample and paths:
        raise SettingsError("PATH and --sample name two checkouts. Give one of them.")
    if woods and no_woods:
        raise SettingsError("--from-woods and --no-woods ask for opposite things. Give one of them.")
    if documents and no_documents:
        raise SettingsError("--documents and --no-documents ask for opposite things. Give one of them.")
    settings = read_settings(parse_sets(sets))
    if yes:
        settings = changed(settings, "embed.agreed", True)
    if cluster or len(paths) > 1:
        alone = {"--name": name, "--from-woods": woods, "--no-woods": no_woods, "--framework": framework is not None,
                 "--documents": documents, "--no-documents": no_documents}  # fmt: skip
        if given := [option for option, value in alone.items() if value]:
            message = f"{given[0]} is of one checkout that is read here."
            raise SettingsError(f"{message} Leave it out, or give one PATH without --cluster.")
        _index_set((house() / "data" / "sample",) if sample else paths, settings, cluster, full, not no_vectors)
        return
    root = house() / "data" / "sample" if sample else next(iter(paths), None)
    with ending_soon(), shown_progress() as progress:
        report = index_checkout(
            root, settings, name=name, full=full, vectors=not no_vectors, progress=progress,
            woods=False if no_woods else woods, framework=framework, documents=False if no_documents else documents or None,
        )  # fmt: skip
    click.echo(report.sentence)


def _index_set(paths: tuple[Path, ...], settings: Settings, cluster: str | None, full: bool, vectors: bool) -> None:
    """Index several checkouts, with the workers at an address if there is one, and tell of each as it is there."""
    from contextlib import ExitStack

    from core.cli.interrupts import ending_soon
    from core.cli.progress import shown_progress
    from core.errors import SettingsError
    from core.workbench.checkouts import cluster_at, index_checkouts

    if not paths:
        raise SettingsError("There is nothing to read. Give the paths of checkouts: orienteer index --cluster ADDRESS PATH...")
    with ending_soon(), ExitStack() as stack:
        workers = stack.enter_context(cluster_at(cluster)) if cluster else None
        shown = stack.enter_context(ExitStack())

        def progress() -> Progress:
            shown.close()
            return shown.enter_context(shown_progress())

        for report in index_checkouts(paths, settings, workers, full=full, vectors=vectors, progress=progress):
            click.echo(report.sentence)
        if workers is not None and workers.lost:
            click.echo(f"{workers.lost} tasks were lost with their workers, and done by others.", err=True)


@click.command()
@click.argument("name")
@set_option
def migrate(name: str, sets: tuple[str, ...]) -> None:
    """Move the index NAME to the stores that the settings name; nothing is read or embedded again."""
    from core.cli.interrupts import ending_soon
    from core.cli.options import parse_sets
    from core.cli.progress import shown_progress
    from core.settings import read_settings
    from core.workbench.checkouts import move_index

    with ending_soon(), shown_progress() as progress:
        moved = move_index(name, read_settings(parse_sets(sets)), progress)
    click.echo(moved.sentence)


@click.command()
@click.argument("before", required=False)
@click.argument("after", required=False)
@index_option
@format_option()
def compare(before: str | None, after: str | None, index: str | None, format_: str) -> None:
    """Say which units and relations differ between two generations of an index, or two commits of its checkout.

    Numbers are generations: without AFTER the current one, without BEFORE the last one that was made of other files.
    Branches, tags and ids are commits, also as BEFORE..AFTER: each is indexed once and kept; AFTER is HEAD by default.
    """
    from core.cli.interrupts import ending_soon
    from core.cli.progress import shown_progress
    from core.present.export import text
    from core.runtime.git_tree import ends_of
    from core.workbench.compare import numbered

    bench = opened(index)
    if before and ".." in before and not after:
        before, after = ends_of(before)
    numbers = numbered(before or "", after or "")
    if numbers is not None:
        found = bench.compare(*numbers)
    else:
        with ending_soon(), shown_progress() as progress:
            found = bench.compare_commits(before or "HEAD", after or "HEAD", progress)
    if format_ == "json":
        click.echo(text.as_json(found))
    elif found.differences:
        click.echo(text.table(found.to_rows()))
    click.echo(found.sentence, err=True)
    raise SystemExit(0 if found.differences else 1)


@click.command("list")
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--measures", is_flag=True, help="Side by side: sizes, languages, hubs, cycles, order, freshness.")
@format_option()
def list_(names: tuple[str, ...], measures: bool, format_: str) -> None:
    """List the indexes, or those that are named."""
    from core.errors import StoreError
    from core.present.export import text
    from core.settings import read_settings
    from core.workbench import listed_indexes

    listed = listed_indexes(read_settings())
    known = [index.name for index in listed]
    if unknown := [name for name in names if name not in known]:
        raise StoreError(f"There is no index '{unknown[0]}'. There are: {', '.join(known) or 'none'}.")
    listed = [index for index in listed if not names or index.name in names]
    found = [index.manifest for index in listed if index.manifest]
    if measures and found:
        _tell_measures([manifest.name for manifest in found], format_)
    else:
        click.echo(text.as_json(found) if format_ == "json" else text.index_list(found))
    for index in listed:
        if index.problem:
            click.echo(f"{index.name}: {index.problem}", err=True)
    raise SystemExit(0 if found else 1)


def _tell_measures(names: list[str], format_: str) -> None:
    """Print the indexes of these names side by side."""
    from dataclasses import asdict

    from core.present.architecture.side_by_side import side_by_side_rows
    from core.present.export import text
    from core.workbench.side_by_side import measures

    found = [asdict(measures(opened(name))) for name in names]
    click.echo(text.as_json(found) if format_ == "json" else text.table(side_by_side_rows(found)))


@click.command()
@index_option
@click.option("--coverage", is_flag=True, help="Also what was read, repaired, skipped and left unresolved.")
@format_option()
def status(index: str | None, coverage: bool, format_: str) -> None:
    """Say what an index holds and how far the checkout has moved on."""
    from core.present.export import text

    state = opened(index).status(coverage)
    click.echo(text.as_json(state) if format_ == "json" else text.status(state))


@click.command()
@set_option
@format_option()
def backends(format_: str, sets: tuple[str, ...]) -> None:
    """List the embedders, stores, lexical indexes, rerankers and routers: what is installed, tried, and answers.

    The servers that the settings name are asked whether they do.
    """
    from dataclasses import asdict

    from core.backends.listing import available
    from core.cli.options import parse_sets
    from core.present.export import text
    from core.settings import read_settings

    rows = [asdict(row) for row in available(read_settings(parse_sets(sets)), ask=True)]
    if format_ == "json":
        click.echo(text.as_json(rows))
        return
    away = [row for row in rows if row["reachable"] not in {"", "yes"}]
    click.echo(text.table([{**row, "reachable": "no"} if row in away else row for row in rows]))
    for row in away:
        click.echo(f"orienteer: {row['reachable']}", err=True)


@click.command()
@index_option
@click.option("--port", type=click.IntRange(1, 65535), default=8501, show_default=True)
@click.option("--headless", is_flag=True, help="Do not open a browser window.")
def ui(index: str | None, port: int, headless: bool) -> None:
    """Open the workbench in the browser."""
    from core.workbench.app import run_app

    click.echo(f"The workbench starts at http://127.0.0.1:{port}")
    raise SystemExit(run_app(index, port, headless))


COMMANDS = (index, migrate, compare, list_, status, backends, ui)
