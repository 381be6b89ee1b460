"""Say so when nothing in an index matches a question well: the best of a bad lot is ranked first all the same."""

from __future__ import annotations

from collections.abc import Sequence

from core.model.run import SearchRun

_FAR = 0.29
_MODEL = "minilm-questions"


def weak_match(run: SearchRun, embedder: str) -> str:
    """Return a sentence when nothing matches well, else nothing; `embedder` is the manifest's.

    Scores are relative to the best candidate of each search, so they do not tell; the best cosine of question and text does,
    on a scale that each model has for itself. It is known for the encoder that comes along: at least 0.29 for all but one of
    603 labelled questions about twelve repositories, less for nine in ten of fifteen about bread, football or photons. Of other
    models nothing is said; nor when the question names a unit, or without vectors: words find nothing that does not hold them.
    """
    cosines = [hit.score for hit in run.hits if hit.strategy == "vector"]
    named = any(entity.unit_keys for entity in run.plan.entities)
    if not cosines or max(cosines) >= _FAR or named or _MODEL not in embedder.lower():
        return ""
    return "Nothing matches well: these units are only the least unlike the question. Use words of the code."


def written_nowhere(words: Sequence[str]) -> str:
    """Return in a sentence that words of a question are written nowhere, which alone does not say that a topic is missing."""
    return f"{_named(words)} {'is' if len(words) == 1 else 'are'} written in no file that was read."


def nothing_about(words: Sequence[str], others: bool) -> str:
    """Return in a sentence that an index lacks what words of a question ask for; `others` says that it has other words."""
    named = _named(words)
    written = "it is" if len(words) == 1 else "they are"
    rest = "What follows is about the other words." if others else "What follows only resembles the question."
    return f"Nothing here is about {named}: {written} written in no file that was read. {rest}"


def _named(words: Sequence[str]) -> str:
    return " or ".join(f"“{word}”" for word in words)
