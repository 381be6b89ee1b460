"""Which edits of a Ruby file or a template others may see, beyond what its facts tell."""

from __future__ import annotations

import re
from collections.abc import Set

from core.extract.file_edit import FileEdit, SeenElsewhere

OWN = frozenset({"constant", "string", "call", "column"})
"""The kinds of references that only relate a file to others: what it renders, for instance, is seen by templates."""

APART = frozenset({"route_methods", "route_constants"})
"""The parts of `extra` that matter only where routes asked for a file."""
WHOLE = frozenset({"erb", "haml", "slim"})
"""The languages whose files are one unit each: what these use is all that is known of them, and what others see."""
_MADE_OF = frozenset({"uses", "routes", "engines", "devise", "schema", "configuration", "inflections", "tasks", "factories"})
_READ = re.compile(r"view_path|\bconst_set\b")
_PLACES = re.compile(r"(?:^|/)(?:config|db)/|engine\.rb$")
_ASKED_BY_NAME = re.compile(r"(?:^|/)(?:readme|gemfile)[^/]*$", re.IGNORECASE)  # what folders and gems are told from
_NAMED = re.compile(r"^[ \t]*(?:def .*|[A-Z][A-Z\d_]*[ \t]*=(?![=~>]).*)", re.MULTILINE)


def check(change: FileEdit, before: str, asked: Set[str]) -> None:
    """Raise `SeenElsewhere` where others look into the text, `before` or after, or routes or tables are made of it."""
    path, after = change.path, change.text
    if _ASKED_BY_NAME.search(path):
        raise SeenElsewhere("folders or gems are told from it")
    if change.new.language in WHOLE and not _PLACES.search(path):
        return  # unlike Ruby, its text is asked of nothing else
    parts = change.old.extra.keys() | change.new.extra.keys()
    if not path.endswith(".rb") or _PLACES.search(path) or path in asked or _MADE_OF & parts:
        raise SeenElsewhere("routes, tables, templates, tasks, factories or settings are made of it")
    if _READ.search(before) or _READ.search(after) or _NAMED.findall(before) != _NAMED.findall(after):
        raise SeenElsewhere("its text tells of folders or constants that others look for")
