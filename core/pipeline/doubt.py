"""Doubt: whether an index has what a question asks for, by the words that no file has and by how clear the answer stands out.

Words alone do not tell: a question may use other words than the code, and every word of a feature that is missing may be there
for another reason. The rule is a logistic regression; `benchmarks/training/doubt.py` fits weights for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from statistics import fmean
from string import ascii_lowercase
from typing import NamedTuple

from core.model.doubt import NONE, WEAK, Doubt
from core.model.entity_kinds import LOOKED_UP
from core.model.run import Hit, Plan
from core.open_index import Stores
from core.settings.retrieval import Rules
from core.text.words import STOP_WORDS, split_identifier, stem

_WORD = re.compile(r"[^\W_](?:[\w.:#/-]*\w)?")
_JOINTS = re.compile(r"[.:#/-]+")
_LIKE_CODE = re.compile(r"[a-z][A-Z]|_|::|\w\.\w|[#/\d]")
_SHORTEST = 3  # letters of a word that says something
_MISSPELT = 5  # letters from which a word may be a slip of the pen for one of the index
_BEFORE_VERBS = frozenset(
    {
        "to", "i", "we", "you", "they", "he", "she", "it", "who", "that", "cannot", "can", "may", "must", "will", "should",
        "would", "could", "not", "n", "t",
    }
)  # fmt: skip
_AFTER_VERBS = frozenset(
    {
        "a", "an", "the", "its", "it", "them", "him", "her", "his", "their", "my", "our", "your", "this", "that", "these",
        "those", "me", "us",
    }
)  # fmt: skip
_ENDINGS_OF_VERBS = ("ed", "ing", "ly", "est")  # and of adverbs and superlatives
_NEXT = slice(5, 15)  # places of a ranking with which its first is compared


class Evidence(NamedTuple):
    """What speaks for a doubt and against it, each as a number; also the weights by which the rule multiplies these.

    The first six are of the word that speaks most among those that no file has, all 0 where every word is written: that there
    is one, that the tokenizer of English texts has no piece for the whole of it, that it is written like a name of code, that
    it has a capital within the sentence, that the sentence uses it as a verb or adverb, which questions choose more freely than
    nouns, and that the word beside it is in no file either. The last three are of the whole question: a constant, and how far
    the first unit by meaning and the first by words stand out.
    """

    word: float = 0.0
    rare: float = 0.0
    code: float = 0.0
    capital: float = 0.0
    verb: float = 0.0
    phrase: float = 0.0
    base: float = 0.0
    vector_lead: float = 0.0
    keyword_lead: float = 0.0

    def score(self, weights: Evidence) -> float:
        """Return the sum of all that speaks, weighted: the logarithm of the odds that there is no answer."""
        return sum(weight * value for weight, value in zip(weights, self, strict=True))


WEIGHTS = Evidence(
    word=1.6, rare=1.26, code=0.69, capital=1.2, verb=-1.0, phrase=2.5, base=-0.42, vector_lead=-8.19, keyword_lead=-4.08,
)  # fmt: skip
"""The weights of the rule; the constant has the threshold in it, so that a score above 0 is a doubt.

