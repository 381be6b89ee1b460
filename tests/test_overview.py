"""What an application is: what it says of itself, is made of and about, what happens in it, what to read first."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.analyse.entry import BY_PLACE
from core.errors import SettingsError
from core.model.flow import Flow, FlowStep
from core.pipeline.indexing import index_checkout
from core.present.flow.outward import outward
from core.settings import read_settings
from core.workbench import Workbench, open_workbench
from core.workbench.journeys import _usual, sets_off
from core.workbench.jvm_stack import jvm_libraries
from core.workbench.project import first_sentence
from tests.page_index import SAMPLE
from tests.shared import checkout, made_once

FILES = {
    "README.md": (
        "Shop\n====\n\n[![Tests](https://x/a.svg)](https://x)\n\nThe *shop* sells [boats](https://x/b) to sailors. More.\n"
    ),
    ".ruby-version": "3.4.1\n",
    "Gemfile": 'source "x"\nruby file: ".ruby-version"\ngem "rails"\ngem "pg"\ngem "redis"\n',
    "Gemfile.lock": "GEM\n  remote: x\n  specs:\n    pg (1.5.9)\n    rails (8.0.1)\n\nDEPENDENCIES\n  pg\n  rails\n  redis\n",
    "config/routes.rb": "Rails.application.routes.draw do\n  resources :boats\n  namespace(:admin) { resources :boats }\nend\n",
    "app/controllers/application_controller.rb": (
        "class ApplicationController < ActionController::Base\n  before_action :count\n  def count = Visit.create!\nend\n"
    ),
    "app/controllers/boats_controller.rb": (
        "class BoatsController < ApplicationController\n  def create\n    boat = Boat.create!(params)\n"
        "    MoorJob.perform_later(boat)\n    BoatMailer.sold(boat).deliver_later\n  end\nend\n"
    ),
    "app/controllers/admin/boats_controller.rb": (
        "class Admin::BoatsController < ApplicationController\n  def create\n    Boat.create!(params)\n"
        "    Owner.create!(params)\n    Visit.create!\n    MoorJob.perform_later(1)\n    BoatMailer.sold(1).deliver_later\n"
        "    BoatMailer.sunk(1).deliver_later\n  end\nend\n"
    ),
    "app/models/application_record.rb": "class ApplicationRecord < ActiveRecord::Base\nend\n",
    "app/models/boat.rb": "class Boat < ApplicationRecord\n  belongs_to :owner\nend\n",
    "app/models/owner.rb": "class Owner < ApplicationRecord\n  has_many :boats\nend\n",
    "app/models/visit.rb": "class Visit < ApplicationRecord\nend\n",
    "app/jobs/moor_job.rb": (
        "class MoorJob < ApplicationJob\n  def perform(boat)\n    Owner.find(1).update!(name: 1)\n  end\nend\n"
    ),
    "app/mailers/boat_mailer.rb": (
        "class BoatMailer < ApplicationMailer\n  def sold(boat) = mail\n  def sunk(boat) = mail\nend\n"
    ),
    "config/initializers/moor.rb": "Boat.count\nOwner.count\nVisit.count\nMoorJob.perform_later(1)\nBoatsController\n",
}  # fmt: skip


def _made(home: Path) -> None:
    for path, text in FILES.items():
        (home / "shop" / path).parent.mkdir(parents=True, exist_ok=True)
        (home / "shop" / path).write_text(text)
    index_checkout(home / "shop", read_settings({"home": str(home / "home")}), vectors=False)


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    home = made_once(tmp_path_factory, "overview", _made)
    return open_workbench("shop", settings={"home": str(home / "home")})


def test_the_first_sentence_of_the_readme_is_said_without_badges_and_addresses(shop: Workbench) -> None:
    assert (shop.overview.says, shop.overview.says_in) == ("The shop sells boats to sailors.", "readme:README.md")
    assert first_sentence("# Title\n\n<p align='center'><img src='x'></p>\n\nA tool that finds boats. Second one.") == (
        "A tool that finds boats."
    )
    assert first_sentence("![x](y)\n\nShort.") == ""
    greeted = "Welcome to the Boats project.\n\nYou can find it at https://boats.example\n\nBoats is a list of what floats."
    assert first_sentence(greeted) == "Boats is a list of what floats."
    pictures = (
        "<div>\n\n![Sold last week](https://x/y.svg) ![Sold today](https://x/z.svg)\n\n</div>\n\nBoats sells what floats."
    )
    assert first_sentence(pictures) == "Boats sells what floats."
    badges = "[![Release][release]][all]\n![Build][badge] [![Pulls](https://x/y.svg)][pulls]\n\nBoats rents what floats."
    assert first_sentence(badges) == "Boats rents what floats."
    advert = "# Boats: what floats\n\nIf you look for Boats Cloud, ask us.\n\n**Boats** is a list of what floats. It is free."
    assert first_sentence(advert) == "Boats is a list of what floats."
    assert first_sentence("# Boats\n\nThis sells what floats. It is free.") == "This sells what floats."
    assert first_sentence("Welcome to the Boats project.") == "Welcome to the Boats project."


def test_the_stack_has_the_versions_of_the_locks_and_says_what_has_none(shop: Workbench) -> None:
    assert [(row["name"], row["version"], row["library"], row["file_path"]) for row in shop.overview.stack] == [
        ("Ruby", "3.4.1", "", ".ruby-version"), ("Rails", "8.0.1", "", "Gemfile.lock"),
        ("PostgreSQL", "1.5.9", "pg", "Gemfile.lock"), ("Redis", "", "", "Gemfile"),
    ]  # fmt: skip
    assert "Built with Ruby 3.4.1, Rails 8.0.1, PostgreSQL (pg 1.5.9), Redis." in str(shop.overview)


def indexed(folder: Path, **files: str) -> Workbench:
    """Index these files as `shop`."""
    home = {"home": str(folder / "home")}
    index_checkout(checkout(folder / "shop", **files), read_settings(home), vectors=False)
    return open_workbench("shop", settings=home)


def test_the_stack_of_python_has_what_is_pinned_and_what_a_lock_beside_the_manifest_says(tmp_path: Path) -> None:
    bench = indexed(
        tmp_path,
        **{
            "shop.py": "def sell(): ...\n",
            "pyproject.toml": '[dependency-groups]\nmain = ["Django==5.2.16", "celery>=5", "redis"]\n',
            "uv.lock": 'version = 1\n\n[[package]]\nname = "celery"\nversion = "5.4.0"\nsource = {}\n',
            "web/requirements.txt": "flask==3.0.1\n",
        },
    )
    assert [(row["name"], row["version"], row["file_path"]) for row in bench.overview.stack] == [
        ("Django", "5.2.16", "pyproject.toml"), ("Flask", "3.0.1", "web/requirements.txt"),
        ("Redis", "", "pyproject.toml"), ("Celery", "5.4.0", "uv.lock"),
    ]  # fmt: skip


def test_the_stack_and_the_nouns_of_scripts_and_php_have_plain_names(tmp_path: Path) -> None:
    bench = indexed(
        tmp_path,
        **{
            "package.json": '{"dependencies": {"hono": "4.6.0", "@prisma/client": "6.0.0"}}',
            "api/composer.json": '{"require": {"laravel/framework": "^11"}}',
            "src/order.ts": "export class Order { total() { return 1 } }\n",
            "src/pay.ts": "import { Order } from './order'\nexport function pay(order: Order) { return order.total() }\n",
        },
    )
    assert [row["name"] for row in bench.overview.stack] == ["Hono", "Laravel", "Prisma"]
    assert [row["noun"] for row in bench.overview.nouns] == ["Order"]


def test_the_nouns_are_models_by_how_much_speaks_of_them_and_no_base(shop: Workbench) -> None:
    nouns = [row["noun"] for row in shop.overview.nouns]
    assert nouns[0] == "Boat"
    assert set(nouns) == {"Boat", "Owner", "Visit"}
    assert "ApplicationRecord" not in [row["identifier"] for row in shop.overview.central]


def test_journeys_say_what_they_set_off_without_filters_and_parts_set_apart_come_last(shop: Workbench) -> None:
    found = [(row["title"], row["kind"], row["sets_off"]) for row in shop.overview.journeys]
    assert found[0] == ("POST /boats", "request", "saves Boat, Owner; enqueues MoorJob; sends BoatMailer#sold")
    assert found[1][0] == "POST /admin/boats"
    assert ("MoorJob", "job", "saves Owner") in found
    (mail,) = [said for title, kind, said in found if kind == "mail" and title == "BoatMailer#sold"]
    assert mail == "is sent by Admin::BoatsController#create, BoatsController#create"


def test_scripts_lead_neither_the_entries_nor_the_reading(shop: Workbench) -> None:
    reasons = [row["reason"] for row in shop.overview.entry_points]
    assert BY_PLACE in reasons
    assert reasons[: reasons.index(BY_PLACE)] == [reason for reason in reasons if reason != BY_PLACE]
    assert not [step for step in shop.overview.reading if BY_PLACE in str(step["reason"])]
    assert shop.overview.reading[0]["unit"] == "readme:README.md"


def test_the_sample_has_journeys_and_nouns_on_its_page_and_in_notebooks(tmp_path: Path) -> None:
    index_checkout(SAMPLE, read_settings({"home": str(tmp_path)}), name="sample", vectors=False)
    bench = open_workbench("sample", settings={"home": str(tmp_path)})
    assert bench.overview.journeys
    shown = bench.overview._repr_html_()
    assert all(str(row["title"]) in shown for row in bench.overview.journeys)


def test_an_index_without_a_question_set_has_one_made_of_its_names_and_says_which_indexes_there_are(shop: Workbench) -> None:
    path = shop.questions(SAMPLE.parent / "questions" / "sample.json")
    assert path == shop.beside / "own-questions.json"
    assert shop.evaluate(path).to_frame()["query"].str.contains("Boat").any()
    home = shop.directory.parents[2]
    index_checkout(home.parent / "shop", read_settings({"home": str(home)}), name="other", vectors=False)
    with pytest.raises(
        SettingsError, match=r"Several indexes.*: other, shop\. Name one: .*open_workbench\('other'\) in Python"
    ):
        open_workbench(settings={"home": str(home)})


POM = """<project>
  <parent><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-parent</artifactId>
    <version>4.0.3</version></parent>
  <properties><java.version>17</java.version><jdbc.version>42.7.1</jdbc.version></properties>
  <!-- <dependency><artifactId>quartz</artifactId></dependency> -->
  <dependencies>
    <dependency><groupId>org.postgresql</groupId><artifactId>postgresql</artifactId><version>${jdbc.version}</version></dependency>
    <dependency><groupId>a</groupId><artifactId>spring-kafka</artifactId>
      <exclusions><exclusion><artifactId>jedis</artifactId></exclusion></exclusions></dependency>
    <dependency><groupId>a</groupId><artifactId>unknown</artifactId><version>1</version></dependency>
  </dependencies>
