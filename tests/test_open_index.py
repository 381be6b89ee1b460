from __future__ import annotations

from collections import Counter

import pytest

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


@pytest.mark.parametrize(
    ("member", "host"),
    [
        ("method:Order#recalculate", "model:Order"),
        ("model:Order", "model:Order"),
        ("file:app/models/order.rb", "file:app/models/order.rb"),
    ],
)
def test_the_host_of_a_member_is_the_class_around_it_and_a_class_is_its_own(member: str, host: str) -> None:
    index = stores().index
    assert index.keys[index.hosts[index.position[member]]] == host
