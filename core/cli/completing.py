"""What a shell offers after Tab: indexes, units, kinds, types, settings and presets.

A shell has no place for a problem in the middle of a line, so where an index cannot be opened nothing is offered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem

from core.errors import WorkbenchError

Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]
_MOST = 30


def _offering(known: Callable[[click.Context, str], Iterable[str]], *, begun: bool = True) -> Completer:
    """Return a completer of these words, by default of those that begin as what is typed."""

    def complete(ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        try:
            words = [word for word in known(ctx, incomplete) if not begun or word.startswith(incomplete)]
        except WorkbenchError:
            return []
        return [CompletionItem(word) for word in words]

    return complete


def _indexes(_ctx: click.Context, _typed: str) -> list[str]:
    from core.settings import read_settings
    from core.workbench import listed_indexes

    return [index.name for index in listed_indexes(read_settings())]


def _units(ctx: click.Context, typed: str) -> list[str]:
    from core.workbench import open_workbench

    if not typed:
        return []
    given = ctx.params.get("index")
    found = open_workbench(given if isinstance(given, str) else None).find(typed, limit=_MOST)
    return list(dict.fromkeys(head.identifier for head in found))


def _kinds(_ctx: click.Context, _typed: str) -> list[str]:
    from core.vocabulary import RELATION_KINDS

    return sorted(RELATION_KINDS)


def _types(_ctx: click.Context, _typed: str) -> list[str]:
    from core.vocabulary import UNIT_TYPES

    return sorted(UNIT_TYPES)


def _settings(_ctx: click.Context, typed: str) -> list[str]:
    from core.settings import names

    return [f"{name}=" for name in names() if "=" not in typed]


def _presets(_ctx: click.Context, _typed: str) -> list[str]:
    from core.settings import PRESETS

    return ["none", *PRESETS]


indexes = _offering(_indexes)
units = _offering(_units, begun=False)
kinds = _offering(_kinds)
types = _offering(_types)
settings = _offering(_settings)
presets = _offering(_presets)
