"""A review with the changed code behind it, within a budget: for a reviewer without the checkout at hand, or a model."""

from __future__ import annotations

from core.model.review import DOCS, REMOVED, ChangedUnit, Review
from core.text.tokens import count_tokens

_SHARE = 0.5  # of the budget, that the words of the review may take
_CUT = "… (token budget reached)"


def with_code(found: Review, text: str, budget: int, *, markdown: bool = False) -> str:
    """Return the words of a review and then changed units whole, the riskiest first, in at most so many tokens.

    Units that do not fit are passed over for smaller ones and named at the end, as far as that fits.
    """
    parts = [_within(text, max(1, int(budget * _SHARE)))]
    left = budget - count_tokens(parts[0])
    missing: list[str] = []
    shown = set[str]()
    for one in found.units:
        if one.change == DOCS or one.inside in shown:
            continue
        block = _block(one, found.codes.get(one.key, ""), markdown=markdown)
        if (size := count_tokens("\n\n" + block)) > left:
            missing.append(one.key)
            continue
        parts.append(block)
        shown.add(one.key)
        left -= size
    rest = f"Not shown: {', '.join(missing)}." if missing else ""
    if rest and count_tokens("\n\n" + rest) > left:
        rest = f"Not shown: {len(missing)} changed units."
    if rest and count_tokens("\n\n" + rest) <= left:
        parts.append(rest)
    return "\n\n".join(parts)


def _block(one: ChangedUnit, code: str, *, markdown: bool) -> str:
    was = ", before the change" if one.change == REMOVED else ""
    head = f"{one.change}: {one.key}  {one.file_path}:{one.line}-{one.end_line}{was}"
    if not markdown:
        return f"{head}\n{code}"
    fence = "````" if "```" in code else "```"
    return f"#### {head}\n\n{fence}\n{code}\n{fence}"


def _within(text: str, budget: int) -> str:
    """Return the first lines of a text that fit."""
    if count_tokens(text) <= budget:
        return text
    lines = text.split("\n")
    low, high = 0, len(lines)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if count_tokens("\n".join([*lines[:middle], _CUT])) <= budget else (low, middle - 1)
    return "\n".join([*lines[:low], _CUT]) if low else ""
