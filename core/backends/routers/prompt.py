"""The prompt that asks a language model to split a question."""

from __future__ import annotations

import json
from collections.abc import Mapping

from core.backends.routers.answers import schema
from core.ports import Vocabulary
from core.text.secrets import masked

_TASK = """You prepare searches in the index of a code base. You do not answer the question.

Split the question into 1 to 5 requests, each for one thing that has to be found; most questions need 1. Answer with one JSON
object that fits the schema and nothing else. The properties of a request:

- text: what to search for, as a question or phrase in the words that the code would use; keep names as they are written
- intent: understand, locate, trace, debug, implement, reference, compare or framework; empty when not clear
- scope: pinpoint (one place), focused, exploratory or comprehensive (everything of its kind); empty when not clear
- target_types: types of unit that can answer, only from `types`; empty when any can
- paths: globs such as app/jobs/**, only when the question excludes everything else; nothing outside is found
- folders: folders where the answer probably lies, only from `folders`; they are preferred, not demanded
- entities: names of code that the question means, preferably from `names`
- reason: what the request is for, in a few words"""


def messages(question: str, vocabulary: Vocabulary) -> list[dict[str, str]]:
    """Return the messages of a chat: the task with its schema, the question without secrets, what the index has, as JSON."""
    asked = {
        "question": masked(question)[0],
        "types": vocabulary.types,
        "folders": vocabulary.folders,
        "names": vocabulary.names,
    }
    return [
        {"role": "system", "content": f"{_TASK}\n\nSchema: {json.dumps(schema())}"},
        {"role": "user", "content": json.dumps(asked, ensure_ascii=False)},
    ]


def form(name: str) -> Mapping[str, object]:
    """Return the part of a call that tells a service the form of the answer; empty for `text`."""
    if name == "json_schema":
        wanted = {"name": "requests", "strict": True, "schema": schema()}
        return {"response_format": {"type": "json_schema", "json_schema": wanted}}
    return {"response_format": {"type": "json_object"}} if name == "json_object" else {}
