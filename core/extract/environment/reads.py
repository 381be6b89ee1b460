"""The lines of one file that read or set variables of the environment, credentials and settings of Rails."""

from __future__ import annotations

import re
from collections.abc import Iterator

import tree_sitter

from core.extract.environment.patterns import FALLBACKS, MARKS, SET, WAYS, WayToRead
from core.extract.environment.spans import arguments, expression
from core.languages import LANGUAGES, SCRIPTS
from core.languages.grammars import grammar
from core.model.environment import COMPUTED, CREDENTIAL, READS, SETS, SETTING, VARIABLE, EnvironmentLine
from core.text.lines import line_at
from core.text.secrets import MASK, masked

__all__ = ["MARKS", "passed_lines", "read_lines"]

_ASIDE = frozenset(
    {"comment", "line_comment", "block_comment", "string", "string_content", "heredoc_content", "string_literal",
     "heredoc_body", "raw_string_literal", "template_string", "multiline_comment"}
)  # fmt: skip
_CODE_AGAIN = frozenset({"interpolation", "template_substitution", "ERROR"})
_TAGGED = frozenset({"env tag", "clap"})  # what stands in a string of the language
_TEMPLATES = frozenset({"erb", "yaml"})  # only what stands in tags is code
_TAG = re.compile(r"<%(?!#)(?:[^%]|%(?!>))*%>")
_SECRET = re.compile(r"SECRET|PASSW|TOKEN|PRIVATE|(?:API|ACCESS|ENCRYPTION)_?KEY|(?:^|_)(?:KEY|DSN|SALT)$", re.IGNORECASE)
_BLOCK = re.compile(r"\s*(?:\{|\bdo\b)\s*(?:\|\w*\|\s*)?")
_NAMED_DEFAULT = re.compile(r"^default\s*=\s*(?P<value>.+)$", re.DOTALL)
_TAKEN_APART = re.compile(r"\{(?P<names>[^{}]*)\}\s*=\s*(?:process\.env|import\.meta\.env)\b(?!\.)")
_SCHEME = re.compile(r"(?<![\w.])(?:environ\.)?(?:Env|FileAwareEnv)(?=\s*\()")
_SCHEME_ITEM = re.compile(r"^(?P<name>[A-Z]\w*)\s*=\s*(?P<value>\(.*\)|\w+)$", re.DOTALL)
_TAG_DEFAULT = re.compile(r'[^`\n]*?envDefault:"(?P<value>[^"]*)"')
_DEFINED = re.compile(r"(?:\b(?:def|fn|func|function)\s+(?:self\.)?)$")
_BEFORE = 20  # letters before a name in which its definition shows
_LONGEST = 80
_LITERAL = re.compile(r"""^[bru]?(?P<quote>["'`])(?P<text>[^"'`]*)(?P=quote)(?:\.freeze)?$""")
_SYMBOL = re.compile(r"^:(?P<text>\w+)$")
_HOLES = re.compile(r"#\{[^{}]*\}|\$\{[^{}]*\}|\{[^{}]*\}|%s")
_NAME = re.compile(r"^[A-Za-z_*][A-Za-z0-9_.*-]*$")
_WORD = re.compile(r"^&?\s*(?P<word>[A-Za-z_]\w*(?:(?:::|\.)[A-Za-z_]\w*)*)$")
_ADDED = re.compile(r"\s\+\s")
_PATH = r"(?P<path>(?:&?\.(?:dig|fetch)\([^()]*\)|&?\.\w+!?|\[\s*:?[\"']?\w+[\"']?\s*\])+)"
_CREDENTIALS = re.compile(rf"Rails\.application\.(?:credentials|secrets){_PATH}")
_SETTINGS = re.compile(
    rf"(?:Rails\.(?:application\.config|configuration)|(?<![\w.@])config)\.x{_PATH}(?P<set>\s*(?:\|\|)?=(?![=~>]))?"
)
_STEP = re.compile(r"&?\.(?:dig|fetch)\((?P<given>[^()]*)\)|&?\.(?P<name>\w+)!?|\[\s*:?[\"']?(?P<key>\w+)[\"']?\s*\]")
_ASKED = re.compile(r":(\w+)|[\"'](\w+)[\"']")
_OF_VALUES = frozenset(
    {
        "present", "presence", "blank", "nil", "to_s", "to_i", "to_h", "to_sym", "strip", "split", "map", "each",
        "symbolize_keys", "merge", "tap", "then", "freeze", "dup", "key", "keys", "values", "config", "any", "empty",
        "reject", "select", "include", "sub", "gsub", "with_indifferent_access", "try", "transform_keys", "read",
        "content_path", "key_path", "write", "inspect", "unpack1", "call", "seconds", "minutes", "hours", "days",
        "megabytes", "size", "first", "last", "except", "slice", "deep_symbolize_keys",
    }
)  # fmt: skip
"""Methods of values, which end a path of keys."""


