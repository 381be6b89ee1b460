"""What a search may look at: the open stores, the rules, and which units the filters allow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase

from core.model import TEST, UnitHead, repository_of, split_key
from core.model.run import Filters, Hit, Plan
from core.open_index import OpenIndex, Stores
from core.open_index.not_own import not_own
from core.search.requested_types import asks_for_folders
from core.search.where import against
from core.settings import Settings
from core.settings.retrieval import Rules
from core.vocabulary import FRAMEWORK


@dataclass(frozen=True, slots=True)
class SearchSpace:
    """The surroundings of one search; `refusal` gives the reason why a unit may not be found, or nothing."""

    stores: Stores
    rules: Rules
    settings: Settings
    refusal: Callable[[UnitHead], str]
    refused: dict[str, str] = field(default_factory=dict)

    @property
    def index(self) -> OpenIndex:
        """The index that is searched."""
        return self.stores.index

    def allows(self, key: str) -> bool:
        """Tell whether a unit may be found, and note the reason when it may not."""
        head = self.index.head(key)
        reason = self.refusal(head) if head else "not in this index"
        if reason and head:
            self.refused.setdefault(key, reason)
        return not reason

    def with_refusal(self, refusal: Callable[[UnitHead], str]) -> SearchSpace:
        """Return the same space under another filter."""
        return replace(self, refusal=refusal)


def refusal_of(plan: Plan, index: OpenIndex, not_yours: Sequence[str]) -> Callable[[UnitHead], str]:
    """Return the function that says why a unit is filtered out under the plan, empty when it is not.

    Units that a question names exactly, or that paths ask for, pass the default exclusion of tests, files, framework sources
    and code that is not the reader's (`not_yours`, as the setting has it), not the filters that were asked for.
    """
    filters = plan.filters
    named = {key for entity in plan.entities if entity.confidence >= 0.9 for key in entity.unit_keys}
    exempt = named | {index.keys[number] for key in named for number in _file_units(index, key)}
    by_file, folders = index.by_file, asks_for_folders(plan.question)
    hidden = frozenset() if filters.paths else not_own(index, not_yours).files

    def refusal(head: UnitHead) -> str:
        asked = _against(head, filters) or against(head, index, filters)
        if asked or (named and head.key in exempt):
            return asked
        if (head.is_test or head.type == TEST) and not filters.include_tests:
            return "filtered: test, not asked for"
        if head.file_path in hidden:
            return "filtered: not yours (not_yours)"
        if head.type in FRAMEWORK and not plan.framework and head.type not in filters.types:
            return "filtered: framework source, not asked for"
        if head.type == "folder" and head.type not in filters.types and not folders:
            return "filtered: folder"
        if head.type == "file" and "file" not in filters.types and head.file_path in by_file:
            return "filtered: file"
        return ""

    return refusal


def _file_units(index: OpenIndex, key: str) -> list[int]:
    head = index.head(key)
    return list(index.by_file.get(head.file_path, ())) if head and head.type == "file" else []


def within(filters: Filters, index: OpenIndex, head: UnitHead) -> bool:
    """Tell whether a unit satisfies all limits that were asked for, those by what is known of it too."""
    return not (_against(head, filters) or against(head, index, filters))


def _against(head: UnitHead, filters: Filters) -> str:
    """Return which of the filters that were asked for excludes the unit."""
    if filters.types and head.type not in filters.types:
        return f"filtered: type is {head.type}, not {' or '.join(filters.types)}"
    if filters.repositories and repository_of(head) not in filters.repositories:
        return f"filtered: repository is {repository_of(head)}, not {' or '.join(filters.repositories)}"
    if filters.languages and head.language not in filters.languages:
        return f"filtered: language is {head.language or 'unknown'}, not {' or '.join(filters.languages)}"
    if filters.paths and not any(path_matches(head.file_path, glob) for glob in filters.paths):
        return f"filtered: path is not in {' or '.join(filters.paths)}"
    for name in filters.exclude:
        if _excluded(head, name):
            return f"filtered: excluded by '{name}'"
    return ""


def path_matches(path: str, glob: str) -> bool:
    """Tell whether a path matches a glob: whole, from any folder on, or as a folder that contains it."""
    trimmed = glob.removesuffix("/**").removesuffix("/*").strip("/") if glob.endswith(("/**", "/")) else glob.strip("/")
    patterns = (trimmed, f"*/{trimmed}", f"{trimmed}/*", f"*/{trimmed}/*")
    return any(fnmatchcase(path, pattern) for pattern in patterns)


def _excluded(head: UnitHead, name: str) -> bool:
    if name.startswith("type:"):
        wanted = name.removeprefix("type:")
        return head.type == wanted or split_key(head.parent)[0] == wanted
    if name.startswith("path:"):
        return path_matches(head.file_path, name.removeprefix("path:"))
    if name.startswith("language:"):
        return head.language == name.removeprefix("language:")
    around = split_key(head.parent)[1]
    if name in (head.key, head.identifier, around) or around.endswith(f"::{name}"):
        return True
    pattern = name.lower()
    is_glob = "*" in name or "?" in name
    return is_glob and (fnmatchcase(head.identifier.lower(), pattern) or fnmatchcase(head.file_path.lower(), pattern))


def hits_of(strategy: str, found: list[tuple[str, float, str]], limit: int) -> list[Hit]:
    """Return hits numbered from 1 for (key, score, evidence) rows: best first, ties by key, cut at the limit."""
    ordered = sorted(found, key=lambda row: (-row[1], row[0]))[:limit]
    return [Hit(key, strategy, rank, score, evidence) for rank, (key, score, evidence) in enumerate(ordered, 1)]
