"""Pieces of code without a grammar: what stands between brackets, and how far an expression goes."""

from __future__ import annotations

from core.text.brackets import Brackets

_BRACKETS = Brackets("()[]{}", quotes="\"'`", escapes=True)
_LONGEST = 2_000  # letters of what stands between brackets
_WORDS = (" if ", " unless ", " && ", " ? ", " do ", " then ", " and ", " else ", " for ", "%>", " # ", " // ")


def arguments(text: str, at: int) -> tuple[list[str], int]:
    """Return what the bracket at a place holds, divided by commas, and the place behind it; nothing where it does not close."""
    while at < len(text) and text[at].isspace():
        at += 1
    if at >= len(text) or text[at] not in "([{":
        return [], at
    end = _BRACKETS.closing(text, at, at + _LONGEST)
    if end < 0:
        return [], at
    parts = [part.strip() for part in _BRACKETS.split(text, ",", at + 1, end)]
    return [part for part in parts if part], end + 1


def expression(text: str, at: int) -> str:
    """Return the expression that begins at a place, up to what ends it: a bracket, a comma, a word of the language, a line."""
    end = min(len(text), at + _LONGEST)
    for mark in _BRACKETS.marks(text, at, end, others=",;\n"):
        if mark.depth < 0 or (mark.depth == 0 and mark.sign in ",;\n"):
            end = mark.place
            break
    whole = text[at:end]
    cut = min((place for word in _WORDS if (place := whole.find(word)) >= 0), default=len(whole))
    return " ".join(whole[:cut].split())
