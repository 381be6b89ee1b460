"""Where names of Go lead to: modules, packages, files for each system, and what was not read."""

from core.extract.go.packages import parse
from tests.go_samples import MODULE, edges, linked


def test_import_paths_lead_through_modules_replacements_and_workspaces():
    files = {
        "a/go.mod": "module one.io/a\n\nrequire two.io/b v1.0.0\n\nreplace two.io/b => ../b\n",
        "a/a.go": 'package a\n\nimport (\n\t"two.io/b/v2/sub"\n\tother "three.io/c/in"\n)\n\nfunc A() { sub.S(); other.C() }\n',
        "b/v2/sub/s.go": "package sub\n\nfunc S() {}\n",
        "b/go.mod": "module elsewhere.io/b\n",
        "c/go.mod": "module three.io/c\n",
        "c/in/c.go": "package differs\n\nfunc C() {}\n",
        "go.work": "go 1.22\nuse (\n  ./a // the first\n  ./c\n)\n",
    }
    found = linked(files)
    assert {(one.kind, one.target) for one in found.relations if one.source.startswith(("package:one", "function:one"))} == {
        ("imports", "package:elsewhere.io/b/v2/sub"),
        ("imports", "package:three.io/c/in"),
        ("calls", "function:elsewhere.io/b/v2/sub.S"),
        ("calls", "function:three.io/c/in.C"),
    }
    depending = {(one.source, one.target) for one in found.relations if one.kind == "depends_on"}
    assert depending == {("go_module:one.io/a", "go_module:elsewhere.io/b")}


def test_without_a_go_mod_the_imports_tell_where_the_repository_lies():
    files = {
        "main.go": 'package main\n\nimport "example.com/me/app/pkg/deep"\n\nfunc main() { deep.F() }\n',
        "pkg/deep/f.go": "package deep\n\nfunc F() {}\n",
    }
    assert ("calls", "function:example.com/me/app/pkg/deep.F") in {(one.kind, one.target) for one in linked(files).relations}


def test_packages_that_import_each_other_and_names_that_look_alike():
    files = {
        "a/x.go": 'package x\n\nimport x2 "m.io/x/b"\n\nfunc Go() { x2.Go() }\n\nvar V = x2.V\n',
        "b/x.go": 'package x\n\nimport other "m.io/x/a"\n\nfunc Go() { other.Go() }\n\nvar V = other.V\n',
        "c/x.go": "package x\n\nfunc Go() { Go() }\n\ntype Go2 struct{ Go func() }\n\nfunc (g Go2) Call() { g.Go() }\n",
    }
    assert edges(files, "calls") == {("/a.Go", "calls", "/b.Go"), ("/b.Go", "calls", "/a.Go")}


def test_a_name_that_is_defined_for_each_system_is_one_unit():
    files = {f"f_{name}.go": f"//go:build {name}\n\npackage x\n\nfunc F() {{}}\n" for name in ("linux", "darwin", "windows")}
    found = linked(MODULE | files | {"use.go": "package x\n\nfunc g() { F() }\n"})
    (unit,) = [unit for unit in found.units if unit.name == "F"]
    assert [span.file_path for span in unit.spans] == ["f_darwin.go", "f_linux.go", "f_windows.go"]
    assert unit.metadata["build"] == "darwin"
    assert any(one.target == unit.key for one in found.relations)


def test_names_of_files_that_were_not_read_are_counted_as_such():
    files = {
        "a/a.go": "package a\n",
        "b.go": 'package x\n\nimport "m.io/x/a"\n\nfunc f(g a.Made) { g.Field.Call(); a.New().Call() }\n',
    }
    tally = linked(MODULE | files).tallies["go"]
    assert tally["unread"] >= 4
    files["b.go"] = "package x\n\ntype S struct{ *Generated }\n\nfunc f(s S) { s.GetName().Len() }\n"
    assert linked(MODULE | files).tallies["go"]["unread"] >= 2
    assert "unexplained" not in tally


def test_a_manifest_has_what_it_requires_and_replaces():
    text = "module x // y\ngo 1.22\nrequire a v1\nrequire (\n b v2 // indirect\n)\n"
    text += "replace (\n a v1 => ./a\n b => c v3\n)\nexclude d v1\n"
    assert parse(text) == {
        "type": "go_module", "name": "x", "go": "1.22", "dependencies": ["a", "b"], "versions": {"a": "v1", "b": "v2"},
        "local": {"a": "./a"}, "replaced": {"b": "c"}, "members": [],
    }  # fmt: skip
    assert parse("(((\n)\n=>\nreplace =>\nreplace a =>\nmodule\nuse\n")["dependencies"] == []


def test_a_file_s_import_is_meant_where_a_file_for_another_system_defines_the_name():
    files = {
        "a.go": '//go:build !fast\n\npackage x\n\nimport "encoding/json"\n\nfunc F() { json.Marshal(1) }\n',
        "b.go": "//go:build fast\n\npackage x\n\nvar json = Fast{}\n\ntype Fast struct{}\n\nfunc (Fast) Marshal() {}\n\n"
        "func G() { json.Marshal() }\n",
    }
    assert edges(files, "calls") == {(".G", "calls", ".Fast.Marshal")}
