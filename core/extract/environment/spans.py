"""Pieces of code without a grammar: what stands between brackets, and how far an expression goes."""

from __future__ import annotations

_OPEN = {"(": ")", "[": "]", "{": "}"}
_CLOSE = frozenset(_OPEN.values())
_QUOTES = frozenset("\"'`")
_LONGEST = 2_000  # letters of what stands between brackets
_WORDS = (" if ", " unless ", " && ", " ? ", " do ", " then ", " and ", " else ", " for ", "%>", " # ", " // ")


def arguments(text: str, at: int) -> tuple[list[str], int]:
    """Return what the bracket at a place holds, divided by commas, and the place behind it; nothing where it does not close."""
    while at < len(text) and text[at].isspace():
        at += 1
    if at >= len(text) or text[at] not in _OPEN:
        return [], at
    parts, start = list[str](), at + 1
    for place, depth, sign in _signs(text, at):
        if sign in _CLOSE and depth == 0:
            return [part for part in (*parts, text[start:place].strip()) if part], place + 1
        if sign == "," and depth == 1:
            parts.append(text[start:place].strip())
            start = place + 1
    return [], at


def expression(text: str, at: int) -> str:
    """Return the expression that begins at a place, up to what ends it: a bracket, a comma, a word of the language, a line."""
    end = min(len(text), at + _LONGEST)
    for place, depth, sign in _signs(text, at):
        if depth < 0 or (depth == 0 and sign in ",;\n"):
            end = place
            break
    found = text[at:end]
    cut = min((place for word in _WORDS if (place := found.find(word)) >= 0), default=len(found))
    return " ".join(found[:cut].split())


def _signs(text: str, at: int) -> list[tuple[int, int, str]]:
    """Return brackets, commas and ends outside of strings: where, how deep after it, which."""
    found, depth, quote, place = list[tuple[int, int, str]](), 0, "", at
    end = min(len(text), at + _LONGEST)
    while place < end and depth >= 0:
        sign = text[place]
        if quote:
            if sign == "\\":
                place += 1
            elif sign == quote:
                quote = ""
        elif sign in _QUOTES:
            quote = sign
        elif sign in _OPEN:
            depth += 1
            found.append((place, depth, sign))
        elif sign in _CLOSE:
            depth -= 1
            found.append((place, depth, sign))
        elif sign in ",;\n":
            found.append((place, depth, sign))
        place += 1
    return found