def read_lines(language: str, text: str) -> list[EnvironmentLine]:
    """Return what a file reads of its environment, by line; what stands in comments and strings is left aside.

    A name that only the running program knows is empty.
    """
    found = [one for way in WAYS.get(language, ()) for one in _of_way(language, text, way)]
    found += _taken_apart(text) if language in SCRIPTS else []
    found += _scheme(text) if language == "python" and "environ" in text else []
    found += rails_lines(text) if language in ("ruby", "erb", "haml", "slim") else []
    kept = _in_code(language, text, found)
    return sorted(dict.fromkeys(kept), key=lambda one: (one.line, one.name, one.role, one.via))


Placed = tuple[int, EnvironmentLine]
"""Where a line says something, and what."""


def _of_way(language: str, text: str, way: WayToRead) -> Iterator[Placed]:
    known = not way.needs or re.search(way.needs, text) is not None
    if not known and not way.capitals:
        return
    for head in way.head.finditer(text):
        given, end = ([head["name"]], head.end()) if "name" in head.re.groupindex else arguments(text, head.end())
        if not given:
            continue
        plain = "name" in head.re.groupindex
        name = given[0] if plain else literal_name(given[0]) or constant(text, given[0])
        if not known and not name.isupper():
            continue
        passed = "" if name else parameter_of(text, head.start(), given[0])
        default, role = _default(language, text, end, given[1:] if way.second else [], way.via), READS
        if (set_ := SET.match(text, end)) is not None and head.group().rstrip().endswith(("ENV", "environ", "env", name)):
            role, default = SETS, expression(text, set_.end())
        line = line_at(text, head.start("name") if plain else head.start())
        yield head.start(), EnvironmentLine(name, VARIABLE, role, line, way.via, shown_default(name, default), passed)


def _default(language: str, text: str, end: int, second: list[str], via: str) -> str:
    """Return the code of what is taken where nothing is given; empty for none."""
    named = next((found["value"] for one in second if (found := _NAMED_DEFAULT.match(one)) is not None), "")
    placed = next((one for one in second if not re.match(r"^\w+\s*=(?!=)", one)), "")
    if named or placed:
        return named or placed
    if via == "env tag":
        told = _TAG_DEFAULT.match(text, end)
        return told["value"] if told is not None else ""
    if via == "ENV.fetch" and (block := _BLOCK.match(text, end)) is not None:
        return expression(text, block.end())
    following = FALLBACKS.get(language)
    other = following.match(text, end) if following is not None else None
    return expression(text, other.end()) if other is not None else ""


def _taken_apart(text: str) -> Iterator[Placed]:
    """Yield the variables of `const { HOST, PORT = 80 } = process.env`."""
    for match in _TAKEN_APART.finditer(text):
        for part in match["names"].split(","):
            name, _, default = part.partition("=")
            word = name.partition(":")[0].strip()
            if word.isidentifier():
                place = match.start("names") + match["names"].index(word)
                shown = shown_default(word, default.strip())
                yield place, EnvironmentLine(word, VARIABLE, READS, line_at(text, place), "process.env", shown)


def _scheme(text: str) -> Iterator[Placed]:
    """Yield the variables that a scheme of django-environ names with their defaults: `Env(DEBUG=(bool, False))`."""
    for match in _SCHEME.finditer(text):
        for part in arguments(text, match.end())[0]:
            if (item := _SCHEME_ITEM.match(part)) is not None:
                given, _ = arguments(item["value"], 0) if item["value"].startswith("(") else ([], 0)
                place = text.index(part, match.end())
                shown = shown_default(item["name"], given[1] if len(given) > 1 else "")
                yield place, EnvironmentLine(item["name"], VARIABLE, READS, line_at(text, place), "Env", shown)


def passed_lines(text: str, language: str, functions: dict[str, str]) -> list[EnvironmentLine]:
    """Return the calls of functions that read what they are given, `functions` with how they read it, by line."""
    placed: list[Placed] = []
    for function, via in sorted(functions.items()):
        for call in re.finditer(rf"(?<![\w@$]){re.escape(function)}(?:::<[^>]*>)?(?=\s*\()", text):
            given, end = arguments(text, call.end())
            if not given or _DEFINED.search(text, max(0, call.start() - _BEFORE), call.start()):
                continue
            name = literal_name(given[0]) or constant(text, given[0])
            passed = "" if name else parameter_of(text, call.start(), given[0])
            default = shown_default(name, _default(language, text, end, given[1:], via))
            told = EnvironmentLine(name, VARIABLE, READS, line_at(text, call.start()), f"{function}, {via}", default, passed)
            placed.append((call.start(), told))
    return sorted(dict.fromkeys(_in_code(language, text, placed)), key=lambda one: (one.line, one.name))


