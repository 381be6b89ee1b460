"""Which of the names on a line is the one that a relation was read from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.inspect.code_links.words import Word
from core.model import Relation, UnitHead, split_key
from core.open_index.names import words_key
from core.vocabulary import relation_kind

_SEPARATORS = re.compile(r"::|[#./]|->")
_TELLING = frozenset({"attribute", "callback", "named", "polymorphic", "delegate", "receiver"})  # `via` names what is written
_SHORTEST = 4  # letters of a word that may stand for the beginning of a name
_SAID, _EXACT, _SAME_WORDS, _BEGINNING = 4, 3, 2, 1
_STANDS_FOR = {"renders": ("render", "partial", "template"), "builds": ("new", "create"), "inherits": ()}


@dataclass(frozen=True, slots=True)
class Called:
    """What the code may call a unit: its name as it is, and in words."""

    name: str
    words: str
    all_words: str
    path: str

    @classmethod
    def of(cls, key: str, head: UnitHead | None) -> Called:
        """Return what a unit may be called; a column, which has no head, by the name behind its table's."""
        identifier = head.identifier if head else split_key(key)[1]
        name = (head.name if head else "") or _SEPARATORS.split(identifier)[-1]
        name = _SEPARATORS.split(name)[-1] if "/" not in name else name
        return cls(name.rstrip("="), words_key(name), words_key(identifier), _bare_path(identifier))


def fitting(words: Sequence[Word], called: Called, relation: Relation) -> list[Word]:
    """Return the names on the line that stand for the unit that a relation leads to; none when no name does."""
    is_column = relation_kind(relation.kind).data
    scored = [(_fit(word, called, relation, is_column), word) for word in words]
    best = max((score for score, _ in scored), default=0)
    if not best:
        return _standing_for(words, relation)
    found = [word for score, word in scored if score == best]
    plain = [word for word in found if not word.label]
    return _as_called(plain or found, relation) if best > _BEGINNING else [max(found, key=lambda word: len(word.text))]


def exactly(words: Sequence[Word], name: str) -> list[Word]:
    """Return the names on the line that are written just like this."""
    return [word for word in words if word.text == name and word.kind != "comment"]


def _fit(word: Word, called: Called, relation: Relation, is_column: bool) -> int:
    if word.kind == "string" and not word.text.isidentifier():
        return _path_fit(word.text, called)
    said, _, rest = relation.via.partition(":")
    if said in _TELLING and word.kind != "comment" and word.text == rest.partition(":")[0].rstrip("="):
        return _SAID
    if word.text == called.name:
        return _EXACT
    if is_column or word.kind in ("comment", "keyword"):
        return 0
    key = words_key(word.text)
    if key and key in (called.words, called.all_words):
        return _SAME_WORDS
    begins = f"{called.words} ".startswith(f"{key} ") or f"{called.all_words} ".startswith(f"{key} ")
    return _BEGINNING if begins and len(word.text) >= _SHORTEST and word.kind != "string" else 0


def _path_fit(text: str, called: Called) -> int:
    if "#" in text:
        controller, _, action = text.rpartition("#")
        fits = action == called.name and called.all_words.startswith(words_key(controller))
        return _EXACT if fits else 0
    bare = _bare_path(text).lstrip("./")
    return _EXACT if len(bare) > 1 and f"/{called.path}".endswith(f"/{bare}") else 0


def _bare_path(path: str) -> str:
    """Return a path without endings of files and the mark of partials: `orders/_line.html.erb` is `orders/line`."""
    folder, slash, name = path.rpartition("/")
    return f"{folder}{slash}{name.lstrip('_').partition('.')[0] or name}" if slash or name.startswith("_") else path


def _as_called(words: list[Word], relation: Relation) -> list[Word]:
    """Return those of equal names that stand as a method does when the relation is a call on a value."""
    called = [word for word in words if word.called]
    return called if relation.kind == "calls" and called else words


def _standing_for(words: Sequence[Word], relation: Relation) -> list[Word]:
    """Return the word that says what is done where none says with what: `render`, the name of an association."""
    if relation_kind(relation.kind).association:
        return [word for word in words if word.kind == "symbol"][:1]
    if relation_kind(relation.kind).hyperlink:
        return [word for word in words if word.text.endswith(("_path", "_url"))][:1]
    wanted = _STANDS_FOR.get(relation.kind, ())
    return [word for word in words if word.text in wanted and word.kind in ("name", "keyword")][:1]
