"""Keys of units are made and read in one place, and name the repository where that is not the one at hand."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.analyse import Analysis
from core.errors import SourceError
from core.model import (
    Key,
    Relation,
    UnitHead,
    file_key,
    fitted_name,
    is_key,
    local,
    parse_key,
    split_key,
    split_repository,
    unit_key,
)
from core.model.resolve import resolve
from core.open_index.links import Links
from core.present.html.links import unit_url
from core.vocabulary import UNIT_TYPES
from tests.examples import examples

ROOT = Path(__file__).parents[1]
TYPES = frozenset({*UNIT_TYPES, "class", "model", "module", "namespace", "struct", "unit"})
MARKS = frozenset({"concern", "gem", "macro", "method", "package", "type"})
"""What begins the `via` of a relation or a fact like a type begins a key: how it is known; `type:job` limits a question."""
NPM = frozenset({"file", "workspace", "namespace"})
"""Protocols of package.json, and the blocks of rake: `startswith("file:")` is about these."""
KEYED = re.compile(r"key|unit|source|target|parent|owner")
"""What a variable, an attribute or a column is called that holds a key."""
OF_MODULES = frozenset({"table[name].target.partition(':')", "target.partition(':')"})
"""The module and the name of a product or a grammar."""
PARTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=30)
KEYS = st.builds(
    Key,
    st.from_regex(r"[a-z][a-z0-9_]{0,11}", fullmatch=True),
    PARTS,
    st.one_of(st.just(""), st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,11}", fullmatch=True)),
)


@pytest.mark.parametrize(
    ("name", "room", "fitted"),
    [
        ("Order", 5, "Order"),
        ("method:shop.cart.Basket.add_line", 26, "method:…Basket.add_line"),
        ("method:Shop::Cart::Basket#add_line", 22, "method:…#add_line"),
        ("method:Shop::Cart::Basket#add_line", 24, "method:…Basket#add_line"),
        ("method:Shop::Cart::Basket#add_line", 12, "…#add_line"),
        ("web//class:Shop::Basket", 20, "web//class:…Basket"),
        ("app/services/shop/basket.rb", 18, "…shop/basket.rb"),
        ("route:GET /orders/:reference/cancel", 20, "route:…cancel"),
        ("a_very_long_name", 8, "…ng_name"),
        ("app/models/account.rb", 8, "…ount.rb"),
    ],
)
def test_a_long_name_loses_its_namespace_and_keeps_its_end(name: str, room: int, fitted: str) -> None:
    assert fitted_name(name, room) == fitted


@examples(200)
@given(name=st.text(max_size=40), room=st.integers(1, 40))
def test_a_fitted_name_fits(name: str, room: int) -> None:
    assert len(fitted_name(name, room)) <= room


@examples(200)
@given(key=KEYS)
def test_a_key_says_what_it_was_made_of(key: Key) -> None:
    assert parse_key(str(key)) == key
    assert split_key(str(key)) == (key.type, key.identifier)
    assert is_key(str(key)) is not key.identifier.startswith(":")


@examples(200)
@given(key=KEYS)
def test_a_repository_drops_its_own_name_only(key: Key) -> None:
    short = unit_key(key.type, key.identifier)
    assert local(str(key), key.repository or "shop") == short
    if key.repository:
        assert local(str(key), f"{key.repository}2") == str(key)
        assert split_repository(str(key)) == (key.repository, short)


@pytest.mark.parametrize(
    "text",
    ["route:GET //double", "file:docs//odd.md", "http://example.com", "//", "shop//", "a b//c", "Foo::Bar", "doc_section:a//b"],
)
def test_slashes_within_a_name_are_no_repository(text: str) -> None:
    assert split_repository(text) == ("", text)


def test_files_have_keys_of_their_paths() -> None:
    assert file_key("app/a.rb") == "file:app/a.rb"
    assert file_key("app/a.rb", "shop") == "shop//file:app/a.rb"


def test_a_name_may_begin_with_the_repository_of_the_index() -> None:
    heads = {head.key: head for head in (_head("class", "Order"), _head("method", "Order#total"))}
    for name in ("class:Order", "shop//class:Order", "shop//Order", "Order"):
        assert resolve(name, heads, "shop").key == "class:Order"
    assert resolve("shop//total", heads, "shop").identifier == "Order#total"


def test_a_name_of_another_repository_is_told_where_to_ask() -> None:
    heads = {"class:Order": _head("class", "Order")}
    with pytest.raises(SourceError, match=r"repository 'billing', and this is the index of 'shop'.*-i billing"):
        resolve("billing//class:Order", heads, "shop")


def test_units_of_several_repositories_stand_in_one_graph() -> None:
    """The key of a unit of another repository names it, so that equal names do not fall together and links cross."""
    heads = [_head("class", "Order"), _head("class", "Order", "billing"), _head("class", "Invoice", "billing")]
    crossing = Relation("class:Order", "billing//class:Order", "calls", "app/order.rb", 3)
    inside = Relation("billing//class:Order", "billing//class:Invoice", "calls", "lib/order.rb", 7)
    back = Relation("billing//class:Invoice", "class:Order", "calls", "lib/invoice.rb", 9)
    analysis = Analysis({head.key: head for head in heads}, lambda: (crossing, inside, back))
    steps = list(analysis.path("class:Order", "billing//class:Invoice"))
    assert [(step.source, step.target) for step in steps] == [
        ("class:Order", "billing//class:Order"), ("billing//class:Order", "billing//class:Invoice"),
    ]  # fmt: skip
    assert [line.repository for step in steps for line in step.lines] == ["", "billing"]
    assert len(list(analysis.cycles())) == 1
    position = {head.key: number for number, head in enumerate(heads)}
    rows = [(one.source, one.target, one.kind, one.file_path, one.line, one.certainty) for one in (crossing, inside, back)]
    assert [link.other for link in Links(position, rows).out(0)] == [1]


def test_a_unit_of_a_member_has_its_page_in_the_set_that_is_shown_and_without_one_in_its_own_index() -> None:
    assert unit_url("class:Order", "shop") == "/code?index=shop&unit=class%3AOrder"
    assert unit_url("billing//class:Order", "shop") == "/code?index=shop&unit=billing%2F%2Fclass%3AOrder"
    assert unit_url("billing//class:Order", "billing") == "/code?index=billing&unit=class%3AOrder"
    assert unit_url("billing//class:Order") == "/code?index=billing&unit=class%3AOrder"


@cache
def trees() -> dict[str, ast.Module]:
    """Return the syntax trees of all modules by path."""
    paths = [path for folder in ("core", "pages") for path in sorted((ROOT / folder).rglob("*.py"))]
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def test_keys_are_put_together_and_taken_apart_in_one_place() -> None:
    found = {}
    for name, tree in trees().items():
        if name != "core/model/keys.py" and (lines := sorted({*_built(tree)})):
            found[name] = lines
    assert found == {}, "use unit_key, file_key, split_key or parse_key"


def test_no_key_is_divided_at_its_colon() -> None:
    nodes = ((name, node) for name, tree in trees().items() for node in ast.walk(tree))
    found = [(name, ast.unparse(node)) for name, node in nodes if _divides_a_key(node)]
    assert found == [], "use split_key or parse_key"


def _head(type_: str, identifier: str, repository: str = "") -> UnitHead:
    name = identifier.rpartition("#")[2]
    return UnitHead(type_, identifier, name, "", "ruby", "app/order.rb", 1, 9, "", "", False, "static", repository)


def _built(tree: ast.AST) -> Iterator[int]:
    """Yield the lines of formatted texts that begin with a type and a colon, whichever way the type is written."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) and len(node.values) > 1:
            first, second = node.values[:2]
            if isinstance(first, ast.Constant) and (type_ := str(first.value).partition(":")[0]) in TYPES - MARKS:
                if str(first.value) == f"{type_}:":
                    yield node.lineno
            elif isinstance(second, ast.Constant) and str(second.value) == ":" and _names_a_type(first):
                yield node.lineno
        elif _called(node) in {"startswith", "removeprefix"} and any(map(_begins_a_key, ast.walk(node))):
            yield node.lineno


def _names_a_type(part: ast.AST) -> bool:
    names = {node.id for node in ast.walk(part) if isinstance(node, ast.Name)}
    names |= {node.attr for node in ast.walk(part) if isinstance(node, ast.Attribute)}
    return bool(names & {"type", "type_", "unit_type", "level"})


def _begins_a_key(node: ast.AST) -> bool:
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return False
    return node.value.endswith(":") and node.value[:-1] in TYPES - MARKS - NPM


def _called(node: ast.AST) -> str:
    return node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else ""


def _divides_a_key(node: ast.AST) -> bool:
    if _called(node) not in {"partition", "rpartition", "split", "rsplit", "find", "index", "replace"}:
        return False
    assert isinstance(node, ast.Call)
    at_colon = bool(node.args) and isinstance(node.args[0], ast.Constant) and node.args[0].value == ":"
    return at_colon and KEYED.search(ast.unparse(node.func)) is not None and ast.unparse(node) not in OF_MODULES
