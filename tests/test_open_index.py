from __future__ import annotations

from collections import Counter
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from core.assemble.anatomy import anatomy_of
from core.assemble.choose import steps_of
from core.assemble.hosts import Host
from tests.examples import examples
from tests.retrieval_samples import stores


def test_every_relation_is_found_from_both_its_ends() -> None:
    index = stores().index
    known = Counter(
        (relation.source, relation.kind, relation.target, relation.file_path, relation.line, relation.certainty)
        for relation in stores().index.catalog.relations()
        if relation.source in index.position and relation.target in index.position and relation.source != relation.target
    )
    for outward, links_of in ((True, index.links.out), (False, index.links.into)):
        found: Counter[tuple[object, ...]] = Counter()
        for number, key in enumerate(index.keys):
            for link in links_of(number):
                assert link.outward is outward
                ends = (key, link.kind, index.keys[link.other]) if outward else (index.keys[link.other], link.kind, key)
                found[*ends, link.file_path, link.line, link.certainty] += 1
        assert found == known
    assert sum(map(index.links.degree, range(len(index.keys)))) == 2 * sum(known.values())


@examples(60)
@given(data=st.data(), number=st.integers(0, 10_000))
def test_no_purchase_is_denser_than_its_unit_promises_and_they_get_thinner(data: st.DataObject, number: int) -> None:
    index = stores().index
    place = number % len(index.heads)
    anatomy = anatomy_of(index.heads[place], stores().index.catalog.source_codes([place])[place])
    if not anatomy.pieces:
        return
    size = len(anatomy.pieces)
    values = data.draw(st.lists(st.floats(0, 1), min_size=size, max_size=size))
    host = Host(anatomy, "primary", 1.0, 1.0, "", (), tuple(values))
    steps = steps_of(host)
    densities = [step[0] for step in steps]
    assert max(densities) <= host.bound
    assert all(before >= after * (1 - 1e-9) for before, after in pairwise(densities))
    assert sorted(piece for step in steps for piece in step[3]) == list(range(size))
    assert anatomy.frame in steps[0][3]
