"""The parts of the domain: found, named, declared, the same in each process, and usable as level and filter."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from core.analyse import Analysis
from core.analyse.division import SHARED
from core.analyse.parts import parts_toml, read_parts
from core.cli import cli
from core.errors import SettingsError
from core.pipeline.indexing import index_checkout
from core.settings import read_settings
from core.workbench import open_workbench
from core.workbench.declaring import declare_parts, declared_parts
from tests.analyse_graphs import graph, head
from tests.page_index import SAMPLE

DOMAINS = {
    "invoice": ("Invoice", "InvoiceLine", "InvoiceDiscount", "Refund"),
    "course": ("Course", "CourseSession", "CourseTeacher", "Lesson"),
}


def lines_of(domains: dict[str, tuple[str, ...]] = DOMAINS) -> str:
    """Models that belong to the first of their domain, with a controller, job, table, test and route of each."""
    found = ["controller:InvoicesController calls model:Course", "concern:Sluggable calls model:Invoice"]
    found += ["concern:Sluggable calls model:Course", "helper:ApplicationHelper calls concern:Sluggable"]
    for first, *others in domains.values():
        found += [f"model:{other} belongs_to model:{first}" for other in others]
        found += [f"controller:{first}sController calls model:{name}" for name in (first, *others)]
        found += [f"job:{first}Job calls model:{others[-1]}", f"model:{first} stored_in table:{first.lower()}s"]
        found += [f"route:GET/{first.lower()}s routes_to controller:{first}sController"]
        found += [f"test:{first}Test tests model:{first}", f"helper:{first}Format calls controller:{first}sController"]
        found += [f"model:{name} inherits model:ApplicationRecord" for name in (first, *others)]
    return "\n".join(found)


def domain(declared: dict[str, list[str]] | None = None) -> Analysis:
    made = graph(lines_of(), head("model:ApplicationRecord"))
    return Analysis(made.units, lambda: made.relations, declared_parts=lambda: declared or {})


def test_models_that_belong_together_are_a_part_named_after_the_central_one():
    found = domain().parts()

    assert {part.part: set(part.models) for part in found} == {
        name: {f"model:{model}" for model in models} for name, models in DOMAINS.items()
    }


def test_a_part_has_its_entry_points_tables_jobs_and_tests():
    invoice = next(part for part in domain().parts() if part.part == "invoice")

    assert invoice.entry_points == ("controller:InvoicesController",)
    assert invoice.tables == ("table:invoices",)
    assert invoice.jobs == ("job:InvoiceJob",)
    assert invoice.tests == ("test:InvoiceTest",)
    assert invoice.uses == {"course": 1}


def test_what_several_parts_use_alike_and_the_base_of_all_models_are_shared():
    places = domain().places("part")

    assert places["concern:Sluggable"] == places["model:ApplicationRecord"] == SHARED
    assert places["helper:InvoiceFormat"] == "invoice"  # by its controller


def test_links_between_parts_have_their_lines():
    found = domain().parts()

    assert [(link.source, link.target, link.evidence[0].file_path) for link in found.links] == [
        ("invoice", "course", "invoicescontroller.rb")
    ]


@pytest.mark.parametrize("text", ["Lesson", "app/models/lesson.rb", "Les*"])
def test_what_is_declared_wins_and_the_rest_is_found(text):
    found = domain({"billing": ["Invoice*", "Refund"], "school": [text]}).division

    assert found.nouns["school"] == ("model:Lesson",)
    assert set(found.nouns["billing"]) == {f"model:{name}" for name in DOMAINS["invoice"]}
    assert found.part_of["controller:InvoicesController"] == "billing"
    assert found.part_of["model:Course"] == "course"


def test_in_a_small_application_a_model_with_much_code_of_its_own_is_a_part():
    names = ("User", "Trip", "Import", "Place", "Report", "Album", "Letter", "Theme")
    lines = [f"model:{name} belongs_to model:User" for name in names[1:]]
    for name in names[:-1]:
        lines += [f"service:{name}Part{number} calls model:{name}" for number in range(9)]
        lines += [f"service:{name}Part{number} calls service:{name}Part0" for number in range(1, 9)]
    made = graph("\n".join(lines))

    parts = {part.part: part.models for part in Analysis(made.units, lambda: made.relations).parts()}

    alone = {models for models in parts.values() if len(models) == 1}
    assert len(alone) >= 2
    assert ("model:Theme",) not in alone


def test_a_class_in_the_namespace_of_a_model_follows_it():
    lines = lines_of() + "\nmodel:Courses::Online inherits model:Refund\nmodel:Courses::Online belongs_to model:Refund"
    made = graph(lines, head("model:Courses::Online", namespace="Courses"))

    assert Analysis(made.units, lambda: made.relations).division.part_of["model:Courses::Online"] == "course"


def test_classes_of_migrations_and_scripts_are_no_nouns():
    lines = lines_of() + "\nclass:Move::Invoice belongs_to class:Move::Lesson"
    inner = [
        head(f"class:Move::{name}", parent="migration:Move", path="db/migrate/1_move.rb") for name in ("Invoice", "Lesson")
    ]
    made = graph(lines, head("migration:Move", path="db/migrate/1_move.rb"), *inner)

    nouns = Analysis(made.units, lambda: made.relations).division.nouns

    assert not {one.key for one in inner}.intersection(*[set(found) for found in nouns.values()])


def test_without_models_the_most_used_classes_are_the_nouns():
    lines = lines_of().replace("model:", "class:").replace("belongs_to", "calls").replace("stored_in", "calls")
    made = graph(lines)

    assert {"invoice", "course"} <= set(Analysis(made.units, lambda: made.relations).division.nouns)


def test_nothing_has_no_parts():
    assert not Analysis({}, tuple).parts()


def test_each_process_finds_the_same_parts():
    code = "from tests.test_parts import domain; print(domain().parts())"
    runs = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2", "3")
    }  # fmt: skip

    assert len(runs) == 1


def test_the_analyses_count_the_same_lines_between_parts():
    made = domain()

    cells = {
        (cell.source, cell.target): cell.weight for cell in made.matrix("part") if SHARED not in (cell.source, cell.target)
    }

    assert cells == {(link.source, link.target): link.weight for link in made.parts().links}
    assert {group.group for group in made.coupling("part")} >= set(DOMAINS)


@pytest.mark.parametrize("text", ["[parts]\nbilling = 3", '[parts]\nbilling = "Invoice"', "parts = 1", "[parts\n"])
def test_parts_that_are_no_lists_of_names_say_so(text):
    with pytest.raises(SettingsError, match=r"orienteer\.toml"):
        read_parts(text, "orienteer.toml")


def test_saved_parts_are_read_again_and_replace_those_before(tmp_path):
    file = tmp_path / "orienteer.toml"
    file.write_text('[search]\nlimit = 3\n\n[parts]  # ours\nold = ["Refund"]\n\n[[architecture.layers]]\norder = ["a", "b"]\n')
    division = domain().division

    declare_parts(tmp_path, division)
    declare_parts(tmp_path, division)

    assert {name: set(texts) for name, texts in declared_parts(tmp_path).items()} == {
        name: set(models) for name, models in DOMAINS.items()
    }
    assert file.read_text().count("[parts]") == file.read_text().count("[search]") == 1
    assert file.read_text().endswith('[[architecture.layers]]\norder = ["a", "b"]\n')
    assert domain(read_parts(parts_toml(division), "")).division.nouns == division.nouns


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    patch = pytest.MonkeyPatch()
    patch.setenv("ORIENTEER_HOME", str(home))
    settings = read_settings({"embed.embedder": "hash", "index.vectors": "exact"})
    index_checkout(SAMPLE, settings, name="harbour")
    yield open_workbench("harbour", settings=settings)
    patch.undo()


def test_a_question_finds_units_of_its_part_alone(sample):
    part = sample.parts().items[0].part
    inside = sample.analyse.in_parts

    run = sample.ask(f"part:{part} how is it saved")

    assert run.ranked
    assert {inside[one.unit_key] for one in run.ranked} == {part}


def test_a_part_that_is_none_is_searched_as_text_and_the_note_lists_those_there_are(sample):
    run = sample.ask("part:nonsense how is it saved")

    assert any(sample.parts().items[0].part in note for note in run.notes)


def test_the_command_lists_parts_as_json(sample):
    result = CliRunner().invoke(cli, ["parts", "-i", "harbour", "-f", "json"])

    assert [row["part"] for row in json.loads(result.output)] == [part.part for part in sample.parts()]
    assert Path(sample.manifest.root).is_dir()
