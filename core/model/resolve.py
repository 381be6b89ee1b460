"""From a name that a person typed to one unit."""

from __future__ import annotations

import difflib
import re
import shlex
from collections.abc import Callable, Mapping, Sequence

from core.errors import AmbiguousName, SourceError
from core.model import UnitHead, in_set, local, repository_of, split_repository
from core.vocabulary import LATE

_SHOWN = 5


Identified = Callable[[str], Sequence[UnitHead]]
"""Looks up the units of an identifier, ordered by key."""


def resolve(name: str, heads: Mapping[str, UnitHead], repository: str = "", identified: Identified | None = None) -> UnitHead:
    """Return the unit whose key, identifier, path or unambiguous last name is `name`, in this order.

    Case matters only where it decides between two. What begins with the name of the `repository` that the heads are of is
    read without it; in a set what begins with the name of a member is one of its units. Raises `AmbiguousName` with the
    candidates, or `SourceError` that lists the nearest names of an unknown one, or names the other repository that was meant.
    With `identified` an identifier is looked up instead of looked for.
    """
    name = local(name, repository)
    if name in heads:
        return heads[name]
    found = _of_member(name, heads) or _best(identified(name.strip()) if identified else ()) or candidates(name, heads)
    if not found:
        raise _elsewhere(name, repository) or _unknown(name, heads)
    if len(found) > 1:
        listed = ", ".join(head.key for head in found[:_SHOWN])
        more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
        said = f"'{name}' means {len(found)} units: {listed}{more}. Use one of these full names."
        raise AmbiguousName(said, tuple(head.key for head in found))
    return found[0]


def candidates(name: str, heads: Mapping[str, UnitHead]) -> list[UnitHead]:
    """Return the units that `name` may mean by the first rule that finds any; one unit when the rule decides.

    A name with its class or namespace may be written as any language does: `Class.method`, `Class#method`, `Class::method`;
    without arity; and with more namespaces in front than the identifier has, as an import path may.
    """
    wanted = name.strip()
    lowered, dotted = wanted.lower(), _dotted(wanted)
    rules: tuple[Callable[[UnitHead], bool], ...] = (
        lambda head: head.identifier == wanted,
        lambda head: head.identifier.lower() == lowered,
        lambda head: head.file_path == wanted and head.type == "file",
        lambda head: head.name == wanted and not head.is_test,
        lambda head: head.name.lower() == lowered and not head.is_test,
        lambda head: f".{_dotted(head.identifier)}".endswith(f".{dotted}") or head.identifier.endswith(f"/{wanted}"),
        lambda head: "." in (identifier := _dotted(head.identifier)) and dotted.endswith(f".{identifier}"),
    )
    for rule in rules:
        if found := _best([head for head in heads.values() if rule(head)]):
            return found
    return []


_SEPARATORS = re.compile(r"::|->|[#:\\]")
_ARITY = re.compile(r"/\d+$")


def _dotted(name: str) -> str:
    """Return a name with dots between its parts and without arity: `App.Mail.send` of `App::Mail#send` or `App.Mail.send/2`."""
    return _SEPARATORS.sub(".", _ARITY.sub("", name)).strip(".")


def _best(found: Sequence[UnitHead]) -> list[UnitHead]:
    """Return what a rule that found these decides for: one unit when they share an identifier."""
    best = [head for head in found if head.type not in LATE] or list(found)
    same = {(head.repository, head.identifier) for head in best}
    return best if len(same) > 1 else sorted(best, key=lambda head: (head.file_path == "", head.type))[:1]


def _of_member(name: str, heads: Mapping[str, UnitHead]) -> list[UnitHead]:
    """Return the units of a member of a set that a name with its repository may mean."""
    member, rest = split_repository(name)
    own = {key: head for key, head in heads.items() if repository_of(head) == member} if member else {}
    if not any(head.repository for head in own.values()):
        return []
    exact = own.get(in_set(rest, member))
    return [exact] if exact is not None else candidates(rest, own) or candidates(f"{member}/{rest}", own)


def _elsewhere(name: str, repository: str) -> SourceError | None:
    other, rest = split_repository(name)
    if not other or not repository:
        return None
    said = f"'{name}' is of the repository '{other}', and this is the index of '{repository}'. Ask for {rest} with: -i {other}"
    return SourceError(said)


def _unknown(name: str, heads: Mapping[str, UnitHead]) -> SourceError:
    names = {head.identifier: None for head in heads.values() if head.type not in LATE}
    near = difflib.get_close_matches(name, names, n=3, cutoff=0.6)
    if not near:
        short = {head.name: head.identifier for head in heads.values() if head.type not in LATE}
        near = [short[match] for match in difflib.get_close_matches(name, short, n=3, cutoff=0.6)]
    listed = " or ".join(f"'{one}'" for one in near)
    search = f"Search for it: orienteer search {shlex.quote(name)}"
    error = SourceError(f"No unit '{name}'. {f'Did you mean {listed}?' if near else search}")
    error.near = tuple(near)
    return error
