"""A conversation as a notebook: its questions as cells that ask them again, each under what it showed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from core.model.conversation import Conversation, Turn
from core.present.export.snippets import opening

_FORMAT = {"nbformat": 4, "nbformat_minor": 5}
_KERNEL = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}


def conversation_notebook(conversation: Conversation) -> str:
    """Return the text of a notebook without outputs; its first cells open the index and begin the conversation anew."""
    cells = list(_cells(conversation))
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    return json.dumps({**_FORMAT, "metadata": _KERNEL, "cells": cells}, indent=1, ensure_ascii=False) + "\n"


def _cells(conversation: Conversation) -> Iterator[dict[str, object]]:
    yield _markdown(f"# {conversation.name or 'Conversation'}\n\n{conversation.sentence}")
    limits = conversation.limits
    given: Mapping[str, object] = {
        "budget": conversation.budget, "types": limits.types, "paths": limits.paths, "languages": limits.languages,
        "exclude": limits.exclude, "include_tests": limits.include_tests, "repositories": limits.repositories,
    }  # fmt: skip
    said = ", ".join(f"{name}={value!r}" for name, value in given.items() if value)
    yield _code(f"{opening(conversation.index)}talk = wb.conversation({said})")
    for number, turn in enumerate(conversation.turns, 1):
        yield _markdown(f"## {number}. {_plain(turn.question)}\n\n{_told(turn)}")
        yield _code(f"run = talk.ask({turn.question!r}, budget={turn.budget})\nrun")


def _told(turn: Turn) -> str:
    """Return what a turn showed, and its answer as a quotation that no Markdown of a model can leave."""
    meant = f"Understood as: {_plain(turn.understood)}\n\n" if turn.understood != turn.question else ""
    places = "\n".join(f"    {one.line.removeprefix('- ')}" for one in turn.shown)
    answer = "\n".join(f"    {line}" for line in turn.answer.split("\n")) if turn.answer else ""
    return "\n\n".join(filter(None, [f"{meant}{turn.tokens:,} of {turn.budget:,} tokens.", places, answer]))


def _plain(text: str) -> str:
    """Return words of a person as Markdown that shows them as they are."""
    return re.sub(r"([\\`*_{}\[\]<>#|!~$])", r"\\\1", " ".join(text.split()))


def _markdown(text: str) -> dict[str, object]:
    return {"cell_type": "markdown", "metadata": {}, "source": text}


def _code(text: str) -> dict[str, object]:
    return {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": text}
