"""The key of a unit: its type and identifier, and the repository that it belongs to where that is not the index's own.

    class:Order             in the index of one repository: what commands, JSON and addresses show
    shop//class:Order       the same unit named from elsewhere, or in a set; `shop` is the name of its index

In a set files and folders have no repository in their keys: their paths begin with its name (`file:shop/app/order.rb`).


This is the only place that puts keys together or takes them apart; `tests/test_keys.py` keeps it so. Both forms are read
wherever a name is accepted. A type has no colon and no slash, a repository neither and no blank: an identifier may have both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from core.vocabulary import BY_PATH

_REPOSITORY = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")  # as indexes are called
_WRITTEN = re.compile(r"(?:[A-Za-z0-9][A-Za-z0-9._-]*//)?[a-z][a-z0-9_]*:(?!:)")
_MARK = "//"
_PART = re.compile(r"(?<=[./:#>])(?=[^./:#>])|(?=#)")  # where a part of a name begins


class Key(NamedTuple):
    """What a key is made of; an empty repository is that of the index which the key is read in."""

    type: str
    identifier: str
    repository: str = ""

    def __str__(self) -> str:
        return unit_key(*self)


def unit_key(type_: str, identifier: str, repository: str = "") -> str:
    """Return the key of a unit; what only together is unique."""
    return f"{repository}{_MARK}{type_}:{identifier}" if repository else f"{type_}:{identifier}"


def file_key(path: str, repository: str = "") -> str:
    """Return the key of the file at a path of the repository."""
    return unit_key("file", path, repository)


COLUMN = "column"
"""The type in the key of a column of the database, which is no unit but what code reads and writes."""
ROWS = "*"
"""The name of a column that stands for whole rows of its table."""


def column_key(table: str, name: str) -> str:
    """Return the key of a column of a table, whose name may begin with its repository."""
    repository, own = split_repository(table)
    return unit_key(COLUMN, f"{own}.{name}", repository)


def table_key(table: str) -> str:
    """Return the key of a table, whose name may begin with its repository."""
    repository, own = split_repository(table)
    return unit_key("table", own, repository)


def full_name(identifier: str, repository: str) -> str:
    """Return an identifier as no other unit of its type is called in a set: with the repository where there is one."""
    return f"{repository}{_MARK}{identifier}" if repository else identifier


def parse_key(key: str) -> Key:
    """Return what a key is made of; a text without a colon gives a key without identifier."""
    repository, rest = split_repository(key)
    type_, _, identifier = rest.partition(":")
    return Key(type_, identifier, repository)


def split_key(key: str) -> tuple[str, str]:
    """Return the type and the identifier of a key."""
    type_, identifier, _ = parse_key(key)
    return type_, identifier


def is_key(text: str) -> bool:
    """Tell whether a text is written like a key, and not like a namespace or a path."""
    return _WRITTEN.match(text) is not None


def fitted_name(name: str, room: int) -> str:
    """Return a key, a name or a path in at most `room` characters; a longer one loses its namespace.

    The type of a key stays if a whole part of the name fits behind it: `method:…Consumer.start`. A last part that is too
    long loses its beginning.
    """
    if len(name) <= room:
        return name
    type_ = name[: len(name) - len(split_key(name)[1])] if is_key(name) else ""
    ending = name.rfind(".") + 1 if "/" in name else 0  # of a file, which says nothing alone
    for kept in (type_, ""):
        starts = (found.start() for found in _PART.finditer(name, len(type_)) if found.start() != ending)
        if begins := next((at for at in starts if len(kept) + 1 + len(name) - at <= room), 0):
            return f"{kept}…{name[begins:]}"
    return f"…{name[len(name) - max(room - 1, 0) :]}"


def split_repository(text: str) -> tuple[str, str]:
    """Return the repository that a key or a name begins with, empty without one, and the rest."""
    if _MARK not in text:
        return "", text
    repository, _, rest = text.partition(_MARK)
    return (repository, rest) if rest and _REPOSITORY.fullmatch(repository) else ("", text)


def in_set(key: str, repository: str) -> str:
    """Return the key that a unit of a repository has in a set; an empty key stays empty."""
    type_, identifier, named = parse_key(key)
    if not key or named:
        return key
    return unit_key(type_, f"{repository}/{identifier}") if type_ in BY_PATH else unit_key(type_, identifier, repository)


def member_in(text: str, repositories: Sequence[str]) -> str:
    """Return which of these repositories a key, a path or a place of a set begins with; empty for none."""
    rest = text.partition(":")[2]
    named = (split_repository(text)[0], split_repository(rest)[0], rest.partition("/")[0], text.partition("/")[0])
    return next((one for one in named if one in repositories), "")


def local(text: str, repository: str) -> str:
    """Return a key or a name as the index of a repository has it: without that repository, if it begins with it."""
    named, rest = split_repository(text)
    return rest if named and named == repository else text
