"""What each part of a score means, in a phrase that fits a tooltip."""

from __future__ import annotations

from collections.abc import Mapping

EFFECTS: Mapping[str, str] = {
    "rank.semantic": "Meaning",
    "rank.keyword": "Rare words in common",
    "rank.definition": "Named in the question",
    "rank.name": "Words in the name",
    "rank.path": "Words in the path",
    "rank.importance": "Central units",
    "rank.recency": "Changed lately",
    "rank.saturation": "Spread over files",
}
"""The settings that most readers want to change, by what a higher value does; the spread is what each further unit of a file
loses, 1 minus the setting."""
MEANINGS: Mapping[str, str] = {
    "semantic": "how near its text comes to the question in meaning",
    "table": "nearness of its words to those of the question, by the table of word vectors",
    "keyword": "how many rare words it shares with the question",
    "definition": "the question names it",
    "relation": "it is linked with what the question names",
    "described": "a document that answers the question mentions it",
    "overview": "it says what the whole is, which the question asks for",
    "fused": "how well the searches agree on it (merged by `search.fusion`)",
    "folder": "it lies in a folder that the question names",
    "name": "words of the question stand in its name",
    "path": "words of the question stand in its path",
    "coverage": "how many of the question's words its file holds",
    "recency": "how lately it changed",
    "importance": "how central it is",
    "type_match": "it is of a type that the question asks for",
    "aside": "less for tests, documents and the like, unless asked for",
    "exact": "it is what was asked for: what was looked up by its name, or what is related to it as the question says",
    "owned": "you changed its file, by git (rank.owned)",
    "opened": "you looked at it lately (rank.opened)",
    "coherence": "other units of its file were found too",
    "diversity": "a kind of unit that was not among those before",
    "saturation": "what each further unit of one file loses: 0 takes nothing away, 1 all of it",
    "rerank": "less where a model that read it finds that it fits less well",
    "vector": "search by meaning",
    "direct": "search by names in the question",
    "graph": "search along relations",
    "documents": "search through what documents mention",
}
"""By the name of a signal or of a search, as settings name them."""
