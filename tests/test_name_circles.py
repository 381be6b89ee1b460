"""Names that lead to each other: every question is answered once, whatever is asked first."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from core.extract.lineage import Lineage
from core.extract.meaning import Meaning
from core.extract.questions import Asking, Questions
from core.extract.stars import Stars
from tests.linking import linked, rows

CARGO = '[package]\nname = "shop"\nversion = "1.0.0"\n'


class Ways:
    """Nodes that are answered by the first of their successors that has an answer; leaves are upper-case letters."""

    def __init__(self, ways: dict[str, str]) -> None:
        self.ways, self.asked = ways, Counter[str]()

    def find(self, node: str) -> Asking:
        self.asked[node] += 1
        for other in self.ways[node]:
            found = other if other.isupper() else (yield self.find, other)
            if found:
                return found
        return None


def test_a_way_that_leads_back_leads_nowhere_and_the_next_is_taken():
    ways = Ways({"a": "ba", "b": "ac", "c": "X"})
    answer = Questions()
    assert [answer(ways.find, node) for node in "abc"] == ["X", "X", "X"]


def test_a_circle_that_leads_nowhere_is_walked_once():
    ways = Ways({str(node): "".join(str(other) for other in range(9)) for node in range(9)})
    answer = Questions()
    assert {answer(ways.find, str(node)) for node in range(9)} == {None}
    assert set(ways.asked.values()) == {1}


def test_what_was_only_assumed_is_not_kept():
    ways = Ways({"a": "bX", "b": "a"})
    for order in permutations("ab"):
        answer = Questions()
        assert {node: answer(ways.find, node) for node in order} == {"a": "X", "b": "X"}


def test_no_chain_of_questions_is_too_long():
    def below(number: int) -> Asking:
        if not number:
            return "end"
        found = yield below, number - 1
        return found

    assert Questions()(below, 100_000) == "end"


def test_stars_lead_to_those_who_have_the_name_and_through_circles():
    stars = Stars({"a": ["b", "c"], "b": ["d"], "d": ["b"], "c": ["e"]}, {"d": ["x"], "c": ["x", "y"], "e": ["y"]})
    assert list(stars.sources("a", "x")) == ["d", "c"]
    assert list(stars.sources("b", "x")) == ["d"]
    assert list(stars.sources("a", "y")) == ["c", "e"]
    assert list(stars.sources("a", "z")) == list(stars.sources("nobody", "x")) == []


def rust_family(count: int) -> dict[str, str]:
    """A module that passes on all names of its children, each of which brings in all of its, and a name that one has."""
    head = "use super::*;\nuse super::Shared;\n"
    children = {
        f"src/m{i}.rs": f"{head}pub fn f{i}(a: Shared) {{ g{(i + 1) % count}(); a.go(); }}\npub fn g{i}() {{}}\n"
        for i in range(count)
    }
    owner = "pub struct Shared;\nimpl Shared { pub fn go(&self) {} }\n"
    top = "".join(f"mod m{i};\npub use m{i}::*;\n" for i in range(count)) + "mod zed;\npub use zed::*;\n"
    return {**children, "src/zed.rs": owner, "src/lib.rs": top, "Cargo.toml": CARGO}


def test_rust_modules_that_use_all_of_each_other_find_what_one_of_them_has():
    found = rows(linked(rust_family(40)), "calls")
    for i in range(40):
        assert (f"shop::m{i}::f{i}", "calls", f"shop::m{(i + 1) % 40}::g{(i + 1) % 40}") in found
        assert (f"shop::m{i}::f{i}", "calls", "shop::zed::Shared::go") in found


def test_a_rust_name_that_is_brought_in_singly_hides_those_of_stars():
    texts = {
        "src/lib.rs": "mod a;\nmod b;\n",
        "src/a.rs": "use std::fmt::Report;\nuse crate::b::*;\npub fn f() { Report::new(); Other::new(); }\n",
        "src/b.rs": "pub struct Report;\nimpl Report { pub fn new() {} }\npub struct Other;\nimpl Other { pub fn new() {} }\n",
        "Cargo.toml": CARGO,
    }
    assert rows(linked(texts), "calls") == {("shop::a::f", "calls", "shop::b::Other::new")}


def test_rust_modules_are_found_through_the_stars_of_others():
    chain = {f"src/m{i}.rs": f"pub use crate::m{i + 1} as inner;\npub fn f{i}() {{}}\n" for i in range(60)}
    names = "".join(f"use a{i - 1}::inner as a{i};\n" if i else "use m0 as a0;\n" for i in reversed(range(60)))
    last = "use a59::inner::*;\nfn main() { last(); a30::f30(); }\n"
    found = rows(
        linked({**chain, "src/m60.rs": "pub fn last() {}\n", "src/lib.rs": names + last, "Cargo.toml": CARGO}), "calls"
    )
    assert found == {("shop::main", "calls", "shop::m60::last"), ("shop::main", "calls", "shop::m30::f30")}


def script_circle(count: int) -> dict[str, str]:
    """Modules that pass on everything of all others, and names and defaults around a circle; one name has an owner."""
    modules = {
        f"src/m{i}.ts": "".join(f"export * from './m{j}'\n" for j in range(count) if j != i)
        + f"export {{ lost, default }} from './m{(i + 1) % count}'\nexport function f{i}() {{}}\n"
        for i in range(count)
    }
    users = {
        f"src/u{i}.ts": f"import round, {{ f{(i * 7) % count}, lost }} from './m{i}'\n"
        f"export function u{i}() {{ f{(i * 7) % count}(); lost(); round() }}\n"
        for i in range(count)
    }
    return {**modules, **users}


def test_scripts_that_pass_on_all_of_each_other_find_what_one_of_them_has():
    found = rows(linked(script_circle(30)), "calls")
    assert found == {(f"src/u{i}.ts:u{i}", "calls", f"src/m{(i * 7) % 30}.ts:f{(i * 7) % 30}") for i in range(30)}


def test_values_of_scripts_that_are_each_other_and_long_chains_of_them_end():
    chain = "".join(f"const v{i} = v{i + 1}\nv{i}.go()\n" for i in range(3000))
    text = f"class K {{ go() {{}} }}\n{chain}const v3000 = new K()\nconst a = b\nconst b = a\na.go()\n"
    found = [one for one in linked({"v.js": text}).relations if one.target == "method:v.js:K.go"]
    assert [one.line for one in found] == [3 + 2 * i for i in range(3000)]


def test_members_of_classes_are_found_far_above_and_in_circles():
    chain = "".join(f"class C{i} extends C{i + 1} {{ own{i}() {{ this.top(); this.none() }} }}\n" for i in range(2000))
    circle = "class A extends B { a() { this.b(); this.none() } }\nclass B extends A { b() { this.a() } }\n"
    found = rows(linked({"c.js": f"{chain}class C2000 {{ top() {{}} }}\n{circle}"}), "calls")
    assert len(found) == 2002
    assert ("c.js:C0.own0", "calls", "c.js:C2000.top") in found
    assert {("c.js:A.a", "calls", "c.js:B.b"), ("c.js:B.b", "calls", "c.js:A.a")} <= found


def test_the_nearest_class_above_has_the_member_and_the_first_base_comes_first():
    def of(name: str) -> Meaning:
        return Meaning("class", name)

    bases = {"d": "bc", "b": "a", "c": "a", "e": "d", "x": "y", "y": "x", "f": "xd"}
    members = {"a": ["m", "n", "o"], "c": ["m", "p"], "d": ["q"], "y": ["p"], "e": ["m"]}
    lineage = Lineage(
        {of(own): [of(base) for base in above] for own, above in bases.items()},
        {of(own): names for own, names in members.items()},
    )
    found = {(own, name): lineage.owner(of(own), name) for own in "dexyf" for name in "mnpq"}
    assert {key: meaning.where for key, meaning in found.items() if meaning is not None} == {
        ("d", "m"): "a", ("d", "n"): "a", ("d", "p"): "c", ("e", "m"): "a", ("e", "n"): "a", ("e", "p"): "c", ("e", "q"): "d",
        ("x", "p"): "y", ("f", "m"): "a", ("f", "n"): "a", ("f", "p"): "y", ("f", "q"): "d",
    }  # fmt: skip


def python_circle(count: int) -> dict[str, str]:
    """Modules that bring in all names of all others, and each a name from the next; one of the names has an owner."""
    modules = {
        f"shop/m{i}.py": "".join(f"from .m{j} import *\n" for j in range(count) if j != i)
        + f"from .m{(i + 1) % count} import lost\nfrom . import m{(i + 1) % count}\n"
        + f"def f{i}():\n    m{(i + 1) % count}.f{(i * 7) % count}()\n    m{(i + 1) % count}.lost()\n"
        for i in range(count)
    }
    return {**modules, "shop/__init__.py": ""}


def test_python_modules_that_import_all_of_each_other_find_what_one_of_them_has():
    found = rows(linked(python_circle(30)), "calls")
    assert found == {
        (f"shop.m{i}.f{i}", "calls", f"shop.m{(i * 7) % 30}.f{(i * 7) % 30}") for i in range(30) if (i * 7) % 30 != i
    }


def test_attributes_of_python_classes_are_found_far_above_and_in_circles():
    chain = "".join(
        f"class C{i}(C{i + 1}):\n    def own{i}(self):\n        self.top()\n        self.none()\n" for i in range(2000)
    )
    circle = "class A(B):\n    def a(self):\n        self.b()\nclass B(A):\n    def b(self):\n        super().a()\n"
    found = rows(linked({"c.py": f"{chain}class C2000:\n    def top(self): pass\n{circle}"}), "calls")
    assert len(found) == 2002
    assert ("c.C0.own0", "calls", "c.C2000.top") in found
    assert {("c.A.a", "calls", "c.B.b"), ("c.B.b", "calls", "c.A.a")} <= found


def test_python_variables_that_are_each_other_and_long_chains_of_them_end():
    chain = "".join(f"v{i} = v{i + 1}\nv{i}.go()\n" for i in range(3000))
    text = f"class K:\n    def go(self): pass\n{chain}v3000 = K()\na = b\nb = a\na.go()\n"
    found = [one.line for one in linked({"v.py": text}).relations if one.target == "method:v.K.go"]
    assert found == [4 + 2 * i for i in range(3000)]


def test_paths_that_include_each_other_have_one_prefix_for_each_place():
    count = 12
    texts = {
        f"urls{i}.py": "urlpatterns = [\n"
        + "".join(f"    path('a{j}/', include('urls{j}')),\n" for j in range(count))
        + f"    path('v{i}', v{i}),\n]\ndef v{i}(request): pass\n"
        for i in range(count)
    }
    texts["top.py"] = "urlpatterns = [\n    path('top/', include('urls0')),\n    path('top2/', include('inner'))]\n"
    texts["inner.py"] = "def v(request): pass\nurlpatterns = [path('v', v)]\n"
    found = {source for source, _, _ in rows(linked(texts), "routes_to")}
    assert {f"/a{i}/v{i}" for i in range(count)} | {"/top/v0", "/top2/v"} == found


def test_places_that_nobody_could_count_are_cut_and_told():
    twice = "".join(f"app{i}.include_router(app{i + 1}, prefix='/{side}')\n" for i in range(30) for side in "ab")
    routers = "".join(f"app{i} = APIRouter()\n" for i in range(31))
    found = linked({"app.py": f"{routers}{twice}@app30.get('/x')\ndef view(): pass\n"})
    assert len([unit for unit in found.units if unit.type == "route"]) == 40
    assert [problem.reason for problem in found.problems] == [
        "routes: mounted in more than 40 places, of which the first 40 were followed"
    ]


@pytest.mark.parametrize("texts", [rust_family(6), script_circle(5), python_circle(5)], ids=["rust", "javascript", "python"])
def test_the_order_of_files_does_not_matter(texts):
    there, back = linked(texts), linked(texts, backwards=True)
    assert there.relations == back.relations
    assert [unit.key for unit in there.units] == [unit.key for unit in back.units]
