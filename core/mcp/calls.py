"""One call of a tool, from its arguments to the text that is sent back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.errors import MissingExtra, SettingsError, SourceError, StoreError, WorkbenchError, did_you_mean
from core.mcp.arguments import checked
from core.mcp.tool_answer import MOST_TOKENS, as_json, as_text
from core.mcp.toolset import Tool
from core.serving.indexes import ServedIndexes

_CODES: Mapping[type[WorkbenchError], str] = {
    SettingsError: "invalid_argument",
    SourceError: "not_found",
    StoreError: "no_index",
    MissingExtra: "not_installed",
}


@dataclass(frozen=True, slots=True)
class Reply:
    """The text of an answer; with an `error` code it says what was wrong and what to do next."""

    text: str
    error: str = ""


def called(indexes: ServedIndexes, tools: Sequence[Tool], name: str, given: Mapping[str, object]) -> Reply:
    """Return what a tool answers; raises `LookupError` for a tool that is not served, with the nearest."""
    tool = next((one for one in tools if one.name == name), None)
    if tool is None:
        known = [one.name for one in tools]
        raise LookupError(f"No tool '{name[:80]}'. {did_you_mean(name, known)}")
    try:
        arguments = checked(name, tool.arguments, given)
        bench = indexes.workbench(arguments.text("index"))
        answer = tool.answering(bench, arguments)
        notes = [note for note in (indexes.staleness(bench),) if note]
        write = as_json if arguments.flag("json") else as_text
        most = arguments.number("max_tokens") if "max_tokens" in arguments.values else MOST_TOKENS
        return Reply(write(answer, most, notes))
    except WorkbenchError as problem:
        return Reply(str(problem), _CODES.get(type(problem), "failed"))
