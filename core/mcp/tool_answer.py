"""What a tool answers: a sentence, blocks of text lines in order, and the same as a value for JSON, cut to a limit of tokens.

Agents read text: of 50 dependents, pretty JSON is 8,000 tokens, one line each 1,000, lines grouped by unit 630. An answer
that does not fit says how many blocks it leaves out and how to get them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.text.tokens import LineCounter, count_tokens, truncate

MOST_TOKENS = 20_000
"""Tokens of any answer, whatever is asked for: clients cut what is longer, or refuse it."""
_SHORTEST = 40  # tokens that a cut block is worth
_ROWS = 4  # the part of an answer as JSON that is for its rows


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """An answer. `blocks` are shown in order as far as they fit; `after` follows whatever was cut; `rows` are for JSON.

    `offset` is the place of the first block among all, `total` how many there are, `pages` whether an offset can be asked;
    where it cannot, `more` says how to get what was left out.
    """

    sentence: str
    blocks: tuple[str, ...] = ()
    rows: Sequence[object] = ()
    value: Mapping[str, object] = field(default_factory=dict)
    after: str = ""
    offset: int = 0
    total: int = 0
    pages: bool = False
    more: str = "a larger max_tokens or limit"


def as_text(answer: ToolAnswer, most: int, notes: Sequence[str] = ()) -> str:
    """Return the answer as text of at most `most` tokens; what is left out is counted in its last line."""
    count = LineCounter()
    fixed = [part for part in (*notes, answer.sentence) if part]
    room = most - sum(count(part) + 1 for part in (*fixed, answer.after)) - _SHORTEST
    shown: list[str] = []
    for block in answer.blocks:
        need = count(block) + 1
        if need > room:
            if not shown and room > _SHORTEST:
                shown.append(truncate(block, room) + "\n… cut: ask for more with max_tokens")
            break
        shown.append(block)
        room -= need
    return truncate(
        "\n".join([*fixed, *shown, *_left_out(answer, len(shown)), *([answer.after] if answer.after else [])]), most
    )


def as_json(answer: ToolAnswer, most: int, notes: Sequence[str] = ()) -> str:
    """Return the answer as compact JSON of at most `most` tokens.

    What does not fit is left out and named: rows from the end (`shown` of `total`), then the largest values (`cut`). A
    quarter is for rows, if there are so many: a text that is cut has its beginning, rows that are left out have nothing.
    """
    count = LineCounter()
    for_rows = min(sum(count(_json(row)) + 1 for row in answer.rows), most // _ROWS)
    fixed = _fitting(
        {"sentence": answer.sentence, **answer.value, **({"notes": list(notes)} if notes else {})},
        most - 2 * _SHORTEST - for_rows,
    )
    rows, room = [], most - count(_json(fixed)) - _SHORTEST
    for row in answer.rows:
        room -= count(_json(row)) + 1
        if room < 0:
            break
        rows.append(row)
    total = answer.total or len(answer.rows)
    paged = {"offset": answer.offset, "shown": len(rows), "total": total} if answer.rows else {}
    return _json(fixed | paged | ({"rows": rows} if answer.rows else {}))


def _fitting(values: Mapping[str, object], room: int) -> dict[str, object]:
    """Return the values with the largest cut, if they are texts, or else left out, until all of them fit."""
    kept = dict(values)
    sizes = {name: count_tokens(_json(value)) for name, value in kept.items()}
    cut: list[str] = []
    while (over := count_tokens(_json(kept | {"cut": cut})) - room) > 0 and sizes:
        name = max(sizes, key=lambda one: (sizes[one], one))
        value, size = kept.pop(name), sizes.pop(name)
        cut.append(name)
        if isinstance(value, str) and size - over > _SHORTEST:
            kept[name] = truncate(value, (size - over) * 4 // 5)  # a fifth for what JSON escapes
    return kept | ({"cut": cut} if cut else {})


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)


def _left_out(answer: ToolAnswer, shown: int) -> list[str]:
    total = max(answer.total, answer.offset + len(answer.blocks))
    rest = total - answer.offset - shown
    if rest <= 0:
        return []
    more = f"offset={answer.offset + shown}" if answer.pages and shown else answer.more
    return [f"… {rest} of {total} more: {more}"]
