"""Read a recording of any known format: the file itself tells which one it is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from core.errors import SourceError
from core.measured.observed.formats import (
    apm_csv,
    collapsed,
    lograge,
    mysql_slow,
    otlp,
    postgres_log,
    pyinstrument,
    rails_log,
    speedscope,
    stackprof,
)  # fmt: skip
from core.measured.observed.gathered import Gathered
from core.measured.observed.known import KnownNames
from core.measured.observed.lines import opened
from core.measured.paths import matched

_FORMATS: Sequence[ModuleType] = (
    otlp, stackprof, speedscope, pyinstrument, lograge, rails_log, mysql_slow, postgres_log, collapsed, apm_csv,
)  # fmt: skip
FORMATS = tuple(sorted(one.NAME for one in _FORMATS))


class ReadRecording(NamedTuple):
    """What a recording says, the name of its format, and of which kinds of subjects such a file tells."""

    format: str
    kinds: tuple[str, ...]
    gathered: Gathered


def read_recording(path: Path, known: KnownNames) -> ReadRecording:
    """Return what a recording says; raises `SourceError` for a file that is none, or is at fault, with the reason."""
    with opened(path) as lines:
        found = next((one for one in _FORMATS if one.fits(lines.head)), None)
        if found is None:
            raise SourceError(f"'{path}' has an unknown format. Supported: {', '.join(FORMATS)}.")
        gathered = Gathered(known)
        try:
            found.read(lines, gathered)
        except (SourceError, KeyError, ValueError, TypeError, RecursionError) as problem:
            raise SourceError(f"The recording '{path}' is invalid: {problem}.") from problem
    told = {one.file_path for one in gathered.figures if one.file_path}
    told |= {end.file_path for one in gathered.seen for end in (one.caller, one.callee) if end.file_path}
    gathered.placed(dict(matched(sorted(told), sorted(known.paths))))
    return ReadRecording(found.NAME, tuple(sorted({one.kind for one in gathered.figures})), gathered)
