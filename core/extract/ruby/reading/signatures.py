"""What is written of the types of methods: by YARD, Sorbet and RBS in comments, as terms (`core.extract.ruby.reading.terms`).

An instance of `Foo` is the term `Foo.new`, a list of them `Foo.new.+`, the class itself `Foo`; a value of Ruby is a literal's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from core.extract.ruby.reading.terms import ANYTHING, union
from core.text.brackets import PLAIN, TYPES

_YARD_RETURN = re.compile(r"^\s*@return\s+\[([^\]\n]*(?:\[[^\]\n]*\][^\]\n]*)*)\]", re.MULTILINE)
_YARD_PARAM = re.compile(r"^\s*@param\s+(?:\[([^\]\n]+)\]\s+[*&]*(\w+)|[*&]*(\w+)\s+\[([^\]\n]+)\])", re.MULTILINE)
_RBS_PARAM = re.compile(r"^\s*@rbs\s+[*&]*(\w+)\s*:\s*([^\n-]+)", re.MULTILINE)
_RBS_INLINE = re.compile(r"^\s*:\s*(?:\[[^\]]*\]\s*)?(\([^\n]*\))?\s*(?:\{[^}\n]*\}\s*)?->\s*([^\n]+)$", re.MULTILINE)
_SIG_PARAMS = re.compile(r"\bparams\s*\(")
_SIG_RETURNS = re.compile(r"\breturns\s*\(")
_CLASS = re.compile(r"^(?:::)?[A-Z]\w*(?:::[A-Z]\w*)*$")
_GENERIC = re.compile(r"^(?:::)?((?:T::)?[A-Z]\w*(?:::[A-Z]\w*)*)\s*[<\[](.*)[>\]]$", re.DOTALL)
_CALLED = re.compile(r"^(T\.nilable|T\.class_of|T\.any|singleton)\s*\((.*)\)$", re.DOTALL)
_LISTS = frozenset(
    ("Array", "Enumerable", "Set", "Enumerator", "T::Array", "T::Enumerable", "T::Set", "T::Enumerator",
     "ActiveRecord::Relation", "ActiveRecord::Associations::CollectionProxy")
)  # fmt: skip
_RUBYS = frozenset(
    ("String", "Symbol", "Integer", "Float", "Numeric", "Boolean", "TrueClass", "FalseClass", "Hash", "Proc", "Regexp", "Range",
     "Time", "Date", "DateTime", "T::Boolean", "Pathname", "IO", "File")
)  # fmt: skip
_NOTHING = frozenset(("nil", "void", "NilClass", "untyped", "T.untyped", "Object", "BasicObject", "top", "bot", "bool", ""))
_DEEPEST = 6


class MethodTypes(NamedTuple):
    """What is written of one method: the terms of its parameters by name, and of what it returns; empty where nothing is.

    `declared` is the type that it returns as it is written: `T.nilable(Order)`, or the `Order, nil` of YARD.
    """

    parameters: Mapping[str, str]
    returns: str
    declared: str


def written_types(comment: str, sig: str, names: list[str]) -> MethodTypes:
    """Return what the comment above a method and the text of its `sig` say; `names` are its parameters in their order."""
    parameters: dict[str, str] = {}
    declared = ""
    if "@" in comment or "->" in comment:
        parameters, declared = _of_comment(comment, names)
    if sig:
        parameters |= {name: term for name, term in _sig_parameters(sig) if term}
        found = _SIG_RETURNS.search(sig)
        declared = _inside(sig, found.end()) if found is not None else declared
    declared = " ".join(declared.split())
    return MethodTypes(parameters, term_of_type(declared), declared)


def _of_comment(comment: str, names: list[str]) -> tuple[dict[str, str], str]:
    """Return the terms of the parameters by name, and the type of what is returned as it is written."""
    parameters: dict[str, str] = {}
    returns = ""
    for type_, name, other, other_type in _YARD_PARAM.findall(comment):
        parameters[name or other] = term_of_type(type_ or other_type)
    for name, type_ in _RBS_PARAM.findall(comment):
        if name == "return":
            returns = type_
        else:
            parameters[name] = term_of_type(type_)
    if (yard := _YARD_RETURN.search(comment)) is not None:
        returns = yard.group(1)
    if (inline := _RBS_INLINE.search(comment)) is not None:
        returns = inline.group(2)
        types = parts_of((inline.group(1) or "()")[1:-1])
        parameters |= {name: term_of_type(_plain(type_)) for name, type_ in zip(names, types, strict=False)}
    return {name: term for name, term in parameters.items() if term}, returns


def _sig_parameters(sig: str) -> Iterator[tuple[str, str]]:
    found = _SIG_PARAMS.search(sig)
    for part in parts_of(_inside(sig, found.end())) if found is not None else ():
        name, _, type_ = part.partition(":")
        yield name.strip(), term_of_type(type_)


def term_of_type(text: str, depth: int = 0) -> str:
    """Return the term of a value of a type as it is written; empty where it tells no class."""
    text = " ".join(text.split()).removesuffix("?").strip()
    if depth > _DEEPEST or text in _NOTHING:
        return ""
    choices = next((parts for sign in "|," if len(parts := parts_of(text, sign)) > 1), [])
    if choices:
        known = union(term for part in choices if (term := term_of_type(part, depth + 1)))
        return "" if known == ANYTHING else known
    if text == "self":
        return "self"
    if text in _RUBYS:
        return f"!{text.rpartition('::')[2]}"
    if (called := _CALLED.match(text)) is not None:
        inner = called.group(2).strip()
        if called.group(1) in ("T.class_of", "singleton"):
            return inner if _CLASS.match(inner) else ""
        return term_of_type(inner, depth + 1)
    if (generic := _GENERIC.match(text)) is not None:
        return _generic(generic.group(1), generic.group(2), depth)
    return f"{text}.new" if _CLASS.match(text) else ""


def _generic(name: str, inner: str, depth: int) -> str:
    if name in ("Class", "T::Class"):
        return inner if _CLASS.match(inner) else ""
    if name in _LISTS:
        one = term_of_type(inner, depth + 1)
        return f"{one}.+" if one and "|" not in one and one[0] != "!" else "!Array"
    return "!Hash" if name in ("Hash", "T::Hash") else ""


def _plain(type_: str) -> str:
    """Return the type of a parameter of RBS, without its name and its marks."""
    type_ = type_.strip().lstrip("?*")
    return type_.partition(":")[2] if re.match(r"^\w+:\s", type_) else type_.rpartition(" ")[0] or type_


def _inside(text: str, start: int) -> str:
    """Return the text from behind a bracket to where it closes."""
    end = PLAIN.closing(text, start, depth=1)
    return text[start:] if end < 0 else text[start:end]


def parts_of(text: str, sign: str = ",") -> list[str]:
    """Return the parts between signs outside of brackets, without empty ones."""
    return [part.strip() for part in TYPES.split(text, sign) if part.strip()]
