"""Whether something uses a unit, asked of many units at once and of each alone."""

from __future__ import annotations

from core.inspect.verdict import side_verdict, verdict_on, verdicts_on
from core.model.verdict import EMPTY, NOT_ANALYSED, POSSIBLY_USED, UNUSED, USED
from tests.retrieval_samples import shop


def test_one_pass_over_all_texts_gives_the_verdict_of_each_unit_alone() -> None:
    bench = shop()
    heads = list(bench.heads.values())[::25]
    together = verdicts_on(bench.index, heads)
    assert together == {head.key: verdict_on(bench.index, head) for head in heads}
    assert {verdict.word for verdict in together.values()} == {USED, UNUSED, POSSIBLY_USED, NOT_ANALYSED}


def test_every_orphan_has_a_verdict_and_a_reason_unless_it_is_started_from_outside() -> None:
    found = shop().analyse.orphans(every=True)
    explained = [end for end in found if end.role in ("entry point", "by convention")]
    assert explained
    assert all(not end.usage for end in explained)
    assert {end.usage for end in found if end not in explained} <= set(EMPTY)
    assert all(end.why for end in found if end.usage == POSSIBLY_USED)


def test_the_lines_that_make_a_unit_possibly_used_write_its_name_outside_of_it() -> None:
    bench = shop()
    verdicts = verdicts_on(bench.index, list(bench.heads.values()))
    key, verdict = next((key, one) for key, one in verdicts.items() if one.places and one.word == POSSIBLY_USED)
    path, _, line = verdict.places[0].rpartition(":")
    assert bench.heads[key].name.lstrip("_").rpartition("::")[2].lower()[:4] in bench.line(path, int(line)).lower()


def test_every_face_gives_the_same_verdict() -> None:
    bench = shop()
    for one in bench.analyse.unused("method"):
        assert bench.verdict(one.unit, "used by").lower().startswith(one.usage)
        listed = bench.dependents(one.unit)
        assert listed.rows or listed.usage == one.usage
        assert bench.sheet(one.unit).used_by_none.lower().startswith(one.usage) or bench.sheet(one.unit).dependents


def test_json_has_the_words_of_the_release_before_next_to_the_verdict() -> None:
    rows = shop().analyse.unused("method").to_json_rows()
    assert {(row["usage"], row["verdict"]) for row in rows} <= {
        (UNUSED, "none"), (POSSIBLY_USED, "unknown"), (NOT_ANALYSED, NOT_ANALYSED),
    }  # fmt: skip


def test_a_unit_whose_name_a_test_writes_is_possibly_tested() -> None:
    bench = shop()
    sentences = {
        side_verdict(bench.index, head, "tests").partition(":")[0] for head in bench.heads.values() if head.type == "service"
    }
    assert sentences <= {"No known tests", "Possibly tested"}
    assert "Possibly tested" in sentences
