import pytest

from core.extract.facts import SourceFile
from core.extract.go.types import parse_type
from core.extract.read import read_file
from tests.go_samples import MODULE, calls, edges, linked


@pytest.mark.parametrize(
    "body",
    [
        "p.M()",
        "p.next.M()",
        "p.list[0].M()",
        'p.by["a"].M()',
        "(<-p.in).M()",
        "p.f().M()",
        "p.any.t.M()",
        "ps[1].M()",
        "for _, one := range ps { one.M() }",
        "for one := range p.in { one.M() }",
        "for _, one := range p.by { one.M() }",
        "v := T{}; v.M()",
        "v := &T{}; v.M()",
        "v := new(T); v.M()",
        "v := make([]T, 1); v[0].M()",
        "var v T; v.M()",
        "var v = []T{{}}; v[0].M()",
        "v := map[string]T{}; v[`a`].M()",
        "if v, ok := p.by[`a`]; ok { v.M() }",
        "v, ok := any(p).(*T); v.M()",
        "switch v := any(p).(type) { case *T: v.M() }",
        "select { case v := <-p.in: v.M() }",
        "func() { p.M() }()",
        "v := func(t T) T { return t }; v(*p).M()",
        "go p.M()",
        "defer p.M()",
        "T.M(*p)",
        "(*T).M(p)",
        "T(*p).M()",
        "v := []*T(nil); v[0].M()",
        "type L []T; var v L; v[0].M()",
        "v := append(ps, *p); v[0].M()",
        "v := ps[1:]; v[0].M()",
        "var f func() T = p.M; f().M()",
        "type local struct{ t T }; var v local; v.t.M()",
        "for _, c := range []struct{ t *T }{{p}} { c.t.M() }",
        "p.M().M().M()",
        "_ = p.M() == *p && (p.M() != *p)",
        "{ v := p; v.M() }",
        "x := p; { x := 1; _ = x }; x.M()",
        "v := new(p.M()); v.M()",
    ],
)
def test_the_type_of_every_expression_leads_to_its_method(body):
    assert ".T.M" in calls(body)


def test_results_of_functions_have_their_types():
    assert calls("v, err := New(); v.M(); _ = err") == {".New", ".T.M"}
    assert calls("_, v := Two(); v.M()") == {".Two", ".T.M"}


def test_what_a_block_defines_ends_with_it():
    assert ".T.M" not in calls("p := other{}; p.M()")
    assert calls("for _, New := range ps { New.M() }; New()") == {".New", ".T.M"}
    assert calls("New := func() {}; New()") == set()


def test_generic_types_give_what_they_were_given():
    rest = """
type Box[K comparable, V any] struct{ held V; more map[K]V }
func (b *Box[A, B]) Get() B { return b.held }
func Make[V any](v V) *Box[string, V] { return nil }
type Named interface{ Name() string }
func each[N Named](all []N) { for _, n := range all { n.Name() } }
type Short = Box[string, T]
type Outer struct{ *Box[int, T] }
"""
    assert calls("var b Box[int, T]; b.Get().M()", rest) == {".Box.Get", ".T.M"}
    assert calls("var b Box[int, T]; b.more[1].M()", rest) == {".T.M"}
    assert calls("Make[T](*p).Get().M()", rest) == {".Make", ".Box.Get", ".T.M"}
    assert calls("var b Short; b.Get().M()", rest) == {".Box.Get", ".T.M"}
    assert calls("var o Outer; o.Get().M(); o.Box.Get()", rest) == {".Box.Get", ".T.M"}
    found = edges({"x.go": f"package x\n{rest.replace('T]', 'int]').replace('T }', 'int }')}"}, "calls")
    assert (".each", "calls", ".Named.Name") in found


def test_the_nearest_embedded_method_is_meant_and_two_equally_near_are_ambiguous():
    text = """package x
type A struct{}
func (A) M() {}
func (A) Only() {}
type B struct{ A }
func (B) M() {}
type C struct{ B }
type D struct{ A }
type E struct{ B; D }
type F struct{ *F; C }
func f(c C, e E, x F) { c.M(); c.Only(); e.Only(); x.M() }
"""
    assert edges({"x.go": text}, "calls") == {(".f", "calls", ".B.M"), (".f", "calls", ".A.Only")}
    assert linked(MODULE | {"x.go": text}).tallies["go"]["resolved"] > 0
    assert linked(MODULE | {"x.go": text.replace("c.Only(); ", "")}).tallies["go"].get("ambiguous", 0) == 0
    deeper = text.replace("type D struct{ A }", "type G struct{ A }\ntype D struct{ G }").replace("B; D", "C; G")
    assert (".f", "calls", ".A.Only") in edges({"x.go": deeper}, "calls")


