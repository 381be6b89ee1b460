"""Simple ways of answering, to measure against: what a person or a plain retrieval set-up would do.

Each is a function from question, stores and budget to a `MeasuredAnswer`; texts are those of the indexed files, tests left out
as they are from answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from core.evaluate.matching import Item
from core.evaluate.metrics import MeasuredAnswer
from core.model import CodeUnit, UnitHead, chunk_unit
from core.open_index import Kept, OpenIndex, Stores, per_index
from core.text.words import STOP_WORDS, tokenize

if TYPE_CHECKING:
    from core.ports import Vectors

_AROUND = 5  # lines of context that grep shows on both sides of a match
_LEAST = 200  # tokens left that are worth a shortened piece
_RANKED = 50
_NAIVE_LINES, _NAIVE_OVERLAP = 40, 10  # the usual sliding window
_WORD = re.compile(r"[A-Za-z_]\w+")
_window_vectors: Kept[list[Vectors]] = Kept(list)  # one array, once the windows were embedded


@dataclass(frozen=True, slots=True)
class _Text:
    """Lines of a file that may go into a context."""

    type: str
    identifier: str
    file_path: str
    start_line: int
    text: str
    score: float


def grep(question: str, stores: Stores, budget: int) -> MeasuredAnswer:
    """Return the lines that hold a word of the question, with five lines around, files with most distinct words first."""
    words = _plain_words(question)
    scored = []
    for file in _files(stores.index):
        lines = file.source_code.split("\n")
        hits = [number for number, line in enumerate(lines) if any(word in line.lower() for word in words)]
        distinct = sum(1 for word in words if word in file.source_code.lower())
        if hits:
            scored.append((distinct + len(hits) / 1000, file, lines, hits))
    scored.sort(key=lambda row: (-row[0], row[1].file_path))
    pieces = [
        _Text("file", file.file_path, file.file_path, start + 1, "\n".join(lines[start:end]), score)
        for score, file, lines, hits in scored
        for start, end in _windows(hits, len(lines))
    ]
    ranked = [Item("file", file.file_path, file.file_path, 1, len(lines), score) for score, file, lines, _ in scored]
    return _packed(ranked, pieces, stores, budget)


def whole_files(question: str, stores: Stores, budget: int) -> MeasuredAnswer:
    """Return whole files, those with most occurrences of the question's words for their length first."""
    words = set(tokenize(question)) - STOP_WORDS
    scored = []
    for file in _files(stores.index):
        tokens = tokenize(file.source_code)
        distinct = len(words.intersection(tokens))
        if distinct:
            scored.append((distinct + sum(1 for word in tokens if word in words) / (len(tokens) + 1), file))
    scored.sort(key=lambda row: (-row[0], row[1].file_path))
    pieces = [_Text("file", file.file_path, file.file_path, 1, file.source_code, score) for score, file in scored]
    return _packed([_item(piece) for piece in pieces], pieces, stores, budget)


def naive_chunks(question: str, stores: Stores, budget: int) -> MeasuredAnswer:
    """Return windows of forty lines of every file, nearest in meaning to the question first.

    The windows are embedded on the first question, which takes about a second for fifty of them.
    """
    if stores.embedder is None:
        return MeasuredAnswer((), (), 0)
    import numpy as np

    texts = [piece for file in _files(stores.index) for piece in _sliding(file)]
    kept = _window_vectors.of(stores.index)
    if texts and not kept:
        kept.append(stores.embedder.embed([piece.text for piece in texts]))
    vectors = kept[0] if kept else np.zeros((0, 0))
    similar = vectors @ stores.embedder.embed_question(question) if texts else np.zeros(0)
    order = np.argsort(-similar, kind="stable")[:_RANKED]
    pieces = [
        _Text("chunk", piece.identifier, piece.file_path, piece.start_line, piece.text, float(similar[number]))
        for number in order
        for piece in [texts[number]]
    ]
    return _packed([_item(piece) for piece in pieces], pieces, stores, budget)


def lexical_only(question: str, stores: Stores, budget: int) -> MeasuredAnswer:
    """Return whole units by BM25 alone."""
    keys, _ = stores.index.catalog.documents()
    words = list(dict.fromkeys(tokenize(question)))
    scored = [(keys[number], score) for number, score in stores.lexical.scores(words, 4 * _RANKED)]
    return _units(scored, stores, budget)


def vectors_only(question: str, stores: Stores, budget: int) -> MeasuredAnswer:
    """Return whole units by the similarity of their nearest chunk alone; nothing without vectors."""
    if stores.vectors is None or stores.embedder is None:
        return MeasuredAnswer((), (), 0)
    best: dict[str, float] = {}
    for chunk, similarity in stores.vectors.nearest(stores.embedder.embed_question(question), 4 * _RANKED):
        best.setdefault(chunk_unit(chunk), similarity)
    return _units(list(best.items()), stores, budget)


