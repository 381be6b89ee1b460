"""A run as a short answer for people: ten places, each with its line and the reason why it is there."""

from __future__ import annotations

import re

from core.model import fitted_name, split_key
from core.model.run import RankedHost, SearchRun
from core.text.counts import counted_as

_KIND = re.compile(r"(?<=') \((?:\w+)\)$")  # how a name was read: of use only in the trace
_PLACES, _MEMBERS = 10, 3
_WORD = re.compile(r"[a-z]+(?: |$)")  # a word, not a name
_PLACE = re.compile(r"\S+:\d+\b")
_NAME = 40  # characters of a name in a line that is too long
_WHY = {
    "direct": "named in the question", "graph": "related to what the question names",
    "keyword": "contains words of the question", "table": "uses similar words", "vector": "similar in meaning",
    "documents": "described in a document", "overview": "central to the whole",
}  # fmt: skip
"""Why a search finds a unit, where the search itself gives no reason; in the order of how much that explains."""


def places_text(run: SearchRun, room: int = 80) -> str:
    """Return ten places in at most `room` columns, and how many there are beside them."""
    if not run.ranked:
        return "Nothing found. Use other words, or drop --type and --path."
    hosts = run.hosts[:_PLACES]
    lines: list[str] = []
    for number, host in enumerate(hosts, start=1):
        lines += _place(run, number, host, room)
    left = len(run.hosts) - len(hosts)
    more = [f"{counted_as(left, 'more place')}: -f json lists all."] if left else []
    return "\n".join([*lines, *more])


def _place(run: SearchRun, number: int, host: RankedHost, room: int) -> list[str]:
    """Return a place as two lines: its best unit with file and line, and why it is one."""
    best = host.found[0] if host.found else host.unit_key
    name, head = split_key(best)[1], run.heads.get(best)
    line = host.lines[0] or (head.start_line if head else 0)
    place = f"{head.file_path}:{line}" if head and head.start_line else head.file_path if head else ""
    first = f"{number:>2}. {name}"
    first += f"  {place}" if len(first) + len(place) + 2 <= room or not place else f"\n    {place}"
    why = _why(run, best).removeprefix(f"{name} ")
    others = [_short(split_key(key)[1], split_key(host.unit_key)[1]) for key in host.found[1 : _MEMBERS + 1]]
    more = f". See also {', '.join(others)}" if others else ""
    begun = why[:1].upper() + why[1:] if _WORD.match(why) else why
    return [first, fitted_line(f"    {begun}{more}", room)]


def fitted_line(line: str, room: int) -> str:
    """Return a line about code in at most `room` columns: long names before its place lose their namespace, then it its end."""
    if len(line) > room:
        said = line[: place.start()] if (place := _PLACE.search(line)) else line
        line = " ".join(fitted_name(word, _NAME) for word in said.split(" ")) + line[len(said) :]
    return line if len(line) <= room else f"{line[: room - 1]}…"


def _short(name: str, host: str) -> str:
    """Return the name of a member without that of its host."""
    return name.removeprefix(host).lstrip(":") or name


def _why(run: SearchRun, key: str) -> str:
    """Return the reason that a search gives for a unit, otherwise what that search looks for."""
    by_search = {hit.strategy: hit for hit in run.hits if hit.unit_key == key}
    for search, reason in _WHY.items():
        if hit := by_search.get(search):
            return _KIND.sub("", hit.evidence) or reason
    ranked = next((one for one in run.ranked if one.unit_key == key), None)
    return ", ".join(ranked.found_by) if ranked else ""
