"""The hover text for the unit under the cursor: kind, users, entry points that reach it, and importance."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from core.inspect.verdict import more_lines
from core.model import UnitHead, split_key
from core.open_index.summaries import first_sentence
from core.text.counts import and_more, counted_as
from core.vocabulary import BY_PATH
from core.workbench.observed import observed_sentence

if TYPE_CHECKING:
    from core.lsp.present_file import PresentFile
    from core.lsp.symbol_at import SymbolAtCursor
    from core.workbench import Workbench

_OTHERS = 5  # further units that a name may mean
_FIRST = 3  # users and entries that are named
_ENTRIES = 30  # that are looked for
_CENTRAL = 0.9  # of all units that are used less


def hover_text(file: PresentFile, meant: SymbolAtCursor, behind: str = "") -> str:
    """Return Markdown about what a name means; `behind` says how far the checkout has moved on, empty where it has not."""
    bench = file.bench
    heads = [bench.heads[key] for key in meant.targets if key in bench.heads]
    parts = [unit_text(bench, heads[0])] if heads else [_column_text(key) for key in meant.targets[:1]]
    if len(heads) > 1:
        others = ", ".join(f"`{head.identifier}` ({_place(head)})" for head in heads[1 : _OTHERS + 1])
        parts.append(f"Other possible meanings: {others}{and_more(len(heads) - 1, _OTHERS)}.")
    remarks = [meant.remark]
    if file.known and file.changed and not meant.remark:
        remarks.append("This file changed since the last index run.")
    remarks.append(behind)
    return "\n\n".join([*parts, *(f"*{remark}*" for remark in remarks if remark)])


def unit_text(bench: Workbench, head: UnitHead) -> str:
    """Return what matters of one unit as Markdown: signature, first sentence, users, entries, reasons."""
    says = first_sentence(bench.catalog.docstrings([head.key]).get(head.key, ""))
    signature = "\n".join(["```" + _fence(head.language), head.signature or head.identifier, "```"])
    title = f"{head.type.replace('_', ' ')} **{head.identifier}** · {_place(head)}"
    parts = [signature, says, title, users_text(bench, head), _entries(bench, head), _reasons(bench, head)]
    return "\n\n".join([*(part for part in parts if part), f"[Open in the workbench]({bench.pages.unit(head.key)})"])


def users_text(bench: Workbench, head: UnitHead) -> str:
    """Return how many units use a unit, by their type, the first of them, and how many more lines write its name."""
    users = bench.analyse.users(head.key)
    if not users:
        return f"No known dependents, except {users.apart}." if users.apart else bench.verdict(head.key, "used by")
    types = Counter(split_key(key)[0].replace("_", " ") for key in users.code)
    grouped = ", ".join(counted_as(count, name) for name, count in types.most_common())
    first = ", ".join(f"`{split_key(key)[1]}`" for key in list(users.code)[:_FIRST])
    apart = f" Not counted: {users.apart}." if users.apart else ""
    known = {(relation.file_path, relation.line) for relation in bench.index.relations_to.get(head.key, ())}
    more = more_lines(bench.index, head, known) if known else ""
    named = f"{first}{and_more(len(users), _FIRST)}"
    return f"**{counted_as(len(users), 'dependent')}** ({grouped}): {named}.{apart} {more}".rstrip()


def _entries(bench: Workbench, head: UnitHead) -> str:
    """Return the entries of the application from which a unit is reached, nearest first."""
    if head.is_test or head.type in BY_PATH:
        return ""
    nearest = bench.reached_from(head.key, most=_ENTRIES).chains
    chains = [chain for chain in nearest if chain.kind != "test" and chain.entry != head.key]
    entries = list(dict.fromkeys(split_key(chain.entry)[1] for chain in chains))
    named = ", ".join(f"`{entry}`" for entry in entries[:_FIRST])
    more = " and many more" if len(nearest) == _ENTRIES else and_more(len(entries), _FIRST)
    return f"**Reached from** {named}{more}." if entries else ""


def _reasons(bench: Workbench, head: UnitHead) -> str:
    """Return why a unit matters: how central it is, how often its file changes, what the running application said of it."""
    facts: list[str] = []
    share = bench.index.importance.get(head.key, 0.0)
    if share >= _CENTRAL:
        facts.append(f"in the top {max(1, round((1 - share) * 100))} % of units by PageRank")
    history = bench.histories.get(head.key)
    if history and history.commits_365:
        commits, authors = counted_as(history.commits_365, "commit"), counted_as(len(history.authors), "author")
        facts.append(f"{commits} to its file this year by {authors}")
    reasons = f"**Importance**: {', '.join(facts)}." if facts else ""
    return " ".join(part for part in (reasons, observed_sentence(bench, head)) if part)


def _column_text(key: str) -> str:
    return f"column **{split_key(key)[1]}**"


def _place(head: UnitHead) -> str:
    return f"{head.file_path}:{head.start_line}" if head.start_line else head.file_path


def _fence(language: str) -> str:
    return language if language.isalnum() else ""
