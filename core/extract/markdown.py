"""Read documents into sections with their trail of headers; a README is a unit of its own type."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.extract.facts import Definition, FileFacts, Reference, SourceFile
from core.extract.mentions import mentions
from core.extract.repository import Linked, Repository
from core.model import TEST, CodeUnit, unit_key
from core.text.markdown import PICTURE
from core.text.words import shown_text

_HEADER = re.compile(r"^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_UNDERLINE = re.compile(r"^ {0,3}(=+|-+)[ \t]*$")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_NO_PARAGRAPH = re.compile(r"^ {0,3}(?:[-*+>|]|\d+[.)]|#{1,6}\s|<|`{3}|~{3})|^(?: {4}|\t)|^\s*$")
_MARKUP = re.compile(r"!?\[([^\]]*)\]\([^)]*\)|[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}|<[^>]+>")
_SUMMARY = 300


@dataclass(frozen=True, slots=True)
class Header:
    """A title at a line; `level` counts from 1 for the highest."""

    level: int
    title: str
    line: int


def read(file: SourceFile) -> FileFacts:
    """Return the sections of a Markdown file; each reaches to the next header of its own or a higher level."""
    lines = text_lines(file)
    return with_sections(file, lines, list(_headers(lines)), _after_front_matter(lines))


def text_lines(file: SourceFile) -> list[str]:
    """Return the lines of a document without empty ones at the end."""
    lines = file.text.split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    return lines


def with_sections(file: SourceFile, lines: Sequence[str], headers: Sequence[Header], start: int) -> FileFacts:
    """Return the facts of a document with these headers, whose text begins after `start` lines."""
    definitions: list[Definition] = []
    opening = lines[start : headers[0].line - 1 if headers else len(lines)]
    references: list[Reference] = list(mentions(opening, start + 1, -1))
    trail: list[int] = []
    for number, header in enumerate(headers):
        while trail and headers[trail[-1]].level >= header.level:
            trail.pop()
        following = (later.line for later in headers[number + 1 :] if later.level <= header.level)
        end = next(following, len(lines) + 1) - 1
        own_end = headers[number + 1].line - 1 if number + 1 < len(headers) else len(lines)
        definitions.append(_section(headers, trail, header, end, lines[header.line : own_end]))
        references += mentions(lines[header.line - 1 : own_end], header.line, number)
        trail.append(number)
    summary = _first_paragraph(opening) or next((one.docstring for one in definitions if one.docstring), "")
    return FileFacts(
        file.path, file.language, file.sha, max(1, len(lines)), file.is_test, summary, tuple(definitions), tuple(references)
    )


def link(repository: Repository) -> Linked:
    """Return the units of all documents: a `readme` per README, a `doc_section` per section with its header trail."""
    files = repository.of("markdown", "text")
    return Linked(tuple(repository.guard.gathered("document sections", files, _of_document)))


def _of_document(facts: FileFacts) -> Iterator[CodeUnit]:
    if _is_readme(facts.path):
        yield _readme(facts)
    yield from _sections(facts)


def _headers(lines: Sequence[str]) -> Iterator[Header]:
    """Yield the headers of both styles, passing over front matter, code fences and HTML comments."""
    fence = ""
    in_comment = False
    for number, line in enumerate(lines[(start := _after_front_matter(lines)) :], start + 1):
        mark = _FENCE.match(line)
        if fence:
            if mark and mark.group(1).startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
        elif in_comment or line.lstrip().startswith("<!--"):
            in_comment = "-->" not in line
        elif mark:
            fence = mark.group(1)
        elif found := _HEADER.match(line):
            yield Header(len(found.group(1)), _plain(found.group(2) or ""), number)
        elif (found := _UNDERLINE.match(line)) and number > 1 and not _NO_PARAGRAPH.match(lines[number - 2]):
            yield Header(1 if found.group(1).startswith("=") else 2, _plain(lines[number - 2]), number - 1)


def _after_front_matter(lines: Sequence[str]) -> int:
    if not lines or lines[0].rstrip() != "---":
        return 0
    return next((number + 1 for number, line in enumerate(lines) if number and line.rstrip() in ("---", "...")), 0)


def _section(headers: Sequence[Header], trail: Sequence[int], header: Header, end: int, body: Sequence[str]) -> Definition:
    titles = [headers[number].title for number in trail] + [header.title]
    return Definition(
        kind="doc_section",
        name=header.title,
        qualified=" > ".join(titles),
        start_line=header.line,
        end_line=max(header.line, end),
        parent=trail[-1] if trail else -1,
        signature=f"{'#' * header.level} {header.title}",
        docstring=_first_paragraph(body),
        metadata={"level": header.level, "trail": titles[:-1]},
    )


def _first_paragraph(lines: Sequence[str]) -> str:
    paragraph: list[str] = []
    fence = ""
    for line in shown_text("\n".join(lines)).split("\n"):
        mark = _FENCE.match(line)
        if fence or mark:
            fence = "" if fence and mark and mark.group(1).startswith(fence) else fence or (mark.group(1) if mark else "")
        if fence and not paragraph:
            continue
        if not (_NO_PARAGRAPH.match(line) or _UNDERLINE.match(line) or not PICTURE.sub("", line).strip()):
            paragraph.append(line.strip())
        elif paragraph:
            break
    return _plain(" ".join(paragraph))[:_SUMMARY]


def _plain(text: str) -> str:
    return _MARKUP.sub(lambda found: found.group(1) or "", text).strip()


def _is_readme(path: str) -> bool:
    return path.rpartition("/")[2].upper().startswith("README")


def _readme(facts: FileFacts) -> CodeUnit:
    folder, _, name = facts.path.rpartition("/")
    first = next((one.name for one in facts.definitions if one.metadata.get("level") == 1), name)
    return CodeUnit(
        "readme", facts.path, name, folder, facts.language, facts.path, 1, facts.lines,
        docstring=facts.docstring,
        signature=first,
        parent=unit_key("file", facts.path),
        metadata={"sections": [one.name for one in facts.definitions if not one.metadata.get("trail")]},
    )  # fmt: skip


def _sections(facts: FileFacts) -> Iterator[CodeUnit]:
    type_ = TEST if facts.is_test else "doc_section"
    seen: Counter[str] = Counter()
    keys: list[str] = []
    top = unit_key("readme" if _is_readme(facts.path) else "file", facts.path)
    for section in facts.definitions:
        identifier = f"{facts.path}#{section.qualified}"
        seen[identifier] += 1
        if seen[identifier] > 1:  # the same trail again is another section, not another place of the first
            identifier = f"{identifier} ({seen[identifier]})"
        keys.append(unit_key(type_, identifier))
        yield CodeUnit(
            type_, identifier, section.name, facts.path, facts.language, facts.path, section.start_line, section.end_line,
            docstring=section.docstring,
            signature=section.signature,
            parent=keys[section.parent] if section.parent >= 0 else top,
            metadata=section.metadata,
            is_test=facts.is_test,
        )  # fmt: skip
