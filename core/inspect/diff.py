"""The files of a unified diff with the lines that went and came, as git and GNU diffutils write it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from core.errors import SettingsError
from core.model.review import ChangedFile

_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_HEAD = re.compile(r'diff --git (?:"?a/(?P<before>.*?)"?) (?:"?b/(?P<after>.*?)"?)$')
_OCTAL = re.compile(r"\\([0-7]{3})")
_NOTHING = "/dev/null"


@dataclass
class _Draft:
    before: str = ""
    after: str = ""
    binary: bool = False
    old: list[int] = field(default_factory=list)
    new: list[int] = field(default_factory=list)
    met: list[int] = field(default_factory=list)  # old numbers of lines that went, or beside which some came
    hunks: int = 0

    def made(self) -> ChangedFile:
        gone, fresh = self.after in ("", _NOTHING), self.before in ("", _NOTHING)
        path, before = (self.before if gone else self.after), ("" if fresh else self.before)
        status = "removed" if gone else "added" if fresh else "renamed" if path != before else "changed"
        return ChangedFile(path, before if before != path else "", status, self.binary, tuple(self.old), tuple(self.new))


def read_diff(text: str) -> tuple[ChangedFile, ...]:
    """Return the files of a unified diff by path, also binary and renamed ones.

    Raises `SettingsError` for a text that holds no change: an empty one, or one that is no diff.
    """
    if not text.strip():
        raise SettingsError("Nothing to review: the diff is empty.")
    found = sorted((draft.made() for draft in _drafts(text)), key=lambda one: one.path)
    if not found:
        raise SettingsError("The diff changes no file (no line like '@@ -1,3 +1,4 @@'). Give the output of: git diff")
    return tuple(found)


def changed_lines(text: str) -> Mapping[str, list[int]]:
    """Return by path the old numbers of lines that are taken away or beside which some are added, in order.

    A file that is new stands under its new path, a renamed one under its old one; files without a hunk are left out.
    """
    found: dict[str, set[int]] = {}
    for draft in _drafts(text):
        if draft.hunks:
            found.setdefault(draft.after if draft.before in ("", _NOTHING) else draft.before, set()).update(draft.met)
    return {path: sorted(lines) for path, lines in found.items()}


def _drafts(text: str) -> Iterator[_Draft]:
    draft: _Draft | None = None
    inside = False  # a file that git announced; without git `---` announces one
    lines = iter(text.split("\n"))
    for line in lines:
        if head := _HEAD.match(line.rstrip("\r")):
            if draft:
                yield draft
            draft, inside = _Draft(_unquoted(head["before"]), _unquoted(head["after"])), True
        elif line.startswith("--- ") and not inside:
            if draft:
                yield draft
            draft = _Draft(_path(line))
        elif line.startswith("+++ ") and draft and not inside:
            draft.after = _path(line)
        elif draft:
            _read_line(draft, line, lines)
    if draft:
        yield draft


def _read_line(draft: _Draft, line: str, lines: Iterator[str]) -> None:
    """Take from a line what it says of the file; a hunk is read to its end."""
    if hunk := _HUNK.match(line):
        _read_hunk(draft, hunk, lines)
    elif line.startswith("new file mode"):
        draft.before = _NOTHING
    elif line.startswith("deleted file mode"):
        draft.after = _NOTHING
    elif line.startswith(("rename from ", "copy from ")):
        draft.before = _unquoted(line.partition(" from ")[2])
    elif line.startswith(("rename to ", "copy to ")):
        draft.after = _unquoted(line.partition(" to ")[2])
    elif line.startswith(("Binary files ", "GIT binary patch")):
        draft.binary = True


def _read_hunk(draft: _Draft, hunk: re.Match[str], lines: Iterator[str]) -> None:
    old, new = int(hunk[1]), int(hunk[3])
    last_old, last_new = old + int(hunk[2] or 1), new + int(hunk[4] or 1)
    old, new = old + (hunk[2] == "0"), new + (hunk[4] == "0")
    last_old, last_new = max(last_old, old), max(last_new, new)
    draft.hunks += 1
    while (old < last_old or new < last_new) and (line := next(lines, None)) is not None:
        if line.startswith("-"):
            draft.old.append(old)
            draft.met.append(old)
            old += 1
        elif line.startswith("+"):
            draft.new.append(new)
            draft.met.append(old if old < last_old else max(old - 1, 1))
            new += 1
        elif not line.startswith("\\"):
            old, new = old + 1, new + 1


def _path(line: str) -> str:
    name = _unquoted(line[4:].split("\t")[0].strip().strip('"'))
    return name[2:] if name[:2] in ("a/", "b/") else name


def _unquoted(name: str) -> str:
    """Return a path whose bytes beyond ASCII git has written as octal numbers."""
    if "\\" not in name:
        return name.strip('"')
    raw = _OCTAL.sub(lambda found: chr(int(found[1], 8)), name.strip('"')).replace('\\"', '"').replace("\\\\", "\\")
    try:
        return raw.encode("latin-1").decode("utf-8")
    except (UnicodeEncodeError, UnicodeDecodeError):
        return raw
