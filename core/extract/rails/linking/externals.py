"""Where a name comes from that nothing in a checkout defines: Ruby, Rails, a gem that it uses."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.extract.repository import Repository
from core.extract.ruby.linking.externals import RAILS_NAMES, RUBY_NAMES

_GEM_LINE = re.compile(r"""^[ \t]*gem[ \t]*\(?\s*["']([\w.-]+)["']""", re.MULTILINE)
_LOCK_LINE = re.compile(r"^[ \t]{4,6}([\w.-]+)(?: \(|$|!)", re.MULTILINE)
_SPEC_LINE = re.compile(r"""add(?:_runtime|_development)?_dependency\s*\(?\s*["']([\w.-]+)["']""")
_INHERITED = {
    "GraphQL::Schema": frozenset({"ID", "Int", "Boolean", "Float", "String"}),
    "ActiveRecord::Migration": frozenset({"IrreversibleMigration"}),
    "Grape::": frozenset({"Boolean"}),
    "Arel::Nodes": frozenset(
        (
            "And",
            "As",
            "Ascending",
            "Binary",
            "Bin",
            "Case",
            "Casted",
            "Concat",
            "Contains",
            "Cube",
            "Descending",
            "Distinct",
            "Equality",
            "Except",
            "Exists",
            "Extract",
            "False",
            "Filter",
            "FullOuterJoin",
            "Function",
            "Grouping",
            "GroupingElement",
            "GroupingSet",
            "HomogeneousIn",
            "In",
            "InfixOperation",
            "InnerJoin",
            "Intersect",
            "Join",
            "LeadingJoin",
            "Lock",
            "Matches",
            "Max",
            "Min",
            "NamedFunction",
            "Node",
            "Not",
            "Nulls",
            "On",
            "Or",
            "OuterJoin",
            "Over",
            "Overlaps",
            "Quoted",
            "RightOuterJoin",
            "RollUp",
            "Rows",
            "SqlLiteral",
            "StringJoin",
            "Sum",
            "TableAlias",
            "True",
            "Unary",
            "UnaryOperation",
            "Union",
            "UnionAll",
            "Window",
            "With",
            "WithRecursive",
        )
    ),
}
"""Constants that descendants of a framework's class can name bare, by the start of that class' name."""

_GEMS_OF_OTHER_NAMES = {
    "countries": "iso3166", "rubyzip": "zip", "rubysaml": "onelogin", "rmagick": "magick", "netldap": "net",
    "rubyopenid": "openid", "googleauth": "google", "faradaymiddleware": "faraday", "ddtrace": "datadog", "rake": "filelist",
    "yard": "yard", "attrencrypted": "encryptor", "httprb": "http", "mimetypes": "mime", "libxmlruby": "libxml",
}  # fmt: skip
_WORDS = re.compile(r"[^a-z0-9]")


class Externals:
    """Tells whether a name that nothing in the checkout defines is known to come from elsewhere."""

    def __init__(self, repository: Repository) -> None:
        names: set[str] = set()
        for path, text in repository.texts.items():
            base = path.rsplit("/", 1)[-1]
            if base.startswith("Gemfile") or base in ("gems.rb", "gems.locked"):
                names.update(_GEM_LINE.findall(text))
                names.update(_LOCK_LINE.findall(text))
            elif base.endswith(".gemspec"):
                names.update(_SPEC_LINE.findall(text))
        self._gems = {_flat(name) for name in names}
        self._gems |= {_GEMS_OF_OTHER_NAMES[name] for name in self._gems if name in _GEMS_OF_OTHER_NAMES}
        self._parts = {_flat(part) for name in names for part in name.split("-")} | {
            _flat(part)
            for name in names
            for part in [name.removeprefix("ruby-"), name.removesuffix("-ruby"), name.removesuffix("-rails")]
        }

    def explain(self, written: str, ancestors: Sequence[str] = ()) -> str:
        """Return where a name comes from (`ruby`, `rails`, `gem`), or an empty string when nothing explains it.

        `ancestors` are the classes and modules that the class around the name, or in front of it, descends from.
        """
        head = written.removeprefix("::").split("::", 1)[0]
        if head in RUBY_NAMES:
            return "ruby"
        if head in RAILS_NAMES:
            return "rails"
        if any(above.startswith(start) and head in words for start, words in _INHERITED.items() for above in ancestors):
            return "gem"
        flat = _flat(head)
        if flat in self._gems or flat in self._parts or flat.removesuffix("rails") in self._gems:
            return "gem"
        return "gem" if len(flat) > 3 and any(gem.startswith(flat) for gem in self._gems) else ""


def _flat(name: str) -> str:
    return _WORDS.sub("", name.lower())
