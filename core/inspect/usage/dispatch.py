"""Calls and loads by names that are only known when the code runs: `send(name)`, `this[name]()`, `import(path)`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from core.inspect.usage.comments import code_of
from core.inspect.usage.conventions import conventions_of
from core.inspect.usage.inheritance import owner_of
from core.languages import CODE_FAMILIES, family_of
from core.open_index import OpenIndex, per_index
from core.text.lines import line_at

_NEAR = 4  # lines around a listing of files in which they are loaded
_LOADING = re.compile(r"\b(?:require\w*|import\w*|load|include\w*|constantize|const_get|camelize|classify|__import__)\b")
_LISTING = re.compile(
    r"\bObject\.(?:keys|values|entries)\b|\bfor\s*\(\s*(?:const|let|var)\s+\w+\s+in\b|\bgetmembers\b|\b(?:dir|vars)\s*\(|"
    r"__dict__|import\.meta\.glob|require\.context"
)
_LITERAL = re.compile(r"[\"'`]([^\"'`\n]*)[\"'`]")
_WITHIN_STRING = re.compile(r"""(?:[^"'`/]|"(?:\\.|[^"\\])*")*"(?:\\.|[^"\\{])*$""")
"""Text up to a place inside a string that has no hole before it: `send` in it is a word."""
_ARGUMENT = re.compile(r"\(\s*([A-Za-z_$][\w$]*)\s*[,)]")
_JOINING = re.compile(r"\b(?:join|resolve)\s*\(")
_BY_LISTING = frozenset({"javascript"})  # families in which a script may list the files that another one loads
_WRITTEN_PART = 3  # letters beside a hole from which `computed_names` finds the names that fit
_ASSIGNED_ABOVE = 10  # lines above a call in which its variable gets the name
_FOLDER = re.compile(r"^(?:\.{0,2}/)*([\w@.-]+(?:/[\w@.-]+)*)(?=/)")  # the written part of a path up to a glob, hole or file


@dataclass(slots=True)
class Dispatch:
    """The first line (`path:line`) of such a call, by the class that calls itself (`own`), and by each unit that calls others.

    `loaded` has the folders of which files are loaded, `listed` those of them by whose loader the members of a file are listed:
    other loaders call what they name, and the default export.
    """

    own: dict[int, str] = field(default_factory=dict)
    other: dict[int, str] = field(default_factory=dict)
    loaded: dict[str, str] = field(default_factory=dict)
    listed: set[str] = field(default_factory=set)

    def loads(self, path: str, *, any_member: bool = False) -> str:
        """Return the line that may load a file, with `any_member` to call anything of it; empty for none."""
        folder = path.rpartition("/")[0]
        while folder:
            if folder in self.loaded and (folder in self.listed or not any_member):
                return self.loaded[folder]
            folder = folder.rpartition("/")[0]
        return ""


@per_index
def dispatch_of(index: OpenIndex) -> Dispatch:
    """Return the calls and loads by computed names of an index."""
    dispatch = Dispatch()
    loading = _Loading(sorted({head.identifier for head in index.heads if head.type == "folder"}), dispatch)
    for path, language, text in index.catalog.file_texts():
        family = family_of(language)
        conventions = conventions_of(family)
        if family not in CODE_FAMILIES or conventions is None:
            continue
        if conventions.loads is not None:
            lines = [line for line, _ in _matching_lines(conventions.loads, text, language)]
            loading.read(path, text, lines, family in _BY_LISTING)
        if not any(word in text for word in conventions.words):
            continue
        for line in _calling_lines(conventions.own_dispatch, text, language):
            unit, owner = _around(index, path, line)
            dispatch.own.setdefault(owner if owner >= 0 else unit, f"{path}:{line}")
        for line in _calling_lines(conventions.other_dispatch, text, language):
            unit, owner = _around(index, path, line)
            dispatch.other.setdefault(unit, f"{path}:{line}")
            dispatch.other.setdefault(owner, f"{path}:{line}")
    loading.end()
    for places in (dispatch.own, dispatch.other):
        places.pop(-1, None)
    return dispatch


class _Loading:
    """The lines that load files, or list what others load, file after file."""

    def __init__(self, folders: Sequence[str], found: Dispatch) -> None:
        self._folders, self._found = folders, found
        self._listed: dict[str, str] = {}
        self._is_loaded = False

    def read(self, path: str, text: str, numbers: Sequence[int], by_listing: bool) -> None:
        """Take the lines of a file that may load or list; with `by_listing` another file may load what this one lists."""
        lines = text.split("\n") if numbers else []
        for line in numbers:
            names = _named_on(lines, line)
            named = [one for name in names for one in self._folders if one == name or one.endswith(f"/{name}")]
            if not _LOADING.search(_near(lines, line)):
                outside = [one for one in named if by_listing and not path.startswith(f"{one}/")]
                self._listed |= dict.fromkeys(outside, f"{path}:{line}")
                continue
            self._is_loaded = self._is_loaded or by_listing
            own = [path.rpartition("/")[0]] if "/" in path and not names else []
            for folder in named or own:
                self._found.loaded.setdefault(folder, f"{path}:{line}")
                if _LISTING.search(text):
                    self._found.listed.add(folder)

    def end(self) -> None:
        """Take what was only listed as loaded, too, where something of the checkout loads files by computed paths."""
        for folder, place in self._listed.items() if self._is_loaded else ():
            self._found.loaded.setdefault(folder, place)


def _calling_lines(pattern: re.Pattern[str], text: str, language: str) -> Iterator[int]:
    """Yield the lines that call by a name of which nothing is written."""
    lines = text.split("\n")
    yield from (line for line, called in _matching_lines(pattern, text, language) if not _has_written_part(lines, line, called))


def _matching_lines(pattern: re.Pattern[str], text: str, language: str) -> Iterator[tuple[int, str]]:
    """Yield the numbers of the lines in whose code, comments and strings left out, a match begins, with the match."""
    for match in pattern.finditer(text):
        start = text.rfind("\n", 0, match.start()) + 1
        end = text.find("\n", match.start())
        is_code = match.start() - start < len(code_of(text[start : end if end >= 0 else len(text)], language))
        if is_code and not _WITHIN_STRING.match(text[start : match.start()]):
            yield line_at(text, start), match.group()


def _has_written_part(lines: list[str], line: int, called: str) -> bool:
    """Tell whether a call gets its name from a string with a hole just above, of which enough is written to know what fits."""
    variable = re.search(r"(?<![@\w])[a-z_]\w*$", called)
    if variable is None:
        return False
    above = "\n".join(lines[max(0, line - 1 - _ASSIGNED_ABOVE) : line - 1])
    assigned = re.findall(rf"(?m)^\s*{variable[0]}\s*=\s*(.*)$", above)
    texts = [re.fullmatch(r":?\"([^\"]*#\{[^\"]*)\"(?:\.to_sym)?", value.strip()) for value in assigned]
    parts = [re.sub(r"#\{[^}]*\}", "", text[1]) if text is not None else "" for text in texts]
    return bool(parts) and all(sum(map(str.isalpha, part)) >= _WRITTEN_PART for part in parts)


def _around(index: OpenIndex, path: str, line: int) -> tuple[int, int]:
    """Return the positions of the innermost unit around a line and of its class; -1 for none."""
    head = index.around(path, line)
    if head is None:
        return -1, -1
    number = index.position[head.key]
    return number, owner_of(index, head) if head.type in ("method", "function", "scope") else number


def _near(lines: Sequence[str], line: int) -> str:
    return "\n".join(lines[max(0, line - 1 - _NEAR) : line + _NEAR])


def _named_on(lines: Sequence[str], line: int) -> list[str]:
    """Return the paths of folders that a line writes, itself or where its variable is assigned, or else the lines around it."""
    text = lines[line - 1]
    if not _LITERAL.search(text) and (variable := _ARGUMENT.search(text)):
        assigned = re.compile(rf"(?<![\w$.]){re.escape(variable[1])}\s*(?::[^=]*)?=\s")
        above = lines[max(0, line - 1 - _ASSIGNED_ABOVE) : line - 1]
        text = next((one for one in reversed(above) if assigned.search(one)), "")
    texts = _LITERAL.findall(text)
    texts = ["/".join(texts)] if texts and _JOINING.search(text) else texts
    texts = texts or [text for text in _LITERAL.findall(_near(lines, line)) if "/" in text]
    return [match.group(1) for text in texts if (match := _FOLDER.match(f"{text}/"))]
