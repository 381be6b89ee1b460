"""Find candidates for a question, by meaning, words, name and graph.

A question is classified once (`classify`), every strategy of its plan answers on its own scale (`search`), and the rankings
are merged (`rrf`, `convex`). Strategies are functions of one signature in one dictionary; what they may look at, and what
the filters refuse and why, travels in a `SearchSpace`.
"""

from core.search.by_folders import folders_asked
from core.search.by_graph import related_as_asked, set_off
from core.search.by_meaning import embedded_units, read_ahead
from core.search.by_name import listed, looked_up, named_alone
from core.search.by_overview import is_overview_question
from core.search.classify import classify
from core.search.coverage import covered_files
from core.search.follow_up import asked_about, followed_up
from core.search.fuse import ABSOLUTE, convex, normalised, rrf
from core.search.pasted import framed, merged, readings
from core.search.question import is_bare
from core.search.requested_types import named_folders
from core.search.requests import joined, joined_plan, request_plan
from core.search.search_space import SearchSpace, path_matches, refusal_of, within
from core.search.starts import with_start
from core.search.strategies import STRATEGIES, SearchResult, search

__all__ = [
    "ABSOLUTE",
    "STRATEGIES",
    "SearchResult",
    "SearchSpace",
    "asked_about",
    "classify",
    "convex",
    "covered_files",
    "embedded_units",
    "folders_asked",
    "followed_up",
    "framed",
    "is_bare",
    "is_overview_question",
    "joined",
    "joined_plan",
    "listed",
    "looked_up",
    "merged",
    "named_alone",
    "named_folders",
    "normalised",
    "path_matches",
    "read_ahead",
    "readings",
    "refusal_of",
    "related_as_asked",
    "request_plan",
    "rrf",
    "search",
    "set_off",
    "with_start",
    "within",
]
