"""The lexical document of a unit: its words, with those of its name repeated for weight.

A word in the identifier describes a unit better than the same word in its body. Bodies of methods do not count for their
class, because methods are documents too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.index.outline import children_of, facts_of, outline
from core.model import CodeUnit
from core.text.words import tokenize
from core.vocabulary import BY_PATH

_NAME = 3  # repetitions, measured on docstring → function questions: with stems and stop words +.04 MRR
_IDENTIFIER = 1
_SIGNATURE = 1
_FACTS = 2
_BODY_CHARACTERS = 20_000  # of one document
_DATA_CHARACTERS = 6_000  # of a file without units: translations and tables would be most of the index


def documents(units: Sequence[CodeUnit], inside: Mapping[str, Sequence[CodeUnit]] | None = None) -> list[list[str]]:
    """Return the words of each unit's document, in the order of the units.

    `inside` are the members of each unit by its key, where the units are not all that there are.
    """
    inside = children_of(units) if inside is None else inside
    return [document(unit, inside.get(unit.key, ())) for unit in units]


def document(unit: CodeUnit, members: Sequence[CodeUnit] = ()) -> list[str]:
    """Return the words of one unit that holds these members.

    Fields are the name, identifier, type and path, signature, docstring, names of facts, names of members, and the body:
    all of it, or only the lines that no member has.
    """
    facts = facts_of(unit)
    fields = (
        (unit.name, _NAME),
        (f"{unit.identifier} {unit.type}", _IDENTIFIER),
        (unit.file_path, 1),
        (unit.signature, _SIGNATURE),
        (unit.docstring, 1),
        (" ".join(fact.name for fact in facts), _FACTS),
        (" ".join(member.name for member in members), 1),
        (_inlined(unit.metadata), 1),
        (_body(unit, members), 1),
    )
    return [word for text, weight in fields if text for word in tokenize(text) * weight]


def _body(unit: CodeUnit, members: Sequence[CodeUnit]) -> str:
    if not members:
        return unit.source_code[: _DATA_CHARACTERS if unit.type in BY_PATH else _BODY_CHARACTERS]
    if unit.type in BY_PATH:
        return ""
    own = outline(unit, members)
    lines = sorted([*own.body, *(line for group in own.declared.values() for line in group)])
    return "\n".join(text for _, text in lines)[:_BODY_CHARACTERS]


def _inlined(metadata: Mapping[str, object]) -> str:
    """Return the text of what a unit includes from elsewhere: `inlined` is a text, or a list of rows with a `source_code`."""
    rows = metadata.get("inlined", "")
    if isinstance(rows, str):
        return rows
    if isinstance(rows, list | tuple):
        return "\n".join(str(row.get("source_code", "")) if isinstance(row, Mapping) else str(row) for row in rows)
    return ""
