"""What it means that nothing is known to use a unit, asked of many units at once and of each alone."""

from __future__ import annotations

from core.inspect.verdict import side_verdict, verdict, verdicts
from tests.retrieval_samples import shop


def test_one_pass_for_all_names_says_what_is_said_of_each_alone() -> None:
    bench = shop()
    heads = list(bench.heads.values())[::25]
    together = verdicts(bench.index, heads)
    assert together == {head.key: verdict(bench.index, head, forwards=False) for head in heads}
    assert {sentence.partition(":")[0] for sentence in together.values()} == {"None", "Unknown", "Not analysed"}


def test_every_orphan_says_whether_it_has_no_users_or_nobody_knows() -> None:
    found = shop().analyse.orphans(every=True)
    explained = [end for end in found if end.role in ("entry point", "by convention")]
    assert explained
    assert all(not end.users for end in explained)
    assert {end.users for end in found if end not in explained} <= {"none", "unknown", "not analysed"}
    assert all(end.why for end in found if end.users == "unknown")


def test_the_places_that_make_users_unknown_write_the_name_outside_of_the_unit() -> None:
    bench = shop()
    doubtful = next(end for end in bench.analyse.orphans() if end.users == "unknown")
    path, _, line = doubtful.why.rpartition("mean: ")[2].split(", ")[0].rstrip(" …").rpartition(":")
    assert bench.heads[doubtful.unit].name in bench.line(path, int(line))


def test_that_no_test_is_known_is_unknown_while_a_test_writes_the_name() -> None:
    bench = shop()
    said = {
        side_verdict(bench.index, head, "tests").partition(":")[0] for head in bench.heads.values() if head.type == "service"
    }
    assert said <= {"None", "Unknown"}
    assert "Unknown" in said
