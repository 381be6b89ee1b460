"""Write the Python that gives what a page shows, to copy into a notebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def opening(index: str) -> str:
    """Return the lines that open an index."""
    return f'from orienteer import open_workbench\n\nwb = open_workbench("{index}")\n'


def analysis_snippet(index: str, analysis: str, arguments: Mapping[str, object]) -> str:
    """Return the lines that make an analysis and show it as a frame."""
    return f"{opening(index)}wb.analyse.{analysis}({_arguments(arguments)}).to_frame()"


def runtime_snippet(index: str, what: str) -> str:
    """Return the lines that show a list of what was recorded as a frame."""
    return f"{opening(index)}wb.runtime({what!r}).to_frame()"


def search_snippet(index: str, words: str, arguments: Mapping[str, object]) -> str:
    """Return the lines that search text within limits and show the units that write it as a frame."""
    said = ", ".join(part for part in (repr(words), _arguments(arguments)) if part)
    return f"{opening(index)}wb.search({said}).to_frame()"


def question_snippet(index: str, question: str, arguments: Mapping[str, object], earlier: Sequence[str] = ()) -> str:
    """Return the lines that ask a question, after the `earlier` ones that it follows up, and show ranking and context."""
    given = {**arguments, "after": list(earlier)} if earlier else arguments
    said = ", ".join(part for part in (repr(question), _arguments(given)) if part)
    return f"{opening(index)}run = wb.ask({said})\nrun.to_frame()\nrun.context.text"


def evaluation_snippet(index: str, path: str, baselines: Sequence[str], settings: Mapping[str, object]) -> str:
    """Return the lines that measure a question set beside baselines, and with other settings if there are any."""
    said = ", ".join(part for part in (repr(path), _arguments({"baselines": list(baselines)} if baselines else {})) if part)
    lines = f"{opening(index)}report = wb.evaluate({said})\nprint(report)\nreport.to_frame()"
    return f"{lines}\nprint(wb.evaluate({path!r}, settings={dict(settings)!r}))" if settings else lines


def unit_snippet(index: str, key: str) -> str:
    """Return the lines that look at a unit and its relations."""
    return f"{opening(index)}unit = wb.unit({key!r})\nwb.dependents({key!r}, depth=2)\nwb.dependencies({key!r})"


def _arguments(arguments: Mapping[str, object]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in arguments.items() if value not in ("", (), None, False, {}))
