"""Secrets in code, masked in what leaves this machine: keys of services by their form, and values that are called secrets."""

from __future__ import annotations

import re

from core.text.lines import line_ends

MASK = "‹masked›"
_FORMS = (
    r"AKIA[0-9A-Z]{16}",  # Amazon
    r"gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,}",
    r"glpat-[A-Za-z0-9_-]{20,}",
    r"xox[abprs]-[A-Za-z0-9-]{10,}",  # Slack
    r"(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}",  # Stripe
    r"sk-[A-Za-z0-9_-]{20,}",
    r"AIza[0-9A-Za-z_-]{35}",  # Google
    r"SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}",
    r"eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}",  # JSON web tokens
    r"(?<=://)[^\s:/@]+:[^\s:/@]{3,}(?=@)",  # user:password in an address
)
_KNOWN = re.compile("|".join(f"(?:{form})" for form in _FORMS))
_NAMED = re.compile(
    r"""(?ix) (?P<before> [\w-]*
        (?:passw(?:or)?d | secret | api_?key | access_?key | auth_?token | private_?key | secret_key_base) [\w-]*
        ["']? \s* (?:=>|[:=]) \s* ["'])  (?P<value> [^"'\s{}$<>()‹]{8,}) (?= ["'])"""
)
_END = r"-----END [A-Z ]*PRIVATE KEY-----"
_BODY = r"^[^\S\n]*[A-Za-z0-9+/=]{40,}[^\S\n]*\n"  # of a key that was cut where a text was divided
_KEY = re.compile(
    rf"-----BEGIN [A-Z ]*PRIVATE KEY-----(?s:.*?)(?:{_END}|\Z)|(?:{_BODY})+[^\S\n]*{_END}|(?:{_BODY}){{4,}}", re.MULTILINE
)


def masked(text: str) -> tuple[str, int]:
    """Return the text with every secret replaced, and how many were. Line breaks stay, so that lines keep their numbers."""
    count = 0

    def hide(match: re.Match[str]) -> str:
        nonlocal count
        count += 1
        return MASK + line_ends(match[0])

    def hide_value(match: re.Match[str]) -> str:
        nonlocal count
        count += 1
        return f"{match['before']}{MASK}"

    hidden = _KEY.sub(hide, text)
    hidden = _KNOWN.sub(hide, hidden)
    return _NAMED.sub(hide_value, hidden), count
