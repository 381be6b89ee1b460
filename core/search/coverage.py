"""How much of a question each file answers to: the words of a question are often spread over the units of one file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from core.open_index import Kept, Stores

_BEST = 200  # units of a word that count: of a common word only those that it says most about
_REMEMBERED = 4096  # words whose files are kept: questions repeat the vocabulary of their code
_files_by_word: Kept[dict[str, frozenset[str]]] = Kept(dict)


def covered_files(keywords: Sequence[str], stores: Stores) -> dict[str, float]:
    """Return by file path the share (0..1) of the keywords, weighted by rarity, that the units of the file hold.

    Files that hold none are left out.
    """
    index = stores.index
    rarities = {word: index.names.rarity(word) for word in keywords}
    total = sum(rarities.values())
    found: dict[str, float] = defaultdict(float)
    if not total or not index.documents:
        return {}
    for word, rarity in rarities.items():
        for path in _files_with(word, stores):
            found[path] += rarity / total
    return dict(found)


def _files_with(word: str, stores: Stores) -> frozenset[str]:
    index, known = stores.index, _files_by_word.of(stores.index)
    files = known.get(word)
    if files is None:
        if len(known) >= _REMEMBERED:
            known.clear()
        documents = index.documents
        scored = stores.lexical.scores([word], min(_BEST, len(documents)))
        files = frozenset(index.heads[index.position[documents[number]]].file_path for number, _ in scored)
        known[word] = files
    return files
