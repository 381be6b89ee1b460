from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.extract.facts import FileFacts, SourceFile
from core.extract.rails.application.roots import roots_of
from core.extract.rails.files.inflections import read_inflections
from core.extract.rails.linker import link
from core.extract.rails.reader import read
from core.extract.repository import Repository
from tests.examples import examples

APPLICATION = "module Shop\n  class Application < Rails::Application\n  end\nend\n"
ENGINE = "module Billing\n  class Engine < Rails::Engine\n  end\nend\n"


def facts_of(path: str, text: str) -> FileFacts:
    return read(SourceFile(path, "ruby", text, path, path.startswith(("test/", "spec/"))))


def of(texts: dict[str, str]) -> Repository:
    read_files = [facts_of(path, text) for path, text in sorted(texts.items()) if path.endswith((".rb", ".rake"))]
    return Repository(Path(), tuple(read_files), texts)


def expected(texts: dict[str, str], path: str) -> str:
    checkout = of({path: "", **texts})
    return roots_of(checkout, checkout.files).expected(path, read_inflections(checkout))


@pytest.mark.parametrize(
    ("path", "constant"),
    [
        ("app/models/line_item.rb", "LineItem"),
        ("app/models/concerns/taggable.rb", "Taggable"),
        ("app/models/billing/invoice.rb", "Billing::Invoice"),
        ("lib/money.rb", "Money"),
        ("app/assets/config.rb", ""),
        ("config/routes.rb", ""),
        ("bin/setup.rb", ""),
    ],
)
def test_a_path_stands_for_the_constant_that_rails_would_load(path, constant):
    assert expected({"config/application.rb": APPLICATION}, path) == constant


def test_acronyms_are_taken_from_the_inflections():
    texts = {
        "config/application.rb": APPLICATION,
        "config/initializers/inflections.rb": 'ActiveSupport::Inflector.inflections { |inflect| inflect.acronym "API" }',
    }
    assert expected(texts, "app/services/api_client.rb") == "APIClient"


def test_an_application_in_a_folder_called_app_does_not_make_its_config_a_root():
    texts = {"app/config/application.rb": APPLICATION, "app/app/models/user.rb": "class User; end"}
    assert expected(texts, "app/config/locales.rb") == ""
    assert expected(texts, "app/app/models/order.rb") == "Order"


@pytest.mark.parametrize(
    ("line", "path", "constant"),
    [
        ('config.autoload_paths << Rails.root.join("lib/loaded")', "lib/loaded/money.rb", "Money"),
        ("config.eager_load_paths += %W[#{config.root}/lib/loaded]", "lib/loaded/money.rb", "Money"),
        ('config.autoload_paths << Rails.root.join("app", "services", "deep")', "app/services/deep/money.rb", "Money"),
        (
            'Rails.autoloaders.main.push_dir(Rails.root.join("app/workers"), namespace: Workers)',
            "app/workers/a.rb",
            "Workers::A",
        ),
        ('Rails.autoloaders.main.collapse("app/services/*/internal")', "app/services/x/internal/a.rb", "X::A"),
    ],
)
def test_configured_folders_are_roots_too(line, path, constant):
    assert expected({"config/application.rb": APPLICATION, "config/initializers/zeitwerk.rb": line}, path) == constant


def test_engines_and_packs_have_roots_of_their_own():
    texts = {
        "config/application.rb": APPLICATION,
        "engines/billing/lib/billing/engine.rb": ENGINE,
        "engines/billing/app/models/billing/invoice.rb": "",
        "packs/stock/app/services/stock/count.rb": "",
    }
    assert expected(texts, "engines/billing/app/models/billing/invoice.rb") == "Billing::Invoice"
    assert expected(texts, "packs/stock/app/services/stock/count.rb") == "Stock::Count"


def test_samples_templates_and_dummies_are_no_applications():
    texts = {
        "config/application.rb": APPLICATION,
        "spec/dummy/config/application.rb": APPLICATION,
        "lib/generators/templates/app/models/thing.rb": "class Thing < ApplicationRecord; end",
        "extra/sample/app/models/meeting.rb": "class Meeting < ActiveRecord::Base; end",
    }
    checkout = of(texts)
    assert roots_of(checkout, checkout.files).bases == ("",)
    assert not [unit for unit in link(checkout).units if unit.type == "model"]


