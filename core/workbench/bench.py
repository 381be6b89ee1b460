"""One open index and everything that can be asked of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import SettingsError
from core.model import Manifest, UnitHead, local
from core.model.run import Filters, SearchRun
from core.runtime.collection import uncollected
from core.settings import Settings, changed
from core.workbench.open_bench import OpenBench

if TYPE_CHECKING:
    from core.analyse.result import Result
    from core.evaluate import Report
    from core.model.answer import Answer, Sending
    from core.model.columns import ColumnSheet, ColumnUse
    from core.model.conversation import Conversation
    from core.model.flow import Flow, Reach
    from core.model.history import LineHistory
    from core.model.known import Known
    from core.model.overview import Overview
    from core.model.sheet import NeighbourList, UnitSheet
    from core.model.why import Explanation
    from core.present.report.part import ReportDocument, ReportPart
    from core.workbench.answering import Underway
    from core.workbench.compare import Comparison
    from core.workbench.impact import Impact
    from core.workbench.turns import OpenConversation
    from core.workbench.word_search import WordSearch


_PER_QUESTION = ("route", "search", "rank", "rerank", "assemble", "cache")  # groups of settings that no index depends on


class Workbench(OpenBench):
    """An open index with every verb: ask, look at units, analyse, compare, explain, evaluate."""

    def ask(
        self,
        question: str,
        *,
        budget: int | None = None,
        types: Sequence[str] = (),
        paths: Sequence[str] = (),
        languages: Sequence[str] = (),
        exclude: Sequence[str] = (),
        include_tests: bool = False,
        prior: SearchRun | None = None,
        after: Sequence[str] = (),
        known: Known | None = None,
        settings: Mapping[str, object] | Settings | None = None,
    ) -> SearchRun:
        """Answer a question within a budget of tokens.

        `types`, `paths` (globs) and `languages` limit what may be found, `exclude` names units to leave out. `prior` is the
        run that this question follows up, or `after` the questions before it, the first one first, under the same limits;
        what is `known` already is not shown again (see `conversation`). `settings` are dotted names with other values
        (`{"rank.recency": 0}`) for a what-if run. Raises `SettingsError` for an empty question or a negative budget.
        """
        left_out = tuple(local(name, self.name) for name in exclude)
        filters = Filters(tuple(types), tuple(paths), tuple(languages), left_out, include_tests)
        chosen = self._what_if(settings)
        if prior is not None or not chosen.cache.runs or not question.strip():
            return self._asked(question, chosen, filters, budget, prior, after, known)
        from core.workbench.kept_runs import KeptRuns, asked_run

        runs = self._once("kept runs", lambda: KeptRuns(self))
        asked = asked_run(question, budget, filters, after, known, chosen)
        run = runs.served(asked)
        if run is None:
            run = self._asked(question, chosen, filters, budget, None, after, known)
            if reason := runs.keep(asked, run):
                run = replace(run, notes=(*run.notes, reason))
        return run

    def _asked(
        self, question: str, settings: Settings, filters: Filters, budget: int | None, prior: SearchRun | None,
        after: Sequence[str], known: Known | None,
    ) -> SearchRun:  # fmt: skip
        """Return the run of a question that was not kept."""
        from core.pipeline.answer import ask
        from core.workbench.sessions import run_before

        limited = partial(
            self.ask, types=filters.types, paths=filters.paths, languages=filters.languages, exclude=filters.exclude,
            include_tests=filters.include_tests,
        )  # fmt: skip
        prior = prior or run_before(limited, after)
        stores = self.stores
        with uncollected():  # a search for cycles among all units takes as long as a question, and finds none
            run = ask(question, stores, settings, budget=budget, filters=filters, prior=prior, known=known)
        return replace(run, pages=self.pages)

    def asked_before(self, question: str) -> tuple[str, ...]:
        """Return questions that were asked of this state of the index and share most words with one, nearest first.

        They are suggestions: their answers need not be the answer. None when `cache.suggest` is off.
        """
        from core.workbench.kept_runs import KeptRuns

        wanted = self.settings.cache
        return self._once("kept runs", lambda: KeptRuns(self)).near(question) if wanted.runs and wanted.suggest else ()

    def answering(
        self, question: str, *, model: bool = True, agree: Callable[[Sending], bool] | None = None, after: Sequence[str] = (),
        run: SearchRun | None = None,
    ) -> Underway:  # fmt: skip
        """Return a question on its way to an answer in words: `events()` tells it as it is made, `answer` is the whole.

        A language model writes it when the settings name one; `agree` is asked before code leaves this machine for the
        first time. Without `model`, or without consent, it is made of the sources alone. `sending()` says what would leave.
        `run` is that of the question when there is one: its context is what is shown, its limits hold.
        """
        from core.workbench.answering import Said, answering

        said = Said(tuple((one, "") for one in after))
        return answering(self, self.ask, question, model=model, agree=agree, said=said, run=run)

    def answer(
        self, question: str, *, model: bool = True, agree: Callable[[Sending], bool] | None = None, after: Sequence[str] = (),
        run: SearchRun | None = None,
    ) -> Answer:  # fmt: skip
        """Return the answer in words that `answering` makes."""
        asked = self.answering(question, model=model, agree=agree, after=after, run=run)
        for _ in asked.events():
            pass
        assert asked.answer is not None
        return asked.answer

    def conversation(
        self,
        name: str = "",
        *,
        budget: int | None = None,
        types: Sequence[str] = (),
        paths: Sequence[str] = (),
        languages: Sequence[str] = (),
        exclude: Sequence[str] = (),
        include_tests: bool = False,
    ) -> OpenConversation:
        """Return a conversation about this index: the one of that name, or a new one, which is kept when it has a name.

        `budget` is for all turns together, 8,000 tokens by default; it and the limits hold from now on, where they are given.
        `talk.ask(…)` and `talk.answer(…)` are its turns. Raises `SettingsError` for what cannot be a name.
        """
        from core.model.conversation import Conversation
        from core.workbench.conversations import find, given
        from core.workbench.turns import OpenConversation

        kept = find(self, name) if name else None
        begun = kept or Conversation(name, self.name, self.settings.assemble.budget)
        limits = {"types": tuple(types), "paths": tuple(paths), "languages": tuple(languages), "exclude": tuple(exclude)}
        return OpenConversation(self, self.ask, given(begun, budget, {**limits, "include_tests": include_tests}))

    def conversations(self) -> tuple[Conversation, ...]:
        """Return the conversations that are kept with this index, by name."""
        from core.workbench.conversations import saved

        return saved(self)

    def forget_conversation(self, name: str) -> None:
        """Remove a conversation; raises `SourceError` when there is none of the name."""
        from core.workbench.conversations import forget

        forget(self, name)

    def sheet(self, name: str, *, depth: int = 1, kinds: Sequence[str] = ()) -> UnitSheet:
        """Return everything known of the unit that `unit` would return: facts, relations with their lines, history.

        Relations go up to `depth` steps away and are of these `kinds`; none means all.
        """
        from core.workbench.sheets import unit_sheet

        return unit_sheet(self, name, depth=depth, kinds=kinds)

    def line_history(self, name: str) -> LineHistory:
        """Return the commits that changed the lines of a unit, newest first; git is asked for it once for each commit."""
        from core.workbench.line_history import line_history

        return line_history(self, name)

    def dependencies(self, name: str, depth: int = 1, kinds: Sequence[str] = (), *, tests: bool = False) -> NeighbourList:
        """Return what a unit and its members use, with the lines that say so, up to `depth` steps away."""
        from core.workbench.sheets import neighbour_list

        return neighbour_list(self, name, depth=depth, kinds=kinds, tests=tests, forwards=True)

    def dependents(self, name: str, depth: int = 1, kinds: Sequence[str] = (), *, tests: bool = False) -> NeighbourList:
        """Return what uses a unit or its members, with the lines that say so, up to `depth` steps away."""
        from core.workbench.sheets import neighbour_list

        return neighbour_list(self, name, depth=depth, kinds=kinds, tests=tests, forwards=False)

    def search(self, words: str, *, types: Sequence[str] = ()) -> WordSearch:
        """Return the units that write these words exactly, in their name or in their text, with the first line that does.

        Case matters only where the words have a capital; `types` limits to units of these. Raises `SettingsError` for words
        without a letter or digit.
        """
        from core.workbench.word_search import word_search

        return word_search(self, words, types)

    def find(self, letters: str, *, limit: int = 12, types: Sequence[str] = ()) -> tuple[UnitHead, ...]:
        """Return the units, files and routes whose names go best with a few letters or words, best first.

        `comments create` finds `CommentsController#create`; without a name that goes with them, those spelled nearly so.
        """
        from core.workbench.finding import find

        return find(self, letters, limit, types)

    def report(self, views: Sequence[str] = (), *, title: str = "") -> ReportDocument:
        """Return a document of the views at these addresses (`/hubs?view=cycles`), by default the usual ones of a review.

        Raises `SettingsError` for an address of no view, and what the views raise.
        """
        from core.workbench.report import document

        return document(self, self.ask, views, title)

    def report_part(self, address: str) -> ReportPart:
        """Return the view at an address as a part of a document; raises as `report` does."""
        from core.workbench.report import part

        return part(self, self.ask, address)

    def query(self, statement: str, *, most: int = 1_000, seconds: float = 10.0) -> list[dict[str, object]]:
        """Return at most so many rows of a read-only SQL query as dictionaries; it is ended when it runs longer.

        Raises `SettingsError` for a query that fails or was ended. `sql` gives all rows as a frame, without limits.
        """
        return self.catalog.query(statement, most, seconds)

    def column(self, name: str) -> ColumnSheet:
        """Return what reads and writes a column, `users.email` or `User.email`, and how many more lines write its name.

        Raises `SourceError` for a column that the schema does not have, with near names.
        """
        from core.inspect.columns import column_sheet

        return replace(column_sheet(self.index, name), pages=self.pages)

    def columns(self, name: str) -> list[tuple[str, tuple[ColumnUse, ...]]]:
        """Return the columns of a table or model with what reads and writes each, or those that another unit uses."""
        from core.inspect.columns import columns_around
        from core.workbench.sheets import members

        head = self.head(name)
        return columns_around(self.index, head, members(self, head.key))

    def impact(self, diff: str = "", name: str = "", *, depth: int = 2) -> Impact:
        """Return what depends, up to `depth` steps away, on the units that a unified diff touches, or on one unit.

        Raises `SettingsError` unless exactly one of them is given, and for a diff without a hunk.
        """
        from core.workbench.impact import impact

        return impact(self, diff, name, depth=depth)

    def flow(self, entry: str, *, depth: int = 4, whole: bool = False) -> Flow:
        """Return what happens when something is entered, step by step in the order in which it runs.

        `entry` is a route (`POST /comments`), an action (`comments#create`) or a unit: job, mail, task, any method.
        Calls are followed `depth` deep; `whole` keeps those that set nothing off. Raises `SourceError` for an unknown entry.
        """
        from core.workbench.flows import flow

        return flow(self, entry, depth=depth, whole=whole)

    def destroyed(self, name: str, *, depth: int = 4) -> Flow:
        """Return what goes with a record of a model when it is destroyed; raises `SourceError` for what is no model."""
        from core.workbench.flows import destroyed

        return destroyed(self, name, depth=depth)

    def reached_from(self, name: str, *, most: int = 50) -> Reach:
        """Return the routes, jobs, tasks and tests from which a unit, or `FILE:LINE`, is reached, each with its chain."""
        from core.workbench.flows import reached

        return reached(self, name, most=most)

    def analysis(
        self, what: str, *, kinds: Sequence[str] = (), level: str = "", limit: int = 20, type_: str = ""
    ) -> Result[object]:
        """Return the result of the analysis called `what`, with the options that it understands.

        Raises `SettingsError` for an unknown analysis, with the known ones, and for a type that the analysis does not know.
        """
        from core.workbench.analysis import analysed

        return analysed(self, what, kinds=kinds, level=level, limit=limit, type_=type_)

    def generations(self) -> Mapping[int, Manifest]:
        """Return the manifests of the generations that are kept, by number, oldest first; not those of another format."""
        from core.workbench.compare import generations

        return generations(self)

    def compare(self, before: int | None = None, after: int | None = None) -> Comparison:
        """Compare two generations: by default the open one with the last one before it that other files were read for.

        Raises `SourceError` for a generation that is not kept, and when there is no earlier one.
        """
        from core.workbench.compare import compare

        return compare(self, before, after)

    def fitting_questions(self, folder: Path) -> Path | None:
        """Return the question set of the folder whose files this index has most of, if it has half of them; ties by name."""
        from core.workbench.evaluation import fitting_questions

        return fitting_questions(self, folder)

    def why(self, run: SearchRun, name: str) -> Explanation:
        """Return what became of a unit in a run, also of one that was not found; raises `SourceError` for unknown names."""
        from core.workbench.why import why

        return why(run, local(name, self.name), self.heads.values())

    def why_not(self, run: SearchRun, name: str) -> Explanation:
        """Return the same as `why`, compared with the first of the ranking."""
        from core.workbench.why import why_not

        return why_not(run, local(name, self.name), self.heads.values())

    @property
    def overview(self) -> Overview:
        """What is in the index: counts, sizes by folder, entry points, central units, what was not read."""
        from core.workbench.overview import overview

        return self._once("overview", lambda: overview(self))

    def evaluate(
        self,
        questions: str | Path,
        *,
        budget: int | None = None,
        baselines: Sequence[str] = (),
        settings: Mapping[str, object] | Settings | None = None,
    ) -> Report:
        """Return how well the questions of a file are answered, beside the baselines, with other settings if given."""
        from core.workbench.evaluation import evaluate_questions

        chosen = self._what_if(settings)
        report = evaluate_questions(self, Path(questions), budget=budget, baselines=baselines, settings=chosen)
        return replace(report, pages=self.pages)

    def status(self, coverage: bool = False) -> dict[str, object]:
        """Return the state of the index as nested plain values; with `coverage` also every file and reference left out."""
        from core.workbench.status import status_of

        return status_of(self, coverage)

    def renewed(self) -> Workbench:
        """Return the workbench of the generation that is published now: this one when none has been since it was opened."""
        from core.workbench.sessions import newer

        opened = newer(self)
        return Workbench(opened, self.settings) if opened else self

    def __repr__(self) -> str:
        counts = self.manifest.counts
        return f"<Workbench {self.name}: {counts.get('units', 0):,} units, {counts.get('relations', 0):,} relations>"

    def _what_if(self, settings: Mapping[str, object] | Settings | None) -> Settings:
        if isinstance(settings, Settings):
            return settings
        result = self.settings
        for name, value in (settings or {}).items():
            if name.split(".")[0] not in _PER_QUESTION:
                groups = ", ".join(f"{group}.*" for group in _PER_QUESTION)
                raise SettingsError(f"'{name}' cannot be changed for one question. Set one of {groups}.")
            result = changed(result, name, value)
        return result
