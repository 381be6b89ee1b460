"""Citations, read from what a model writes as it arrives, and checked against what it was shown.

A citation is `[S3:12-20]`, `[S3:12]`, `[S3]`, or several of them in one bracket. It holds when the label is that of a source
and every line lies within what was shown of it: the model cannot know any other. What does not hold is taken out of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from core.model.answer import Citation, NumberedSource, Sentence

_BRACKET = re.compile(r"[ \t]*\[\s*(S\d+[^\[\]\n]{0,200})\]")
_ONE = re.compile(r"\s*S(\d{1,4})(?:\s*:\s*L?(\d{1,7})(?:\s*[-–]\s*L?(\d{1,7}))?)?\s*")
_END = re.compile(r"(?:[.!?…][\"'”’)*_`]*(?:[ \t]*\[\s*S\d[^\[\]\n]{0,200}\])*(?=[ \t]+\S)[ \t]+)|(?:\n+)")
_FENCE = re.compile(r"^\s*(```|~~~)")
_WORD = re.compile(r"\w{2,}")
_SHORT = ("e.g.", "i.e.", "etc.", "cf.", "vs.", "resp.", "approx.", "no.")
_LEAST_WORDS = 3


def parsed(bracket: str, sources: Mapping[str, NumberedSource]) -> list[Citation]:
    """Return the citations in the text of one bracket, each with its fault when it does not hold."""
    return [_checked(part, sources) for part in re.split(r"[,;]", bracket) if part.strip()]


def _checked(part: str, sources: Mapping[str, NumberedSource]) -> Citation:
    form = _ONE.fullmatch(part)
    if form is None:
        return Citation(part.strip()[:40], fault="no form of a citation")
    label, first = f"S{int(form[1])}", int(form[2] or 0)
    last = int(form[3] or first)
    source = sources.get(label)
    if source is None:
        return Citation(label, first, last, "no source has this label")
    if form[2] is not None and not source.shows(first, last):
        return Citation(label, first, last, "these lines were not shown")
    return Citation(label, first, last)


def sentence_of(text: str, sources: Mapping[str, NumberedSource], *, code: bool = False) -> Sentence:
    """Return a sentence with its citations checked and taken out of its text; `code` states nothing."""
    found = [citation for bracket in _BRACKET.finditer(text) for citation in parsed(bracket[1], sources)]
    bare = (_BRACKET.sub("", text) if found else text).rstrip()
    after = "\n" * min(len(text) - len(text.rstrip("\n")), 2) or " "
    cited = tuple(dict.fromkeys(citation for citation in found if not citation.fault))
    struck = tuple(citation for citation in found if citation.fault)
    return Sentence(bare, not code and states(bare), cited, struck, after)


def states(text: str) -> bool:
    """Tell whether a sentence states something: no heading, no question, no announcement of a list, no rule, no mere name."""
    line = text.strip().lstrip("-*+> ").strip()
    if not line or line.startswith(("#", "|--", "---")) or line.rstrip("*_`").endswith((":", "?")):
        return False
    return len(_WORD.findall(line)) >= _LEAST_WORDS


def sentences(pieces: Iterable[str], sources: Mapping[str, NumberedSource]) -> Iterator[Sentence]:
    """Yield the sentences of a text that arrives in pieces, each as soon as it is known to be over.

    Lines end a sentence; so do a full stop and the like before a blank, with the citations behind it. Between fences is code.
    """
    waiting, fenced = "", False
    for piece in pieces:
        waiting += piece
        while (end := _sentence_end(waiting, fenced)) >= 0:
            whole, waiting = waiting[:end], waiting[end:]
            fenced, code = _fenced(whole, fenced)
            yield sentence_of(whole, sources, code=code)
    if waiting.strip():
        yield replace(sentence_of(waiting, sources, code=fenced), after="\n")


def _sentence_end(text: str, fenced: bool) -> int:
    """Return where the first sentence of a text ends, -1 while that is not known."""
    if fenced or _FENCE.match(text):
        end = text.find("\n")
        return end + 1 if end >= 0 else -1
    for match in _END.finditer(text):
        before = text[: match.start() + 1]
        rest = text[match.end() :].lstrip()
        if match[0].startswith("\n"):
            if match.end() == len(text):
                return -1  # more line breaks may follow
            return match.end()
        if before.lower().endswith(_SHORT) or re.search(r"(?:^|\s)\d+\.$", before):
            continue
        if not rest or (rest.startswith("[") and "]" not in rest):
            return -1  # what follows may be the citation of this sentence
        if _BRACKET.match(" " + rest):
            continue
        return match.end()
    return -1


def _fenced(line: str, fenced: bool) -> tuple[bool, bool]:
    """Return whether what follows is code, and whether this line is."""
    if _FENCE.match(line):
        return not fenced, True
    return fenced, fenced
