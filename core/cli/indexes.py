"""Commands about indexes: make one, list them, look at one, compare, move and remove them."""

from __future__ import annotations

import gc
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from core.cli import completing
from core.cli.command import Command, exit_code_option, exit_if, fail, option, say, show
from core.cli.options import Folder, format_option, index_option, no_index, opened, served_index_option, set_option
from core.runtime.collection import uncollected

if TYPE_CHECKING:
    from core.pipeline.report import IndexReport
    from core.ports import Progress
    from core.settings import Settings


@click.command("index", cls=Command)
@click.argument("paths", metavar="[PATH]...", type=Folder(), nargs=-1)
@option("--name", help="Name of the index (default: folder name).")
@option("--cluster", metavar="ADDRESS", help="Dask cluster, tcp://HOST:8786. Its workers must see PATH.")
@option("--sample", is_flag=True, help="Index the bundled sample application, Harbour.")
@option("--full", is_flag=True, help="Read and embed everything again.")
@option("--no-vectors", is_flag=True, help="Skip sentence vectors.")
@option("--from-woods", "woods", type=Folder(), metavar="DIR", help="Import a Woods index, alone or with PATH.")
@option("--no-woods", is_flag=True, help="Drop the Woods index of an earlier run.")
@option("--framework/--no-framework", default=None, help="Read the sources of Rails and named libraries.")
@option("--documents", type=Folder(), multiple=True, metavar="FOLDER", help="Include documents outside PATH; repeatable.")
@option("--no-documents", is_flag=True, help="Drop the document folders of an earlier run.")
@option("--yes", is_flag=True, help="Agree to send texts to the configured service.")
@option("-v", "--verbose", is_flag=True, help="Print every step with its time.")
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
    verbose: bool,
    sets: tuple[str, ...],
) -> None:
    """Index a checkout, so that you can ask about it.

    Without PATH, updates the index of the checkout around you. Several PATHs give one index each. You can search words and
    relations first; vectors follow, and a run that was interrupted goes on where it stopped. The index remembers --from-woods,
    --framework and --documents for later runs.
    """
    from core.cli.interrupts import ending_soon
    from core.cli.options import parse_sets
    from core.cli.progress import shown_progress
    from core.errors import SettingsError
    from core.settings import SAMPLE, changed, read_settings, sample_root
    from core.workbench.checkouts import index_checkout
    from core.workbench.opening import index_here

    for given, other, names in (
        (sample, paths, "PATH and --sample"), (woods, no_woods, "--from-woods and --no-woods"),
        (documents, no_documents, "--documents and --no-documents"),
    ):  # fmt: skip
        if given and other:
            raise SettingsError(f"{names} exclude each other. Give one of them.")
    settings = read_settings(parse_sets(sets))
    if yes:
        settings = changed(settings, "embed.agreed", True)
    if cluster or len(paths) > 1:
        alone = {"--name": name, "--from-woods": woods, "--no-woods": no_woods, "--framework": framework is not None,
                 "--documents": documents, "--no-documents": no_documents}  # fmt: skip
        if asked := [name_ for name_, value in alone.items() if value]:
            raise SettingsError(f"{asked[0]} works with a single local PATH. Leave it out, or give one PATH without --cluster.")
        _index_several((sample_root(),) if sample else paths, settings, cluster, full, not no_vectors, verbose)
        return
    root = sample_root() if sample else next(iter(paths), None)
    if root is None and woods is None and (known := index_here(settings)) is not None:
        root, name = Path(known.root), name or known.name
        say(f"Updating the index '{name}' of {root}.")
    with ending_soon(), shown_progress(verbose=verbose) as progress, uncollected() if no_vectors else nullcontext():
        report = index_checkout(
            root, settings, name=name or (SAMPLE if sample else None), full=full, vectors=not no_vectors, progress=progress,
            woods=False if no_woods else woods, framework=framework, documents=False if no_documents else documents or None,
        )  # fmt: skip
        if no_vectors:
            gc.freeze()  # the process ends soon, and frees what the linkers leave behind without a search for cycles in it
    _tell(report)


def _tell(report: IndexReport) -> None:
    """Print what a run did, and what to do next."""
    from core.workbench.app import has_pages

    show(f"{report.sentence} Next: orienteer {'ui' if has_pages() else 'overview'} -i {report.manifest.name}")
    for text in report.details:
        say(text)


