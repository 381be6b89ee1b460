"""From the text of one template to what it uses."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core.extract.facts import FileFacts, Reference, SourceFile
from core.extract.rails.views.embedded import ruby_of_erb
from core.extract.rails.views.indented import ruby_of_haml, ruby_of_slim
from core.extract.rails.views.names import template_of
from core.extract.rails.views.scripts import scripts_in_template
from core.extract.rails.views.stimulus import stimulus_in
from core.extract.rails.views.use import TemplateUse
from core.extract.rails.views.uses import uses_under
from core.extract.ruby.reading.reader import calls_on_values
from core.extract.ruby.syntax.parse import parse
from core.extract.ruby.telling import telling
from core.model import Problem

_RUBY_OF: Mapping[str, Callable[[str], str]] = {
    "erb": ruby_of_erb,
    "rhtml": ruby_of_erb,
    "haml": ruby_of_haml,
    "slim": ruby_of_slim,
}
"""How the Ruby of a template is found, by its extension; all other handlers are Ruby as they are."""


def ruby_of(path: str, text: str) -> str:
    """Return the Ruby of a template with every line at its own number."""
    return _RUBY_OF.get(path.rsplit(".", 1)[-1], str)(text)


def read(file: SourceFile) -> FileFacts:
    """Return the facts of an ERB, HAML or Slim file; what a template uses is in `extra["uses"]`."""
    problems: list[Problem] = []
    uses: list[TemplateUse] = []
    calls: list[Reference] = []
    is_template = template_of(file.path) is not None
    if is_template:
        with telling(problems, file.path, "what the Ruby of this template uses"):
            parsed = parse(ruby_of(file.path, file.text))
            uses.extend(uses_under(parsed.root))
            calls.extend(calls_on_values(file, parsed))
        with telling(problems, file.path, "what the JavaScript of this template calls"):
            uses.extend(scripts_in_template(file.path, file.text))
        with telling(problems, file.path, "the Stimulus controllers of this template"):
            uses.extend(stimulus_in(file.text))
    lines, extra = file.text.count("\n") + 1, {"uses": uses} if is_template else {}
    return FileFacts(
        file.path, file.language, file.sha, lines, file.is_test, references=tuple(calls), problems=tuple(problems), extra=extra
    )


def uses_in(facts: FileFacts) -> list[TemplateUse]:
    """Return what the reader found that a template uses."""
    return list(facts.extra.get("uses", ()))
