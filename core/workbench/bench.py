"""One open index and everything that can be asked of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from core.model import Manifest, UnitHead
from core.model.where import Limits
from core.ports import Progress
from core.workbench.related_bench import RelatedBench

if TYPE_CHECKING:
    from core.analyse.check import Check
    from core.analyse.finding import Finding
    from core.analyse.health import HealthNumbers
    from core.analyse.parts import Parts
    from core.analyse.proposal import Proposal
    from core.analyse.result import Result
    from core.model.columns import ColumnSheet, ColumnUse
    from core.model.flow import Flow, Reach
    from core.model.history import LineHistory
    from core.model.overview import Overview
    from core.model.rename import RenameCheck
    from core.model.review import Review
    from core.model.sheet import NeighbourList, UnitSheet
    from core.model.where import Where
    from core.model.written import WordSearch
    from core.present.view import Document, ShownView
    from core.workbench.compare import Comparison
    from core.workbench.help import CheatSheet
    from core.workbench.impact import Impact
    from core.workbench.plots import Plots


class Workbench(RelatedBench):
    """An open index with every verb: ask, look at units, analyse, compare, explain, evaluate."""

    def sheet(self, name: str, *, depth: int = 1, kinds: Sequence[str] = ()) -> UnitSheet:
        """Return facts, relations with their lines, and history of a unit.

        Relations go up to `depth` steps away and are of these `kinds`; none means all.
        """
        from core.workbench.personal import note_opened
        from core.workbench.sheets import unit_sheet

        sheet = unit_sheet(self, name, depth=depth, kinds=kinds)
        note_opened(self, sheet.unit.key)
        return sheet

    def line_history(self, name: str) -> LineHistory:
        """Return the commits that changed the lines of a unit, newest first. Git runs once for each commit."""
        from core.workbench.line_history import line_history

        return line_history(self, name)

    def dependencies(self, name: str, depth: int = 1, kinds: Sequence[str] = (), *, tests: bool = False) -> NeighbourList:
        """Return the dependencies of a unit and its members, with their lines, up to `depth` steps away."""
        from core.workbench.sheets import neighbour_list

        return neighbour_list(self, name, depth=depth, kinds=kinds, tests=tests, forwards=True)

    def dependents(self, name: str, depth: int = 1, kinds: Sequence[str] = (), *, tests: bool = False) -> NeighbourList:
        """Return the dependents of a unit and its members, with their lines, up to `depth` steps away."""
        from core.workbench.sheets import neighbour_list

        return neighbour_list(self, name, depth=depth, kinds=kinds, tests=tests, forwards=False)

    def search(
        self, words: str, *, regex: bool = False, types: Sequence[str] = (), paths: Sequence[str] = (),
        languages: Sequence[str] = (), repositories: Sequence[str] = (), where: Where = (),
    ) -> WordSearch:  # fmt: skip
        """Return the units that contain these words exactly, each with its first matching line.

        Case matters only for words with a capital letter. With `regex`, the words are an RE2 regular expression for one
        line, and case matters unless it begins with `(?i)`. The other arguments limit the results as in `ask`. Raises
        `SettingsError` for words without a letter or digit, for an invalid pattern, for a pattern that matches every line,
        and for an unknown limit.
        """
        from core.workbench.word_search import word_search

        limits: Limits = {
            "types": types, "paths": paths, "languages": languages, "repositories": repositories, "where": where,
        }  # fmt: skip
        return word_search(self, words, self._filters(limits), regex=regex)

    def find(self, letters: str, *, limit: int = 12, types: Sequence[str] = ()) -> tuple[UnitHead, ...]:
        """Return the units, files and routes whose names match a few letters or words, best first.

        `comments create` finds `CommentsController#create`. Without a match it returns names with a similar spelling.
        """
        from core.workbench.finding import find

        return find(self, letters, limit, types)

    def report(self, views: Sequence[str] = (), *, title: str = "", rows: int = 0) -> Document:
        """Return a document of the views at these addresses (`/health?view=cycles`), by default those of a review.

        Its file prints `rows` rows of each table; 0 prints all. Raises `SettingsError` for an address without a view, and
        the errors of the views.
        """
        from core.workbench.report import document

        return document(self, self.ask, views, title, rows)

    def save_report(self, file: str | Path, views: Sequence[str] = (), *, title: str = "", rows: int = 25) -> Document:
        """Write a report to a file and return it: HTML for `.html`, Markdown for any other suffix; raises as `report` does.

        The file prints `rows` rows of each table; 0 prints all.
        """
        from core.present.report.markdown import document_markdown
        from core.present.report.page import document_html

        path, found = Path(file), self.report(views, title=title, rows=rows)
        written = document_html if path.suffix.lower() in (".html", ".htm") else document_markdown
        path.write_text(written(found, self.pages.address), encoding="utf-8")
        return found

    def report_part(self, address: str) -> ShownView:
        """Return the view at an address as a part of a document; raises as `report` does."""
        from core.workbench.report import part

        return part(self, self.ask, address)

    def query(self, statement: str, *, most: int = 1_000, seconds: float = 10.0) -> list[dict[str, object]]:
        """Return at most so many rows of a read-only SQL query as dictionaries, within a time limit.

        Raises `SettingsError` for a query that fails or exceeds the time limit. `sql` returns all rows as a frame, without
        limits.
        """
        return self.catalog.query(statement, most, seconds)

    def column(self, name: str) -> ColumnSheet:
        """Return the lines that read and write a column, such as `users.email` or `User.email`.

        Raises `SourceError` for a column that the schema does not have, with near names.
        """
        from core.inspect.columns import column_sheet

        return replace(column_sheet(self.index, name), pages=self.pages)

    def rename(self, name: str, new: str = "") -> RenameCheck:
        """Return the lines to change when a method, class, column (`users.email`) or route gets another name.

        With `new` it lists what has that name already. Raises `SourceError` for an unknown name, `SettingsError` for what code
        does not name and for an invalid new name.
        """
        from core.workbench.renaming import renamed

        return renamed(self, name, new)

    def columns(self, name: str) -> list[tuple[str, tuple[ColumnUse, ...]]]:
        """Return the columns of a table or model, or those that another unit uses, with their readers and writers."""
        from core.inspect.columns import columns_around
        from core.workbench.sheets import members

        head = self.head(name)
        return columns_around(self.index, head, members(self, head.key))

    def impact(self, diff: str = "", name: str = "", *, depth: int = 2) -> Impact:
        """Return the dependents of one unit, or of all units that a unified diff changes, up to `depth` steps away.

        Raises `SettingsError` unless exactly one of them is given, and for a diff without a hunk.
        """
        from core.workbench.impact import impact

        return impact(self, diff, name, depth=depth)

    def flow(self, entry: str, *, depth: int = 4, whole: bool = False, steps: int = 600) -> Flow:
        """Return the steps that an entry point sets off, in the order in which they run.

        `entry` is a route (`POST /comments`), an action (`comments#create`) or a unit: job, mail, task, any method. Calls
        are followed up to `depth`, and deeper to saves, messages and requests, until there are about `steps` of them.
        `whole` keeps calls without effects. `limits` list the cuts. Raises `SourceError` for an unknown entry.
        """
        from core.workbench.flows import flow

        return flow(self, entry, depth=depth, whole=whole, steps=steps)

    def destroyed(self, name: str, *, depth: int = 4) -> Flow:
        """Return the records that are destroyed or changed together with a record of a model.

        Raises `SourceError` for a unit that is not a model.
        """
        from core.workbench.flows import destroyed

        return destroyed(self, name, depth=depth)

    def reached_from(self, name: str, *, most: int = 50) -> Reach:
        """Return the routes, jobs, tasks and tests that reach a unit or `FILE:LINE`, each with its path."""
        from core.workbench.flows import reached

        return reached(self, name, most=most)

    def analysis(
        self, what: str, *, kinds: Sequence[str] = (), level: str = "", limit: int = 20, type_: str = "",
        types: bool = False, since: str = "",
    ) -> Result[object]:  # fmt: skip
        """Return the result of the analysis called `what`, with its options.

        Raises `SettingsError` for an unknown analysis, with the known ones, and for a type that the analysis does not have.
        """
        from core.workbench.analysis import analysed

        return analysed(self, what, kinds=kinds, level=level, limit=limit, type_=type_, types=types, since=since)

    def _findings(self, type_: str, since: str) -> Result[Finding]:
        from core.workbench.findings import findings

        return findings(self, type_, since)

    def _trend(self) -> Result[HealthNumbers]:
        from core.workbench.trend import trend

        return trend(self)

    def check(self, rules: Path | None = None, baseline: Path | None = None, *, tests: bool = False) -> Check:
        """Return the violations of the declared architecture, or of a file of `rules`, line by line.

        Violations in a `baseline` are accepted. Without one, Orienteer reads `orienteer_todo.json` of the checkout. Raises
        `SettingsError` for an invalid file.
        """
        from core.workbench.checking import checked

        return checked(self, rules, baseline, tests=tests)

    def parts(self) -> Parts:
        """Return the 8 to 12 parts of the domain: models, entry points, tables, jobs, tests, owners, links to other parts."""
        return self.analyse.parts()

    def proposal(self) -> Proposal:
        """Return the inferred order of folders as a declaration to start from, with the lines that support it."""
        from core.workbench.checking import proposed

        return proposed(self)

    def generations(self) -> Mapping[int, Manifest]:
        """Return the manifests of the stored generations, oldest first, without those of another format."""
        from core.workbench.compare import generations

        return generations(self)

    def compare(self, before: int | None = None, after: int | None = None) -> Comparison:
        """Return the differences between two generations: by default the open one and the last one with other files.

        Raises `SourceError` for a generation that is not kept, and when there is no earlier one.
        """
        from core.workbench.compare import compare

        return compare(self, before, after)

    def compare_commits(self, before: str, after: str = "HEAD", progress: Progress | None = None) -> Comparison:
        """Return the differences between two commits, named by branch, tag or id.

        Orienteer indexes each commit once and keeps that index next to this one.
        """
        from core.workbench.compare import compare_commits

        return compare_commits(self, before, after, progress)

    def review(self, commits: str = "", *, diff: str = "", staged: bool = False, progress: Progress | None = None) -> Review:
        """Return a review of a change: `BASE..HEAD`, a unified diff against the checkout, or the staged change.

        Orienteer indexes each side once and keeps that index next to this one. Raises `SettingsError` unless exactly one
        change is given, and `SourceError` for an unknown commit and for a diff that does not apply.
        """
        from core.workbench.reviewing import review

        return review(self, commits, diff=diff, staged=staged, progress=progress)

    @property
    def overview(self) -> Overview:
        """The sizes, entry points, central units and parse problems of the index."""
        from core.workbench.overview import overview

        return self._once("overview", lambda: overview(self))

    @property
    def plot(self) -> Plots:
        """The pictures of the index: `wb.plot.hubs()`, `wb.plot.cycles()`, `wb.plot.map()`."""
        from core.workbench.plots import Plots

        return Plots(self)

    def help(self) -> CheatSheet:
        """Return the cheat sheet of the verbs as Markdown, which a notebook renders."""
        from core.workbench.help import verb_sheet

        return verb_sheet(Workbench)

    def status(self, coverage: bool = False) -> dict[str, object]:
        """Return the state of the index as nested plain values; with `coverage` also every file and reference left out."""
        from core.workbench.status import status_of

        return status_of(self, coverage)

    def renewed(self) -> Workbench:
        """Return a workbench of the newest generation, or this one if it is the newest."""
        from core.workbench.sessions import newer

        opened = newer(self)
        return Workbench(opened, self.settings) if opened else self

    def __repr__(self) -> str:
        counts = self.manifest.counts
        return f"<Workbench {self.name}: {counts.get('units', 0):,} units, {counts.get('relations', 0):,} relations>"
