"""Values inside a method that declares things, once its parameters are known."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from core.extract.ruby.reading.values import Value, key_of

_INTERPOLATION = re.compile(r"#\{\s*(\w+)(?:\.(?:to_s|to_sym|name))?\s*\}")
_WORD = re.compile(r"^\w+$")
_OWN_NAME = re.compile(r"^(?:(?:self|base|klass|model)\.)?(?:class\.)?(?:name|to_s)$")
_LOOKUP = re.compile(r"^(\w+)(?:\[|\.delete\(|\.fetch\()\s*:(\w+)\s*(?:,\s*(.+?))?[\])](?:\s*\|\|\s*(.+))?$")
_HASH_CHANGE = re.compile(r"^(\w+)\.(except|slice|dup|symbolize_keys|compact|to_h|deep_dup)\b")
_LIST_CHANGE = re.compile(r"^(?:Array\(\s*(\w+)\s*\)|(\w+)\.(?:dup|flatten|to_a|compact|uniq|map\(&:to_sym\)))$")
_EXTRACT = re.compile(r"^(\w+)\.extract_options!$")
_LITERAL = re.compile(r"""^(?::(\w+[?!]?)|["']([^"'#]*)["']|(nil|true|false))$""")
_KEYWORDS = {"nil": None, "true": True, "false": False}


def bind(parameters: Sequence[str], arguments: Sequence[Value], options: Mapping[str, Value]) -> dict[str, Value]:
    """Return what each parameter of a method stands for in one call of it; `options` are the call's keywords."""
    bound: dict[str, Value] = {}
    rest, left = list(arguments), {name: value for name, value in options.items() if name != "&"}
    keywords = {name[:-1] for name in parameters if name.endswith(":")}
    takes_hash = keywords or any(name.startswith("**") for name in parameters)
    if left and not takes_hash:
        rest.append({"hash": left})
    for name in parameters:
        if name.startswith("**"):
            bound[name[2:] or "**"] = {"hash": {key: value for key, value in left.items() if key not in keywords}}
        elif name.startswith("*"):
            bound[name[1:] or "*"] = rest
            rest = []
        elif name.endswith(":"):
            if name[:-1] in left:
                bound[name[:-1]] = left[name[:-1]]
        elif not name.startswith("&") and rest:
            bound[name.rstrip("=")] = rest.pop(0)
        elif name.endswith("="):
            bound[name[:-1]] = {"hash": {}} if "opt" in name else {"code": name[:-1]}
    return bound


def assign(known: dict[str, Value], name: str, value: Value) -> None:
    """Follow a local assignment; `extract_options!` takes the hash out of the list it is called on."""
    written = str(value.get("code", "")) if isinstance(value, dict) else ""
    if (extracted := _EXTRACT.match(written)) is not None:
        source = known.get(extracted.group(1))
        values = list(source) if isinstance(source, list) else []
        is_hash = bool(values) and isinstance(values[-1], dict) and "hash" in values[-1]
        known[name] = values.pop() if is_hash else {"hash": {}}
        known[extracted.group(1)] = values
    else:
        known[name] = resolved(value, known)


def resolved(value: Value, known: Mapping[str, Value]) -> Value:
    """Return a value with the known names in it replaced."""
    if isinstance(value, list):
        return _flattened([resolved(item, known) for item in value])
    if not isinstance(value, dict):
        return value
    if "hash" in value:
        return {"hash": with_options(value["hash"], known)}
    if "merge" in value:
        return _merged([resolved(part, known) for part in value["merge"]], value)
    if "splat" in value:
        inner = resolved(value["splat"], known)
        return {"splat": inner}
    return _from_code(value["code"], known, value) if "code" in value else value


def _merged(parts: Sequence[Value], value: Value) -> Value:
    """Return one hash made of several; as code when one of them is not known."""
    known = [part["hash"] for part in parts if isinstance(part, dict) and "hash" in part]
    return {"hash": {key: held for part in known for key, held in part.items()}} if known else value


def with_arguments(values: Sequence[Value], known: Mapping[str, Value]) -> tuple[list[Value], dict[str, Value]]:
    """Return positional arguments with splats spread, and the options that a trailing hash among them gives."""
    spread = _flattened([resolved(value, known) for value in values])
    if spread and isinstance(spread[-1], dict) and "hash" in spread[-1]:
        return spread[:-1], dict(spread[-1]["hash"])
    return spread, {}


def with_options(options: Mapping[str, Value], known: Mapping[str, Value]) -> dict[str, Value]:
    """Return options with known names replaced and a known `**options` merged in; later keys win, as in Ruby."""
    merged: dict[str, Value] = {}
    for key, value in options.items():
        filled = resolved(value, known)
        if key == "**" and isinstance(filled, dict) and "hash" in filled:
            merged.update(filled["hash"])
        else:
            merged[key] = filled
    return merged


def _flattened(values: Sequence[Value]) -> list[Value]:
    flat: list[Value] = []
    for value in values:
        if isinstance(value, dict) and isinstance(value.get("splat"), list):
            flat.extend(value["splat"])
        else:
            flat.append(value)
    return flat


def _from_code(written: str, known: Mapping[str, Value], value: Value) -> Value:
    if _WORD.match(written) and written in known:
        return known[written]
    if _OWN_NAME.match(written) and "self" in known:
        return known["self"]
    if (literal := _LITERAL.match(written)) is not None:
        return _literal(literal)
    if (lookup := _LOOKUP.match(written)) is not None and lookup.group(1) in known:
        return _looked_up(lookup, known, value)
    if (change := _HASH_CHANGE.match(written) or _LIST_CHANGE.match(written)) is not None:
        name = next(group for group in change.groups() if group)
        if isinstance(held := known.get(name), list) or (isinstance(held, dict) and "hash" in held):
            return held
    if "#{" in written and written[:1] in ":\"'":
        return _interpolated(written, known, value)
    return value


def _literal(found: re.Match[str]) -> Value:
    symbol, text, keyword = found.groups()
    return f":{symbol}" if symbol else text if text is not None else _KEYWORDS[keyword]


def _looked_up(found: re.Match[str], known: Mapping[str, Value], value: Value) -> Value:
    held = known[found.group(1)]
    if not (isinstance(held, dict) and "hash" in held):
        return value
    if found.group(2) in held["hash"]:
        return held["hash"][found.group(2)]
    default = found.group(3) or found.group(4)
    return _from_code(default, known, {"code": default}) if default else None


def _interpolated(written: str, known: Mapping[str, Value], value: Value) -> Value:
    symbol = written.startswith(":")
    body = written[1:] if symbol else written
    body = body[1:-1] if body[:1] in "\"'" and body[-1:] == body[:1] else body

    def fill(found: re.Match[str]) -> str:
        held = known.get(found.group(1))
        return key_of(held) if isinstance(held, str) else found.group(0)

    filled = _INTERPOLATION.sub(fill, body)
    if "#{" in filled:
        return value
    return f":{filled}" if symbol else filled
