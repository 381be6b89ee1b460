"""The errors that a user can act on, as one small family.

    WorkbenchError
    ├── SettingsError    a setting or argument that cannot be used
    ├── MissingExtra     an optional package that is not installed
    ├── SourceError      a checkout or file that cannot be read
    │   └── AmbiguousName    a name that several units have
    ├── StoreError       an index that is missing, foreign, damaged or busy
    ├── ConflictError    a concurrent change of the same thing
    ├── ServiceError     an embedding or reranking service that failed
    ├── WriterError      a language model that did not finish an answer
    └── RouterError      a language model without a usable answer; the rules take over

Each message has the form *what failed: cause. Do X.* The command line prints it and exits with status 2.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable
from difflib import get_close_matches

_DENIED = ("permission denied", "read-only file system", "readonly database", "unable to open database file")
"""How databases, and folders that are copied, tell that a file may not be written; their faults have no number."""


_NEAR = 0.5  # how alike two names must be, from 0 to 1, for one to be meant by the other
_FEW = 20  # names that are listed beside the nearest one


class WorkbenchError(Exception):
    """A problem whose message names the thing, the reason and the next step.

    `remedy` is a next step for the command line alone. Pages show `said` and their own next step.
    """

    def __init__(self, said: str = "", remedy: str = "") -> None:
        super().__init__(f"{said} {remedy}" if remedy else said)
        self.said = said


def is_denied(problem: Exception) -> bool:
    """Tell whether a fault is that a file or folder may not be read or written."""
    said = str(problem).lower()
    known = isinstance(problem, OSError) and problem.errno in (errno.EACCES, errno.EPERM, errno.EROFS)
    return known or any(one in said for one in _DENIED)


def cause(problem: Exception) -> str:
    """Return why something failed in words: of a fault of the system its reason alone, otherwise the first line, unended."""
    if isinstance(problem, OSError) and problem.strerror:
        return problem.strerror
    lines = str(problem).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(problem).__name__


def did_you_mean(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return the hint for an unknown name: the nearest known name, and all known names where none is near or they are few.

    `otherwise` replaces the list of known names.
    """
    names = list(known)
    near = get_close_matches(name, names, n=1, cutoff=_NEAR)
    told = [f"Did you mean '{near[0]}'?"] if near else []
    if otherwise:
        return told[0] if near else otherwise
    if not near or len(names) <= _FEW:
        told.append(f"Choose from: {', '.join(names) or 'none'}.")
    return " ".join(told)


def next_step(problem: Exception, room: str) -> str:
    """Return `room`, what helps when a disk is full, or what helps when a folder may not be written: a fault of access."""
    return "Set ORIENTEER_HOME to a folder that you may write to." if is_denied(problem) else room


def reading_step(problem: Exception, anew: str) -> str:
    """Return `anew`, what helps when something is damaged, or what helps when it may not be read."""
    return "Fix its permissions." if is_denied(problem) else anew


def unsaved(what: str, place: object, problem: Exception) -> StoreError:
    """Return the error for something that could not be written to its place, with the reason and what helps."""
    return StoreError(f"{what} cannot be saved in {place}: {cause(problem)}. {next_step(problem, 'Free some disk space.')}")


class SettingsError(WorkbenchError):
    """A setting or an argument is invalid."""


class MissingExtra(WorkbenchError):
    """The package of an optional product is not installed."""

    def __init__(self, name: str, extra: str) -> None:
        super().__init__(f"'{name}' needs a package that is not installed. Run: pip install 'orienteer[{extra}]'")
        self.name = name
        self.extra = extra


class SourceError(WorkbenchError):
    """A checkout or a file cannot be read, or a name is unknown; `near` are units with a similar name, nearest first."""

    near: tuple[str, ...] = ()


class AmbiguousName(SourceError):
    """A name that several units have: `keys` are all of them, best first."""

    def __init__(self, message: str, keys: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.keys = keys


class StoreError(WorkbenchError):
    """An index is missing, foreign, damaged or in use."""


class ConflictError(WorkbenchError):
    """Somebody else has changed the same thing meanwhile, and that stays."""


class ServiceError(WorkbenchError):
    """A service of a model that embeds or reranks did not answer, or not as it should; what was done before is kept."""


class WriterError(WorkbenchError):
    """A language model did not answer a question to the end; the message is the reason."""


class RouterError(WorkbenchError):
    """A language model gave no usable answer in time; the message is the reason, which the trace of a question shows."""
