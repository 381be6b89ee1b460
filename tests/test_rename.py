"""What a new name touches: certain, possible, in texts and in tests, and what has the name already."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.errors import SettingsError, SourceError
from core.model.rename import RenameCheck
from core.pipeline.indexing import index_checkout
from core.settings import read_settings
from core.workbench import Workbench, open_workbench
from tests.app_pages import html, opened
from tests.command import orienteer

REPOSITORY = Path(__file__).parent / "repos" / "rename"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rename")
    shutil.copytree(REPOSITORY, folder / "shop")
    index_checkout(folder / "shop", read_settings({"home": str(folder / "home")}), vectors=False)
    return folder / "home"


@pytest.fixture(scope="module")
def shop(home: Path) -> Workbench:
    return open_workbench("shop", home=home)


def _places(found: RenameCheck, title: str) -> Iterator[str]:
    yield from (f"{one.file_path}:{one.line}" for one in found.lists[title])


def test_a_method_is_renamed_with_its_calls_its_callbacks_and_what_overrides_it(shop: Workbench) -> None:
    found = shop.rename("Order#close_out")
    assert set(_places(found, "Certain")) == {
        "app/models/order.rb:5", "app/models/order.rb:3", "app/models/rush_order.rb:2", "app/models/rush_order.rb:7",
    }  # fmt: skip
    assert list(_places(found, "Possible")) == ["app/controllers/orders_controller.rb:8"]
    assert set(_places(found, "Strings")) == {"config/locales/en.yml:3", "docs/orders.md:1"}
    (test,) = found.tests
    assert (test.file_path, test.certainty) == ("test/models/order_test.rb", "certain")


def test_a_class_is_renamed_with_its_heirs_and_associations(shop: Workbench) -> None:
    found = shop.rename("Order")
    assert set(_places(found, "Certain")) == {
        "app/models/order.rb:1", "app/models/rush_order.rb:1", "app/models/line.rb:2", "app/controllers/orders_controller.rb:3",
        "app/controllers/orders_controller.rb:7",
    }  # fmt: skip
    assert any("app/models/order.rb" in note for note in found.notes)
    assert any("table" in note for note in found.notes)


def test_an_action_is_renamed_with_its_route_its_template_and_what_names_it_near_its_controller(shop: Workbench) -> None:
    found = shop.rename("OrdersController#index")
    assert {"config/routes.rb:2", "app/views/orders/index.html.erb:1"} < set(_places(found, "Certain"))
    assert list(_places(found, "Strings")) == ["config/permissions.yml:2"]
    assert any(note.startswith("Not listed: 2 lines") for note in found.notes)


def test_a_route_is_renamed_where_its_helper_is_called(shop: Workbench) -> None:
    found = shop.rename("GET /orders")
    assert "config/routes.rb:2" in set(_places(found, "Certain"))
    assert "app/controllers/orders_controller.rb:9" in {*_places(found, "Certain"), *_places(found, "Possible")}


def test_a_column_is_renamed_where_it_is_read_and_its_migration_stays(shop: Workbench) -> None:
    found = shop.rename("orders.state", "status")
    assert "app/controllers/orders_controller.rb:3" in set(_places(found, "Certain"))
    assert "app/views/orders/index.html.erb:1" in {*_places(found, "Certain"), *_places(found, "Possible")}
    assert not any("db/migrate" in str(row["file_path"]) for row in found.to_rows())
    assert any("new migration" in note for note in found.notes)


def test_an_import_over_several_lines_is_found_in_the_line_of_the_name(shop: Workbench) -> None:
    found = shop.rename("tools.sums.mean")
    assert set(_places(found, "Certain")) == {"tools/sums.py:1", "tools/report.py:2", "tools/report.py:8"}


@pytest.mark.parametrize(
    ("name", "new", "place"),
    [
        ("Order#close_out", "total", "app/models/order.rb:9"),
        ("Order#close_out", "hurry", "app/models/rush_order.rb:6"),
        ("Order#total", "lines", "app/models/order.rb:2"),
        ("Order#total", "state", "db/migrate/"),
        ("Order", "Line", "app/models/line.rb:1"),
        ("orders.state", "total", "app/models/order.rb:9"),
        ("tools.sums.mean", "spread", "tools/sums.py:5"),
    ],
)
def test_a_name_collides_with_members_heirs_associations_and_columns(shop: Workbench, name: str, new: str, place: str) -> None:
    found = shop.rename(name, new)
    assert any(place in one for one in found.collisions)
    assert f"'{new}' collides with" in found.sentence


def test_a_free_name_collides_with_nothing(shop: Workbench) -> None:
    assert "No known collision with 'sum'." in shop.rename("Order#total", "sum").sentence


def test_what_has_no_name_in_code_and_bad_names_are_refused(shop: Workbench) -> None:
    with pytest.raises(SettingsError, match="is not named in code"):
        shop.rename("app/models")
    with pytest.raises(SettingsError, match="not a new name"):
        shop.rename("Order#total", "total")
    with pytest.raises(SettingsError, match=r"orders\.COLUMN"):
        shop.rename("column:orders")
    with pytest.raises(SourceError, match="No unit 'nothing_like_it'"):
        shop.rename("nothing_like_it")


def test_the_command_prints_the_lists_and_ends_with_1_for_a_taken_name_when_asked(home: Path) -> None:
    done = orienteer("rename", "Order#close_out", "--to", "total", "--limit", "2", "--exit-code", "-i", "shop", home=home)
    assert done.returncode == 1
    assert "Certain (4)" in done.stdout
    assert "… 2 more" in done.stdout
    rows = orienteer("rename", "Order#close_out", "-f", "json", "-i", "shop", home=home)
    assert rows.returncode == 0
    assert '"list": "certain"' in rows.stdout


def test_the_page_of_a_unit_lists_them_and_asks_for_the_new_name(shell: AppTest) -> None:
    at = opened(shell, "code", unit="model:Order", side="around", around="rename", new="Payment")
    assert not at.exception
    assert "'Payment' collides with" in unescape(html(at))
    assert "app/models/order.rb" in html(at)
    at = at.text_input(key="new").set_value("Order").run()
    assert "not a new name" in at.warning[0].value