Those of `rare`, `verb` and `phrase` were chosen afterwards, over the others, as the ones that doubt most questions without an
answer and at most one in twenty of those that each question set answers."""
_USUAL_LEADS = (0.05, 0.2)  # of meaning and words: where a search found too little to compare, or by another model
_MODEL = "minilm-questions"  # the encoder by whose cosines the weights were fitted


def doubt_on(plan: Plan, hits: Sequence[Hit], stores: Stores, rules: Rules) -> Doubt:
    """Return whether the index has what the question asks for, as far as its words and the searches tell."""
    for entity in plan.entities:
        if entity.kind in LOOKED_UP and not entity.unit_keys:
            return Doubt(WEAK, unanswered=entity.text)
    asked, absent = absent_words(plan, stores, rules)
    named = any(entity.unit_keys for entity in plan.entities)
    has_none = bool(absent) and len(absent) == len(asked) and not named
    if not has_none and _score(plan, hits, absent, stores) <= 0:
        return Doubt("", absent)
    unwritten = tuple(word for word in absent if not _in_texts(word, stores))
    if has_none and unwritten == absent:
        return Doubt(NONE, absent)
    return Doubt(WEAK if _score(plan, hits, unwritten, stores) > 0 else "", unwritten)


def _score(plan: Plan, hits: Sequence[Hit], absent: Sequence[str], stores: Stores) -> float:
    """Return how much speaks for a doubt: by the word that speaks most of those that are absent."""
    return max(evidence(plan, hits, word, absent, stores).score(WEIGHTS) for word in absent or ("",))


def absent_words(plan: Plan, stores: Stores, rules: Rules) -> tuple[list[str], tuple[str, ...]]:
    """Return the words that say what the question is about, and those of them that no file has, in their order."""
    asked = list(dict.fromkeys(_asked(plan, rules)))
    return asked, tuple(word for word in asked if not _written(word, stores))


def evidence(plan: Plan, hits: Sequence[Hit], word: str, absent: Sequence[str], stores: Stores) -> Evidence:
    """Return what speaks for and against a doubt, given one of the words that no file has, or an empty text."""
    before, after = _neighbours(plan.question, word)
    by_meaning, by_words = ([hit.score for hit in hits if hit.strategy == name] for name in ("vector", "keyword"))
    known = stores.embedder is not None and stores.embedder.name.startswith(_MODEL) and by_meaning[_NEXT]
    return Evidence(
        word=bool(word),
        rare=_is_rare(word, stores),
        code=bool(_LIKE_CODE.search(word)),
        capital=word != word.lower() and not plan.question.startswith(word),
        verb=bool(word) and _is_verb(word, before.lower(), after.lower()),
        phrase=before in absent or after in absent,
        base=1,
        vector_lead=by_meaning[0] - fmean(by_meaning[_NEXT]) if known else _USUAL_LEADS[0],
        keyword_lead=1 - fmean(by_words[_NEXT]) / by_words[0] if by_words[_NEXT] else _USUAL_LEADS[1],
    )


def _neighbours(question: str, word: str) -> tuple[str, str]:
    """Return the words before and after a word of a question, each empty where there is none."""
    words = ["", *_WORD.findall(question), ""]
    if not word or word not in words:
        return "", ""
    place = words.index(word)
    return words[place - 1], words[place + 1]


def _is_verb(word: str, before: str, after: str) -> bool:
    """Tell whether a word is rather a verb or an adverb than a noun, by its ending and the words beside it."""
    return before in _BEFORE_VERBS or after in _AFTER_VERBS or word.endswith(_ENDINGS_OF_VERBS)


def _asked(plan: Plan, rules: Rules) -> Iterator[str]:
    """Yield the words that say what the question is about; names of units that the question knows are not among them."""
    known = {part for entity in plan.entities if entity.unit_keys for part in entity.text.lower().split()}
    fillers = {stem(word) for word in rules.fillers}
    for word in _WORD.findall(plan.question):
        lower = word.lower()
        plain = len(word) < _SHORTEST or lower in STOP_WORDS or stem(lower) in fillers
        if not plain and lower not in known:
            yield word


def _written(word: str, stores: Stores) -> bool:
    """Tell whether units have the word, each part of it in any spelling or with one wrong letter."""
    parts = [part for part in _JOINTS.split(word) if part and part.lower() not in STOP_WORDS]
    whole = "".join(_JOINTS.split(word))
    return _known(whole, stores) or all(_known(part, stores) or _misspelt(part, stores) for part in parts)


def _known(word: str, stores: Stores) -> bool:
    """Tell whether a unit has the word, however names in its language join their parts."""
    parts = split_identifier(word)
    spelled = {word.lower(), "".join(parts), "_".join(parts), stem("".join(parts))}
    return not spelled.isdisjoint(stores.lexical.words)


def _misspelt(word: str, stores: Stores) -> bool:
    """Tell whether the word is one of the index with a slip of the pen; a word that English has, or a name, is meant."""
    wanted = word.lower()
    if len(word) < _MISSPELT or wanted != word or not word.isalpha() or not _is_rare(word, stores):
        return False
    return any(stem(one) in stores.lexical.words for one in _slips(wanted))


def _slips(word: str) -> Iterator[str]:
    """Yield all texts from which a word differs by one letter left out, too many or wrong, or by two that changed places."""
    for place in range(len(word) + 1):
        before, rest = word[:place], word[place:]
        yield before + rest[1:]
        yield before + rest[1:2] + rest[:1] + rest[2:]
        yield from (before + letter + rest for letter in ascii_lowercase)
        yield from (before + letter + rest[1:] for letter in ascii_lowercase)


def _is_rare(word: str, stores: Stores) -> bool:
    """Tell whether the tokenizer of English texts has no piece for the whole word; without a table nothing is known of it."""
    return bool(word) and stores.table is not None and len(stores.table.pieces([word.lower()])[0]) > 1


def _in_texts(word: str, stores: Stores) -> bool:
    """Tell whether the text of a file has the word, also where no unit stands for its lines."""
    written = re.compile(rf"(?<![a-z]){re.escape(word)}(?![a-z])", re.I)
    texts = stores.index.file_texts(list(dict.fromkeys((word, word.lower(), word.capitalize(), word.upper()))))
    return any(written.search(text) for _, _, text in texts)
