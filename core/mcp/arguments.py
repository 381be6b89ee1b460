"""What a tool takes: typed arguments with limits, as a closed JSON schema, and checked as strictly as the schema says.

The protocol's library lets unknown arguments pass and takes `"7"` and `true` for numbers; an agent that misspells `depth`
would be answered as if it had not been asked. So arguments are checked here, and what is wrong is said with what is right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.errors import SettingsError, did_you_mean

MOST_TEXT = 20_000
"""Characters of a text argument: a name, a question or a pasted report; what is longer is a file."""


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a tool: `kind` is `text`, `number`, `flag` or `texts` (a list of texts).

    A number lies between `least` and `most` (0: no end), a text is one of `choices` if there are any. Without a `default` it
    has to be given.
    """

    name: str
    kind: str
    says: str = ""
    default: str | int | bool | tuple[str, ...] | None = None
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()
    longest: int = MOST_TEXT

    @property
    def required(self) -> bool:
        """Whether the argument has to be given."""
        return self.default is None

    @property
    def schema(self) -> dict[str, object]:
        """The JSON schema of the argument; defaults are told where they are not empty."""
        made: dict[str, object] = dict(_SCHEMAS[self.kind])
        if self.kind == "number":
            made |= {"minimum": self.least, **({"maximum": self.most} if self.most else {})}
        if self.choices:
            made["enum"] = list(self.choices)
        if self.says:
            made["description"] = self.says
        if self.default not in (None, "", False, ()):
            made["default"] = self.default
        return made


_SCHEMAS: Mapping[str, Mapping[str, object]] = {
    "text": {"type": "string"},
    "number": {"type": "integer"},
    "flag": {"type": "boolean"},
    "texts": {"type": "array", "items": {"type": "string"}},
}
_WORDS = {"text": "a text", "number": "a whole number", "flag": "true or false", "texts": "a list of texts"}


@dataclass(frozen=True, slots=True)
class Given:
    """The arguments of one call, each of the kind that was declared, with its default where none was given."""

    values: Mapping[str, object]

    def text(self, name: str) -> str:
        """Return a text."""
        value = self.values[name]
        assert isinstance(value, str)
        return value

    def number(self, name: str) -> int:
        """Return a number."""
        value = self.values[name]
        assert isinstance(value, int)
        return value

    @property
    def offset(self) -> int:
        """How many blocks of a list are passed over; 0 for a tool that has no such argument."""
        return self.number("offset") if "offset" in self.values else 0

    def flag(self, name: str) -> bool:
        """Return true or false."""
        return self.values[name] is True

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts."""
        value = self.values[name]
        assert isinstance(value, tuple)
        return tuple(str(one) for one in value)


def closed_schema(arguments: Sequence[Argument]) -> dict[str, object]:
    """Return the JSON schema of an object with exactly these arguments."""
    schema: dict[str, object] = {
        "type": "object",
        "properties": {argument.name: argument.schema for argument in arguments},
        "additionalProperties": False,
    }
    required = [argument.name for argument in arguments if argument.required]
    return schema | ({"required": required} if required else {})


def checked(tool: str, arguments: Sequence[Argument], given: Mapping[str, object]) -> Given:
    """Return the arguments of a call; raises `SettingsError` for one that is unknown, missing or of another kind."""
    known = {argument.name: argument for argument in arguments}
    for name in given:
        if name not in known:
            raise SettingsError(f"{tool} has no argument '{name[:80]}'. {did_you_mean(name, known)}")
    return Given({argument.name: _value(tool, argument, given) for argument in arguments})


def _value(tool: str, argument: Argument, given: Mapping[str, object]) -> object:
    value = given.get(argument.name)
    if value is None:
        if argument.required:
            raise SettingsError(f"{tool} needs '{argument.name}', {_WORDS[argument.kind]}: {argument.says}.")
        return argument.default
    wrong = _wrong(argument, value)
    if wrong:
        raise SettingsError(f"'{argument.name}' of {tool} {wrong}.")
    return tuple(value) if isinstance(value, list) else value


def _wrong(argument: Argument, value: object) -> str:
    """Return what is wrong with a value, as the end of a sentence; empty when nothing is."""
    fits = {
        "text": lambda: isinstance(value, str),
        "number": lambda: isinstance(value, int) and not isinstance(value, bool),
        "flag": lambda: isinstance(value, bool),
        "texts": lambda: isinstance(value, list) and all(isinstance(one, str) for one in value),
    }
    if not fits[argument.kind]():
        return f"has to be {_WORDS[argument.kind]}, not {_named(value)}"
    if isinstance(value, int) and argument.kind == "number" and not argument.least <= value <= (argument.most or value):
        return f"has to be from {argument.least} {f'to {argument.most}' if argument.most else 'on'}, not {value}"
    if isinstance(value, str) and argument.choices and value not in argument.choices:
        return f"has to be one of {', '.join(argument.choices)}, not '{value[:80]}'"
    if isinstance(value, str) and len(value) > argument.longest:
        return f"may have {argument.longest:,} characters, not {len(value):,}"
    if isinstance(value, list) and (len(value) > 50 or any(len(one) > argument.longest for one in value)):
        return f"may have 50 texts of {argument.longest:,} characters"
    return ""


def _named(value: object) -> str:
    return repr(value)[:80]
