"""Find candidates for a question, by meaning, words, name and graph.

A question is classified once (`classify`), every strategy of its plan answers on its own scale (`search`), and the rankings
are merged (`rrf`, `convex`). Strategies are functions of one signature in one dictionary; what they may look at, and what
the filters refuse and why, travels in a `Ground`.
"""

from core.search.by_meaning import read_ahead
from core.search.classify import classify
from core.search.coverage import covered_files
from core.search.follow import followed_up
from core.search.fuse import ABSOLUTE, boosted, convex, normalised, rrf
from core.search.ground import Ground, path_matches, refusal_of, within
from core.search.question import is_bare
from core.search.requests import joined, joined_plan, request_plan
from core.search.strategies import STRATEGIES, Found, search

__all__ = [
    "ABSOLUTE",
    "STRATEGIES",
    "Found",
    "Ground",
    "boosted",
    "classify",
    "convex",
    "covered_files",
    "followed_up",
    "is_bare",
    "joined",
    "joined_plan",
    "normalised",
    "path_matches",
    "read_ahead",
    "refusal_of",
    "request_plan",
    "rrf",
    "search",
    "within",
]
