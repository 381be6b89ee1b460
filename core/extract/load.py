"""Turn the bytes of a file into a text that can be read, or say why it cannot."""

from __future__ import annotations

import codecs
import hashlib
import os
import re
from functools import cache
from pathlib import Path

from core.extract import notebooks
from core.extract.environment import is_example, is_values_file, without_values
from core.extract.facts import SourceFile
from core.extract.regular import read_regular
from core.extract.walk import FoundFile
from core.languages import LANGUAGES
from core.model import Problem

# What tools write at the top of what they generate, as whole phrases: prose speaks of generated code too. Schemas say it as
# well, and are the only place where tables are written.
_MADE = r"(?:auto-?|auto |automatically )generated"
_GENERATED = re.compile(
    rf"@generated\b|\bcode generated .*\bdo not edit\b|\bgenerated\b.*\bdo not (?:edit|modify|change)\b"
    rf"|\b(?:this|the following) (?:[\w.-]+ ){{0,3}}?(?:is|was|were|has been|are) (?:an? )?{_MADE}"
    rf"|^\W*{_MADE} (?:by|from|with|using|via|on|at|file|code|source|class)\b|^\W*{_MADE}\W*$"
    r"|^\W*do not (?:edit|modify|change)(?:(?: this| the)? (?:file|code|by hand|manually|directly)\b|\W*$)",
    re.IGNORECASE,
)
_GENERATED_BUT_WANTED = ("schema.rb", "structure.sql")
_HEAD_LINES = 5
_MAGIC_COMMENT = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")  # PEP 263; Ruby's is the same
_SQUEEZED = ("javascript", "css")
_SQUEEZED_LINE = 300  # bytes per line on average; what people write stays far below, also with long strings
_SQUEEZED_BYTES = 2_000


def load(root: Path, found: FoundFile) -> tuple[SourceFile | None, Problem | None]:
    """Return the decoded file, or None with the reason; both when the text had to be decoded by a magic comment."""
    try:
        data = read_regular(f"{root}{os.sep}{found.path}")
    except OSError as problem:
        return None, Problem(found.path, "failed", f"cannot be read: {problem.strerror}")
    text, encoding = _decode(data)
    if text is None:
        return None, Problem(found.path, "skipped", encoding)
    if reason := _reason_to_skip(found, text):
        return None, Problem(found.path, "skipped", reason)
    if is_values_file(found.path):
        text = without_values(text)
    notebook = ""
    if found.path.endswith(notebooks.ENDING):
        text, notebook = notebooks.module_text(text)
    source = SourceFile(found.path, found.language, text, hashlib.sha256(data).hexdigest(), found.is_test)
    if notebook:
        return source, Problem(found.path, "partial", notebook)
    return source, Problem(found.path, "repaired", f"decoded as {encoding}") if encoding != "utf-8" else None


def _decode(data: bytes) -> tuple[str | None, str]:
    """Return the text and its encoding, or None and the reason."""
    for mark, encoding in ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16")):
        if data.startswith(mark):
            return _decode_as(data, encoding)
    if b"\0" in data:
        return None, "binary: contains a NUL byte"
    try:
        return data.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError as problem:
        for line in data.split(b"\n", 2)[:2]:
            if found := _MAGIC_COMMENT.match(line):
                return _decode_as(data, found.group(1).decode("ascii"))
        return None, f"not UTF-8: {problem.reason} at byte {problem.start}"


def _decode_as(data: bytes, encoding: str) -> tuple[str | None, str]:
    try:
        text = data.decode(encoding)
        text.encode("utf-8")  # some codecs give halves of characters, which nothing else can hold
    except (LookupError, ValueError) as problem:  # codecs for other things than texts raise all kinds of the latter
        return None, f"not {encoding} as it says: {problem}"
    return (None, "binary: contains a NUL character") if "\0" in text else (text, encoding)


def _reason_to_skip(found: FoundFile, text: str) -> str:
    if found.language in _SQUEEZED and len(text) > _SQUEEZED_BYTES and len(text) > _SQUEEZED_LINE * (text.count("\n") + 1):
        return "minified: very long lines"
    if is_values_file(found.path) and not is_example(found.path):
        return "holds values of the environment: only examples are read (.env.example), and of them names"
    return "generated, as its first lines say" if _is_generated(found, text) else ""


def _is_generated(found: FoundFile, text: str) -> bool:
    comment = _comment_of(found.language)
    if comment is None or found.path.endswith(_GENERATED_BUT_WANTED):
        return False
    head = text[:2000].split("\n", _HEAD_LINES)[:_HEAD_LINES]
    return any(_GENERATED.search(line) for line in head if comment.match(line))


@cache
def _comment_of(language: str) -> re.Pattern[str] | None:
    """Return how a line of comment begins in a language; none where comments tell nothing."""
    start = LANGUAGES[language].comment
    return re.compile(rf"\s*(?:{start})") if start else None
