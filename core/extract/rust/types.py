"""What a Rust type says about the methods that a value has."""

from __future__ import annotations

import re

from core.text.brackets import Brackets

_PATH = re.compile(r"^[^\W\d]\w*(?:::\w+)*$")
_PREFIX = re.compile(r"^(?:->\s*|&\s*|'\w+\s+|mut\s+|dyn\s+|impl\s+|\*const\s+|\*mut\s+)+")
_WRAPPER = re.compile(r"^(?:\w+::)*(?:Box|Rc|Arc|Option|Result|Ref|RefMut|RefCell|Cell|Mutex|RwLock|Pin|Cow|MutexGuard)<(.*)>$")
_HOLDER = re.compile(
    r"^(?:\w+::)*(Vec|VecDeque|HashSet|BTreeSet|BinaryHeap|IndexSet|SmallVec|Iter|IntoIter|HashMap|BTreeMap|IndexMap|FxHashMap)"
    r"<(.*)>$"
)
_ITEM = re.compile(r"^(?:\w+::)*(?:Iterator|IntoIterator|Stream|DoubleEndedIterator|ExactSizeIterator)<\s*Item\s*=\s*(.*)>.*$")
_BRACKETS = Brackets("()[]<>")
_PRIMITIVE = frozenset(
    ("bool", "char", "str", "String", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
     "f32", "f64", "Vec", "HashMap", "HashSet", "BTreeMap", "BTreeSet")
)  # fmt: skip


def plain_type(text: str) -> str:
    """Return a type's path without references, lifetimes and generic arguments (`&'a foo::Bar<T>` is `foo::Bar`)."""
    text = _PREFIX.sub("", " ".join(text.split()))
    return _without_arguments(text).strip()


def type_expression(text: str) -> str:
    """Return the expression of an instance of a type (`Bar()`), looking through references, boxes and results."""
    text = _PREFIX.sub("", " ".join(text.split()))
    while found := _WRAPPER.match(text):
        text = _PREFIX.sub("", _first_argument(found.group(1)))
    if holding := _held(text):
        return holding
    path = _without_arguments(text).split(" + ")[0].strip()
    return f"{path}()" if _PATH.match(path) and path not in _PRIMITIVE else ""


def _held(text: str) -> str:
    """Return the expression of a list (`Bar()+`) or mapping (`Bar()%`) of instances, empty for anything else."""
    if text.startswith("[") and text.endswith("]"):
        return _many(text[1:-1].split(";")[0], "+")
    holder = _HOLDER.match(text)
    if holder is None:
        item = _ITEM.match(text)
        return _many(item.group(1), "+") if item is not None else ""
    if "Map" not in holder.group(1):
        return _many(_first_argument(holder.group(2)), "+")
    _, *values = _BRACKETS.split(holder.group(2), ",")
    return _many(_first_argument(",".join(values)), "%") if values else ""


def _many(text: str, sign: str) -> str:
    one = type_expression(text)
    return f"{one}{sign}" if one.endswith("()") else ""


def _without_arguments(text: str) -> str:
    """Remove everything in angle brackets."""
    kept: list[str] = []
    depth = 0
    for sign in text.replace("->", "  "):
        if sign == "<":
            depth += 1
        elif sign == ">":
            depth -= 1
        elif depth == 0:
            kept.append(sign)
    return "".join(kept).removesuffix("::")


def _first_argument(text: str) -> str:
    """Return the first type argument that is no lifetime."""
    arguments = [argument.strip() for argument in _BRACKETS.split(text, ",")]
    return next((argument for argument in arguments if not argument.startswith("'")), text)
