"""What each part of a score means, in a phrase that fits a tooltip."""

from __future__ import annotations

from collections.abc import Mapping

EFFECTS: Mapping[str, str] = {
    "rank.semantic": "Meaning",
    "rank.keyword": "Rare shared words",
    "rank.definition": "Named in the question",
    "rank.importance": "Central units",
    "rank.recency": "Recent changes",
    "rank.saturation": "Spread across files",
}
"""The settings that most readers want to change, by what a higher value does; the spread is what each further unit of a file
loses, 1 minus the setting."""
MEANINGS: Mapping[str, str] = {
    "semantic": "semantic similarity",
    "table": "similarity of words, by word vectors",
    "pieces": "nearness of single words to those of the question",
    "keyword": "rare words shared with the question",
    "definition": "named in the question",
    "relation": "linked to a unit named in the question",
    "described": "mentioned in a document that matches the question",
    "overview": "describes the whole project, as asked",
    "fused": "agreement between searches (search.fusion)",
    "folder": "in a folder named in the question",
    "coverage": "question words in its file",
    "recency": "recent changes",
    "importance": "importance by dependents",
    "type_match": "of a type the question asks for",
    "aside": "penalty for tests and documents, unless asked for",
    "exact": "the unit asked for by name, or related to it as asked",
    "owned": "you changed its file (rank.owned)",
    "opened": "you opened it recently (rank.opened)",
    "coherence": "other results in its file",
    "diversity": "a type not among the results above",
    "saturation": "penalty for each further result from one file, 0 to 1",
    "rerank": "penalty by a reranking model",
    "vector": "search by meaning",
    "direct": "search by names in the question",
    "graph": "search along relations",
    "documents": "search by mentions in documents",
}
"""By the name of a signal or of a search, as settings name them."""
