"""Gaps: what rated answers still lack, each with its cause, repeated ones first.

Every rated question is asked again, so that fixed gaps are reported as fixed. `why` finds the stage at which a wanted unit was
lost. For a unit that the index does not have, the checkout shows the reason.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from core.languages import OTHER_LANGUAGE, language_of
from core.model import file_key, split_key
from core.model.judged import LOW, JudgedQuestion
from core.model.run import SearchRun
from core.model.shown import Shown
from core.model.text_table import Flat
from core.model.why import Explanation
from core.runtime.git import listed
from core.text.counts import counted_as
from core.text.words import STOP_WORDS, split_identifier, words_of
from core.workbench.judgements import judgements
from core.workbench.why import why

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench


LEFT_OUT, UNKNOWN = "not in the index", "unknown name"
SHOWN, WRONG, DOUBT, WORDS = "shown now", "wrong one first", "nothing about it", "words of bad answers"
BUDGET, RANK, LIMIT, RECALL = "over the budget", "ranked too low", "limited", "not found"
CAUSES: Mapping[str, str] = {
    RECALL: "No search found it. Use a word of its name or text, or raise search.candidates.",
    LIMIT: "A filter or limit removed it (see the reason). Name a unit inside it, or remove the limit.",
    RANK: "Other results rank higher. Try other weights: orienteer tune",
    BUDGET: "It exceeds the token budget. Use a larger budget (-b).",
    WRONG: "A wrong result ranks first. Try other weights: orienteer tune",
    DOUBT: "No unit contains the words of the question. Use words from the code, or index more.",
    LEFT_OUT: "Its file is not indexed. Check the exclusions and index again.",
    UNKNOWN: "No such name in the checkout. It may be in a library: orienteer index --framework",
    WORDS: "Bad answers share this word. Report the missing unit: orienteer feedback QUESTION --missing UNIT",
}
"""What makes a gap, and what to do about it."""
MOST = 200
"""Questions that are asked again, those judged last."""
_FIRST = 5  # places of the ranking at which a wrong unit is in the way
_SEEN = 40  # places above which a larger budget is the remedy, not another order
_SHORTEST = 3  # letters of a word that bad answers share


@dataclass(frozen=True, slots=True)
class AnswerGap:
    """One thing that answers lack: a unit or a word, its cause (of `CAUSES`), how often it was met, and in which questions."""

    subject: str
    cause: str
    sentence: str
    questions: tuple[str, ...]
    times: int = 1

    @property
    def advice(self) -> str:
        """What to do about it."""
        return CAUSES[self.cause]


@dataclass(frozen=True, slots=True)
class Gaps(Shown):
    """The gaps of an index, those that repeat first; `mended` names what was missing once and is shown now."""

    gaps: tuple[AnswerGap, ...] = ()
    mended: tuple[str, ...] = ()
    asked: int = 0
    left: int = field(default=0)  # judged questions beyond the most that are asked again

    @property
    def repeated(self) -> tuple[AnswerGap, ...]:
        """Those that were met more than once."""
        return tuple(gap for gap in self.gaps if gap.times > 1)

    @property
    def sentence(self) -> str:
        """How many there are, by cause."""
        if not self.asked:
            return "No rated questions yet."
        causes = ", ".join(f"{count} {cause}" for cause, count in Counter(gap.cause for gap in self.gaps).most_common())
        asked = counted_as(self.asked, "judged question")
        gaps = f"{counted_as(len(self.gaps), 'gap')} in {asked} ({causes})" if self.gaps else "No gaps"
        were = "were missing are" if len(self.mended) != 1 else "was missing is"
        fixed = f" {len(self.mended)} that {were} shown now." if self.mended else ""
        left = f" {self.left} older questions were skipped." if self.left else ""
        return f"{gaps}, {len(self.repeated)} of them more than once.{fixed}{left}"

    def to_rows(self) -> list[dict[str, Flat]]:
        """Return one flat row for each gap."""
        return [
            {"subject": gap.subject, "times": gap.times, "cause": gap.cause, "sentence": gap.sentence,
             "advice": gap.advice, "questions": "; ".join(gap.questions)}
            for gap in self.gaps
        ]  # fmt: skip

    def __str__(self) -> str:
        told = [f"{gap.times} × {gap.subject}: {gap.cause}\n    {gap.sentence}\n    {gap.advice}" for gap in self.gaps]
        return "\n".join([self.sentence, *told])


def _many(questions: int) -> str:
    return f"{questions} judged question{'s' * (questions != 1)}"


def gaps(bench: OpenBench, ask: Callable[[str], SearchRun]) -> Gaps:
    """Return what the judged questions still lack; `ask` gives the run of each as it is now."""
    every = list(judgements(bench).questions.values())
    judged = every[-MOST:]
    found: dict[tuple[str, str], list[tuple[str, str, int]]] = defaultdict(list)
    mended: list[str] = []
    for one in judged:
        run = ask(one.question)
        for unit, cause, sentence, times in _of_question(bench, one, run):
            if cause != SHOWN:
                found[unit, cause].append((one.question, sentence, times))
            elif unit not in one.right:
                mended.append(unit)
    listed = [
        AnswerGap(unit, cause, rows[0][1], tuple(question for question, _, _ in rows), sum(times for _, _, times in rows))
        for (unit, cause), rows in found.items()
    ]
    listed += _shared_words(judged)
    order = sorted(listed, key=lambda gap: (-gap.times, gap.subject, gap.cause))
    return Gaps(tuple(order), tuple(dict.fromkeys(mended)), len(judged), len(every) - len(judged))


def _of_question(bench: OpenBench, one: JudgedQuestion, run: SearchRun) -> Iterator[tuple[str, str, str, int]]:
    """Yield what a question lacks: unit or question, cause, in words, how often it was said."""
    times = {missing.unit: missing.times for missing in one.missing}
    for unit in one.wanted:
        cause, sentence = _cause(bench, unit, run)
        yield unit, cause, sentence, times.get(unit, 1)
    for key in one.wrong:
        if key in bench.heads and (explained := why(run, key, bench.heads)).rank in range(1, _FIRST + 1):
            yield key, WRONG, explained.sentence, 1
    bad = [rating for rating in one.ratings if rating.score <= LOW]
    if bad and not one.wanted and (doubt := run.doubt.sentence):
        yield one.question, DOUBT, doubt, len(bad)


def _cause(bench: OpenBench, unit: str, run: SearchRun) -> tuple[str, str]:
    if unit not in bench.heads:
        return unindexed(bench, unit)
    explained = why(run, unit, bench.heads)
    return _lost(explained), explained.sentence


def _lost(explained: Explanation) -> str:
    """Return at which point a unit of the index was lost."""
    if explained.stage == "context":
        return SHOWN
    stages = {reason.partition(":")[0] for reason in explained.dropped}
    reasons = " ".join(explained.dropped)
    if "search" in stages or "over the limit" in reasons:
        return LIMIT
    if explained.rank:
        return BUDGET if explained.rank <= _SEEN and "too unlikely" not in reasons else RANK
    return RANK if "rank" in stages else BUDGET if "assemble" in stages else RECALL


def _shared_words(judged: Sequence[JudgedQuestion]) -> Iterable[AnswerGap]:
    """Return the words that several badly rated questions share, of which nothing else is known."""
    bad = [one for one in judged if not one.wanted and any(rating.score <= LOW for rating in one.ratings)]
    asked: dict[str, list[str]] = defaultdict(list)
    for one in bad:
        for word in sorted(words_of(one.question) - STOP_WORDS):
            if len(word) >= _SHORTEST:
                asked[word].append(one.question)
    return [
        AnswerGap(word, WORDS, f"{len(questions)} bad answers have “{word}” in the question.", tuple(questions), len(questions))
        for word, questions in asked.items() if len(questions) > 1
    ]  # fmt: skip


_NO_LETTER = re.compile(r"[^a-z0-9]")
_MOST_FILES = 200_000


def unindexed(bench: OpenBench, name: str) -> tuple[str, str]:
    """Return the cause and in words why the index has no unit of this name."""
    root = Path(bench.manifest.root)
    if bench.manifest.members or not root.is_dir():
        return UNKNOWN, f"{name} is not in this index, and there is no one checkout to look for it."
    plain_name = _plain(name)
    path = next((path for path in _paths(root) if path in (name, plain_name) or _stem(path) == _telling(plain_name)), "")
    if not path:
        return _unwritten(bench, name, plain_name)
    problem = next((one for one in bench.problems if one.file_path == path), None)
    if problem is not None:
        return LEFT_OUT, f"The file with a similar name, {path}, is {problem.status}: {problem.reason}."
    head = bench.heads.get(file_key(path))
    if head is not None and head.language not in ("", OTHER_LANGUAGE):
        return (
            LEFT_OUT,
            f"{path} has no unit '{plain_name}': it may be newer than the index, or created at run time.",
        )
    if head is not None or not language_of(path):
        return LEFT_OUT, f"{path} is of a language that is not analysed."
    return LEFT_OUT, f"{path} is not read: extract.exclude, a folder of third-party code, or newer than the index."


def _unwritten(bench: OpenBench, name: str, plain_name: str) -> tuple[str, str]:
    from core.workbench.word_search import word_search

    if split_identifier(plain_name) and (found := word_search(bench, plain_name).found):
        first = found[0]
        said = (
            f"{name} is written, first in {first.unit} ({first.file_path}:{first.line}), and declared in no file that is read."
        )
        return UNKNOWN, said
    return UNKNOWN, f"{name} is written in no file that is read, and no file of the checkout is called so."


def _plain(name: str) -> str:
    """Return a name without the type before it."""
    return split_key(name)[1] if ":" in name.replace("::", "") else name


def _telling(name: str) -> str:
    """Return the letters of the last part of a name that a file can have: `Shop::PaymentService#pay` → `paymentservice`."""
    owner = re.split(r"[#.]", name)[0] if "/" not in name else Path(name).stem
    return _NO_LETTER.sub("", owner.split("::")[-1].lower())


def _stem(path: str) -> str:
    return _NO_LETTER.sub("", path.rpartition("/")[2].partition(".")[0].lower())


def _paths(root: Path) -> Iterator[str]:
    """Yield the files of a checkout, what git knows first, else those of its folders, in order."""
    known = listed(root, "ls-files", "-z", "--cached", "--others")
    if known:
        yield from sorted(known)
        return
    found = (path for path in root.rglob("*") if path.is_file())
    yield from sorted(path.relative_to(root).as_posix() for path, _ in zip(found, range(_MOST_FILES), strict=False))
