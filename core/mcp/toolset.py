"""The tools: name, when to use each and when not, parameters, and the function that answers.

The first five cover finding, reading and following code, and are served by default. Ten names equal those that agents know
from other servers, such as `codebase_retrieve`. So instructions for those servers work here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.mcp.arguments import Argument, Given, closed_schema
from core.mcp.tool_answer import MOST_TOKENS, ToolAnswer
from core.model.analyses import OPTIONS

if TYPE_CHECKING:
    from core.workbench import Workbench

Answering = Callable[["Workbench", Given], ToolAnswer]

_INDEX = Argument("index", "text", default="", longest=200)
_TOKENS = Argument("max_tokens", "number", default=2_000, least=100, most=MOST_TOKENS)
_BUDGET = Argument("budget", "number", "tokens of code", default=1_600, least=100, most=MOST_TOKENS - 2_000)
_JSON = Argument("json", "flag", default=False)
_OFFSET = Argument("offset", "number", default=0)
_UNIT = Argument("identifier", "text", "name, type:name, path or path:line", longest=1_000)
_TYPES = Argument("types", "texts", default=(), longest=100)
_KINDS = Argument("via", "texts", default=(), longest=100)
_ANALYSED = tuple(
    Argument(name, "flag", says, default=False) if name == "types" else Argument(name, "text", says, default="", longest=50)
    for name, says in OPTIONS.items()
)
_DEPTH = Argument("depth", "number", default=1, least=1, most=10)


def _limit(usual: int) -> Argument:
    return Argument("limit", "number", default=usual, least=1, most=500)


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool; `core` ones are served by default. Every tool also takes the index, a limit of tokens and the format.

    Those that answer questions take the budget of the context, as everywhere else: the same question with the same budget
    has the same units here as in Python, on the command line and over HTTP.
    """

    name: str
    title: str
    says: str
    takes: tuple[Argument, ...]
    answers: str
    core: bool = False
    writes: bool = False
    """Whether a call keeps something beside the index; nothing else is ever written."""

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """All arguments, those that every tool has last; what has a budget of its own is not limited a second time."""
        return (*self.takes, *(() if _BUDGET in self.takes else (_TOKENS,)), _JSON, _INDEX)

    @property
    def schema(self) -> dict[str, object]:
        """The closed JSON schema of the arguments."""
        return closed_schema(self.arguments)

    @property
    def answering(self) -> Answering:
        """The function that answers."""
        from core.mcp import answers

        found: Answering = getattr(answers, self.answers)
        return found