def _in_code(language: str, text: str, found: list[Placed]) -> list[EnvironmentLine]:
    """Return what stands in no comment and no string, as the grammar of the language tells where it has one."""
    if not found:
        return []
    if language in _TEMPLATES:
        tags = [tag.span() for tag in _TAG.finditer(text)]
        return [one for place, one in found if any(start <= place < end for start, end in tags) and not _commented(text, place)]
    if not LANGUAGES[language].grammar:
        return [one for place, one in found if not _commented(text, place)]
    tree = tree_sitter.Parser(grammar(language)).parse(text.encode("utf-8", "surrogatepass"))
    return [
        one for place, one in found if one.via in _TAGGED or _is_code(tree, len(text[:place].encode("utf-8", "surrogatepass")))
    ]


def _is_code(tree: tree_sitter.Tree, place: int) -> bool:
    node = tree.root_node.descendant_for_byte_range(place, place)
    first = True
    while node is not None:
        if node.type in _CODE_AGAIN:
            return True
        if node.type in _ASIDE and not (first and node.start_byte == place):  # `"X" in os.environ` begins with its string
            return False
        first, node = first and node.parent is not None and node.parent.start_byte == place, node.parent
    return True


def _commented(text: str, place: int) -> bool:
    """Tell whether a line begins as a comment does, where no grammar tells."""
    return text[text.rfind("\n", 0, place) + 1 : place].lstrip().startswith(("#", "//", "/*", "-#", "/ "))


def shown_default(name: str, default: str) -> str:
    """Return a default as it may be shown: on one line, no literal of what is called a secret."""
    plain = " ".join(default.split())
    if plain[:1] in "\"'" and len(plain) > 2 and _SECRET.search(name):
        return MASK
    hidden, _ = masked(plain)
    return hidden if len(hidden) <= _LONGEST else f"{hidden[: _LONGEST - 1]}…"


def literal_name(argument: str) -> str:
    """Return the name that an argument writes, `*` for what only the running program knows; empty for one that writes none."""
    if _ADDED.search(argument):
        parts = [literal_name(part.strip()) or COMPUTED for part in _ADDED.split(argument)]
        return _checked(re.sub(r"\*+", COMPUTED, "".join(parts)))
    interpolated = argument[1:] if argument[:1] == "f" else argument
    found = _LITERAL.match(interpolated) or _SYMBOL.match(argument)
    if found is None:
        return ""
    return _checked(_HOLES.sub(COMPUTED, found["text"]))


def _checked(name: str) -> str:
    return name if _NAME.match(name) and name.strip("*_") else ""


def constant(text: str, argument: str) -> str:
    """Return the name that the constant or variable of an argument holds; empty where it is not told once."""
    found = _WORD.match(argument)
    if found is None:
        return ""
    last = re.escape(re.split(r"::|\.", found["word"])[-1])
    told = re.findall(rf"""\b{last}\b\s*(?::[^=\n]*)?(?::=|=)\s*[bru]?["'](\w+)["']""", text)
    return told[0] if len(set(told)) == 1 else ""


def parameter_of(text: str, at: int, argument: str) -> str:
    """Return the function around a place that has the argument among its parameters; empty for none."""
    found = _WORD.match(argument)
    if found is None or not found["word"].isidentifier():
        return ""
    word = re.escape(found["word"])
    around = r"(?:def|fn|func|function)\s+(?:self\.)?(?P<name>[\w?!]+)\s*(?:<[^>]*>)?\s*\((?P<given>[^)]*)\)"
    last = None
    for last in re.finditer(around, text[:at]):  # noqa: B007 - the last one counts
        pass
    first = re.split(r",", last["given"])[0] if last is not None else ""
    return last["name"] if last is not None and re.match(rf"\s*(?:&|mut\s)?\s*{word}\b", first) else ""


def rails_lines(text: str) -> Iterator[tuple[int, EnvironmentLine]]:
    """Yield the credentials and settings that Ruby code reads or sets, with their places."""
    for found in _CREDENTIALS.finditer(text):
        if keys := _keys(found["path"]):
            yield found.start(), _told(text, found, ".".join(keys), CREDENTIAL, READS, "credentials")
    for found in _SETTINGS.finditer(text):
        if keys := _keys(found["path"]):
            role = SETS if found["set"] else READS
            yield found.start(), _told(text, found, ".".join(("x", *keys)), SETTING, role, "config.x")


def _told(text: str, found: re.Match[str], name: str, kind: str, role: str, via: str) -> EnvironmentLine:
    return EnvironmentLine(name, kind, role, line_at(text, found.start()), via)


def _keys(path: str) -> list[str]:
    keys: list[str] = []
    for step in _STEP.finditer(path):
        if step["given"] is not None:
            asked = [one[0] or one[1] for one in _ASKED.findall(step["given"])]
            return keys + (asked if ".dig(" in step.group() else asked[:1]) if asked else keys
        word = step["name"] or step["key"]
        if step["name"] and word in _OF_VALUES:
            break
        keys.append(word)
    return keys
