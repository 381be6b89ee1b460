"""Routine jobs as prompts: follow a flow, review a change, the first day in a code base, an answer with checked lines."""

from __future__ import annotations

from collections.abc import Mapping

import mcp_types as types

from core.errors import SettingsError, SourceError
from core.present.export.review import review_text
from core.serving.indexes import ServedIndexes
from core.workbench.answering import told_to_model

_FLOW = """\
Explain what happens in this codebase: {what}

1. Call codebase_retrieve with that question.
2. Follow calls, jobs and mails with codebase_dependencies until nothing new runs.
3. List the steps in order with file and line. Mark each as certain or inferred, and name what you could not find.
"""
_REVIEW = """\
Review this change:

{diff}

Known facts, each with its line:

{review}

1. Verify each line under "Check first". Call codebase_dependents where the list is cut.
2. Name dependents that break or need the same change, with file and line.
3. Name the tests that cover it, and the lines without tests.
4. List what you checked and what you did not.
"""
_FIRST_DAY = """\
I am new to this codebase. Call codebase_structure if available, then codebase_retrieve for its purpose, central models and
main entry points. Then write one page:

- The purpose of the application.
- Its ten most important units, each with its role.
- Three flows to read first, with file and line.
- Parts to leave for later.
"""
_ANSWER = """\
{told}

(Instead of writing a SEARCH line, you may call codebase_retrieve. Cite its results by file and lines.)
"""
_TEXTS = {"explain_flow": _FLOW, "review_change": _REVIEW, "first_day": _FIRST_DAY, "answer_question": _ANSWER}
PROMPTS = (
    types.Prompt(
        name="explain_flow", title="Explain a flow", description="Steps of a flow, with file and line.",
        arguments=[types.PromptArgument(name="what", description="example: an order is refunded", required=True)],
    ),
    types.Prompt(
        name="review_change", title="Review a change", description="Impact, risks and missing tests of a diff.",
        arguments=[types.PromptArgument(name="diff", description="output of git diff", required=True)],
    ),
    types.Prompt(
        name="answer_question", title="Answer a question", description="Numbered sources and citation rules.",
        arguments=[types.PromptArgument(name="question", description="example: how is an order refunded?", required=True)],
    ),
    types.Prompt(name="first_day", title="First day", description="One-page introduction to the codebase.", arguments=[]),
)  # fmt: skip


def prompt_text(indexes: ServedIndexes, name: str, arguments: Mapping[str, str]) -> str:
    """Return a prompt with its arguments; those of a question and of a change have what the usual index knows of them.

    Raises `SettingsError` for an unknown one, or one that lacks an argument."""
    prompt = next((one for one in PROMPTS if one.name == name), None)
    if prompt is None:
        raise SettingsError(f"No prompt '{name[:80]}'. Choose from: {', '.join(_TEXTS)}.")
    text = _TEXTS[name]
    for argument in prompt.arguments or ():
        if not arguments.get(argument.name):
            raise SettingsError(f"The prompt {name} needs '{argument.name}': {argument.description}.")
        text = text.replace("{" + argument.name + "}", arguments[argument.name])
    if name == "review_change":
        return text.replace("{review}", _reviewed(indexes, arguments["diff"]))
    if name == "answer_question":
        bench = indexes.workbench()
        run = bench.ask(arguments["question"], budget=bench.settings.answer.context)
        return text.replace("{told}", told_to_model(bench, run))
    return text


def _reviewed(indexes: ServedIndexes, diff: str) -> str:
    """Return the review of a diff, or why there is none: the diff itself may be reviewed all the same."""
    try:
        return review_text(indexes.workbench().review(diff=diff))
    except (SettingsError, SourceError) as problem:
        return f"Nothing: {problem}"
