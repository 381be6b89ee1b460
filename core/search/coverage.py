"""How much of a question each file answers to: the words of a question are often spread over the units of one file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from core.atlas import Atlas
from core.ports import Stores

_BEST = 200  # units of a word that count: of a common word only those that it says most about
_REMEMBERED = 4096  # words whose files are kept: questions repeat the vocabulary of their code


def covered_files(keywords: Sequence[str], stores: Stores, atlas: Atlas) -> dict[str, float]:
    """Return by file path the share (0..1) of the keywords, weighted by rarity, that the units of the file hold.

    Files that hold none are left out.
    """
    rarities = {word: atlas.names.rarity(word) for word in keywords}
    total = sum(rarities.values())
    found: dict[str, float] = defaultdict(float)
    if not total or not atlas.documents:
        return {}
    for word, rarity in rarities.items():
        for path in _files_with(word, stores, atlas):
            found[path] += rarity / total
    return dict(found)


def _files_with(word: str, stores: Stores, atlas: Atlas) -> frozenset[str]:
    known: dict[str, frozenset[str]] = stores.derived.setdefault("files_with", {})
    files = known.get(word)
    if files is None:
        if len(known) >= _REMEMBERED:
            known.clear()
        documents = atlas.documents
        scored = stores.lexical.scores([word], min(_BEST, len(documents)))
        files = frozenset(atlas.heads[atlas.position[documents[number]]].file_path for number, _ in scored)
        known[word] = files
    return files