</project>
"""
GRADLE = """plugins {
  id 'java'
  id("org.springframework.boot") version "3.5.0"
}
java { toolchain { languageVersion = JavaLanguageVersion.of(21) } }
dependencies {
  implementation 'org.flywaydb:flyway-core:10.1'
  runtimeOnly("com.mysql:mysql-connector-j")
  testImplementation "org.junit.jupiter:junit-jupiter:$junit"
}
"""


def test_build_files_of_java_say_what_a_project_is_made_of() -> None:
    found = {one.name: (one.role, one.version) for one in reversed(list(jvm_libraries({"pom.xml": POM})))}
    assert found == {
        "Java": ("language", "17"), "Spring Boot": ("framework", "4.0.3"), "PostgreSQL": ("database", "42.7.1"),
        "Kafka": ("jobs", ""), "Maven": ("build", ""),
    }  # fmt: skip
    found = {one.name: (one.role, one.version) for one in reversed(list(jvm_libraries({"api/build.gradle": GRADLE})))}
    assert found == {
        "Java": ("language", "21"), "Spring Boot": ("framework", "3.5.0"), "Flyway": ("database", "10.1"),
        "MySQL": ("database", ""), "JUnit": ("tests", ""), "Gradle": ("build", ""),
    }  # fmt: skip


def test_the_stack_has_what_build_files_name(tmp_path: Path) -> None:
    files = {"pom.xml": POM, "build.gradle": GRADLE, "src/main/java/App.java": "class App {}\n"}
    index_checkout(checkout(tmp_path / "clinic", **files), read_settings({"home": str(tmp_path)}), vectors=False)
    stack = open_workbench("clinic", settings={"home": str(tmp_path)}).overview.stack
    assert [(row["name"], row["version"]) for row in stack][:3] == [
        ("Java", "21"),
        ("Spring Boot", "3.5.0"),
        ("Flyway", "10.1"),
    ]
    assert {row["name"] for row in stack} >= {"Kafka", "PostgreSQL", "Maven", "Gradle"}


DJANGO = {
    "pyproject.toml": '[project]\nname = "club"\ndependencies = ["django", "celery"]\n',
    "club/urls.py": (
        "from django.urls import path\nfrom club import views\n"
        "urlpatterns = [path('join/', views.Join.as_view()), path('list/', views.List.as_view())]\n"
    ),
    "club/views.py": (
        "from django.views import View\nfrom club.tasks import welcome\n\n\nclass Join(View):\n"
        "    def get(self, request):\n        return None\n\n    def post(self, request):\n        welcome.delay(1)\n\n\n"
        "class List(View):\n    def get(self, request):\n        return None\n"
    ),
    "club/tasks.py": "from celery import shared_task\n\n\n@shared_task\ndef welcome(number):\n    return number\n",
}


def test_views_of_django_that_answer_what_changes_something_are_journeys(tmp_path: Path) -> None:
    for path, text in DJANGO.items():
        (tmp_path / "club" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "club" / path).write_text(text)
    index_checkout(tmp_path / "club", read_settings({"home": str(tmp_path / "home")}), vectors=False)
    found = open_workbench("club", settings={"home": str(tmp_path / "home")}).overview.journeys
    assert [(row["title"], row["kind"], row["sets_off"]) for row in found] == [("POST /join/", "request", "enqueues welcome")]


def test_what_most_flows_set_off_says_nothing_about_one_of_them() -> None:
    def saving(*names: str) -> Flow:
        return Flow("", "", tuple(FlowStep("save", f"x.save ({name})") for name in names), "")

    flows = [outward(saving("Log", "Order")), *(outward(saving("Log", f"Other{number}")) for number in range(5))]
    assert _usual(flows) == {"Log"}
    assert _usual(flows[:5]) == frozenset()
    assert sets_off(flows[0], _usual(flows)) == ("saves Order", 1)
