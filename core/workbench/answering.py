"""Answers in words about an open index: who is asked, what the user has agreed to, and where that is remembered."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from core.answer.answering import Answering
from core.errors import SettingsError, StoreError
from core.model.answer import Sending

if TYPE_CHECKING:
    from pathlib import Path

    from core.model.run import SearchRun
    from core.workbench.open_bench import OpenBench

_AGREED = "agreed.json"
Agree = Callable[[Sending], bool]


def answering(
    bench: OpenBench, asking: Callable[..., SearchRun], question: str, *, model: bool, agree: Agree | None, after: Sequence[str]
) -> Answering:
    """Return a question on its way to an answer; without `model`, or where the settings name none, it is extractive.

    Before anything leaves this machine `agree` is asked, unless the user has agreed for this index and this model before;
    without it nothing is sent that was not agreed to. A model on this machine needs no consent.
    """
    from core.backends import writer

    settings = bench.settings.answer
    chosen = writer(settings) if model else None
    said: list[bool] = []

    def agreed(sending: Sending) -> bool:
        if chosen is None or chosen.local or has_agreed(bench, sending):
            return True
        if not said:
            said.append(agree is not None and agree(sending))
        return said[0]

    def ask(words: str, without: Sequence[str]) -> SearchRun:
        return asking(words, budget=settings.context, exclude=without, after=after)

    return Answering(question, ask, bench.line, bench.catalog.units, settings, chosen, agreed, after)


def has_agreed(bench: OpenBench, sending: Sending) -> bool:
    """Tell whether the user has agreed that code of this index goes to this model at this host."""
    return _mark(sending) in _agreements(_place(bench))


def remember_agreement(bench: OpenBench, sending: Sending) -> None:
    """Remember the user's consent with the index; it goes when the index is removed."""
    place = _place(bench)
    marks = sorted({*_agreements(place), _mark(sending)})
    try:
        place.write_text(json.dumps(marks), encoding="utf-8")
    except OSError as problem:
        raise StoreError(f"The consent cannot be kept in {place}: {problem}.") from problem


def _mark(sending: Sending) -> str:
    return f"{sending.model} at {sending.host}"


def _place(bench: OpenBench) -> Path:
    return bench.directory.parent.parent / _AGREED


def _agreements(place: Path) -> list[str]:
    try:
        marks = json.loads(place.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as problem:
        raise SettingsError(f"{place} cannot be read: {problem}. Remove it to be asked again.") from problem
    return [mark for mark in marks if isinstance(mark, str)] if isinstance(marks, list) else []
