"""What a folder or file holds, in a few lines that are made when they are read: counts, main classes, words of its names.

A generation does not keep them: the text of one class would stand in the summaries of all folders above it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from core.model import TEST, UnitHead
from core.open_index.index import OpenIndex
from core.text.counts import counted_as, most_first, name_list
from core.text.words import STOP_WORDS, split_identifier, stem
from core.vocabulary import BY_PATH, UNIT_TYPES, UnitType

_TYPES = 8  # types that are counted by name
_MAIN = 5  # classes that are named with what they say of themselves
_FOLDERS = 8  # folders directly below that are named
_WORDS = 8
_LONGEST = 160  # characters of a sentence
_SENTENCE = re.compile(r"^(.*?[.!?])(?:\s|$)", re.DOTALL)
_HEADINGS = ("= ", "== ", "=== ", "# ", "## ")  # of RDoc and Markdown
_PLAIN = UnitType()


def unit_summary(index: OpenIndex, key: str) -> str:
    """Return what a folder or file holds, in lines, best first; empty for any other unit and for one that holds none."""
    head = index.head(key)
    if head is None or head.type not in BY_PATH:
        return ""
    inner = held(index, head)
    if not inner:
        return ""
    types = Counter(one.type for one in inner)
    ordered = sorted(types, key=lambda name: (-types[name], name))
    rest = sum(types[name] for name in ordered[_TYPES:])
    counts = [counted_as(types[name], name.replace("_", " ")) for name in ordered[:_TYPES]]
    counts += [f"{rest} others"] if rest else []
    files = len({one.file_path for one in inner})
    holds = f"Holds {', '.join(counts)}" + (f" in {counted_as(files, 'file')}" if head.type == "folder" else "")
    lines = [f"{holds}.", _below(inner, head), *_main(index, inner), _words(index, inner)]
    return "\n".join(line for line in lines if line)


def held(index: OpenIndex, head: UnitHead) -> list[UnitHead]:
    """Return the units in a file, or in all files below a folder, without files and folders themselves, ordered by key."""
    if head.type == "file":
        return [index.heads[number] for number in index.by_file.get(head.file_path, ())]
    below = f"{head.file_path}/"
    return [one for one in index.heads if one.type not in BY_PATH and one.file_path.startswith(below)]


def _below(inner: Sequence[UnitHead], head: UnitHead) -> str:
    """Return the folders directly below a folder with the number of their units, largest first."""
    if head.type != "folder":
        return ""
    start = len(head.file_path) + 1
    nested = [one.file_path[start:].partition("/") for one in inner]
    counts = Counter(name for name, sign, _ in nested if sign)
    folders = [f"{name} ({count})" for name, count in most_first(counts).items()]
    return f"Below: {name_list(folders, _FOLDERS)}." if folders else ""


def main_units(index: OpenIndex, inner: Sequence[UnitHead]) -> list[UnitHead]:
    """Return the classes and modules of a folder that most leads to, most first, tests last."""
    own = [one for one in inner if is_main(one)]
    return sorted(own, key=lambda one: (one.is_test, -index.importance.get(one.key, 0.0), one.key))[:_MAIN]


def _main(index: OpenIndex, inner: Sequence[UnitHead]) -> list[str]:
    """Return the main units, each with the first sentence of what is written of it."""
    ordered = main_units(index, inner)
    said = {unit.key: first_sentence(unit.docstring) for unit in index.catalog.units([one.key for one in ordered])}
    return [f"- {one.type} {one.identifier}" + (f": {said[one.key]}" if said.get(one.key) else "") for one in ordered]


def is_main(head: UnitHead) -> bool:
    """Tell whether a unit is one that a summary names: a class or function that is no member, document, container or test."""
    row = UNIT_TYPES.get(head.type, _PLAIN)
    return not (row.member or row.prose or row.outer or row.container or head.type == TEST)


def _words(index: OpenIndex, inner: Sequence[UnitHead]) -> str:
    """Return the words that tell the names of these units from all others, those of most weight first."""
    counts: Counter[str] = Counter()
    written: dict[str, Counter[str]] = {}
    for one in inner:
        for word in set(split_identifier(one.name)):
            if len(word) > 2 and word.isalpha() and word not in STOP_WORDS:
                counts[stem(word)] += 1
                written.setdefault(stem(word), Counter())[word] += 1
    weights = {word: count * index.names.rarity(word) for word, count in counts.items() if count > 1}
    best = sorted(weights, key=lambda word: (-weights[word], word))[:_WORDS]
    names = [min(written[word], key=lambda form: (-written[word][form], form)) for word in best]
    return f"Words of its names: {', '.join(names)}." if names else ""


def first_sentence(text: str) -> str:
    """Return the first sentence of a text in one line, cut where it is long."""
    told = [part for part in text.strip().split("\n\n") if not part.lstrip().startswith(_HEADINGS)]
    paragraph = " ".join((told or [text])[0].split())
    found = _SENTENCE.match(paragraph)
    sentence = found.group(1) if found is not None else paragraph
    return sentence if len(sentence) <= _LONGEST else sentence[:_LONGEST].rpartition(" ")[0] + " …"
