"""Conversations about an index: kept beside it, so that they go with it; each turn builds on the ones before."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

from core.errors import ConflictError, SettingsError, SourceError, StoreError, unsaved
from core.model.conversation import Conversation
from core.model.wire import plain, read
from core.runtime.replacing import locked, write_whole
from core.workbench.open_bench import OpenBench

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_LONGEST = 8 * 1024 * 1024  # bytes of one conversation


def checked_name(name: str) -> str:
    """Return the name of a conversation; raises `SettingsError` for what cannot be the name of a file."""
    if not _NAME.fullmatch(name):
        raise SettingsError(
            f"Invalid conversation name '{name[:100]}': use letters, digits, '.', '_' and '-', at most 100 characters."
        )
    return name


def saved(bench: OpenBench) -> tuple[Conversation, ...]:
    """Return the stored conversations of this index, by name."""
    folder = _folder(bench)
    return tuple(_read(path) for path in sorted(folder.glob("*.json"))) if folder.is_dir() else ()


def find(bench: OpenBench, name: str) -> Conversation | None:
    """Return a conversation; None when there is none of the name."""
    path = _file(bench, name)
    return _read(path) if path.is_file() else None


def resumed(bench: OpenBench, name: str) -> Conversation:
    """Return a conversation; raises `SourceError` with the known ones when there is none of the name."""
    found = find(bench, name)
    if found is None:
        names = ", ".join(one.name for one in saved(bench)) or "none"
        raise SourceError(f"No conversation '{name}' about {bench.name}. Choose from: {names}.")
    return found


def save(bench: OpenBench, conversation: Conversation, before: Conversation | None) -> None:
    """Keep a conversation that was as `before` when it was read; None: that did not exist.

    Raises `ConflictError` when somebody else has asked or answered in it since: their turn stays, this one is not kept.
    """
    path = _file(bench, conversation.name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with locked(path.parent):
            now = _read(path) if path.is_file() else None
            if now is not None and now.turns != (before.turns if before else ()):
                raise ConflictError(f"The conversation '{conversation.name}' has changed since you opened it. Ask again.")
            write_whole(path, json.dumps(plain(conversation), ensure_ascii=False).encode())
    except OSError as problem:
        raise unsaved("The conversation", path, problem) from problem


def forget(bench: OpenBench, name: str) -> None:
    """Remove a conversation. Raises `SourceError` for an unknown name."""
    resumed(bench, name)
    _file(bench, name).unlink(missing_ok=True)


def given(conversation: Conversation, budget: int | None, limits: dict[str, object]) -> Conversation:
    """Return the conversation with another budget and other limits, as far as they are given."""
    if budget is not None and budget < 1:
        raise SettingsError(f"The token budget of a conversation cannot be {budget}. Give 1 or more.")
    chosen = {name: value for name, value in limits.items() if value}
    return replace(
        conversation,
        budget=conversation.budget if budget is None else budget,
        limits=replace(conversation.limits, **chosen) if chosen else conversation.limits,  # type: ignore[arg-type]
    )


def _folder(bench: OpenBench) -> Path:
    return bench.beside / "conversations"


def _file(bench: OpenBench, name: str) -> Path:
    return _folder(bench) / f"{checked_name(name)}.json"


def _read(path: Path) -> Conversation:
    try:
        if path.stat().st_size > _LONGEST:
            raise ValueError(f"it has more than {_LONGEST:,} bytes")
        return read(Conversation, json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError) as problem:
        reason = str(problem).split("\n", 1)[0]
        raise StoreError(f"The conversation {path} cannot be read: {reason}. Remove it to start again.") from problem
