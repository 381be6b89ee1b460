"""Verbs as questions bend them, where a stem does not tell: "is paid" asks for `pay`."""

from __future__ import annotations

from core.text.words import stem

_PRESENT = {
    "made": "make",
    "sent": "send",
    "paid": "pay",
    "left": "leave",
    "written": "write",
    "given": "give",
    "taken": "take",
    "begun": "begin",
    "bought": "buy",
    "sold": "sell",
    "lost": "lose",
    "held": "hold",
    "kept": "keep",
    "built": "build",
    "chosen": "choose",
    "drawn": "draw",
    "withdrawn": "withdraw",
    "won": "win",
    "spent": "spend",
    "lent": "lend",
    "hidden": "hide",
    "frozen": "freeze",
    "broken": "break",
    "stolen": "steal",
    "thrown": "throw",
    "grown": "grow",
    "told": "tell",
    "met": "meet",
    "caught": "catch",
    "brought": "bring",
    "forgotten": "forget",
}


def verb_stem(word: str) -> str:
    """Return the stem of a verb, of an irregular participle that of its present."""
    return stem(_PRESENT.get(word, word))
