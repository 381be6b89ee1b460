"""Sources of libraries: only those of the version that the checkout names, only what their users read."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from core.cli import cli
from core.errors import SettingsError, WorkbenchError
from core.extract.facts import SourceFile
from core.extract.framework import find_libraries, importance, with_framework
from core.extract.read import read_file
from core.extract.run import extract
from core.model import CodeUnit, Extraction
from core.pipeline.indexing import index_checkout
from core.settings import ExtractSettings, names, read_settings
from core.workbench import open_workbench

_GEM = """module Stacker
  module Callbacks
    # Runs what is on the stack.
    #
    # # Options:
    def unwind(deep: false)
      deep
    end

    # Not for users. :nodoc:
    def internal; end

    def bare; end

    private

    # Secret.
    def hidden; end
  end
end
"""


def _files(root: Path, **files: str) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    root = tmp_path / "app"
    lock = "GEM\n  remote: https://rubygems.org/\n  specs:\n    absent (3.1)\n    deep (1.0)\n    stacker (2.0.1)\n"
    _files(
        root,
        **{
            "Gemfile": 'gem "stacker"\n',
            "Gemfile.lock": f"{lock}\nDEPENDENCIES\n  absent\n  stacker\n",
            "app/models/tower.rb": "class Tower\n  include Stacker::Callbacks\nend\n",
            "vendor/bundle/ruby/3.1.0/gems/stacker-2.0.1/lib/stacker/callbacks.rb": _GEM,
            "vendor/bundle/ruby/3.1.0/gems/stacker-2.0.1/test/callbacks_test.rb": _GEM,
            "vendor/bundle/ruby/3.1.0/gems/absent-3.2/lib/absent.rb": _GEM,
            "vendor/bundle/ruby/3.1.0/gems/deep-1.0/lib/deep.rb": _GEM,
        },
    )
    return root


def _read(root: Path, environment: dict[str, str] | None = None) -> tuple[Extraction, list[CodeUnit]]:
    static = extract(root, ExtractSettings())
    found = with_framework(static, find_libraries(root, static.units, environment or {}))
    return found, [unit for unit in found.units if unit.type in ("rails_source", "gem_source")]


def test_documented_public_methods_of_the_named_version_become_units(checkout: Path) -> None:
    _, units = _read(checkout)
    assert [unit.identifier for unit in units] == ["Stacker::Callbacks#unwind"]
    unit = units[0]
    assert unit.docstring.startswith("Runs what is on the stack.")
    assert (unit.file_path, unit.start_line, unit.end_line) == ("gems/stacker-2.0.1/lib/stacker/callbacks.rb", 3, 8)
    assert unit.source_code == "\n".join(_GEM.split("\n")[2:8])
    assert (unit.metadata["library"], unit.metadata["version"]) == ("stacker", "2.0.1")


def test_another_version_is_never_taken_and_its_absence_is_told(checkout: Path) -> None:
    found, _ = _read(checkout)
    assert found.tallies["framework sources"]["absent 3.1: not installed, version 3.1"] == 1
    assert {"absent 3.1"} == {entry["name"] for entry in found.listed if entry.get("outcome") == "not_installed"}


def test_what_is_read_can_be_limited_and_pointed_to(checkout: Path, tmp_path: Path) -> None:
    other = tmp_path / "somewhere"
    _files(other, **{"lib/absent.rb": _GEM})
    found = find_libraries(checkout, (), {}, names=["absent"], paths=[f"absent={other}"])
    assert [(one.label, one.folder, len(one.files)) for one in found] == [("absent 3.1", other, 1)]


def test_gems_that_are_named_are_read_at_their_paths_and_matter_as_is_said(checkout: Path) -> None:
    settings = read_settings({"framework.gems.deep.paths": "lib/deep.rb", "framework.gems.deep.priority": "high"})
    static = extract(checkout, ExtractSettings())
    gems = settings.framework.gems
    found = {one.name: one for one in find_libraries(checkout, static.units, {}, gems=gems)}
    assert {"stacker", "absent", "deep"} <= found.keys(), "beside what the checkout names directly"
    assert ([path.name for path in found["deep"].files], found["deep"].priority) == (["deep.rb"], "high")
    units = [unit for unit in with_framework(static, [found["deep"]]).units if unit.type == "gem_source"]
    assert {unit.metadata["importance"] for unit in units} == {"high"}
    outside = read_settings({"framework.gems.deep.paths": ["../stacker-2.0.1", "lib"]}).framework.gems
    (deep,) = (one for one in find_libraries(checkout, (), {}, names=["deep"], gems=outside))
    assert [path.name for path in deep.files] == ["deep.rb"], "nothing outside of the gem"
    assert deep.priority == "medium"


def test_gems_in_the_settings_are_checked_and_listed() -> None:
    settings = read_settings({"framework.gems.devise.priority": "high"})
    assert {"framework.gems.devise.paths", "framework.gems.devise.priority"} <= set(names(settings))
    with pytest.raises(SettingsError, match="it takes high or medium"):
        read_settings({"framework.gems.devise.priority": "low"})
    with pytest.raises(SettingsError, match=r"No setting 'framework\.gems\.devise\.path'"):
        read_settings({"framework.gems.devise.path": "lib"})


@pytest.mark.parametrize(
    ("name", "text", "score"),
    [
        ("lib/active_record/associations.rb", "module A; def a; end; end", 3),
        ("lib/x/core.rb", "module A; def a; end; end", 0),
        ("lib/x.rb", "module A; end", 3),
        ("lib/x/core.rb", "module A\n module ClassMethods\n  def a; end\n end\nend", 2),
        ("lib/x/core.rb", "module A\n" + "".join(f" def m{number}; end\n" for number in range(11)) + "end", 2),
        ("lib/x/validations.rb", "module A\n # Options:\n def a; end\nend", 4),
    ],
)
def test_importance_follows_the_rule(name: str, text: str, score: int) -> None:
    assert importance(name, read_file(SourceFile(name, "ruby", text, "")), text, "x") == score


def test_distributions_of_the_checkouts_virtualenv_are_read(tmp_path: Path) -> None:
    place = ".venv/lib/python3.11/site-packages"
    _files(
        tmp_path,
        **{
            "pyproject.toml": '[project]\nname = "app"\nversion = "1"\ndependencies = ["Deep.Thought>=4", "gone"]\n',
            "app.py": "import deep_thought\n",
            f"{place}/deep_thought-4.2.dist-info/METADATA": "Name: deep-thought\nVersion: 4.2\n\nText\n",
            f"{place}/deep_thought-4.2.dist-info/RECORD": "deep_thought/__init__.py,,\ndeep_thought/tests/t.py,,\n../x.py,,\n",
            f"{place}/deep_thought/__init__.py": 'def ask(question):\n    """Return the answer."""\n    return 42\n',
        },
    )
    found, units = _read(tmp_path)
    assert [(unit.identifier, unit.docstring, unit.metadata["version"]) for unit in units] == [
        ("deep_thought.ask", "Return the answer.", "4.2")
    ]
    assert any("gone" in name for name in found.tallies["framework sources"])


def test_crates_of_cargos_registry_are_read_in_the_locked_version(tmp_path: Path) -> None:
    root, home = tmp_path / "app", tmp_path / "cargo"
    lock = '[[package]]\nname = "grain"\nversion = "1.2.3"\nsource = "registry+https://example.org"\n'
    _files(
        root,
        **{
            "Cargo.toml": '[package]\nname = "app"\nversion = "0.1.0"\n[dependencies]\ngrain = "1"\n',
            "Cargo.lock": lock,
            "src/lib.rs": "pub fn a() {}\n",
        },
    )
    _files(home, **{"registry/src/index-1/grain-1.2.3/src/lib.rs": "/// Weighs.\npub fn weigh() -> u8 { 1 }\nfn own() {}\n"})
    _files(home, **{"registry/src/index-1/grain-1.3.0/src/lib.rs": "/// Newer.\npub fn newer() {}\n"})
    _, units = _read(root, {"CARGO_HOME": str(home)})
    assert [unit.identifier for unit in units] == ["grain::weigh"]


def test_an_index_has_them_only_when_asked_and_answers_with_them_only_about_the_framework(
    checkout: Path, tmp_path: Path
) -> None:
    settings = read_settings({"home": str(tmp_path / "home")})
    plain = index_checkout(checkout, settings, vectors=False)
    home = f"home={settings.home}"
    asked = CliRunner().invoke(cli, ["index", str(checkout), "--framework", "--no-vectors", "--set", home])
    assert asked.exit_code == 0, asked.output
    bench = open_workbench("app", settings=settings)
    assert bench.manifest.counts["units"] == plain.manifest.counts["units"] + 1
    assert bench.unit("Stacker::Callbacks#unwind").type == "gem_source"
    about = bench.ask("how does `unwind` of the gem stacker work, which callbacks does it run?")
    assert not any(one.unit_key.startswith("gem_source:") for one in bench.ask("where is the tower?").ranked)
    assert any(one.unit_key.startswith("gem_source:") for one in about.ranked)


def test_sources_are_read_again_until_they_are_left_out(checkout: Path, tmp_path: Path) -> None:
    settings = read_settings({"home": str(tmp_path / "home")})
    plain = index_checkout(checkout, settings, vectors=False)
    asked = index_checkout(checkout, settings, vectors=False, framework=True)
    again = index_checkout(checkout, settings, vectors=False)
    assert (again.changed, again.manifest) == (False, asked.manifest)
    assert "read as before" in " ".join(again.details)
    coverage = open_workbench("app", settings=settings).coverage()
    assert coverage["library sources"]["libraries read"] >= 1
    assert coverage["library sources"]["not installed"] == len(coverage["libraries not installed"])
    assert not {row["name"] for row in coverage["declarations not understood"]} & set(coverage["libraries not installed"])
    without = index_checkout(checkout, settings, vectors=False, framework=False)
    assert without.manifest.counts == plain.manifest.counts
    assert "left out as before" in index_checkout(checkout, settings, vectors=False).details[-1]


def test_an_unknown_framework_setting_is_refused() -> None:
    with pytest.raises(WorkbenchError, match=r"framework\.sources"):
        read_settings({"framework.source": "x"})


def test_a_run_names_the_libraries_that_it_did_not_find(checkout: Path, tmp_path: Path) -> None:
    home = {"home": str(tmp_path / "home")}
    settings = read_settings(home | {"framework.paths": f"stacker={checkout}/vendor/bundle/ruby/3.1.0/gems/stacker-2.0.1"})
    report = index_checkout(checkout, settings, vectors=False, framework=True)
    assert report.manifest.missing_libraries == ("absent 3.1",)
    assert any(text.startswith("Sources not found: absent 3.1. Install them") for text in report.details)
    again = index_checkout(checkout, settings, vectors=False)
    assert any("absent 3.1" in text for text in again.details), "also when nothing has changed"
    (checkout / "Gemfile.lock").unlink()
    without = index_checkout(checkout, read_settings(home), vectors=False)
    assert any(text.startswith("No libraries to read") for text in without.details)
    assert index_checkout(checkout, read_settings(home), vectors=False, framework=False).manifest.missing_libraries == ()
