from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.assemble.outline import outline

RUBY = """\
module Shop
  # Money with a currency.
  class Money
    include Comparable
    attr_reader :cents

    # Adds two amounts.
    def +(other)
      Money.new(cents + other.cents)
    end

    def zero?
      cents.zero?
    end
  end
end
""".splitlines()

PYTHON = """\
@dataclass
class Money:
    cents: int

    def plus(
        self,
        other: "Money",
    ) -> "Money":
        return Money(self.cents + other.cents)
""".splitlines()

RUST = """\
#[derive(Debug)]
pub struct Money {
    cents: i64,
}
""".splitlines()


def kinds(lines: list[str]) -> list[tuple[str, str]]:
    return [(piece.kind, lines[piece.start].strip()) for piece in outline(lines)]


def test_a_ruby_class_is_cut_into_frame_declarations_signatures_and_bodies() -> None:
    assert kinds(RUBY) == [
        ("frame", "module Shop"),
        ("doc", "# Money with a currency."),
        ("signature", "class Money"),
        ("declaration", "include Comparable"),
        ("doc", "# Adds two amounts."),
        ("signature", "def +(other)"),
        ("body", "Money.new(cents + other.cents)"),
        ("signature", "def zero?"),
        ("body", "cents.zero?"),
        ("tail", "end"),
        ("tail", "end"),
    ]


def test_a_signature_over_several_lines_is_one_piece() -> None:
    signature = next(piece for piece in outline(PYTHON) if piece.kind == "signature" and "plus" in PYTHON[piece.start])
    assert (signature.start, signature.end) == (4, 8)


def test_a_comment_at_the_margin_does_not_end_a_class() -> None:
    lines = ["class A", "# at the margin", "  def one", "    1", "  end", "end"]
    assert next(piece.kind for piece in outline(lines)) == "frame"
    assert ("signature", "def one") in kinds(lines)


def test_what_a_body_needs_is_its_signature_and_everything_needs_the_frame() -> None:
    pieces = outline(RUBY)
    for piece in pieces:
        if piece.kind == "body":
            assert pieces[piece.needs].kind == "signature"
    assert [piece.kind for piece in pieces if piece.needs < 0] == ["frame"]


def test_attributes_and_decorators_belong_to_what_they_stand_above() -> None:
    assert outline(RUST)[0].start == 0
    assert outline(PYTHON)[0].start == 0


@given(st.lists(st.text(alphabet=" abc(){}#:\n", max_size=20), max_size=40))
def test_pieces_cover_every_line_that_is_not_blank_and_no_line_twice(texts: list[str]) -> None:
    lines = "\n".join(texts).split("\n")
    pieces = outline(lines)
    covered = [line for piece in pieces for line in range(piece.start, piece.end)]
    assert len(covered) == len(set(covered))
    assert {number for number, line in enumerate(lines) if line.strip()} <= set(covered)
    assert all(piece.needs < len(pieces) for piece in pieces)