def test_a_type_satisfies_an_interface_by_names_and_types_of_all_methods():
    text = """package x
import "io"
type Store interface { Get(key string) ([]byte, error); put(string, any) }
type Closing interface { Store; io.Closer }
type Foreign interface { Store; other.Thing }
type Union interface { ~int; Get(string) }
type Empty interface{}
type Good struct{}
func (*Good) Get(name string) ([]uint8, error) { return nil, nil }
func (*Good) put(a string, b interface{}) {}
type Wrong struct{}
func (*Wrong) Get(name int) ([]byte, error) { return nil, nil }
func (*Wrong) put(a string, b any) {}
type Wrapped struct{ *Good; io.Closer }
type Func func()
"""
    assert edges({"x.go": text}, "implements") == {
        (".Good", "implements", ".Store"),
        (".Wrapped", "implements", ".Store"),
        (".Wrapped", "implements", ".Closing"),
    }


def test_one_method_alone_needs_packages_that_know_each_other():
    files = {
        "a/a.go": "package a\n\ntype Runner interface{ Run() }\n",
        "b/b.go": "package b\n\ntype B struct{}\n\nfunc (B) Run() {}\n",
        "c/c.go": 'package c\n\nimport "m.io/x/a"\n\ntype C struct{ r a.Runner }\n\nfunc (C) Run() {}\n',
        "d/d.go": 'package d\n\nimport (\n\t"m.io/x/a"\n\t"m.io/x/b"\n)\n\nvar _ a.Runner = b.B{}\n',
    }
    found = linked(MODULE | files)
    assert {(one.source, one.certainty) for one in found.relations if one.kind == "implements"} == {
        ("struct:m.io/x/c.C", "inferred"),
        ("struct:m.io/x/b.B", "declared"),
    }


def test_an_interface_that_very_many_satisfy_keeps_those_of_its_package():
    many = "\n".join(f"type T{n} struct{{}}\nfunc (T{n}) A() {{}}\nfunc (T{n}) B() {{}}" for n in range(200))
    files = {
        "i/i.go": "package i\n\ntype I interface { A(); B() }\n\ntype Own struct{}\n\nfunc (Own) A() {}\nfunc (Own) B() {}\n",
        "t/t.go": f"package t\n{many}\n",
    }
    assert edges(files, "implements") == {("/i.Own", "implements", "/i.I")}


@pytest.mark.parametrize(
    ("call", "identifier"),
    [
        ('http.HandleFunc("/x", show)', "/x"),
        ('http.Handle("POST /x/{id}", http.HandlerFunc(show))', "POST /x/{id}"),
        ('r := gin.Default(); r.GET("/x", auth, show)', "GET /x"),
        ('v := gin.New().Group("/api").Group("/v1/"); v.DELETE("/x", show)', "DELETE /api/v1/x"),
        ('r := chi.NewRouter(); r.Route("/api", func(r chi.Router) { r.Get("/x", show) })', "GET /api/x"),
        ('r := chi.NewRouter(); r.With(auth).Method("PUT", "/x", wrap(show))', "PUT /x"),
        ('r := mux.NewRouter(); r.HandleFunc("/x", show).Methods("GET", "POST")', "GET|POST /x"),
        ('s := mux.NewRouter().PathPrefix("/api").Subrouter(); s.Handle("/x", wrap(show))', "/api/x"),
        ('e := echo.New(); e.POST("/x", show)', "POST /x"),
    ],
)
def test_a_literal_path_leads_to_its_handler(call, identifier):
    imports = (
        "net/http",
        "github.com/gin-gonic/gin",
        "github.com/go-chi/chi/v5",
        "github.com/gorilla/mux",
        "github.com/labstack/echo/v4",
    )
    text = "package x\n\nimport (\n" + "".join(f'\t"{path}"\n' for path in imports) + ")\n\nfunc show() {}\nfunc auth() {}\n"
    text += f"func wrap(f func()) http.Handler {{ return nil }}\nfunc routes() {{ {call} }}\n"
    assert (identifier, "routes_to", ".show") in edges({"x.go": text}, "routes_to")


def test_what_only_looks_like_a_route_is_none():
    body = 'client.Get("/x", nil); m.Get("key", show); http.Get("/x"); cache.Add("/x", 1, 2)'
    assert edges({"x.go": f'package x\n\nimport "net/http"\n\nfunc show() {{}}\nfunc f() {{ {body} }}\n'}, "routes_to") == set()