def _index_several(
    paths: tuple[Path, ...], settings: Settings, cluster: str | None, full: bool, vectors: bool, verbose: bool
) -> None:
    """Index several checkouts, with the workers at an address if there is one, and print each report as it comes."""
    from contextlib import ExitStack

    from core.cli.interrupts import ending_soon
    from core.cli.progress import shown_progress
    from core.errors import SettingsError
    from core.text.counts import counted_as
    from core.workbench.checkouts import cluster_at, index_checkouts

    if not paths:
        raise SettingsError("No path given. Name the checkouts: orienteer index --cluster ADDRESS PATH...")
    with ending_soon(), ExitStack() as stack:
        workers = stack.enter_context(cluster_at(cluster)) if cluster else None
        shown = stack.enter_context(ExitStack())

        def progress() -> Progress:
            shown.close()
            return shown.enter_context(shown_progress(verbose=verbose))

        for report in index_checkouts(paths, settings, workers, full=full, vectors=vectors, progress=progress):
            shown.close()
            _tell(report)
        if workers is not None and workers.lost:
            say(f"{counted_as(workers.lost, 'task')} lost with their workers, and repeated by others.")


@click.command(cls=Command)
@click.argument("name", shell_complete=completing.indexes)
@option("--yes", is_flag=True, help="Do not ask.")
@set_option
def remove(name: str, yes: bool, sets: tuple[str, ...]) -> None:
    """Delete the index NAME; your code stays.

    Deletes its vectors and tables, on servers as well, with its conversations and ratings. Index again at any time.
    """
    from core.cli.options import parse_sets
    from core.errors import SettingsError, StoreError
    from core.settings import read_settings
    from core.workbench import listed_indexes
    from core.workbench.checkouts import remove_index

    settings = read_settings(parse_sets(sets))
    known = [listed.name for listed in listed_indexes(settings)]
    if name not in known:
        raise StoreError(no_index(name, known))
    if not yes and not sys.stdin.isatty():
        raise SettingsError(f"'{name}' was not removed: there is no terminal to ask in. Pass --yes.")
    if not yes and not click.confirm(f"Delete the index '{name}'? Your code stays.", err=True):
        say("Nothing removed.")
        return
    remove_index(name, settings)
    show(f"Removed the index '{name}'.")


@click.command(cls=Command)
@click.argument("name", shell_complete=completing.indexes)
@set_option
def migrate(name: str, sets: tuple[str, ...]) -> None:
    """Move an index to the configured stores.

    Nothing is read or embedded again.
    """
    from core.cli.interrupts import ending_soon
    from core.cli.options import parse_sets
    from core.cli.progress import shown_progress
    from core.settings import read_settings
    from core.workbench.checkouts import move_index

    with ending_soon(), shown_progress() as progress:
        moved = move_index(name, read_settings(parse_sets(sets)), progress)
    show(moved.sentence)


