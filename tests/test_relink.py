"""An edit that only its own file shows is followed without linking the others, and makes the same index."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.incremental import differences
from core.index.place import Place
from core.pipeline.again import LEFT
from core.pipeline.indexing import IndexReport, index_checkout
from core.settings import Settings, read_settings
from tests.thorough import sampled

SAMPLE = Path(__file__).parents[1] / "data" / "sample"
MODEL = "app/models/order.rb"


class Shop:
    """A copy of an application that is indexed with what is known, and beside it from nothing."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "shop"
        shutil.copytree(SAMPLE, self.root)
        quick = {"embed.embedder": "hash", "index.vectors": "exact"}
        self.kept, self.fresh = (read_settings({"home": str(folder / name), **quick}) for name in ("kept", "fresh"))
        self.index(vectors=False)

    def index(self, *, vectors: bool) -> IndexReport:
        """Bring the index up to date."""
        return index_checkout(self.root, self.kept, name="shop", vectors=vectors)

    def edit(self, path: str, change: Callable[[str], str]) -> None:
        """Write what a change makes of the text of a file."""
        file = self.root / path
        before = file.read_text("utf-8")
        file.write_text(change(before), "utf-8")
        assert file.read_text("utf-8") != before

    def follows(self, *, vectors: bool = False) -> bool:
        """Tell whether not everything is linked for the edits since, after a check of the index against one linked anew."""
        report = self.index(vectors=vectors)
        (Place(Path(self.fresh.home), "shop").cache / LEFT).unlink(missing_ok=True)  # only what was read is known
        index_checkout(self.root, self.fresh, name="shop", vectors=vectors)
        one, other = (_current(settings) / "catalog.duckdb" for settings in (self.kept, self.fresh))
        assert not (found := list(differences(one, other))), "\n".join(found)
        return "metrics" not in report.manifest.seconds


def _current(settings: Settings) -> Path:
    found = Place(Path(settings.home), "shop").current()
    assert found is not None
    return found


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return Shop(tmp_path)


def first_method(line: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        lines = text.splitlines(keepends=True)
        at = next(number for number, one in enumerate(lines) if one.startswith("  def "))
        return "".join([*lines[: at + 1], f"    {line}\n", *lines[at + 1 :]])

    return change


LINES = ("# a remark", "Account.find(1).save!", "return if total", "")


def test_a_line_in_a_method_is_followed(shop: Shop) -> None:
    for line in sampled(LINES, 2):
        shop.edit(MODEL, first_method(line))
        assert shop.follows(), line


def test_a_line_below_a_macro_of_two_lines_is_followed(shop: Shop) -> None:
    two = "before_save :recalculate,\n    if: :open_to_changes?"
    shop.edit(MODEL, lambda text: text.replace("before_save :recalculate, if: :open_to_changes?", two))
    shop.follows()
    shop.edit(MODEL, lambda text: f"# a remark\n{first_method('Account.find(1).save!')(text)}")
    assert shop.follows()
    shop.edit(MODEL, lambda text: text.replace(two, two.replace(":recalculate,\n    ", "\n    :recalculate, ")))
    shop.follows()


def test_edits_on_edits_are_followed_with_their_chunks(shop: Shop) -> None:
    shop.index(vectors=True)
    for number in range(2):
        shop.edit(MODEL, first_method(f"Account.find({number}).touch"))
        assert shop.follows(vectors=True)


def test_comments_and_empty_lines_anywhere_are_followed(shop: Shop) -> None:
    for path in sorted((shop.root / "app").rglob("*.rb"))[:12]:
        shop.edit(str(path.relative_to(shop.root)), lambda text: f"\n{text}\n# the end\n")
    files = sorted((shop.root / "app").rglob("*.rb"))[:12]
    assert not shop.follows(), "of many files everything is linked"
    for path in files[:8]:
        shop.edit(str(path.relative_to(shop.root)), lambda text: f"\n\n{text}")
    assert shop.follows()


@pytest.mark.parametrize(
    ("path", "change"),
    sampled(
        [
            (MODEL, lambda text: text.replace("  def ", "  def a_new_method\n  end\n\n  def ", 1)),
            (MODEL, lambda text: text.replace("class Order", "class Order2", 1)),
            (MODEL, lambda text: text.replace("\n  ", "\n  has_many :added_things\n  ", 1)),
            ("config/routes.rb", lambda text: text.replace("draw do\n", "draw do\n  get '/added', to: 'orders#index'\n", 1)),
            ("db/schema.rb", lambda text: f"{text}\n# the end\n"),
        ],
        2,
    ),
)
def test_what_others_see_links_everything(shop: Shop, path: str, change: Callable[[str], str]) -> None:
    shop.edit(path, change)
    assert not shop.follows()


@pytest.mark.parametrize(
    ("change", "is_followed"),
    sampled(
        [
            (lambda text: text.replace("\n", "\n<p>Welcome</p>\n\n", 1), True),
            (lambda text: f"{text.rstrip()}\n<p>Bye</p>", True),
            (lambda text: text.replace("\n", "\n\n"), True),
            (lambda text: f"{text}<%= link_to 'All', orders_path %>\n", False),
            (lambda text: f"{text}<% @added = 1 %>\n", False),
        ],
        2,
    ),
)
def test_a_template_that_uses_what_it_used_is_followed(shop: Shop, change: Callable[[str], str], is_followed: bool) -> None:
    for path in ("app/views/products/show.html.erb", "app/views/products/_card.html.erb"):
        shop.edit(path, change)
    assert shop.follows() == is_followed


def test_what_is_told_of_a_folder_links_everything(shop: Shop) -> None:
    (shop.root / "app/models/readme.rb").write_text("# What a reader wants first.\nclass Readme\nend\n", "utf-8")
    assert not shop.follows()
    shop.edit("app/models/readme.rb", lambda text: f"{text}\n# the end\n")
    assert not shop.follows()


def test_a_file_more_or_less_or_with_another_name_links_everything(shop: Shop) -> None:
    (shop.root / "app/models/added.rb").write_text("class Added\nend\n", "utf-8")
    assert not shop.follows()
    (shop.root / "app/models/added.rb").rename(shop.root / "app/models/renamed.rb")
    assert not shop.follows()
    (shop.root / "app/models/renamed.rb").unlink()
    assert not shop.follows()


@pytest.mark.parametrize("damage", sampled([lambda file: file.write_bytes(b"damaged" * 999), lambda file: file.unlink()], 2))
def test_what_is_missing_or_damaged_links_everything(shop: Shop, damage: Callable[[Path], None]) -> None:
    damage(Place(Path(shop.kept.home), "shop").cache / LEFT)
    shop.edit(MODEL, first_method("# a remark"))
    assert not shop.follows()
    shop.edit(MODEL, first_method("# another"))
    assert shop.follows()


def test_what_another_generation_left_is_not_used(shop: Shop) -> None:
    left = Place(Path(shop.kept.home), "shop").cache / LEFT
    before = left.read_bytes()
    shop.edit(MODEL, first_method("Account.first"))
    assert shop.follows()
    left.write_bytes(before)
    shop.edit(MODEL, first_method("Account.last"))
    assert not shop.follows()
