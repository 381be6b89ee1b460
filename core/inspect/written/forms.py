"""The forms in which code and settings may write the name of a unit: those of its language, and those of Rails."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.extract.ruby.words.inflect import Inflections
from core.languages import family_of
from core.model import CodeUnit, UnitHead
from core.vocabulary import RUNS, unit_type

ANYWHERE, QUOTED, QUALIFIED, BESIDE, RECORD = "anywhere", "quoted", "qualified", "beside", "record"
"""Where a word counts as the name: anywhere; as a symbol, key, path or in quotes; as a constant that is not another
namespace's; in a line that also writes the namespace; as a record in a line that makes a link or a form of it."""

_ENDINGS = ("_job", "_worker", "_mailer", "_mailbox", "_validator", "_component", "_channel", "_controller", "_input")
_PARAMETERS = re.compile(r"[:*]\w+|\([^)]*\)")
_RAW = re.compile(r"^(?:r?#|@)")  # `#name` in JavaScript, `r#type` in Rust, `@class` in C#
_ARITY = re.compile(r"/\d+$")
_DEFAULT = re.compile(r"\bexport default\b|\bmodule\.exports\s*=")
_STEM = re.compile(r"(?:([^/]+)/)?([^/.]+)[^/]*$")


@dataclass(frozen=True, slots=True)
class WrittenForm:
    """A word, and where it counts as the name of a unit of a family of languages; its line must also write `beside`.

    A `loose` form may name the unit, but is not its name: the plural, the word without the ending that says what it is.
    """

    word: str
    where: str = ANYWHERE
    beside: str = ""
    family: str = ""
    loose: bool = False


def forms_of(head: UnitHead) -> tuple[WrittenForm, ...]:
    """Return the forms in which a unit may be written."""
    family = family_of(head.language)
    if head.type == "view_template":
        return _of_template(head)
    if head.type == "route":
        return _of_route(head)
    if family == "ruby" and unit_type(head.type).member != "always" and head.name[:1].isupper():
        return _of_class(head.name, head.identifier.rpartition("::")[0].rpartition("::")[2])
    # A word ends at a dollar: of `Callback$1` and `$render` the longest part is looked for.
    name = max(name_of(head).split("$"), key=len) or head.name
    forms: tuple[WrittenForm, ...] = (WrittenForm(name, family=family),)
    if family == "javascript" and (stem := _STEM.search(head.file_path)) is not None and _DEFAULT.search(head.signature):
        # An import gives it a name of its own: it names the file, or the folder of an index file.
        forms += (WrittenForm(_file_name(stem).replace("-", "_"), QUOTED, family=family),)
    return forms


def _file_name(stem: re.Match[str]) -> str:
    return stem.group(1) if stem.group(2) == "index" and stem.group(1) else stem.group(2)


def name_of(head: UnitHead) -> str:
    """Return the name of a unit as code writes it: without arity, the sign of a setter, of a private or of a raw name."""
    return _RAW.sub("", _ARITY.sub("", head.name)).removesuffix("=") or head.name


def spellings(unit: CodeUnit) -> tuple[str, ...]:
    """Return the spellings of a name: of a class in Ruby also those of symbols, of a route its helpers, its name or path."""
    name = str(unit.metadata.get("name") or unit.name) if unit.type == "route" else name_of(unit.head)
    if unit.type == "route":
        return (f"{name}_path", f"{name}_url") if unit.language == "ruby" and "/" not in name else (name,)
    if unit.type == "view_template":
        return (name.partition(".")[0].lstrip("_"),)
    name = name if unit.type in RUNS else name.rpartition("::")[2]
    if unit.language != "ruby" or not name[:1].isupper():
        return (name,)
    return (name, snake := Inflections().underscore(name), Inflections().pluralize(snake))


def spelling_pattern(words: Sequence[str], head: UnitHead) -> re.Pattern[str]:
    """Return what finds the words: in Ruby neither `name?` for `name`, nor `::Name` for a class inside a module."""
    absolute = r"(?<!(?<!\w)::)" if head.language == "ruby" and head.namespace else ""
    ends = r"(?!\w|[?!](?!=))" if head.language == "ruby" else r"(?!\w)"
    dashed = r"(?<!-)" if any("-" in word for word in words) else ""
    return re.compile(rf"(?<!\w){absolute}{dashed}(?:{'|'.join(map(re.escape, words))}){ends}")


def _of_class(name: str, namespace: str) -> tuple[WrittenForm, ...]:
    """CamelCase; snake and plural; without the ending that says what it is, as `routing :inbox` and `validates x: true` do."""
    last = name.rpartition("::")[2]
    snake, plural = _snake(last)
    found = {WrittenForm(last, QUALIFIED, namespace, "ruby"): None}
    for word in (snake, plural):
        where = ANYWHERE if "_" in word else BESIDE if namespace else QUOTED
        beside = _snake(namespace)[0] if where == BESIDE else ""
        found[WrittenForm(word, where, beside, "ruby", loose=word != snake)] = None
    for ending in _ENDINGS:
        if snake.endswith(ending) and ending != "_controller":
            found[WrittenForm(snake.removesuffix(ending), QUOTED, family="ruby", loose=True)] = None
    return tuple(found)


def _of_template(head: UnitHead) -> tuple[WrittenForm, ...]:
    """The last part of the path, and for `comments/_comment` the plural, of which `render` makes the partial."""
    stem = head.name.lstrip("_")
    folder = head.namespace.rpartition("/")[2]
    found = {WrittenForm(stem, QUOTED, family="ruby"): None, WrittenForm(head.name, QUOTED, family="ruby"): None}
    if head.name.startswith("_") and _snake(stem)[1] == folder:
        found |= {WrittenForm(stem, RECORD): None, WrittenForm(folder, RECORD): None}
    return tuple(found)


def _of_route(head: UnitHead) -> tuple[WrittenForm, ...]:
    """The helpers `x_path` and `x_url`, `controller#action`, and the records of which links and forms make the path."""
    found: dict[WrittenForm, None] = {}
    if "/" not in head.name and head.name:
        found |= {WrittenForm(f"{head.name}_{kind}", family="ruby"): None for kind in ("path", "url")}
    controller, _, action = head.signature.rpartition("→ ")[2].partition("#")
    if action:
        found[WrittenForm(action, BESIDE, controller.rpartition("/")[2], "ruby")] = None
    words = [part for part in _PARAMETERS.sub("", head.identifier.partition(" ")[2]).split("/") if part]
    if words:
        resource = words[-1] if words[-1] not in ("edit", "new") else words[-2] if len(words) > 1 else ""
        for word in {resource, _one(resource)} - {""}:
            found[WrittenForm(word, RECORD)] = None
    return tuple(found)


@lru_cache(maxsize=100_000)
def _snake(name: str) -> tuple[str, str]:
    inflections = Inflections()
    snake = inflections.underscore(name)
    return snake, inflections.pluralize(snake)


@lru_cache(maxsize=20_000)
def _one(plural: str) -> str:
    return Inflections().singularize(plural)
