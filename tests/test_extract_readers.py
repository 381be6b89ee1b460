import json
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.extract import read as reading
from core.extract.facts import SourceFile, from_json, packed, to_json, unpacked
from core.extract.guard import Guard
from core.extract.read import read_all, read_file
from core.extract.restructured import read as read_restructured
from core.extract.run import extract, load_files
from core.languages import LANGUAGES, LINKERS, is_test_path, language_of, parser, query
from core.settings import ExtractSettings
from tests.examples import examples

REPOS = Path(__file__).parent / "repos"
PIECES = {
    "python": [
        "class A(B):\n",
        "def f(a, b=1):\n",
        "    x = A()\n",
        "    x.y(1)[2].z\n",
        "    return self.a\n",
        "@d(1)\n",
        "(",
        "é\n",
        "from . import a\n",
        "import a.b as c\n",
        "if x:\n",
        "'''",
        "    def g(self): super().g()\n",
        "\t",
        "lambda q: q\n",
    ],
    "rust": [
        "fn f(a: &B) -> C {\n",
        "}\n",
        "impl A for B<'_> {\n",
        "struct S { a: T }\n",
        "let x = S::new();\n",
        "x.y(1)?.z;\n",
        "é",
        "use a::{b, c as d, *};\n",
        "#[test]\n",
        "m!(a::b(c), d.e());\n",
        "/// doc\n",
        "mod m {\n",
        "(",
        "trait T: U {\n",
        '"',
        'r#"',
    ],
    "go": [
        "package a\n",
        "func f[T any](a *B, b ...C) (d D, err error) {\n",
        "}\n",
        "type S struct { a T `x`; *E }\n",
        "type I interface { M(); J; ~int | S }\n",
        "func (s *S[T]) m() {\n",
        "x, y := S{a: 1}.m()[0].(T)\n",
        "switch v := x.(type) {\ncase A:\n",
        "for i, e := range x {\n",
        "const ( A = iota\nB )\n",
        "var (\na, _ = f()\n",
        'import ( . "a"; b "c" )\n',
        'go func() { r.GET("/x", h) }()\n',
        "// Code\n",
        "new(f(1))",
        "G[int](x)",
        "é",
        "(",
        "`",
    ],
    "typescript": [
        "class A extends B {\n",
        "}\n",
        "f(a: B): C { return this.a }\n",
        "const x = new A()\n",
        "x.y(1)?.z[0]\n",
        "é",
        "`${",
        "import a, { b as c } from './d'\n",
        "export default () => {\n",
        "interface I { a: B }\n",
        "/** doc */\n",
        "(",
        "'",
    ],
}


class Memory:
    """A cache of facts that counts what is asked of it."""

    def __init__(self):
        self.rows = {}
        self.stored = 0

    def get(self, keys):
        return {key: self.rows[key] for key in keys if key in self.rows}

    def put(self, entries):
        self.stored += len(entries)
        self.rows.update(entries)


@pytest.mark.parametrize("language", sorted(PIECES))
@given(data=st.data())
@examples(60)
def test_any_text_is_read_and_every_definition_lies_in_the_file(language, data):
    text = "".join(data.draw(st.lists(st.sampled_from(PIECES[language]), max_size=25)))
    facts = read_file(SourceFile("src/a", language, text, "sha"))
    assert [problem for problem in facts.problems if problem.status == "failed"] == []
    for number, one in enumerate(facts.definitions):
        assert 1 <= one.start_line <= one.end_line <= text.count("\n") + 1
        assert one.parent < number
    assert from_json(json.loads(json.dumps(to_json(facts)))) == unpacked(packed(facts)) == facts


def test_every_reader_can_be_imported_and_reads_nothing_without_complaint():
    for language in (name for name, row in LANGUAGES.items() if row.reader):
        path = {"cargo": "Cargo.toml", "npm": "package.json", "pip": "pyproject.toml"}.get(language, "a")
        text = "{}" if language == "npm" else ""
        assert read_file(SourceFile(path, language, text, "")).problems == ()


def test_a_language_is_read_and_linked_or_neither():
    assert all(bool(row.reader) == bool(row.family) for row in LANGUAGES.values())
    assert {row.family for row in LANGUAGES.values() if row.family} == set(LINKERS)


def test_every_grammar_and_every_query_fits_its_wheel():
    for name, language in LANGUAGES.items():
        if language.grammar:
            parser(name)
        folders = [Path(reading.__file__).parents[1] / "languages" / folder for folder in language.queries]
        for stem in {path.stem for folder in folders for path in folder.glob("*.scm")}:
            if not (stem == "components" and name == "typescript"):
                query(name, stem)


def test_damaged_facts_are_read_again(tmp_path):
    (tmp_path / "a.py").write_text("x = 1\n")
    kept = Memory()
    first = extract(tmp_path, ExtractSettings(), kept)
    kept.rows = {key: row[:-3] + b"???" for key, row in kept.rows.items()}
    assert extract(tmp_path, ExtractSettings(), kept) == first
    assert kept.stored == 2


def test_a_reader_that_breaks_is_a_problem_of_the_file_and_the_file_stays(tmp_path, monkeypatch):
    row = replace(LANGUAGES["python"], reader="tests.test_extract_readers:no_such_reader")
    monkeypatch.setitem(LANGUAGES, "python", row)
    reading._reader.cache_clear()
    (tmp_path / "a.py").write_text("x = 1\n")
    found = extract(tmp_path, ExtractSettings())
    reading._reader.cache_clear()
    assert [(problem.status, problem.file_path) for problem in found.problems] == [("failed", "a.py")]
    assert [unit.key for unit in found.units] == ["file:a.py"]


