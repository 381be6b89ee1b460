"""The colours in which code is drawn: one class of the style sheet for each kind of token that helps a reader."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pygments.token import Comment, Generic, Keyword, Name, Number, Operator, String, _TokenType

from core.present.html.elements import Markup, el, joined

# The few distinctions that help a reader; more colours are noise. The first kind that contains a token's type wins.
_CLASSES: Sequence[tuple[_TokenType, str]] = (
    (Generic.Heading, "d"),
    (Generic.Subheading, "d"),
    (Comment, "c"),
    (String.Symbol, "y"),
    (String, "s"),
    (Number, "m"),
    (Keyword, "k"),
    (Operator.Word, "k"),
    (Name.Class, "d"),
    (Name.Namespace, "d"),
    (Name.Function, "d"),
    (Name.Constant, "o"),
    (Name.Decorator, "a"),
    (Name.Tag, "k"),
    (Name.Attribute, "o"),
    (Name.Variable, "v"),
)


def coloured(value: str, kind: _TokenType) -> Markup:
    """Return a piece of a line, in its colour if it has one."""
    class_ = _class_of(kind)
    return el("i", value, class_=class_) if class_ and not value.isspace() else joined(value)


@lru_cache(maxsize=512)
def _class_of(kind: _TokenType) -> str:
    return next((name for wanted, name in _CLASSES if kind in wanted), "")
