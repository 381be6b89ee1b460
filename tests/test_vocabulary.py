"""The table of types and kinds: what no row may contradict, and where a name resolves the same from every side."""

import pytest

from core.inspect.strength import strength
from core.model.resolve import candidates
from core.open_index.finding import find_units
from core.open_index.names import UnitNames
from core.vocabulary import BY_PATH, CONTAINERS, LATE, RELATION_KINDS, UNIT_TYPES, relation_kind, unit_type
from tests.retrieval_samples import stores


def test_an_unknown_type_or_kind_has_the_plain_row():
    assert not any(getattr(unit_type("no_such_type"), flag) for flag in ("container", "prose", "framework", "late", "runs"))
    assert relation_kind("no_such_kind").group == relation_kind("references").group


@pytest.mark.parametrize("name", sorted(UNIT_TYPES))
def test_no_row_of_a_type_contradicts_itself(name):
    row = UNIT_TYPES[name]
    assert row.member in ("", "always", "of its kind")
    assert not (row.entry and row.convention), "started from outside, or found by a framework"
    assert not (row.container and row.member), "a container is nobody's member"


def test_files_and_folders_hold_units_and_come_late():
    assert BY_PATH <= CONTAINERS & LATE


def test_strength_follows_the_table():
    kinds = list(RELATION_KINDS)
    assert sorted(kinds, key=lambda kind: strength(kind, "declared", "class")) == sorted(
        kinds, key=lambda kind: (RELATION_KINDS[kind].group, kinds.index(kind))
    )


@pytest.mark.parametrize("name", ["Order", "orders", "Shipping", "Basket"])
def test_every_way_from_a_name_puts_code_first(name):
    index = stores().index
    by_name, typed = candidates(name, index.by_key), find_units(name, index.heads)
    match = UnitNames(index.heads).match(name)
    for found in (by_name, typed, [index.heads[number] for number in match.positions] if match else []):
        types = [head.type in LATE for head in found if head.name.lower() == name.lower()]
        assert types == sorted(types)
