"""Variables of the environment, credentials and settings: who reads them, with which default, and who declares them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.analyse.result import Result
from core.model.environment import COMPUTED, DECLARES, READS, SETS, VARIABLE, PlacedLine
from core.text.counts import name_list

UNDECLARED, UNREAD = "read, never declared", "declared, never read"
WITH_DEFAULT = "read with a default, never declared"
MAYBE = "declared, possibly read by a computed name"
WRITTEN = "declared, not read by name"
_TESTS = "read only by tests"
_COMPUTED = "computed name"
_GIVEN = "set by the system, a library or a tool"
_FINE = "declared and read"
_ORDER = (UNDECLARED, UNREAD, WRITTEN, MAYBE, WITH_DEFAULT, _TESTS, _COMPUTED, _GIVEN, _FINE, "read", "set")
_OF_OTHERS = re.compile(
    r"^(?:PATH|HOME|USER|USERNAME|LOGNAME|SHELL|PWD|OLDPWD|TMP|TEMP|TMPDIR|TERM|COLORTERM|COLUMNS|LINES|EDITOR|VISUAL|PAGER|DISPLAY|LANG|"
    r"LC_\w+|TZ|HOSTNAME|HOST|UID|GID|XDG_\w+|WAYLAND_DISPLAY|APPDATA|LOCALAPPDATA|USERPROFILE|NO_COLOR|CI|DEBIAN_FRONTEND|LD_\w+|MALLOC_\w+|"
    r"JEMALLOC_\w+|https?_proxy|HTTPS?_PROXY|no_proxy|NO_PROXY|GITHUB_\w+|DYNO|"
    r"RAILS_(?!.*(?:KEY|TOKEN))\w+|RAILS_MASTER_KEY|RACK_ENV|BUNDLE_\w+|GEM_\w+|RUBY\w*|DATABASE_URL|SECRET_KEY_BASE\w*|"
    r"PORT|PIDFILE|WEB_CONCURRENCY|SIDEKIQ_\w+|NODE_\w+|NPM_\w+|npm_\w+|PYTHON\w*|PIP_\w+|VIRTUAL_ENV|DJANGO_SETTINGS_MODULE|"
    r"CARGO\w*|RUST\w*|OUT_DIR|TARGET|PROFILE|GOPATH|GOROOT|GOOS|GOARCH|CGO_\w+|JAVA_\w+|ASPNETCORE_\w+|DOTNET_\w+|"
    r"AWS_(?:ACCESS_KEY_ID|SECRET_ACCESS_KEY|SESSION_TOKEN|REGION|DEFAULT_REGION|PROFILE)|PG[A-Z]+|NEW_RELIC_\w+|OTEL_\w+|DD_\w+)$"
)


@dataclass(frozen=True, slots=True)
class EnvironmentVariable:
    """One name of the environment: what is found of it, how many lines read it, their defaults, who reads and declares it.

    `kind` is `variable`, `credential` (of Rails) or `setting` (`config.x`). `lines` are those that read or set it, `declared`
    those that declare it; no value of it is known here. A computed name has a `*` for each part that is.
    """

    name: str
    kind: str
    finding: str
    reads: int
    defaults: tuple[str, ...]
    declared: tuple[str, ...]
    units: tuple[str, ...]
    lines: tuple[str, ...]
    why: str
    file_path: str
    line: int


def variables(lines: Sequence[PlacedLine], written: Mapping[str, str]) -> Result[EnvironmentVariable]:
    """Return what is read and declared, with what lacks first: read and nowhere declared, declared and nowhere read.

    `written` has the first line of code that writes the name of what is declared and not read.
    """
    by_name: dict[tuple[str, str], list[PlacedLine]] = defaultdict(list)
    for one in lines:
        if one.told.name:
            by_name[one.told.kind, one.told.name].append(one)
    computed = [one for one in lines if one.told.role == READS and not one.is_test and COMPUTED in (one.told.name or COMPUTED)]
    described = any(one.told.role == DECLARES for one in lines)
    found = [_row(kind, name, rows, computed, written) for (kind, name), rows in sorted(by_name.items()) if _is_told(rows)]
    found.sort(key=lambda one: (_ORDER.index(one.finding), one.kind != VARIABLE, one.name))
    return Result(EnvironmentVariable, "Environment", tuple(found), tuple(_notes(found, lines, computed, described)))


def _is_told(rows: Sequence[PlacedLine]) -> bool:
    """Tell whether a name is one of the application: not what scripts alone fill in, or what is only another program's."""
    return any(not one.told.other and one.told.via != "script" for one in rows)