@click.command(cls=Command)
@click.argument("before", required=False)
@click.argument("after", required=False)
@index_option
@exit_code_option("Exit with 1 when something differs.")
@format_option()
def diff(before: str | None, after: str | None, index: str | None, format_: str) -> int:
    """List the units and relations that changed.

    BEFORE and AFTER are branches, tags or commits, also as BEFORE..AFTER; each is indexed once. AFTER defaults to HEAD.
    Numbers are generations of the index; by default the present one and the last one with other files.
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
        show(text.as_json(found))
    elif found.differences:
        show(text.table(found.to_rows()))
    say(found.sentence)
    return exit_if(bool(found.differences))


@click.command("list", cls=Command)
@click.argument("names", metavar="[NAME]...", nargs=-1, shell_complete=completing.indexes)
@option("--measures", is_flag=True, help="Compare sizes, languages, hubs, cycles, freshness.")
@exit_code_option("Exit with 1 when there are no indexes.")
@format_option()
def list_(names: tuple[str, ...], measures: bool, format_: str) -> int:
    """List the indexes."""
    from core.errors import StoreError
    from core.present.export import text
    from core.settings import read_settings
    from core.workbench import listed_indexes

    listed = listed_indexes(read_settings())
    known = [index.name for index in listed]
    if missing := [name for name in names if name not in known]:
        raise StoreError(no_index(missing[0], known))
    listed = [index for index in listed if not names or index.name in names]
    found = [index.manifest for index in listed if index.manifest]
    if measures and found:
        _show_measures([manifest.name for manifest in found], format_)
    else:
        show(text.as_json(found) if format_ == "json" else text.index_list(found))
    for index in listed:
        if index.problem:
            fail(f"{index.name}: {index.problem}")
    return exit_if(not found)


def _show_measures(names: list[str], format_: str) -> None:
    """Print the indexes of these names side by side."""
    from dataclasses import asdict

    from core.present.architecture.side_by_side import side_by_side_rows
    from core.present.export import text
    from core.workbench.side_by_side import measures

    found = [asdict(measures(opened(name))) for name in names]
    show(text.as_json(found) if format_ == "json" else text.table(side_by_side_rows(found), whole=True))


@click.command(cls=Command)
@index_option
@option("--coverage", is_flag=True, help="Add what was skipped, repaired or not resolved.")
@format_option()
def status(index: str | None, coverage: bool, format_: str) -> None:
    """Show what an index contains and how fresh it is."""
    from core.present.export import text

    state = opened(index).status(coverage)
    show(text.as_json(state) if format_ == "json" else text.status(state))


@click.command(cls=Command)
@served_index_option
@option("--port", type=click.IntRange(1, 65535), default=8501, show_default=True, metavar="PORT", help="Port of the pages.")
@option("--headless", is_flag=True, help="Do not open a browser window.")
def ui(index: str | None, port: int, headless: bool) -> int:
    """Open the workbench in the browser."""
    from core.workbench.app import pages_script, run_app

    pages_script()
    say(f"The workbench starts at http://127.0.0.1:{port}")
    return run_app(index, port, headless)


@click.command(cls=Command)
@index_option
@format_option()
def overview(index: str | None, format_: str) -> None:
    """Show what an index is about and what to read first."""
    from core.present.export import text
    from core.present.export.text import overview_text

    found = opened(index).overview
    show(text.as_json(found) if format_ == "json" else overview_text(found))


@click.command(cls=Command)
@click.argument("folder", metavar="DIR", type=Folder())
@option("-f", "--format", "format_", type=click.Choice(["woods"]), default="woods", help="woods: the layout of the Ruby gem.")
@index_option
def export(folder: Path, format_: str, index: str | None) -> None:
    """Write the index into DIR as JSON files.

    One file per unit, with the graph, a manifest and SUMMARY.md.
    """
    from core.present.woods import write_folder
    from core.text.counts import counted_as

    written = write_folder(opened(index).index, folder)
    show(f"Wrote {counted_as(written, 'unit')} to {folder}. To read them: orienteer index --from-woods {folder}")


@click.command(cls=Command)
@click.argument("words", metavar="[NAME [=] [MEMBER…]]", nargs=-1)
@option("--remove", is_flag=True, help="Remove the group; its members stay.")
@exit_code_option("Exit with 1 when there are no groups.")
@format_option()
@set_option
def group(words: tuple[str, ...], remove: bool, format_: str, sets: tuple[str, ...]) -> int:
    """Group several indexes, to use them as one.

    For example: orienteer group shop = web, billing, mobile

    Then use it as any index: orienteer ask QUESTION -i shop. NAME alone updates the group after a member was indexed
    again. Without NAME, lists the groups.
    """
    from core.cli.interrupts import ending_soon
    from core.cli.options import parse_sets
    from core.cli.progress import shown_progress
    from core.errors import SettingsError
    from core.present.export import text
    from core.settings import read_settings
    from core.workbench.sets import publish_set, remove_set, set_rows

    settings = read_settings(parse_sets(sets))
    name, *members = [word for part in words for word in part.replace("=", " ").replace(",", " ").split()] or [""]
    if remove:
        if not name or members:
            raise SettingsError("--remove takes the name of one group: orienteer group NAME --remove")
        remove_set(name, settings)
        show(f"Removed the group '{name}'. Its members stay.")
        return 0
    if name:
        with ending_soon(), shown_progress() as progress:
            report = publish_set(name, members, settings, progress)
        show(text.as_json(report.manifest) if format_ == "json" else report.sentence)
        return 0
    rows = set_rows(settings)
    show(text.as_json(rows) if format_ == "json" else text.table(rows) if rows else "No groups.")
    return exit_if(not rows)