TOOLS = (
    Tool(
        "codebase_retrieve",
        "Ask the code",
        "Answer a question about this codebase with the relevant lines, within a token budget. First choice for how, where "
        "and why. For a known name use codebase_lookup.",
        (
            Argument("query", "text", "the question; filters may be part of it: type:job path:app -path:lib lang:ruby"),
            _BUDGET,
            _TYPES,
            Argument("path", "text", "glob", default="", longest=500),
            Argument("repository", "text", "in an index group", default="", longest=100),
            Argument("tests", "flag", default=False),
            Argument("seen", "text", "handle of the last answer, to omit its lines", default="", longest=10_000),
        ),
        "retrieve",
        core=True,
    ),
    Tool(
        "codebase_lookup",
        "Look up a unit",
        "Show a class, method, route, table or file by name: location, code, facts, number of dependents.",
        (_UNIT, Argument("source", "flag", default=True)),
        "lookup",
        core=True,
    ),
    Tool(
        "codebase_dependencies",
        "Dependencies",
        "List the dependencies of a unit, with lines.",
        (_UNIT, _DEPTH, _KINDS, _limit(50), _OFFSET),
        "dependencies",
        core=True,
    ),
    Tool(
        "codebase_dependents",
        "Dependents",
        "List dependents and callers of a unit, with lines. Use it instead of grep, before a change.",
        (_UNIT, _DEPTH, _KINDS, Argument("tests", "flag", default=False), _limit(50), _OFFSET),
        "dependents",
        core=True,
    ),
    Tool(
        "codebase_search",
        "Keyword search",
        "Find units by words in a name, column or code.",
        (Argument("keyword", "text", "words", longest=500), _TYPES, _limit(20), _OFFSET),
        "search",
        core=True,
    ),
    Tool(
        "codebase_framework",
        "Framework and libraries",
        "Find Rails and library sources for a concept, if indexed.",
        (Argument("concept", "text", longest=500), _BUDGET),
        "framework",
    ),
    Tool(
        "codebase_structure",
        "Overview",
        "Show size, folders, entry points and most-used code. Call once, first.",
        (),
        "structure",
    ),
    Tool(
        "codebase_recent_changes",
        "Recent changes",
        "List units by last commit.",
        (Argument("n", "number", default=10, least=1, most=500), _TYPES),
        "recent_changes",
    ),
    Tool(
        "codebase_graph_analysis",
        "Architecture",
        "Run an analysis: hubs, cycles, orphans, dead-ends, bridges and others.",
        (Argument("analysis", "text", longest=60), *_ANALYSED, _KINDS, _limit(20), _OFFSET),
        "graph_analysis",
    ),
    Tool("codebase_pagerank", "Most-used code", "List units by PageRank.", (_limit(20), _OFFSET), "pagerank"),
    Tool(
        "codebase_flow",
        "Flow",
        "Trace the steps a route, action, job, mail or method triggers. Pass reverse for the entry points that reach it.",
        (
            Argument("entry", "text", "POST /orders, orders#create, a unit", longest=1_000),
            Argument("reverse", "flag", default=False),
            Argument("depth", "number", default=4, least=1, most=8),
            Argument("every", "flag", "all steps", default=False),
            _OFFSET,
        ),
        "flow",
    ),
    Tool(
        "codebase_impact",
        "Impact",
        "Rank the dependents of a unit or a unified diff, or select tests to run.",
        (
            Argument("diff", "text", default="", longest=400_000),
            Argument("identifier", "text", default="", longest=1_000),
            Argument("depth", "number", default=2, least=1, most=5),
            Argument("tests", "flag", "tests only", default=False),
            _limit(50),
            _OFFSET,
        ),
        "impact",
    ),
    Tool(
        "codebase_review",
        "Review a change",
        "Review a diff or commits: impact, risks and gaps.",
        (
            Argument("diff", "text", default="", longest=400_000),
            Argument("commits", "text", "BASE..HEAD", default="", longest=200),
        ),
        "review",
    ),
    Tool(
        "codebase_why_not",
        "Missing result",
        "Explain the rank or absence of a unit in an answer.",
        (Argument("query", "text"), _UNIT),
        "why_not",
    ),
    Tool(
        "codebase_sql",
        "SQL",
        "Run read-only SQL over units, relations, facts, history and metrics. DESCRIBE lists columns.",
        (Argument("statement", "text", longest=20_000), _limit(100)),
        "sql",
    ),
)  # fmt: skip
"""All tools, the core ones first."""


FEEDBACK_TOOLS = (
    Tool(
        "retrieval_rate",
        "Rate an answer",
        "Rate the answer to a question. Stored on this machine.",
        (
            Argument("query", "text", longest=2_000),
            Argument("score", "number", "1 useless, 5 complete", least=1, most=5),
            Argument("comment", "text", default="", longest=2_000),
        ),
        "rate",
        writes=True,
    ),
    Tool(
        "retrieval_report_gap",
        "Report a gap",
        "Report a unit missing from an answer, indexed or not.",
        (
            Argument("query", "text", longest=2_000),
            Argument("missing_unit", "text", longest=1_000),
            Argument("unit_type", "text", default="", longest=100),
        ),
        "report_gap",
        writes=True,
    ),
    Tool("retrieval_explain", "Ratings", "List recorded ratings and gaps.", (), "explain"),
    Tool("retrieval_suggest", "Gaps in answers", "List gaps in rated answers, with causes and next steps.", (), "suggest"),
)
"""The tools by which an agent says how good answers were; served where they are asked for, since two of them write."""


def chosen(every: bool, feedback: bool = False) -> tuple[Tool, ...]:
    """Return the tools that are served: the core ones, or all of them; with those of feedback only where they are wanted."""
    tools = TOOLS if every else tuple(tool for tool in TOOLS if tool.core)
    return (*tools, *FEEDBACK_TOOLS) if feedback else tools