def test_tests_are_of_what_stands_beside_them():
    files = {
        "a/run.go": "package a\n\nfunc Run() {}\n",
        "a/run_test.go": 'package a_test\n\nimport "m.io/x/a"\n\nfunc TestRun(t *T) { a.Run() }\n'
        "func BenchmarkRun(b *B) {}\nfunc helper() {}\n",
        "b/b_test.go": "package b\n\nfunc TestRun(t *T) {}\n",
    }
    assert edges(files, "tests") == {("/a_test.TestRun", "tests", "/a.Run"), ("/a_test.BenchmarkRun", "tests", "/a.Run")}


def test_new_of_a_value_and_what_is_too_deep_are_told_or_read():
    assert (
        read_file(
            SourceFile(
                "a.go", "go", 'package a\n\nvar v, w, x, y, z = new("s"), new(f(1)), new(a.b.c), new(a.b * 2), new(T)\n', ""
            )
        ).problems
        == ()
    )
    deep = f"package a\n\nfunc f() {{ {'if x {' * 300} g() {'}' * 300} }}\n"
    (problem,) = read_file(SourceFile("a.go", "go", deep, "")).problems
    assert (problem.status, problem.line) == ("partial", 3)
    assert "nested too deeply" in problem.reason


@pytest.mark.parametrize(
    "body",
    [
        "x" + ".f()" * 5_000,
        "x" + " + x" * 5_000,
        "if x { } " + "else if x { } " * 5_000,
        "(" * 1_000 + ")" * 1_000,
        "[]" * 5_000 + "int{}",
        "var v " + "struct{ a " * 2_000 + "int" + " }" * 2_000,
        "T{" * 3_000 + "}" * 3_000,
        "f(func() {" * 1_000 + "})" * 1_000,
    ],
    ids=["calls", "sum", "else", "brackets", "slices", "structs", "literals", "functions"],
)
def test_code_that_nobody_writes_is_read_or_told(body):
    found = linked(MODULE | {"a.go": f"package a\n\nfunc f() {{\n{body}\n}}\n"})
    assert not [problem for problem in found.problems if problem.status == "failed"]


def test_chains_and_circles_of_types_end():
    size = 1_000
    chain = "\n".join(f"type T{n} struct{{ T{n + 1} }}\ntype A{n} = A{n + 1}\nvar v{n} = v{n + 1}" for n in range(size))
    circle = "type X struct{ *Y; x *X }\ntype Y struct{ *X }\ntype P = Q\ntype Q = P\ntype R S\ntype S R\nvar a, b = b, a\n"
    use = "func f(t T0, x X, p P, r R) { t.M(); x.M(); x.x.Y.x.M(); p.M(); r.M(); a.M(); v0.M() }\n"
    end = f"type T{size} struct{{}}\nfunc (T{size}) M() {{}}\ntype I interface{{ J; M() }}\ntype J interface{{ I }}\n"
    found = linked(MODULE | {"a.go": f"package a\n{chain}\n{circle}{use}{end}"})
    assert found.problems == ()
    assert len(found.units) > 3 * size


def test_a_file_of_a_megabyte_is_linked():
    words = "// " + "what it does, in many words; " * 12
    code = "func F{n}(t *T{n}) {{ t.M(); F{m}(nil) }}\ntype T{n} struct{{}}\nfunc (T{n}) M() {{}}\n"
    text = "package a\n" + "".join(f"{words}\n{code.format(n=n, m=n // 2)}" for n in range(2_500))
    assert len(text) > 1_000_000
    assert len([one for one in linked(MODULE | {"a.go": text}).relations if one.kind == "calls"]) == 4_999


def test_types_are_taken_apart_as_they_are_written():
    found = parse_type("map[string]func(*a.B[C,$0])([]chan(int),struct{x T;*E})")
    assert (found.sign, found.parts[1].sign) == ("map", "func")
    assert found.parts[1].parts[0].parts[0].name == "a.B"
    assert [one.sign for one in found.parts[1].results] == ["[]", "struct"]
    assert found.parts[1].results[1].names == ("x", "")
    assert {parse_type(text).sign for text in ("", "a b", "[", "map[", "func(", "struct{", "a[", "é.ß.")} == {"?"}


def test_values_that_a_test_gives_are_not_what_it_tests():
    files = {
        "a.go": "package a\n\nconst Limit = 1\n\nfunc Run(n int) {}\n",
        "a_test.go": "package a\n\nfunc TestAll(t *T) { Run(Limit) }\n\nfunc TestLimit(t *T) { _ = Limit }\n\n"
        "var table = Run\n",
    }
    assert edges(files, "tests") == {(".TestAll", "tests", ".Run"), (".TestLimit", "tests", ".Limit")}
