"""Services of others that an application asks: hosts that its code names, and clients of known services that it uses."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from core.extract.outgoing import MARKS, outgoing_calls
from core.languages import is_test_path
from core.languages.services import CLIENTS
from core.open_index import OpenIndex, per_index

HOST, CLIENT = "host", "client"
_URL = re.compile(r"""["'`](?:https?|wss?)://(?P<host>[\w-]+(?:\.[\w-]+)*\.[a-z]{2,})(?::\d+)?(?P<path>[^"'`\s]*)""")
_INTERFACE = re.compile(r"^(?:[\w-]+\.)*(?:apis?|hooks|graph|oauth\d?|rpc|ws)\d*(?:-[\w-]+)?\.|(?:^|\.)googleapis\.com$")
_ASKED_PATH = re.compile(r"^/(?:[\w-]+/)?(?:apis?|v\d+(?:\.\d+)*|graphql|rpc|oauth2?|token|webhooks?)(?:[/?#]|$)")
_PUBLIC = re.compile(r"^(?!www\.w3\.org$)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?::\d+)?$")
_PAGES = re.compile(r"^(?:docs?|help|support|blog|wiki|forum|community|status)\.|^w3id\.org$")
_MADE_UP = re.compile(r"(?:^|\.)(?:example|test|local|localhost|internal|invalid)(?:\.(?:com|org|net))?$")
_COMMENT = re.compile(r"^\s*(?:#|//|\*|/\*|<!--)")
_ASIDE = re.compile(r"(?:^|/)(?:db/(?:seeds|migrate)|migrations|fixtures|node_modules|vendor|docs?|examples?)(?:[/.]|$)")
_CODE = frozenset(
    {"ruby", "python", "javascript", "typescript", "tsx", "rust", "go", "java", "kotlin", "csharp", "php", "elixir", "swift"}
)


@dataclass(frozen=True, slots=True)
class OutsideLine:
    """A line that names a service: its unit, file and number, and whether it is the line of a request."""

    unit: str
    file_path: str
    line: int
    asks: bool = False


@dataclass(frozen=True, slots=True)
class OutsideService:
    """A service of others: a host of an address, or the name of a known service; `kind` is `host` or `client`."""

    name: str
    kind: str
    lines: tuple[OutsideLine, ...]


@per_index
def outside_services(index: OpenIndex) -> tuple[OutsideService, ...]:
    """Return the services that an index asks, clients before hosts, those with most lines first, each with its lines in order.

    A host counts where a request is made to it, where host or path are those of an interface, and in a unit that makes requests
    or has a member that does; tests, migrations, seeds and documents do not count, nor does who only links to a page.
    """
    lines: dict[tuple[str, str], dict[tuple[str, int], OutsideLine]] = defaultdict(dict)
    for kind, read in ((HOST, _hosts), (CLIENT, _clients)):
        for name, line in read(index):
            lines[kind, name].setdefault((line.file_path, line.line), line)
    services = (OutsideService(name, kind, tuple(sorted(rows.values(), key=_place))) for (kind, name), rows in lines.items())
    return tuple(sorted(services, key=lambda service: (service.kind == HOST, -len(service.lines), service.name)))


def _place(line: OutsideLine) -> tuple[bool, str, int]:
    return (not line.asks, line.file_path, line.line)


def _read(index: OpenIndex, marks: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    for path, language, text in index.file_texts(marks):
        if language in _CODE and not is_test_path(path, language) and not _ASIDE.search(path):
            yield path, language, text


def _hosts(index: OpenIndex) -> Iterator[tuple[str, OutsideLine]]:
    asking: set[str] = set()
    for path, language, text in _read(index, MARKS):
        for call in outgoing_calls(path, language, text):
            unit = index.key_around(path, call.line)
            asking.update(_around(index, unit))
            if _is_public(call.host):
                yield call.host, OutsideLine(unit, path, call.line, asks=True)
    for path, _, text in _read(index, ("http://", "https://", "wss://")):
        for number, line in enumerate(text.splitlines(), 1):
            for match in () if _COMMENT.match(line) else _URL.finditer(line):
                host, unit = match["host"], index.key_around(path, number)
                speaks = _INTERFACE.search(host) or _ASKED_PATH.match(match["path"]) or unit in asking
                if speaks and _is_public(host) and not _PAGES.match(host):
                    yield host, OutsideLine(unit, path, number)


def _around(index: OpenIndex, unit: str) -> Iterator[str]:
    """Yield a unit and what it is a member of."""
    while unit:
        yield unit
        unit = index.by_key[unit].parent if unit in index.by_key else ""


def _is_public(host: str) -> bool:
    return bool(_PUBLIC.match(host)) and not _MADE_UP.search(host.split(":")[0])


def _clients(index: OpenIndex) -> Iterator[tuple[str, OutsideLine]]:
    own = {head.identifier for head in index.heads if head.language == "ruby"}
    patterns = {language: _pattern(language, own) for language in ("ruby", "python", "javascript")}
    names = {name: service for service, words in CLIENTS.items() for name in words.split()}
    for path, language, text in _read(index, tuple(names)):
        pattern = patterns["javascript" if language in ("typescript", "tsx") else language] if _is_read(language) else None
        for number, line in enumerate(text.splitlines(), 1):
            for match in pattern.finditer(line) if pattern is not None and not _COMMENT.match(line) else ():
                yield names[match["name"]], OutsideLine(index.key_around(path, number), path, number)


def _is_read(language: str) -> bool:
    return language in ("ruby", "python", "javascript", "typescript", "tsx")


def _pattern(language: str, own: set[str]) -> re.Pattern[str]:
    """Return what names a client in a line of code: a constant that the application does not define itself, an import."""
    words = sorted({name for words in CLIENTS.values() for name in words.split()}, key=lambda one: (-len(one), one))
    if language == "ruby":
        words = [one for one in words if one[:1].isupper() and one not in own]
        return re.compile(rf"(?<![\w:\"'])(?:::)?(?P<name>{'|'.join(map(re.escape, words))})(?:::[A-Z]|\.[a-z])")
    words = [one for one in words if not one[:1].isupper()]
    names = "|".join(map(re.escape, words))
    if language == "python":
        return re.compile(rf"^\s*(?:import|from)\s+(?P<name>{names})(?=[\s.,]|$)")
    return re.compile(rf"\b(?:from|import|require)\b\s*\(?\s*[\"'](?P<name>{names})(?=[/\"'])")
