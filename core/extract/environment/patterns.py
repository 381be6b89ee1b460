"""Patterns for environment variables by language: the code before the name, and the form of the name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.languages import SCRIPTS

_NOT_INSIDE = r"(?<![\w.:$@])"


class WayToRead(NamedTuple):
    """One way to read a variable: `head` ends before the arguments, which an opening bracket begins.

    Where `head` has a group `name` that is the variable itself. `via` is how it is told; `second` that a second argument is
    what is taken where nothing is given. `needs` must stand in the file; with `capitals` names in capitals do
    without it.
    """

    head: re.Pattern[str]
    via: str
    second: bool = False
    needs: str = ""
    capitals: bool = False


def _way(pattern: str, via: str, second: bool = False, needs: str = "", capitals: bool = False) -> WayToRead:
    return WayToRead(re.compile(pattern), via, second, needs, capitals)


_RUBY_FILES = ("ruby", "erb", "haml", "slim", "yaml", "bundler")
_RUBY = (
    _way(rf"{_NOT_INSIDE}(?:::)?ENV\.fetch(?=\s*\()", "ENV.fetch", True),
    _way(rf"{_NOT_INSIDE}(?:::)?ENV(?:\.(?:key|has_key|include|member)\?|\.delete|\.dig)(?=\s*\()", "ENV"),
    _way(rf"{_NOT_INSIDE}(?:::)?ENV(?=\s*\[)", "ENV"),
    _way(rf"{_NOT_INSIDE}(?:::)?ENV\.(?:fetch|key\?)[ ]+[\"'](?P<name>\w+)[\"']", "ENV.fetch"),
)
_TYPES = (
    "str|int|bool|float|list|dict|json|url|db|db_url|cache|cache_url|path|tuple|decimal|date|datetime|timedelta|log_level|uuid|"
    "email_url|search_url|channels_url|unicode|bytes|enum|dj_db_url|dj_email_url|dj_cache_url|get_value"
)
_PYTHON = (
    _way(rf"{_NOT_INSIDE}(?:os\.)?environ(?=\s*\[)", "os.environ"),
    _way(rf"{_NOT_INSIDE}(?:os\.)?environb?\.(?:get|pop|setdefault)(?=\s*\()", "os.environ", True),
    _way(rf"{_NOT_INSIDE}(?:os\.)?getenv(?=\s*\()", "os.getenv", True),
    _way(r"[\"'](?P<name>\w+)[\"']\s+(?:not\s+)?in\s+(?:os\.)?environ\b", "os.environ"),
    _way(rf"{_NOT_INSIDE}(?:self\.)?_?env(?:\.(?:{_TYPES}))?(?=\s*\()", "env", True, r"\benvirons?\b", True),
    _way(rf"{_NOT_INSIDE}config(?=\s*\()", "config", True, r"\bdecouple\b"),
)
_SCRIPT = (
    _way(rf"{_NOT_INSIDE}(?:process\.env|import\.meta\.env|Bun\.env)\??\.(?P<name>[A-Za-z_]\w*)", "process.env"),
    _way(rf"{_NOT_INSIDE}(?:process\.env|import\.meta\.env|Bun\.env)(?=\s*\[)", "process.env"),
    _way(rf"{_NOT_INSIDE}Deno\.env\.get(?=\s*\()", "Deno.env"),
)
_GO = (
    _way(rf"{_NOT_INSIDE}os\.(?:Getenv|LookupEnv)(?=\()", "os.Getenv"),
    _way(r"[`\s]env:\"(?P<name>[A-Z]\w*)", "env tag"),
)
_RUST = (
    _way(r"(?<![\w:])(?:std::)?env::var(?:_os)?(?=\s*\()", "env::var"),
    _way(r"(?<![\w:])(?:std::)?(?:option_)?env!(?=\s*\()", "env!"),
    _way(r"#\[(?:arg|clap|structopt)\((?:[^\]\"]|\"[^\"]*\")*?\benv\s*=\s*\"(?P<name>\w+)\"", "clap"),
)
_JVM = (_way(rf"{_NOT_INSIDE}System\.getenv(?=\s*\()", "System.getenv"),)
_PHP = (
    _way(rf"{_NOT_INSIDE}getenv(?=\s*\()", "getenv"),
    _way(r"(?<![\w.:$@>])env(?=\s*\()", "env", True),
    _way(r"\$_ENV(?=\s*\[)", "$_ENV"),
)
WAYS: Mapping[str, Sequence[WayToRead]] = {
    **dict.fromkeys(_RUBY_FILES, _RUBY),
    "python": _PYTHON,
    **dict.fromkeys(SCRIPTS, _SCRIPT),
    "go": _GO,
    "rust": _RUST,
    **dict.fromkeys(("java", "kotlin"), _JVM),
    "csharp": (_way(rf"{_NOT_INSIDE}(?:System\.)?Environment\.GetEnvironmentVariable(?=\s*\()", "Environment"),),
    "php": _PHP,
    "elixir": (_way(rf"{_NOT_INSIDE}System\.(?:get_env|fetch_env!?)(?=\s*\()", "System.get_env", True),),
}
"""By language the ways in which a variable is read."""
FALLBACKS: Mapping[str, re.Pattern[str]] = {
    **dict.fromkeys(
        ("ruby", "erb", "haml", "slim", "yaml", "bundler"),
        re.compile(r"(?:\.presence|\.to_s|\.strip)*\s*(?:\|\|(?!=)|\bor\b)\s*"),
    ),
    "python": re.compile(r"\s+or\s+"),
    **dict.fromkeys(SCRIPTS, re.compile(r"\s*(?:\|\||\?\?)(?!=)\s*")),
    "rust": re.compile(r"(?:\s*\.ok\(\))?\s*\.unwrap_or(?:_else)?\(\s*(?:\|[^|]*\|\s*)?"),
    "php": re.compile(r"\s*(?:\?:|\?\?)\s*"),
    "elixir": re.compile(r"\s*\|\|\s*"),
}
"""What stands between a name and what is taken where nothing is given."""
SET = re.compile(r"\s*(?P<how>\|\|=|\?\?=|=(?![=~>]))\s*")
"""What follows a name that is set."""
MARKS = (
    "ENV", "environ", "getenv", "process.env", "import.meta.env", "env::var", "env!(", "Getenv", "LookupEnv",
    "Deno.env", "Bun.env", "GetEnvironmentVariable", "env(", "env.", "get_env", "fetch_env", "decouple", 'env = "',
    "env:\"", "credentials", "secrets", ".x.",
)  # fmt: skip
"""Words of which a file has one that reads the environment."""
