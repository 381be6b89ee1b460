"""What linking templates looks up, and what it finds: names of the application, templates by path, relations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from core.extract.rails.views.names import Template
from core.extract.rails.views.use import TemplateUse
from core.extract.ruby.words.inflect import Inflections
from core.model import Relation, unit_key

_LISTED = 200  # examples of what was not resolved, for the coverage report


@dataclass(frozen=True, slots=True)
class Lookup:
    """From names to keys of units, none where a name means nothing or more than one thing.

    `constant` takes a qualified class name, `member` such a name and an instance method (inherited ones too), `helper` the
    name of a method that views may call, `route` the name of a route without `_path`, `script` that of a JavaScript
    function. `is_hidden` tells of the key of a method whether it is private, so that it answers no request; `lent` are the
    keys of those that controllers and mailers lend to their views.
    """

    constant: Callable[[str], str | None]
    member: Callable[[str, str], str | None]
    helper: Callable[[str], str | None]
    route: Callable[[str], str | None]
    script: Callable[[str], str | None] = lambda _name: None
    inflections: Inflections = field(default_factory=Inflections)
    is_hidden: Callable[[str], bool] = lambda _key: False
    lent: frozenset[str] = frozenset()


@dataclass(slots=True)
class LinkedViews:
    """All templates of a checkout, what they are called, and what linking finds."""

    templates: tuple[Template, ...]
    names: Mapping[str, str]
    lookup: Lookup
    by_path: dict[str, list[Template]] = field(default_factory=dict)
    by_stem: dict[str, list[str]] = field(default_factory=dict)  # the paths of a last part
    relations: dict[tuple[str, str, str, int], Relation] = field(default_factory=dict)
    tallies: Counter[str] = field(default_factory=Counter)
    listed: list[Mapping[str, object]] = field(default_factory=list)
    stimulus: Mapping[str, str] = field(default_factory=dict)  # keys of Stimulus controllers and actions by their names
    locals: set[str] = field(default_factory=set)  # names of values that some code hands to a template

    def key(self, template: Template) -> str:
        """Return the key of a template's unit."""
        return unit_key("view_template", self.names[template.file_path])

    def find(self, path: str, format_: str = "html") -> str | None:
        """Return the key of the template that Rails would take for a path: the same format first, then HTML."""
        found = self.by_path.get(path)
        if not found and "." in path:  # `common/errors.api`, `base.html.erb`
            path, format_, *_ = path.split(".")
            found = self.by_path.get(path)
        if not found:
            return None
        return self.key(
            min(found, key=lambda one: (one.format != format_, one.format not in ("html", ""), self.names[one.file_path]))
        )

    def relate(self, source: str, target: str, kind: str, use: TemplateUse, path: str, certainty: str, via: str = "") -> None:
        """Remember a relation: a call of each line, of any other the first line that shows it."""
        if source != target:
            relation = Relation(source, target, kind, path, use["line"], certainty, via=via)
            self.relations.setdefault((source, target, kind, use["line"] if kind == "calls" else 0), relation)

    def outcome(self, use: TemplateUse, target: str | None, path: str) -> None:
        """Count a use as resolved or not."""
        self.tallies[f"{use['kind']}_{'resolved' if target else 'unresolved'}"] += 1
        if not target and use["kind"] in ("partial", "template", "layout", "link") and len(self.listed) < _LISTED:
            self.listed.append({"name": use["name"], "kind": use["kind"], "file_path": path, "line": use["line"]})
