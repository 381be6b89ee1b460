from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from core.index.chunks import chunk_units
from core.index.documents import documents
from core.index.texts import header, unit_text
from core.model import CodeUnit, chunk_unit
from core.text.tokens import count_tokens
from core.text.words import stem
from tests.examples import examples
from tests.index_samples import fact, order_units


def method(source: str, name: str = "Order#total", start: int = 1) -> CodeUnit:
    end = start + source.count("\n")
    return CodeUnit("method", name, name.split("#")[-1], "Order", "ruby", "app/models/order.rb", start, end, source)


def big_model() -> list[CodeUnit]:
    body = ["class Order < ApplicationRecord", "  has_many :lines", "  validates :number, presence: true", ""]
    members = []
    for number in range(20):
        start = len(body) + 1
        body += [f"  def step_{number}", f"    perform_something_long_enough({number})", "  end", ""]
        members.append(method("\n".join(body[start - 1 : start + 2]), f"Order#step_{number}", start))
    body.append("end")
    metadata = {"associations": [fact("lines", 2)], "validations": [fact("number", 3)]}
    model = CodeUnit(
        "model", "Order", "Order", "", "ruby", "app/models/order.rb", 1, len(body), "\n".join(body), "An order.",
        "class Order < ApplicationRecord", "", metadata,
    )  # fmt: skip
    return [model, *(CodeUnit(**{**fields(member), "parent": model.key}) for member in members)]


def fields(unit: CodeUnit) -> dict[str, object]:
    return {name: getattr(unit, name) for name in CodeUnit.__dataclass_fields__}


def test_a_small_unit_is_one_chunk_with_its_header_docstring_and_code() -> None:
    units = order_units()
    chunks = [chunk for chunk in chunk_units(units, 200) if chunk.unit_key == "method:Order#total"]
    (chunk,) = chunks
    assert chunk.kind == "whole"
    assert (chunk.start_line, chunk.end_line) == (8, 10)
    assert chunk.text == (
        "method Order#total\napp models order total\nWhat it costs.\n  def total\n    lines.sum(&:price)\n  end"
    )
    assert chunk.tokens == count_tokens(chunk.text)
    assert chunk_unit(chunk.id) == chunk.unit_key


def test_the_members_of_a_large_unit_are_not_embedded_twice() -> None:
    units = big_model()
    chunks = [chunk for chunk in chunk_units(units, 100) if chunk.unit_key == "model:Order"]
    assert [chunk.kind for chunk in chunks] == ["summary", "associations", "validations"]
    assert all("perform_something_long_enough" not in chunk.text for chunk in chunks)
    summary = chunks[0].text
    assert "An order." in summary
    assert "has_many :lines" in summary
    assert "step_0, step_1" in summary
    assert "class Order < ApplicationRecord" in summary


def test_the_parts_of_a_large_unit_say_where_they_stand() -> None:
    chunks = {chunk.kind: chunk for chunk in chunk_units(big_model(), 100)}
    assert (chunks["associations"].start_line, chunks["associations"].end_line) == (2, 2)
    assert "  has_many :lines" in chunks["associations"].text


def test_files_and_folders_that_hold_units_are_left_to_lexical_search() -> None:
    file, *rest = order_units()
    folder = CodeUnit("folder", "app", "app", file_path="app")
    with_readme = CodeUnit("folder", "lib", "lib", file_path="lib", docstring="Things shared by all.")
    child = CodeUnit("file", "lib/a.rb", "a.rb", file_path="lib/a.rb", parent="folder:lib", source_code="x = 1")
    keys = {chunk.unit_key for chunk in chunk_units([file, *rest, folder, with_readme, child], 200)}
    assert "file:app/models/order.rb" not in keys
    assert "folder:app" not in keys
    assert "folder:lib" in keys
    assert "file:lib/a.rb" in keys


def test_of_a_long_file_without_units_only_the_beginning_is_embedded() -> None:
    text = "\n".join(f"key_{number}: value {number}" for number in range(400))
    (chunk,) = chunk_units([CodeUnit("file", "a.yml", "a.yml", "", "yaml", "a.yml", 1, 400, text)], 100)
    assert chunk.start_line == 1
    assert chunk.tokens < 130


def test_parts_end_at_blank_lines_where_there_is_one() -> None:
    first = "\n".join(f"    first_{number}(value)" for number in range(12))
    second = "\n".join(f"    second_{number}(value)" for number in range(12))
    unit = method(f"  def total\n{first}\n\n{second}\n  end")
    parts = chunk_units([unit], 90)
    assert [part.kind for part in parts] == ["part"] * len(parts)
    assert "second_0" not in parts[0].text
    assert "first_11" in parts[0].text


def test_what_a_concern_brings_is_part_of_the_text() -> None:
    units = order_units()
    brought = {"name": "tax_lines", "file_path": "app/models/concerns/taxable.rb", "line": 4, "via": "concern:Taxable"}
    model = replace(units[1], metadata={"associations": [fact("lines", 3), brought]})
    for limit in (20, 2000):
        text = next(chunk.text for chunk in chunk_units([model, *units[2:]], limit) if chunk.unit_key == "model:Order")
        assert "associations: tax_lines" in text


def test_another_text_gives_another_id() -> None:
    (one,) = chunk_units([method("def total; 1; end")], 200)
    (two,) = chunk_units([method("def total; 2; end")], 200)
    assert one.id != two.id
    assert chunk_unit(one.id) == chunk_unit(two.id)


CODE_LINES = st.lists(st.sampled_from(["", "  x = 1", "    call(a, b)", "end", "  # größe 😀 " * 3]), min_size=1, max_size=120)


@examples(60)
@given(CODE_LINES, st.integers(20, 80))
def test_parts_cover_every_line_with_text_once_and_in_order(lines: list[str], limit: int) -> None:
    unit = method("\n".join(lines))
    chunks = chunk_units([unit], limit)
    covered = [line for chunk in chunks for line in range(chunk.start_line, chunk.end_line + 1)]
    assert covered == sorted(set(covered))
    assert {number for number, text in enumerate(lines, 1) if text.strip()} <= set(covered)
    head = count_tokens(header(unit))
    assert all(chunk.tokens <= limit + head + 30 for chunk in chunks)


def test_the_header_has_the_words_of_path_and_name_once() -> None:
    unit = CodeUnit("view_template", "app/views/orders/_line_item.html.erb", "_line_item", "", "erb", "app/views/x.erb")
    assert header(unit) == ("view template app/views/orders/_line_item.html.erb\napp views x orders line item html erb")


def test_a_long_docstring_leaves_room_for_the_code() -> None:
    unit = CodeUnit("method", "a", "a", docstring="word " * 500, source_code="def a; end")
    text = unit_text(unit, unit.source_code)
    assert text.endswith("def a; end")
    assert len(text) < 300


def test_the_lexical_document_weighs_names_more_than_bodies() -> None:
    words = dict(zip([unit.key for unit in order_units()], documents(order_units()), strict=True))
    total = words["method:Order#total"]
    assert total.count("total") > total.count(stem("price")) > 0
    assert stem("price") not in words["model:Order"]  # only a method says it
    assert words["model:Order"].count(stem("lines")) >= 2
    assert stem("cancel") in words["model:Order"]  # the name of a member
    assert stem("price") not in words["file:app/models/order.rb"]


def test_what_a_model_includes_belongs_to_its_document() -> None:
    concern = {"identifier": "Taxable", "source_code": "def tax_rate; end"}
    unit = CodeUnit("model", "Order", "Order", metadata={"inlined": [concern]})
    assert "tax_rate" in documents([unit])[0]