def _row(
    kind: str, name: str, rows: Sequence[PlacedLine], computed: Sequence[PlacedLine], written: Mapping[str, str]
) -> EnvironmentVariable:
    declared = [one for one in rows if one.told.role == DECLARES]
    used = [one for one in rows if one.told.role != DECLARES]
    reads = [one for one in used if one.told.role == READS]
    defaults = tuple(sorted({one.told.default for one in used if one.told.default}))
    finding, why = _finding(kind, name, rows, computed, written)
    first = next((one for one in (*reads, *used, *declared) if not one.is_test), rows[0])
    units = tuple(dict.fromkeys(one.unit for one in used if not one.is_test))
    return EnvironmentVariable(
        name,
        kind,
        finding,
        len(reads),
        defaults,
        _places(declared),
        units,
        _places(used),
        why,
        first.file_path,
        first.told.line,
    )


def _finding(
    kind: str, name: str, rows: Sequence[PlacedLine], computed: Sequence[PlacedLine], written: Mapping[str, str]
) -> tuple[str, str]:
    """Return what is found of a name, and why."""
    roles = {one.told.role for one in rows}
    reads = [one for one in rows if one.told.role == READS]
    if COMPUTED in name:
        return _COMPUTED, ""
    if kind != VARIABLE:
        return ("read", "") if reads else ("set", "")
    if _OF_OTHERS.match(name):
        return _GIVEN, ""
    if reads and all(one.is_test for one in reads):
        return _TESTS, ""
    if DECLARES in roles and not reads:
        return _unread(name, computed, written)
    if DECLARES in roles or SETS in roles:
        return (_FINE, "") if reads else ("set", "")
    return (WITH_DEFAULT if all(one.told.default for one in reads if not one.is_test) else UNDECLARED), ""


def _unread(name: str, computed: Sequence[PlacedLine], written: Mapping[str, str]) -> tuple[str, str]:
    for one in computed:
        pattern = re.escape(one.told.name).replace(re.escape(COMPUTED), ".*")
        if one.told.name and re.fullmatch(pattern, name):
            return MAYBE, one.place
    if name in written:
        return WRITTEN, f"set in {written[name]}"
    bare = next((one for one in computed if not one.told.name), None)
    return (MAYBE, bare.place) if bare is not None else (UNREAD, "")


def _places(rows: Sequence[PlacedLine]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.place for one in rows))


def _notes(
    found: Sequence[EnvironmentVariable], lines: Sequence[PlacedLine], computed: Sequence[PlacedLine], described: bool
) -> list[str]:
    counts = {finding: sum(one.finding == finding for one in found) for finding in _ORDER}
    notes = [
        f"{sum(one.reads > 0 for one in found)} names are read, {counts[UNDECLARED]} of them never declared and without a "
        f"default. {counts[UNREAD]} are declared and never read."
    ]
    files = sorted({one.file_path for one in lines if one.told.role == DECLARES})
    if described:
        notes.append(f"Declarations come from: {name_list(files, 8)}.")
    else:
        notes.append("No declarations found in .env examples, Dockerfiles, Compose files or app.json.")
    if bare := [one.place for one in computed if not one.told.name]:
        notes.append(f"Names computed at runtime in: {name_list(bare, 5)}.")
    notes.append("Orienteer does not read .env files. Deployments may set more names, and libraries may read some.")
    return notes
