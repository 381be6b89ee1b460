"""Gemfile.lock and the search for installed gems, in folders made for the test."""

from pathlib import Path

from core.extract.rails.files.gemfile import gem_folders, locate_gems, parse_lock

LOCK = """GIT
  remote: https://example.org/acme/widgets.git
  revision: 0123456789abcdef0123456789abcdef01234567
  branch: main
  specs:
    widgets (2.0.1)
      rails (>= 6)

PATH
  remote: engines/blog
  specs:
    blog (0.1.0)

GEM
  remote: https://rubygems.org/
  specs:
    nokogiri (1.15.4-x86_64-linux)
      racc (~> 1.4)
    nokogiri (1.15.4-arm64-darwin)
    racc (1.7.1)
    rails (7.0.8)

PLATFORMS
  x86_64-linux

DEPENDENCIES
  blog!
  nokogiri
  rails (~> 7.0)
  widgets!

RUBY VERSION
   ruby 3.2.2p53

BUNDLED WITH
   2.4.10
"""


def checkout(tmp_path: Path) -> Path:
    root = tmp_path / "app"
    root.mkdir()
    (root / "Gemfile.lock").write_text(LOCK)
    return root


def test_a_lock_names_versions_platforms_sources_and_direct_dependencies():
    found = [(gem.name, gem.version, gem.platform, gem.source, gem.is_direct) for gem in parse_lock(LOCK)]
    assert found == [
        ("blog", "0.1.0", "", "PATH", True),
        ("nokogiri", "1.15.4", "arm64-darwin", "GEM", True),
        ("nokogiri", "1.15.4", "x86_64-linux", "GEM", True),
        ("racc", "1.7.1", "", "GEM", False),
        ("rails", "7.0.8", "", "GEM", True),
        ("widgets", "2.0.1", "", "GIT", True),
    ]
    assert parse_lock(LOCK)[-1].revision.startswith("0123456789ab")


def test_gems_are_found_where_bundler_puts_them(tmp_path: Path):
    root = checkout(tmp_path)
    own = root / "vendor/bundle/ruby/3.2.0"
    for folder in ("gems/rails-7.0.8", "gems/nokogiri-1.15.4-x86_64-linux", "bundler/gems/widgets-0123456789ab"):
        (own / folder).mkdir(parents=True)
    (root / "engines/blog").mkdir(parents=True)
    (tmp_path / "system/usr/lib/x86_64-linux-gnu/rubygems-integration/3.1.0/gems/racc-1.7.1").mkdir(parents=True)
    found = {gem.name: gem.path for gem in locate_gems(root, system=tmp_path / "system")}
    assert found == {
        "blog": root / "engines/blog",
        "nokogiri": own / "gems/nokogiri-1.15.4-x86_64-linux",
        "racc": tmp_path / "system/usr/lib/x86_64-linux-gnu/rubygems-integration/3.1.0/gems/racc-1.7.1",
        "rails": own / "gems/rails-7.0.8",
        "widgets": own / "bundler/gems/widgets-0123456789ab",
    }


def test_another_version_is_never_taken(tmp_path: Path):
    root = checkout(tmp_path)
    (root / "vendor/bundle/ruby/3.2.0/gems/rails-7.0.9").mkdir(parents=True)
    (rails,) = locate_gems(root, wanted=["rails"], system=tmp_path / "none")
    assert (rails.path, rails.reason) == (None, "not installed, version 7.0.8")


def test_a_chosen_folder_wins_and_a_missing_one_is_told(tmp_path: Path):
    root = checkout(tmp_path)
    (tmp_path / "src").mkdir()
    chosen = {"rails": tmp_path / "src", "racc": tmp_path / "gone"}
    found = {gem.name: gem for gem in locate_gems(root, chosen=chosen, wanted=["rails", "racc"], system=tmp_path / "none")}
    assert found["rails"].path == tmp_path / "src"
    assert found["racc"].reason == f"the folder that is set for it does not exist: {tmp_path / 'gone'}"


def test_places_come_from_bundlers_configuration_the_environment_and_version_managers(tmp_path: Path):
    root = checkout(tmp_path)
    (root / ".bundle").mkdir()
    (root / ".bundle/config").write_text('---\nBUNDLE_PATH: "deps"\n')
    places = [root / "deps/ruby/3.2.0", tmp_path / "gem_home", tmp_path / "home/.rbenv/versions/3.2.2/lib/ruby/gems/3.2.0"]
    for place in places:
        (place / "gems").mkdir(parents=True)
    environment = {"GEM_HOME": str(tmp_path / "gem_home"), "HOME": str(tmp_path / "home")}
    assert gem_folders(root, environment, tmp_path / "none") == places


def test_without_a_lock_there_are_no_gems(tmp_path: Path):
    assert locate_gems(tmp_path) == []
