"""One order of places and one count of users: whatever view gathers the lines, it counts the same ones against the layering."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.analyse import Analysis
from core.analyse.feedback import arranged, settled
from core.analyse.users import grouped
from core.errors import SettingsError
from core.present.architecture.place_map import place_map
from core.workbench import open_workbench
from tests.analyse_graphs import analysis, graph, head, of
from tests.examples import examples
from tests.page_index import sample_index
from tests.shared import made_once

FOLDERS = ("app/a", "app/b", "app/b/x", "lib", "lib/c", "lib/c/y/z")
LINKS = st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), min_size=1, max_size=40)


def placed(links: list[tuple[int, int]]) -> Analysis:
    """Two classes in each folder, and these calls among them, each in a line of its own."""
    heads = [head(f"class:C{number}", path=f"{FOLDERS[number // 2]}/c{number}.rb") for number in range(12)]
    made = graph("\n".join(f"class:C{one} calls class:C{other} {at}" for at, (one, other) in enumerate(links, 1)), *heads)
    return of(made)


@examples(60)
@given(LINKS)
def test_a_line_that_leads_up_does_so_in_every_view(links):
    made = placed(links)
    order = made.order("folder")
    up = {(one.file_path, one.line) for link in made.uses("unit").links() for one in link.evidence if order.against(one)}
    deep = made.matrix("folder")
    between = {(line.file_path, line.line) for cell in deep for line in cell.lines}
    assert sum(cell.up for cell in deep) == len(up & between)
    assert [(link.source, link.target) for link in made.layers("folder").back] == [
        (cell.source, cell.target) for cell in sorted(deep, key=lambda one: (one.source, one.target)) if cell.back
    ]
    assert all(cell.back == (cell.column < cell.row) for cell in deep)
    two = made.matrix("folder", depth=2)
    assert (sum(cell.up for cell in two), sum(cell.weight for cell in two)) == (order.up, order.down + order.up)
    cut = {(link.source, link.target) for cycle in made.cycles(level="folder") for link in cycle.cut}
    assert cut <= {(cell.source, cell.target) for cell in deep if cell.back}
    drawn = place_map(made.uses("file"), order, least=1)
    for link in drawn.links.values():
        assert link.up == len({(one.file_path, one.line) for one in link.evidence if order.against(one)})


@examples(60)
@given(LINKS)
def test_without_the_cut_of_places_no_cycle_is_left(links):
    made = placed(links)
    view = made.uses("folder")
    for cycle in made.cycles(level="folder"):
        rest = view.to_graph(cycle.units)
        rest.remove_edges_from((link.source, link.target) for link in cycle.cut)
        assert nx.is_directed_acyclic_graph(rest)


@examples(60)
@given(LINKS)
def test_a_settled_order_has_no_more_weight_backwards_than_the_one_before(links):
    weights = [{other: 1 + number for number, (one, other) in enumerate(links) if one == node != other} for node in range(12)]

    def back(order: list[int]) -> int:
        at = {node: place for place, node in enumerate(order)}
        return sum(w for node, targets in enumerate(weights) for target, w in targets.items() if at[target] < at[node])

    before = arranged(weights)
    after = settled(weights, before)
    assert sorted(after) == sorted(before)
    assert back(after) <= back(before)


def test_users_are_distinct_units_outside_with_tests_and_routes_apart():
    found = analysis(
        """
        controller:Orders calls model:Order 1
        controller:Orders calls method:Order#total 2
        method:Orders#show calls method:Order#total 3
        view_template:orders/show links_to model:Order 4
        route:GET_/orders routes_to model:Order 5
        test:OrderTest tests model:Order 6
        method:Order#total calls model:Order 7
        """,
        head("model:Order"), head("method:Order#total", parent="model:Order"),
        head("method:Orders#show", parent="controller:Orders"),
    ).users("model:Order")  # fmt: skip
    assert found.code == {"controller:Orders": 3}
    assert (list(found.tests), list(found.outer), list(found.linking)) == (
        ["test:OrderTest"], ["route:GET_/orders"], ["view_template:orders/show"],
    )  # fmt: skip
    assert found.apart == "1 test, 1 route or migration, 1 page that links"
    assert grouped(found, {"controller:Orders": "controller"}) == {"controllers": {"controller:Orders": 3}}


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    from core.settings import read_settings

    home = made_once(tmp_path_factory, "sample", sample_index)
    return open_workbench("sample", settings=read_settings({"home": str(home)}))


def test_every_page_says_the_same_number_of_users(sample):
    view, hubs = sample.analyse.uses("unit"), {hub.unit: hub for hub in sample.analyse.hubs(limit=0)}
    assert hubs
    for key, hub in hubs.items():
        users = sample.analyse.users(key)
        assert dict(users.code) == {other: link.weight for other, link in view.into[key].items()}
        assert (hub.fan_in, hub.fan_out) == (len(users), len(sample.analyse.used(key)))
    for row in sample.overview.central:
        assert row["fan_in"] == len(sample.analyse.users(str(row["unit"])))
    most = max(hubs.values(), key=lambda hub: hub.fan_in)
    assert f"{most.fan_in} units use" in sample.dependents(most.unit).sentence


def test_map_matrix_and_levels_of_the_sample_count_the_same_lines_against_the_order(sample):
    order, matrix, layers = (
        sample.analyse.order("folder"),
        sample.analyse.matrix(depth=2),
        sample.analyse.layers("folder", depth=2),
    )
    drawn = place_map(sample.analyse.uses("file"), order, "app")
    on_map = {ends: (link.lines, link.up) for ends, link in drawn.links.items()}
    in_matrix = {(cell.source, cell.target): (cell.weight, cell.up) for cell in matrix}
    shared = on_map.keys() & in_matrix.keys()
    assert len(shared) > 5
    assert {ends: on_map[ends] for ends in shared} == {ends: in_matrix[ends] for ends in shared}
    assert {(link.source, link.target) for link in layers.back} == {
        ends for ends, (lines, up) in in_matrix.items() if 2 * up > lines
    }


def test_a_folder_that_is_opened_gives_way_to_what_lies_inside_where_it_stood(sample):
    closed, opened = sample.analyse.matrix(depth=2), sample.analyse.matrix(depth=2, opened=("app/models",))
    inside = [name for name in opened.order if name.startswith("app/models/")]
    at = opened.order.index(inside[0])
    assert len(inside) > 3
    assert list(opened.order[at : at + len(inside)]) == inside
    folder = dict.fromkeys(inside, "app/models")
    assert list(dict.fromkeys(folder.get(name, name) for name in opened.order)) == list(closed.order)
    lines: dict[tuple[str, str], set[tuple[str, int]]] = {}
    for cell in opened:
        ends = folder.get(cell.source, cell.source), folder.get(cell.target, cell.target)
        lines.setdefault(ends, set()).update((one.file_path, one.line) for one in cell.lines)
    lines.pop(("app/models", "app/models"))
    assert {ends: len(found) for ends, found in lines.items()} == {(one.source, one.target): one.weight for one in closed}


def test_a_file_that_is_opened_gives_way_to_its_units_and_only_folders_open(sample):
    path = sample.head("Order").file_path
    order = sample.analyse.matrix(depth=2, opened=("app/models", path)).order
    assert path not in order
    assert "model:Order" in order
    with pytest.raises(SettingsError, match="has nothing to open"):
        sample.analyse.matrix("namespace", opened=("Billing",))
