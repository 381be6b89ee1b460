"""What every analysis answers: a titled list of flat items that shows itself as rows, a frame or a plain table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from html import escape
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from core.model import Relation

if TYPE_CHECKING:
    import pandas as pd

Item = TypeVar("Item")

_SHOWN_ROWS = 50  # a notebook cell that scrolls is read, one with thousands of rows is not
_SHOWN_LINES = 5  # reference lines in one table cell, and
_SHOWN_NAMES = 12  # names; the value keeps all of them


@dataclass(frozen=True, slots=True)
class Result(Generic[Item]):
    """Items in a meaningful order, with the words that a reader needs beside them.

    `kind` is the dataclass of the items (it names the columns even when there are none); `notes` say what was measured
    how, what was left out and what is not known. Iterating and `len` go over the items, so an empty result is false.
    """

    kind: type[Item]
    title: str
    items: tuple[Item, ...]
    notes: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Item]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns, in order."""
        return tuple(column.name for column in fields(self.kind))  # type: ignore[arg-type]

    @property
    def sentence(self) -> str:
        """The title and the notes as one line."""
        return f"{self.title}: {' '.join(self.notes)}" if self.notes else f"{self.title}."

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one flat dictionary per item: numbers stay numbers, collections and reference lines become text."""
        return [{name: flat(getattr(item, name)) for name in self.columns} for item in self.items]

    def to_frame(self) -> pd.DataFrame:
        """Return the rows as a DataFrame; without items it has the columns and no rows."""
        import pandas as pd

        return pd.DataFrame(self.to_rows(), columns=list(self.columns))

    def _repr_html_(self) -> str:
        return html_table(self.title, self.columns, self.to_rows(), self.notes)


def reference(relation: Relation) -> str:
    """Return where a relation is written, as `path:line`."""
    return f"{relation.file_path}:{relation.line}"


def flat(value: Any) -> Any:
    """Return a number, text, truth value or None as it is and anything else as one line of text."""
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, Relation):
        return reference(value)
    if isinstance(value, Mapping):
        return _joined(tuple(f"{name} {flat(number)}" for name, number in value.items()))
    if isinstance(value, tuple):
        return _joined(value)
    return str(value)


def _joined(values: tuple[Any, ...]) -> str:
    lines = bool(values) and isinstance(values[0], Relation)
    shown = values[: _SHOWN_LINES if lines else _SHOWN_NAMES]
    text = ", ".join(str(flat(value)) for value in shown)
    return f"{text} and {len(values) - len(shown)} more" if len(values) > len(shown) else text


def html_table(title: str, columns: tuple[str, ...], rows: list[dict[str, Any]], notes: tuple[str, ...] = ()) -> str:
    """Return an HTML table without script or style, everything escaped: it shows in notebooks that are not trusted."""
    head = "".join(f'<th scope="col">{escape(name.replace("_", " "))}</th>' for name in columns)
    body = "".join(_html_row(columns, row) for row in rows[:_SHOWN_ROWS])
    shown = (f"Showing {_SHOWN_ROWS} of {len(rows)} rows.",) if len(rows) > _SHOWN_ROWS else ()
    words = "".join(f"<p>{escape(note)}</p>" for note in (*shown, *notes))
    return f"<table><caption>{escape(title)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{words}"


def _html_row(columns: tuple[str, ...], row: dict[str, Any]) -> str:
    return "<tr>" + "".join(f"<td>{escape(_shown(row[name]))}</td>" for name in columns) + "</tr>"


def _shown(value: Any) -> str:
    if value is None:
        return "–"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
