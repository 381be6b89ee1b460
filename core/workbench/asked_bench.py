"""An open index that is asked questions: runs, answers in words, conversations, why, and how well all of it answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from core.errors import SettingsError
from core.model import local
from core.model.run import Filters, SearchRun
from core.model.where import Limits, limited
from core.runtime.collection import uncollected
from core.settings import Settings, changed
from core.settings.home import house
from core.workbench.members import chosen_members
from core.workbench.open_bench import OpenBench

if TYPE_CHECKING:
    from core.evaluate import Report
    from core.model.answer import Answer, Sending
    from core.model.conversation import Conversation
    from core.model.judged import Judgements
    from core.model.known import Known
    from core.model.why import Explanation
    from core.workbench.answering import Underway
    from core.workbench.gaps import Gaps
    from core.workbench.tuning import Tuning
    from core.workbench.turns import OpenConversation


_PER_QUESTION = ("route", "search", "rank", "rerank", "assemble", "cache")  # groups of settings that no index depends on


class AskedBench(OpenBench):
    """The verbs that take a question, or a run of one."""

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
        """Return the filters of these limits; raises `SettingsError` for one that the index does not know."""
        filters = Filters(
            types=tuple(limits.get("types", ())),
            paths=tuple(limits.get("paths", ())),
            languages=tuple(limits.get("languages", ())),
            exclude=tuple(local(name, self.name) for name in limits.get("exclude", ())),
            include_tests=limits.get("include_tests", False),
            repositories=chosen_members(self.manifest, limits.get("repositories", ())),
        )
        return limited(filters, limits.get("where", ()))

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

    def conversations(self) -> tuple[Conversation, ...]:
        """Return the stored conversations of this index, by name."""
        from core.workbench.conversations import saved

        return saved(self)

    def forget_conversation(self, name: str) -> None:
        """Remove a conversation. Raises `SourceError` for an unknown name."""
        from core.workbench.conversations import forget

        forget(self, name)

    def judge(self, question: str, name: str, verdict: str) -> Judgements:
        """Store a unit as a `right` or `wrong` answer to a question (empty: neither), and return all ratings.

        Ratings stay on this machine, next to the index. They form a question set: `wb.evaluate(judged.path)`.
        """
        from core.workbench.judgements import judge

        return judge(self, question, local(name, self.name), verdict)

    def rate(self, question: str, score: int, comment: str = "") -> Judgements:
        """Rate the answer to a question from 1 (useless) to 5 (complete)."""
        from core.workbench.judgements import rate

        return rate(self, question, score, comment)

    def report_gap(self, question: str, name: str, type_: str = "") -> Judgements:
        """Store a unit that the answer to a question lacked, even one that is missing from the index."""
        from core.workbench.judgements import report_gap

        return report_gap(self, question, local(name, self.name), type_)

    @property
    def judged(self) -> Judgements:
        """All ratings of answers. Raises `StoreError` for an unreadable file."""
        from core.workbench.judgements import judgements

        return judgements(self)

    def forget_judged(self, question: str = "") -> Judgements:
        """Remove the ratings of one question, or all of them, and return the rest."""
        from core.workbench.judgements import forget_judged

        return forget_judged(self, question)

    def gaps(self) -> Gaps:
        """Return what the answers to rated questions still lack, each with its cause, the most frequent first."""
        from core.workbench.gaps import gaps

        return gaps(self, self.ask)

    def fitting_questions(self, folder: Path) -> Path | None:
        """Return the bundled question set with most of its files in this index, if at least half of them are; ties by name."""
        from core.workbench.evaluation import fitting_questions

        return fitting_questions(self, folder)

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
        others: Sequence[tuple[AskedBench, str | Path]] = (),
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