def test_the_file_that_the_autoloader_loads_owns_a_class_however_the_others_are_named():
    checkout = of(
        {
            "config/application.rb": APPLICATION,
            "app/models/user.rb": "class User < ApplicationRecord\nend",
            "app/models/account.rb": "class User\n  def a; end\n  def b; end\nend",
            "lib/tasks/users.rake": "class User\n  def c; end\nend",
            "script/users.rb": "class User\n  def d; end\nend",
        }
    )
    (user,) = [unit for unit in link(checkout).units if unit.identifier == "User"]
    assert [span.file_path for span in user.spans] == [
        "app/models/user.rb", "app/models/account.rb", "lib/tasks/users.rake", "script/users.rb",
    ]  # fmt: skip


def test_a_file_that_only_nests_a_class_in_another_is_no_place_of_the_outer_one():
    checkout = of(
        {
            "config/application.rb": APPLICATION,
            "app/models/gift.rb": "class Gift < ApplicationRecord\n  def x; end\nend",
            "app/jobs/gift/send_job.rb": "class Gift\n  class SendJob < ApplicationJob\n    def perform; end\n  end\nend",
        }
    )
    found = {unit.identifier: unit for unit in link(checkout).units}
    assert found["Gift"].spans == ()
    assert (found["Gift::SendJob"].type, found["Gift::SendJob"].parent) == ("job", "model:Gift")


def test_a_ruby_project_without_rails_has_classes_modules_and_methods():
    checkout = of(
        {
            "lib/parcel.rb": "# Things in boxes.\nmodule Parcel\n  def self.pack(x) = Box.new(x).close\nend",
            "lib/parcel/box.rb": "module Parcel\n  class Box\n    def close; end\n  end\nend",
            "lib/core_ext/string.rb": "class String\n  def boxed = Parcel.pack(self)\nend",
        }
    )
    linked = link(checkout)
    assert {(unit.type, unit.identifier) for unit in linked.units} == {
        ("module", "Parcel"), ("class", "Parcel::Box"), ("method", "Parcel.pack"), ("method", "Parcel::Box#close"),
        ("class", "String"), ("method", "String#boxed"),
    }  # fmt: skip
    assert {(one.source, one.target) for one in linked.relations if one.kind == "calls"} == {
        ("method:Parcel.pack", "method:Parcel::Box#close"), ("method:String#boxed", "method:Parcel.pack"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("written", "target"),
    [
        ("Inner", "Outer::Inner"),
        ("::Inner", "Inner"),
        ("Outer::Deep", "Outer::Deep"),
        ("Deep", "Outer::Deep"),
        ("Lent", "Base::Lent"),
        ("Nowhere", None),
        ("Inner::Nowhere", "Outer::Inner"),
    ],
)
def test_a_constant_means_what_rubys_lookup_finds(written, target):
    checkout = of(
        {
            "lib/inner.rb": "class Inner\n  X = 1\nend",
            "lib/outer.rb": f"class Base\n  class Lent; end\nend\nmodule Outer\n  class Inner; end\n  class Deep; end\n"
            f"  class User < Base\n    def use = {written}\n  end\nend",
        }
    )
    found = {
        one.target for one in link(checkout).relations if (one.source, one.kind) == ("method:Outer::User#use", "references")
    }
    assert found == ({f"class:{target}"} if target else set())


@cache
def store() -> tuple[dict[str, str], dict[str, FileFacts]]:
    root = Path(__file__).parent / "repos" / "rails_store"
    texts = {path.relative_to(root).as_posix(): path.read_text() for path in sorted(root.rglob("*.r*"))}
    return texts, {path: facts_of(path, text) for path, text in texts.items()}


@given(st.data())
@examples(40)
def test_an_application_with_a_hole_in_one_file_is_linked_within_its_lines(data):
    texts, known = store()
    path = data.draw(st.sampled_from(sorted(texts)))
    start = data.draw(st.integers(0, len(texts[path])))
    damaged = texts[path][:start] + texts[path][start + data.draw(st.integers(1, 60)) :]
    files = tuple({**known, path: facts_of(path, damaged)}.values())
    linked = link(Repository(Path(), files, {**texts, path: damaged}))
    lines = {name: text.count("\n") + 1 for name, text in {**texts, path: damaged}.items()}
    assert all(1 <= one.line <= lines[one.file_path] for one in linked.relations)
    assert all(1 <= unit.start_line <= unit.end_line <= lines[unit.file_path] for unit in linked.units)
    keys = {unit.key for unit in linked.units} | {f"file:{name}" for name in texts}
    keys |= {one.target for one in linked.relations if one.target.startswith("column:") and one.kind in ("reads", "writes")}
    assert {one.source for one in linked.relations} | {one.target for one in linked.relations} <= keys
