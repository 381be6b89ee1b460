"""The verbs of a workbench on one page, made from their signatures and docstrings."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping, Sequence

from core.analyse import Analysis
from core.workbench.plots import Plots

_VERBS: Mapping[str, Sequence[str]] = {
    "Query the data": ("sql", "arrow", "graph", "subgraph_for_types", "heads", "relations", "metrics", "histories"),
    "Find code": ("find", "search", "unit", "sheet", "linked", "similar", "related_to", "column", "columns"),
    "Ask": ("ask", "answer", "conversation", "why", "why_not", "questions", "evaluate", "tune", "judge"),
    "Follow the code": ("dependencies", "dependents", "impact", "flow", "reached_from", "destroyed", "verdict", "rename"),
    "Review": (
        "overview",
        "parts",
        "check",
        "compare",
        "compare_commits",
        "review",
        "tests",
        "tests_for",
        "line_history",
        "save_report",
    ),
    "Know the index": ("freshness", "coverage", "problems", "generations", "renewed", "runtime", "observed", "pages"),
}
_HEAD = """# Cheat sheet

```python
from orienteer import indexes, open_workbench

wb = open_workbench()  # the index of the folder you are in, or the only one; `indexes()` lists them
```

Each result shows itself in a notebook and in a terminal. Tables have `to_frame()` (pandas), `to_arrow()` and `to_rows()`."""


class CheatSheet(str):
    """A text in Markdown, which a notebook renders."""

    __slots__ = ()

    def _repr_markdown_(self) -> str:
        return str(self)


def verb_sheet(workbench: type) -> CheatSheet:
    """Return the most useful verbs of the class of a workbench as Markdown, one line each."""
    tables = [
        *(_table(title, "wb.", workbench, names) for title, names in _VERBS.items()),
        _table("Analyse the architecture", "wb.analyse.", Analysis, _recorded()),
        _table("Plot", "wb.plot.", Plots, [name for name in vars(Plots) if not name.startswith("_")]),
    ]
    return CheatSheet("\n\n".join((_HEAD, *tables)) + "\n")


def _recorded() -> list[str]:
    """Return the names of the analyses, in the order of their class."""
    return [name for kind in reversed(Analysis.__mro__) for name, verb in vars(kind).items() if hasattr(verb, "__wrapped__")]


def _table(title: str, before: str, home: object, names: Sequence[str]) -> str:
    rows = (f"| `{before}{_call(name, getattr(home, name))}` | {_summary(getattr(home, name))} |" for name in names)
    return "\n".join((f"## {title}\n", "| Call | Result |", "|---|---|", *rows))


def _call(name: str, verb: object) -> str:
    return name if isinstance(verb, property) else f"{name}({', '.join(_parameters(verb))})"


def _parameters(verb: object) -> Iterator[str]:
    """Yield the parameters without a default, then an ellipsis where there are others."""
    assert callable(verb)
    given = list(inspect.signature(verb).parameters.values())[1:]  # the first one is the workbench
    yield from (one.name for one in given if one.default is one.empty)
    if any(one.default is not one.empty for one in given):
        yield "…"


def _summary(verb: object) -> str:
    """Return the first sentence of the docstring, without the verb that all of them begin with."""
    text = " ".join((inspect.getdoc(verb) or "").split("\n\n")[0].split())
    sentence = re.split(r"(?<=[.;])\s", text)[0].rstrip(".;").removeprefix("Return ").replace("|", "\\|")
    return f"{sentence[:1].upper()}{sentence[1:]}."