def random_units(question: str, stores: Stores, budget: int) -> MeasuredAnswer:
    """Return whole units by chance, the same ones whenever the same question is asked of the same code: a floor."""
    keys, _ = stores.index.catalog.documents()
    drawn = Random(question).sample(keys, min(len(keys), 4 * _RANKED))
    return _units([(key, 1.0 / place) for place, key in enumerate(drawn, 1)], stores, budget)


BASELINES: dict[str, Callable[[str, Stores, int], MeasuredAnswer]] = {
    "grep": grep,
    "file": whole_files,
    "naive": naive_chunks,
    "lexical": lexical_only,
    "vectors": vectors_only,
    "random": random_units,
}
"""Ways of answering by the name that `evaluate --baseline` takes."""


def whole_units(keys: Sequence[str], stores: Stores, budget: int) -> MeasuredAnswer:
    """Return the units of a ranking whole and in its order; those whose lines are shown already are not shown again."""
    heads = [head for key in keys if (head := stores.index.head(key)) is not None]
    fresh = [head for place, head in enumerate(heads) if not any(_holds(earlier, head) for earlier in heads[:place])]
    packed = _units([(head.key, 1.0 / place) for place, head in enumerate(fresh, 1)], stores, budget)
    ranked = tuple(Item(head.type, head.identifier, head.file_path, head.start_line, head.end_line) for head in heads)
    return replace(packed, ranked=ranked[:_RANKED])


def _holds(one: UnitHead, other: UnitHead) -> bool:
    same = bool(one.start_line) and one.file_path == other.file_path
    return same and one.start_line <= other.start_line and other.end_line <= one.end_line


def _units(scored: Sequence[tuple[str, float]], stores: Stores, budget: int) -> MeasuredAnswer:
    scores = dict(scored)
    units = [
        unit for unit in stores.index.catalog.units([key for key, _ in scored]) if not unit.is_test and unit.type != "folder"
    ]
    pieces = [
        _Text(unit.type, unit.identifier, unit.file_path, max(1, unit.start_line), unit.source_code, scores[unit.key])
        for unit in units[:_RANKED]
    ]
    return _packed([_item(piece) for piece in pieces], pieces, stores, budget)


def _packed(ranked: Sequence[Item], pieces: Iterable[_Text], stores: Stores, budget: int) -> MeasuredAnswer:
    """Fill the budget with whole pieces in order; the first that does not fit is shortened when 200 tokens are left."""
    sources: list[Item] = []
    used = 0
    for piece in pieces:
        text = f"{piece.file_path}:{piece.start_line}\n{piece.text}\n"
        tokens = stores.count_tokens(text)
        if used + tokens <= budget:
            sources.append(_item(piece, tokens))
            used += tokens
            continue
        if budget - used > _LEAST:
            source = _shortened(piece, budget - used, stores.count_tokens)
            sources.append(source)
            used += source.tokens
        break
    return MeasuredAnswer(tuple(ranked[:_RANKED]), tuple(sources), used)


def _shortened(piece: _Text, limit: int, count: Callable[[str], int]) -> Item:
    """Return the item of as many of a piece's first lines as fit."""
    lines = piece.text.split("\n")
    low, high = 0, len(lines)
    while low < high:
        middle = (low + high + 1) // 2
        if count("\n".join(lines[:middle])) <= limit - 20:
            low = middle
        else:
            high = middle - 1
    shown = "\n".join(lines[:low])
    return Item(
        piece.type, piece.identifier, piece.file_path, piece.start_line, piece.start_line + low - 1, piece.score, count(shown)
    )


def _item(piece: _Text, tokens: int = 0) -> Item:
    end = piece.start_line + piece.text.count("\n")
    return Item(piece.type, piece.identifier, piece.file_path, piece.start_line, end, piece.score, tokens)


@per_index
def _files(index: OpenIndex) -> list[CodeUnit]:
    """Return the files of the index with their text, tests left out, ordered by key."""
    keys = [head.key for head in index.heads if head.type == "file" and not head.is_test]
    return [unit for unit in index.catalog.units(keys) if unit.source_code]


def _plain_words(question: str) -> list[str]:
    words = [word.lower() for word in _WORD.findall(question)]
    return list(dict.fromkeys(word for word in words if word not in STOP_WORDS and len(word) > 2))


def _windows(hits: Sequence[int], length: int) -> list[tuple[int, int]]:
    windows: list[tuple[int, int]] = []
    for hit in hits:
        start, end = max(0, hit - _AROUND), min(length, hit + _AROUND + 1)
        if windows and start <= windows[-1][1]:
            windows[-1] = (windows[-1][0], end)
        else:
            windows.append((start, end))
    return windows


def _sliding(file: CodeUnit) -> list[_Text]:
    lines = file.source_code.split("\n")
    step = _NAIVE_LINES - _NAIVE_OVERLAP
    return [
        _Text("chunk", file.file_path, file.file_path, start + 1, "\n".join(lines[start : start + _NAIVE_LINES]), 0.0)
        for start in range(0, max(1, len(lines) - _NAIVE_OVERLAP), step)
    ]
