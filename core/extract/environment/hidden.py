"""Files of variables, `.env` and its like: those that hold values are not read, of their examples only the names are."""

from __future__ import annotations

import re

_FILE = re.compile(
    r"(?:^|/)(?!.*\.(?:[cm]?[jt]sx?|rb|py|go|rs|php|erb)$)"
    r"(?:\.env(?:[._-][\w.-]+)?|[\w-][\w.-]*\.env(?:\.\w+)?|env\.[\w.-]*(?:example|sample|template|dist))$",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(r"(?:example|sample|template|dist|defaults?|schema)\b", re.IGNORECASE)
_SET = re.compile(r"^(?P<before>\s*(?:#+\s*)?(?:export\s+)?[A-Za-z_][A-Za-z0-9_.]*\s*=)(?P<value>.*)$")
_QUOTED = re.compile(r"""\s*(["'])(?P<rest>.*)$""")


def is_values_file(path: str) -> bool:
    """Tell whether a file sets variables by its name: `.env`, `.env.local`, `web.env`, also an example of one."""
    return _FILE.search(path) is not None


def is_example(path: str) -> bool:
    """Tell whether such a file is an example: `.env.example`, `.env.sample`, `.env.template`."""
    return _EXAMPLE.search(path.rpartition("/")[2]) is not None


def without_values(text: str) -> str:
    """Return a file of variables with its names, comments and lines, without what the names are set to."""
    kept: list[str] = []
    closing = ""  # the quote that ends a value of several lines
    for line in text.split("\n"):
        if closing:
            closing = "" if closing in line else closing
            kept.append("")
        elif (found := _SET.match(line)) is not None:
            commented = found["before"].lstrip().startswith("#")
            closing = "" if commented else _still_open(found["value"])
            kept.append(found["before"])
        else:
            kept.append(line if not line.strip() or line.lstrip().startswith("#") else "")
    return "\n".join(kept)


def _still_open(value: str) -> str:
    """Return the quote that a value opens and does not close on its line."""
    found = _QUOTED.match(value)
    return found[1] if found is not None and found[1] not in found["rest"] else ""
