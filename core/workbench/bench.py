"""One open index and everything that can be asked of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from core.errors import SettingsError, did_you_mean
from core.model import local
from core.model.run import Filters, SearchRun
from core.model.where import Limits
from core.runtime.collection import uncollected
from core.runtime.late import LateModule
from core.settings import Settings, changed
from core.settings.home import house
from core.workbench.open_bench import OpenBench

if TYPE_CHECKING:
    import networkx as nx

    from core.analyse.finding import Finding
    from core.analyse.health import HealthNumbers
    from core.analyse.parts import Parts
    from core.analyse.result import Result
    from core.analyse.shared_dependencies import SharedDependencies
    from core.evaluate import Report
    from core.model.answer import Answer, Sending
    from core.model.columns import ColumnSheet, ColumnUse
    from core.model.executed import CoverageReport
    from core.model.judged import Judgements
    from core.model.known import Known
    from core.model.observed import Recording
    from core.model.overview import Overview
    from core.model.sheet import NeighbourList, UnitSheet
    from core.model.where import Where
    from core.model.why import Explanation
    from core.model.written import WordSearch
    from core.present.view import Document, ShownView
    from core.workbench.answering import Underway
    from core.workbench.gaps import Gaps
    from core.workbench.help import CheatSheet
    from core.workbench.plots import Plots
    from core.workbench.tuning import Tuning
    from core.workbench.turns import OpenConversation

_PER_QUESTION = ("route", "search", "rank", "rerank", "assemble", "cache")  # groups of settings that no index depends on

if TYPE_CHECKING:
    from core.workbench import (
        analysis,
        checking,
        compare,
        conversations,
        evaluation,
        finding,
        flows,
        impact,
        judgements,
        line_history,
        observed,
        renaming,
        reviewing,
        status,
        tests,
    )  # fmt: skip
else:
    for _name in (
        "analysis", "checking", "compare", "conversations", "evaluation", "finding", "flows", "impact", "judgements",
        "line_history", "observed", "renaming", "reviewing", "status", "tests",
    ):  # fmt: skip
        globals()[_name] = LateModule(f"core.workbench.{_name}")


class Workbench(OpenBench):
    """An open index with every verb: ask, look at units, analyse, compare, explain, evaluate.

    A verb that needs nothing but an open index is a function of the module that has its subject. Those that ask questions are
    here, because a server answers them for a `ServedWorkbench`.
    """

    # Units and their surroundings
    # A method that has the name of its module is bound last of them: in this body it hides the module.
    find = finding.find
    rename = renaming.renamed
    flow = flows.flow
    destroyed = flows.destroyed
    reached_from = flows.reached
    impact = impact.impact
    line_history = line_history.line_history

    # The whole, and changes of it
    analysis = analysis.analysed
    check = checking.checked
    proposal = checking.proposed
    generations = compare.generations
    compare_commits = compare.compare_commits
    compare = compare.compare
    review = reviewing.review
    status = status.status_of

    # Tests and recordings
    executed = tests.executed_lines
    tests_for = tests.chosen_tests
    keep_coverage = tests.keep_coverage
    forget_coverage = tests.forget_coverage
    tests = tests.unit_tests
    keep_recordings = observed.keep_recordings
    forget_recording = observed.forget_recording
    runtime = observed.runtime_list
    observed = observed.observed

    # Conversations and ratings
    forget_conversation = conversations.forget
    conversations = conversations.saved
    judge = judgements.judge
    rate = judgements.rate
    report_gap = judgements.report_gap
    forget_judged = judgements.forget_judged
    fitting_questions = evaluation.fitting_questions

    def ask(
        self,
        question: str,
        *,
        budget: int | None = None,
        prior: SearchRun | None = None,
        after: Sequence[str] = (),
        known: Known | None = None,
        settings: Mapping[str, object] | Settings | None = None,
        **limits: Unpack[Limits],
    ) -> SearchRun:
        """Return the ranked answer to a question and its context within a token budget.

        `types`, `paths` (globs), `languages` and, in a group, `repositories` limit the results, `exclude` drops units, and
        `include_tests` adds tests.
        `where` limits by name: `{"namespace": "Billing", "change_frequency": ["new", "hot"], "importance": "high"}`, and by
        `type`, `language`, `repository` or `file_path`. For a follow-up question, give the earlier run as `prior`, or the
        earlier questions as `after`, oldest first. Lines that are `known` are not shown again (see `conversation`).
        `settings` are dotted names with other values (`{"rank.recency": 0}`) for a what-if run. Raises `SettingsError` for
        an empty question or a negative budget.
        """
        filters = self._filters(limits)
        chosen = self._what_if(settings)
        own = bool(chosen.rank.owned or chosen.rank.opened)  # which differ by person and day: such a run is not kept
        if prior is not None or own or not chosen.cache.runs or not question.strip():
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
        from core.workbench.personal import personal
        from core.workbench.sessions import run_before

        prior = prior or run_before(partial(self.ask, **asdict(filters)), after)
        stores, own = self.stores, personal(self, settings.rank)
        with uncollected():  # a search for cycles among all units takes as long as a question, and finds none
            run = ask(question, stores, settings, budget=budget, filters=filters, prior=prior, known=known, personal=own)
        return replace(run, pages=self.pages)

    def _filters(self, limits: Limits) -> Filters:
        from core.workbench.limit_values import filters_of

        return filters_of(self, **limits)

    def asked_before(self, question: str) -> tuple[str, ...]:
        """Return earlier questions about this state of the index that share most words with this one, nearest first.

        They are suggestions with possibly different answers. The result is empty if `cache.suggest` is off.
        """
        from core.workbench.kept_runs import KeptRuns

        wanted = self.settings.cache
        return self._once("kept runs", lambda: KeptRuns(self)).near(question) if wanted.runs and wanted.suggest else ()

    def answering(
        self, question: str, *, model: bool = True, agree: Callable[[Sending], bool] | None = None, after: Sequence[str] = (),
        run: SearchRun | None = None,
    ) -> Underway:  # fmt: skip
        """Return an answer in progress: `events()` yields its parts as they arrive, `answer` is the whole.

        If you configured a language model, it writes the answer, and `agree` is asked before code leaves this machine for
        the first time. Without a model or consent, the answer consists of the sources alone. `sending()` describes the data
        to send. With `run`, the answer uses the context and the limits of that run.
        """
        from core.workbench.answering import Said, answering

        said = Said(tuple((one, "") for one in after))
        return answering(self, self.ask, question, model=model, agree=agree, said=said, run=run)

    def answer(
        self, question: str, *, model: bool = True, agree: Callable[[Sending], bool] | None = None, after: Sequence[str] = (),
        run: SearchRun | None = None,
    ) -> Answer:  # fmt: skip
        """Return an answer in prose, by a language model if you configured one."""
        asked = self.answering(question, model=model, agree=agree, after=after, run=run)
        for _ in asked.events():
            pass
        assert asked.answer is not None
        return asked.answer

    def conversation(self, name: str = "", *, budget: int | None = None, **limits: Unpack[Limits]) -> OpenConversation:
        """Return the conversation with this name, or a new one. A conversation with a name is stored.

        `budget` covers all turns together, by default 8,000 tokens. The budget and the limits apply to this turn and later
        ones. `talk.ask(…)` and `talk.answer(…)` take a turn. Raises `SettingsError` for an invalid name.
        """
        from core.model.conversation import Conversation
        from core.workbench.conversations import find, given
        from core.workbench.turns import OpenConversation

        kept = find(self, name) if name else None
        begun = kept or Conversation(name, self.name, self.settings.assemble.budget)
        return OpenConversation(self, self.ask, given(begun, budget, asdict(self._filters(limits))))

    @property
    def judged(self) -> Judgements:
        """All ratings of answers. Raises `StoreError` for an unreadable file."""
        from core.workbench.judgements import judgements

        return judgements(self)

    def gaps(self) -> Gaps:
        """Return what the answers to rated questions still lack, each with its cause, the most frequent first."""
        from core.workbench.gaps import gaps

        return gaps(self, self.ask)

    def questions(self, path: str | Path | None = None) -> Path:
        """Return a question set about this index: the one at the path, or one next to it, or one made from names.

        Without a path, Orienteer looks in the folder of the bundled sets. A set made from names asks how each of the most
        used units works.
        """
        from core.workbench.evaluation import questions_for

        return questions_for(self, Path(path) if path else house() / "data" / "questions" / "sample.json")

    def why(self, run: SearchRun, name: str) -> Explanation:
        """Return how a unit was ranked in a run, or why it is missing. Raises `SourceError` for unknown names."""
        from core.workbench.why import why

        return why(run, local(name, self.name), self.heads)

    def why_not(self, run: SearchRun, name: str) -> Explanation:
        """Return the same as `why`, compared with the first result."""
        from core.workbench.why import why_not

        return why_not(run, local(name, self.name), self.heads)

    def evaluate(
        self,
        questions: str | Path,
        *,
        budget: int | None = None,
        baselines: Sequence[str] = (),
        settings: Mapping[str, object] | Settings | None = None,
    ) -> Report:
        """Return how well the questions of a file are answered, next to baselines, with other settings if given."""
        from core.workbench.evaluation import evaluate_questions

        chosen = self._what_if(settings)
        report = evaluate_questions(self, Path(questions), budget=budget, baselines=baselines, settings=chosen)
        return replace(report, pages=self.pages)

    def tune(
        self,
        questions: str | Path | None = None,
        *,
        others: Sequence[tuple[Workbench, str | Path]] = (),
        folds: int = 5,
        weights: Mapping[str, float] | None = None,
    ) -> Tuning:
        """Return how much weights learned from one part of a question set improve the other part. Changes nothing.

        Without a file, it uses the rated questions. `others` are further indexes, each with a question set; then each
        repository is a fold, otherwise each fold is a part of the questions. `weights` of signals (`{"table": 0.5}`) are the
        start values. Save the result with `keep_configuration(wb, NAME, tuning.changes)`.
        """
        from core.workbench.judgements import judged_set
        from core.workbench.tuning import AskedSet, tune

        own = Path(questions) if questions is not None else judged_set(self)
        sets = [AskedSet(self, self.ask, own), *(AskedSet(bench, bench.ask, Path(path)) for bench, path in others)]
        return tune(sets, self._what_if({f"rank.{name}": value for name, value in (weights or {}).items()}), folds=folds)

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

    def sheet(self, name: str, *, depth: int = 1, kinds: Sequence[str] = ()) -> UnitSheet:
        """Return facts, relations with their lines, and history of a unit.

        Relations go up to `depth` steps away and are of these `kinds`; none means all.
        """
        from core.workbench.personal import note_opened
        from core.workbench.sheets import unit_sheet

        sheet = unit_sheet(self, name, depth=depth, kinds=kinds)
        note_opened(self, sheet.unit.key)
        return sheet

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
        languages: Sequence[str] = (), repositories: Sequence[str] = (), where: Where = (), exclude: Sequence[str] = (),
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
            "exclude": exclude,
        }  # fmt: skip
        return word_search(self, words, self._filters(limits), regex=regex)

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

    def columns(self, name: str) -> list[tuple[str, tuple[ColumnUse, ...]]]:
        """Return the columns of a table or model, or those that another unit uses, with their readers and writers."""
        from core.inspect.columns import columns_around
        from core.workbench.sheets import members

        head = self.head(name)
        return columns_around(self.index, head, members(self, head.key))

    def _findings(self, type_: str, since: str) -> Result[Finding]:
        from core.workbench.findings import findings

        return findings(self, type_, since)

    def _trend(self) -> Result[HealthNumbers]:
        from core.workbench.trend import trend

        return trend(self)

    def parts(self) -> Parts:
        """Return the 8 to 12 parts of the domain: models, entry points, tables, jobs, tests, owners, links to other parts."""
        return self.analyse.parts()

    @property
    def overview(self) -> Overview:
        """The sizes, entry points, central units and parse problems of the index."""
        from core.workbench.overview import overview

        return self._once("overview", lambda: overview(self))

    @property
    def plot(self) -> Plots:
        """The pictures of the index: `wb.plot.hubs()`, `wb.plot.cycles()`, `wb.plot.map()`."""
        from core.workbench.plots import Plots

        return Plots(self, self.ask)

    def help(self) -> CheatSheet:
        """Return the cheat sheet of the verbs as Markdown, which a notebook renders."""
        from core.workbench.help import verb_sheet

        return verb_sheet(Workbench)

    def renewed(self) -> Workbench:
        """Return a workbench of the newest generation, or this one if it is the newest."""
        from core.workbench.sessions import newer

        opened = newer(self)
        return Workbench(opened, self.settings) if opened else self

    def __repr__(self) -> str:
        counts = self.manifest.counts
        return f"<Workbench {self.name}: {counts.get('units', 0):,} units, {counts.get('relations', 0):,} relations>"

    def coverage_reports(self) -> tuple[CoverageReport, ...]:
        """Return the stored coverage reports of the index."""
        from core.workbench.executed import kept_reports

        return kept_reports(self).told()

    def recordings(self) -> tuple[Recording, ...]:
        """Return the stored recordings of the index, ordered by source."""
        return self.recorded.recordings

    def related_to(self, name: str, limit: int = 20) -> tuple[SharedDependencies, ...]:
        """Return the units that share most dependencies with a unit. Rare dependencies count most.

        Methods are compared with methods and classes with classes. Tests are left out unless the unit is one.
        """
        from core.analyse.shared_dependencies import shared_dependencies

        head = self.head(name)
        units = self.analyse.view("unit", tests=head.is_test)
        view = units if head.key in units.out else self.analyse.view("member", tests=head.is_test)
        return shared_dependencies(view, head.key, limit)

    def subgraph_for_types(self, types: Sequence[str]) -> nx.MultiDiGraph:
        """Return the part of `graph` with the units of these types. Raises `SettingsError` for a type without units."""
        known = sorted(self.index.types)
        for type_ in types:
            if type_ not in self.index.types:
                raise SettingsError(f"No units of the type '{type_}'. {did_you_mean(type_, known)}")
        found: nx.MultiDiGraph = self.graph.subgraph([head.key for head in self.index.heads if head.type in types]).copy()
        return found