def test_what_was_read_before_is_not_read_again():
    cache = Memory()
    first = extract(REPOS / "python", ExtractSettings(), cache)
    stored = cache.stored
    assert extract(REPOS / "python", ExtractSettings(), cache) == first
    assert (stored, cache.stored) == (len(cache.rows), stored)


def test_many_files_read_in_parallel_give_the_same_facts_in_the_same_order(tmp_path, monkeypatch):
    for number in range(40):
        (tmp_path / f"m{number}.py").write_text(f"def f{number}():\n    return {number}\n" * 5)
    files, _ = load_files(tmp_path, ExtractSettings())
    one_by_one = [read_file(file) for file in files]
    monkeypatch.setattr(reading, "_BATCH_BYTES", 300)
    told = []
    guard = Guard(progress=lambda phase, done, total: told.append((phase, done, total)))
    assert read_all(files, None, guard) == one_by_one
    assert told[-1] == ("read", 40, 40)


def test_a_broken_file_is_partly_read_with_the_line_of_the_error():
    facts = read_file(SourceFile("a.py", "python", "def a():\n    pass\n\n\ndef b(:\n    pass\n\n\ndef c():\n    a()\n", ""))
    assert [(problem.status, problem.line) for problem in facts.problems] == [("partial", 5)]
    assert {"a", "c"} <= {one.name for one in facts.definitions}


def test_functions_of_one_line_do_not_count_each_others_branches(tmp_path):
    text = "function a(x) { return x ? 1 : 2 } function b(x) { return x && y ? 1 : 2 } function c() { [1].map(z => z || 1) }\n"
    (tmp_path / "a.js").write_text(text)
    units = extract(tmp_path, ExtractSettings()).units
    assert {unit.name: unit.metadata["complexity"] for unit in units if unit.type == "function"} == {"a": 2, "b": 3, "c": 2}


DEEP = 3000


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", "x = " + "(" * DEEP),
        ("python", "x = " + "a." * DEEP + "b("),
        ("rust", "fn f() { " + "m!(" * DEEP),
        ("typescript", "let x = " + "[" * DEEP),
    ],
)
def test_a_tree_may_be_deeper_than_calls_can_be_nested(language, text):
    (problem,) = read_file(SourceFile("src/a", language, text, "")).problems
    assert problem.status == "partial"


@pytest.mark.parametrize(
    ("language", "text", "name"),
    [
        ("ruby", "class Été::Clé < Parent\n  def événement(a\nend\n", "Été::Clé"),
        ("python", "from lieu import Événement\n\ndef f(a: Événement):\n    a.größe()\n", "Événement().größe"),
        ("rust", "fn f() { assert_eq!(été::café(1), 2); }", "été::café"),
        ("rust", "fn f(a: &été::Clé) { a.größe(); }", "été::Clé().größe"),
        ("go", "package a\ntype Größe struct{}\nfunc (g Größe) Événement() {}\n", "Größe.Événement"),
        ("typescript", "import größe from './größe'\nfunction f() { größe.показать() }", "größe.показать"),
    ],
)
def test_names_with_letters_of_other_alphabets_are_whole(language, text, name):
    facts = read_file(SourceFile("src/a", language, text, ""))
    assert name in {one.name for one in facts.references} | {one.qualified or one.name for one in facts.definitions}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("tests/unit/cart.py", True), ("test/cart.py", True), ("src/shop/test_cart.py", True), ("django/test/client.py", False),
        ("app/models/test/unit.rb", False), ("spec/models/cart_spec.rb", True), ("lib/plugins/x/test/x_test.rb", True),
        ("test/unit/cart.rb", True), ("src/cart.test.ts", True), ("src/__tests__/cart.js", True), ("src/testing.ts", False),
        ("tests/cart.rs", True), ("src/tests_of.rs", False), ("crates/a/tests/b.rs", True),
    ],
)  # fmt: skip
def test_tests_are_known_by_the_habits_of_their_language(path, expected):
    assert is_test_path(path, language_of(path)) is expected


def test_restructured_text_has_levels_by_first_appearance():
    opening = "=====\nTitle\n=====\n\nWords.\n\nPart\n----\n\n"
    text = opening + "Inner :ref:`one <two>`\n~~~~~~~~~~~~~~~~~~~~~~\n\nPart two\n--------\n\na table\n=== ===\n"
    facts = read_restructured(SourceFile("a.rst", "text", text, ""))
    assert [one.qualified for one in facts.definitions] == [
        "Title", "Title > Part", "Title > Part > Inner one", "Title > Part two",
    ]  # fmt: skip


def test_reading_does_not_need_a_grammar_that_is_not_used():
    script = "import sys, core.extract.run; print('tree_sitter_rust' in sys.modules, 'chromadb' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("rust", f"pub fn total() {'{#' * 100}{'{' * 99_000}"),
        ("tsx", f"(() => b(c)c }}></B>{' /B>' * 20_000}"),
    ],
)
def test_what_is_no_code_without_end_is_passed_over_and_told(language, text):
    started = time.process_time()
    (problem,) = read_file(SourceFile(f"a.{language}", language, text, "sha")).problems
    assert problem.status == "partial"
    assert problem.reason.endswith(("passed over what cannot be read", "read around it"))
    assert time.process_time() - started < 30  # without end, it took longer than a file may; some machines are slow
