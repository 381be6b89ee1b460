"""Search through documents: the code that the sections which answer a question mention.

Prose and code often share no word, while the prose that explains a thing shares many with the question and names the code.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from core.model.run import Hit, Plan
from core.search.fuse import normalised
from core.search.search_space import SearchSpace, hits_of
from core.vocabulary import PROSE

KIND = "mentions"
_SECTIONS = 10  # best sections whose mentions are followed
_WORDS = 0.4  # of a section's lexical score beside its similarity
_HOST = 0.7  # of a member's score for the unit that encloses it


def by_documents(plan: Plan, space: SearchSpace, hits: Sequence[Hit]) -> list[Hit]:
    """Return the units that the best documents among the hits mention, with the mention as evidence.

    The score (0..1) is that of the best section which mentions the unit, scaled among all hits; the unit around a member
    that is mentioned gets most of the member's.
    """
    index = space.index
    best: dict[int, tuple[float, str]] = {}
    for section, score in _sections(space, hits):
        for link in index.links.out(section):
            if link.kind != KIND:
                continue
            evidence = f"{index.heads[section].identifier} mentions {index.heads[link.other].identifier}"
            place = f"({link.file_path}:{link.line})"
            for number, share in ((link.other, 1.0), (index.hosts[link.other], _HOST)):
                if share * score > best.get(number, (0.0, ""))[0]:
                    best[number] = (share * score, f"{evidence} {place}")
    found = [(index.keys[number], score, evidence) for number, (score, evidence) in best.items()]
    return hits_of("documents", [row for row in found if space.allows(row[0])], space.settings.search.candidates)


def _sections(space: SearchSpace, hits: Sequence[Hit]) -> Iterable[tuple[int, float]]:
    """Return the documents that were found, by position, with scores up to 1, best first."""
    scores: dict[int, float] = defaultdict(float)
    weights = {"table" if space.stores.vectors is None else "vector": 1.0, "keyword": _WORDS}
    for hit, share in zip(hits, normalised(hits), strict=True):
        weight = weights.get(hit.strategy, 0.0)
        number = space.index.position[hit.unit_key]
        if weight and space.index.heads[number].type in PROSE:
            scores[number] += weight * share
    ordered = sorted(scores.items(), key=lambda row: (-row[1], row[0]))[:_SECTIONS]
    return [(number, min(1.0, score)) for number, score in ordered if score > 0]
