"""What linkers leave behind, as bytes that are kept between runs."""

from __future__ import annotations

import marshal
import zlib
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

import core.extract.rails.linking.seen as ruby
from core.extract.file_edit import FileEdit, SeenElsewhere
from core.extract.repository import Relinker
from core.model import Relation

_FIELDS = ("source", "target", "kind", "file_path", "line", "certainty", "origin", "via")


class _Family(NamedTuple):
    """What a family of languages needs to link single files again."""

    relinker: Callable[[bytes], Relinker]
    check: Callable[[FileEdit, str, frozenset[str]], None]
    own: frozenset[str]
    apart: frozenset[str]
    whole: frozenset[str]


def _ruby(tables: bytes) -> Relinker:
    from core.extract.rails.linking.relink import relinker  # with most of what links Rails: many edits need none of it

    return relinker(tables)


_FAMILIES = {"ruby": _Family(_ruby, ruby.check, ruby.OWN, ruby.APART, ruby.WHOLE)}


def left_behind(family: str, relinker: Relinker) -> dict[str, bytes]:
    """Return what is kept of a linking, by name; `Left` reads it."""
    in_files = sorted(dict.fromkeys(relinker.apart), key=attrgetter("file_path"))
    kept = {_apart(family, path): _packed(some) for path, some in groupby(in_files, attrgetter("file_path"))}
    kept[f"{family} tables"] = zlib.compress(relinker.tables(), 1)
    kept[f"{family} asked"] = marshal.dumps(sorted(relinker.asked))
    return kept


def left_apart(family: str, apart: Mapping[str, Iterable[Relation]]) -> dict[str, bytes]:
    """Return what is kept of the relations apart of files that were linked again."""
    return {_apart(family, path): _packed(relations) for path, relations in apart.items()}


class Left:
    """What the last linking of one family of languages left behind; `get` returns what is kept by a name."""

    def __init__(self, family: str, get: Callable[[str], bytes]) -> None:
        """Raise `SeenElsewhere` for a family whose linker leaves nothing."""
        if family not in _FAMILIES:
            raise SeenElsewhere(f"files of the family '{family}' are not linked one by one")
        self.family = family
        self.own, self.parts_apart, self.whole = (getattr(_FAMILIES[family], name) for name in ("own", "apart", "whole"))
        self._get = get

    def check(self, change: FileEdit, before: str) -> None:
        """Raise `SeenElsewhere` where the text of a file, `before` the edit or after, is read with those of others."""
        _FAMILIES[self.family].check(change, before, self._asked)

    def relinker(self) -> Relinker:
        """Return what links the references of single files."""
        return self._relinker

    def apart(self, path: str) -> list[Relation]:
        """Return the relations that a file shows and that do not come from its references."""
        data = self._get(_apart(self.family, path))
        return [Relation(*row) for row in marshal.loads(data)] if data else []

    @cached_property
    def _asked(self) -> frozenset[str]:
        return frozenset(marshal.loads(self._get(f"{self.family} asked")))

    @cached_property
    def _relinker(self) -> Relinker:
        return _FAMILIES[self.family].relinker(zlib.decompress(self._get(f"{self.family} tables")))


def _apart(family: str, path: str) -> str:
    return f"{family} apart {path}"


def _packed(relations: Iterable[Relation]) -> bytes:
    return marshal.dumps([_row(one) for one in relations])


_row = attrgetter(*_FIELDS)
