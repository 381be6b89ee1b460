"""Routine jobs as prompts: follow a flow, review a change, the first day in a code base, an answer with checked lines."""

from __future__ import annotations

from collections.abc import Mapping

import mcp_types as types

from core.errors import SettingsError, SourceError
from core.present.export.review import review_text
from core.serving.indexes import ServedIndexes
from core.workbench.answering import told_to_model

_FLOW = """\
Explain what happens in this code base: {what}

1. Call codebase_retrieve with that question.
2. Follow what is called, enqueued and delivered with codebase_dependencies until nothing new runs.
3. Tell the steps in order, each with its file and line; say which are certain, which are inferred, and what you could not find.
"""
_REVIEW = """\
Review this change:

{diff}

What is known of it, each with its line:

{review}

1. Read the lines under "Look at first" and say of each whether it holds; call codebase_dependents for what the list cuts.
2. Name users that the change breaks or that need the same change, with file and line.
3. Name tests that cover it, and lines that none does.
4. Say what you checked and what you did not.
"""
_FIRST_DAY = """\
I have just joined and know nothing of this code base. Call codebase_structure if it is served, then codebase_retrieve for its
purpose, its central models and its main entry points. Tell me on one page: what the application is for, its ten most
important units with what each does, three flows worth reading in order with file and line, and what to leave for later.
"""
_ANSWER = """\
{told}

(In the place of a line SEARCH: you may call codebase_retrieve; what it shows is cited as its file and lines.)
"""
_TEXTS = {"explain_flow": _FLOW, "review_change": _REVIEW, "first_day": _FIRST_DAY, "answer_question": _ANSWER}
PROMPTS = (
    types.Prompt(
        name="explain_flow", title="Explain a flow", description="What happens, step by step with lines.",
        arguments=[types.PromptArgument(name="what", description="for instance: an order is refunded", required=True)],
    ),
    types.Prompt(
        name="review_change", title="Review a change", description="What a diff touches, breaks and leaves untested.",
        arguments=[types.PromptArgument(name="diff", description="the output of git diff", required=True)],
    ),
    types.Prompt(
        name="answer_question", title="Answer a question", description="Numbered sources, and how to cite them.",
        arguments=[types.PromptArgument(name="question", description="for instance: how is an order refunded?", required=True)],
    ),
    types.Prompt(name="first_day", title="First day", description="The code base on one page.", arguments=[]),
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
