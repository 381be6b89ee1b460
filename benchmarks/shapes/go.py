"""Repositories of the worst shapes in Go, of any size and always the same."""

from __future__ import annotations

from benchmarks.shapes.text import Files, Shape, lines, side

_MODULE = {"go.mod": "module shop.io/shop\n\ngo 1.22\n"}


def _everything(size: int) -> Files:
    """Packages that all import each other, which compilers refuse and people write on the way."""
    m = side(size)
    return _MODULE | {
        f"p{i}/p.go": lines(
            [f"package p{i}", "import ("], [f'"shop.io/shop/p{j}"' for j in range(m) if j != i], [")", f"func F{i}() {{"],
            [f"    p{j}.F{j}()" for j in range(m) if j != i], ["}"],
        )
        for i in range(m)
    }  # fmt: skip


def _dots(size: int) -> Files:
    m = side(size)
    return _MODULE | {
        f"p{i}/p.go": lines(
            [f"package p{i}", "import ("], [f'. "shop.io/shop/p{j}"' for j in range(m) if j != i], [")"],
            [f"func F{i}x{k}() {{\n    F{(i + k) % m}x{k}()\n    missing{k}()\n}}" for k in range(m // 2)],
        )
        for i in range(m)
    }  # fmt: skip


def _embedding(size: int) -> Files:
    """Each type embeds the next; the method that is called is of the last."""
    types = [f"type T{i} struct{{ T{i + 1} }}\nfunc f{i}(t T{i}) {{ t.M() }}" for i in range(size)]
    return _MODULE | {"a.go": lines(["package a"], types, [f"type T{size} struct{{}}\nfunc (T{size}) M() {{}}"])}


def _satisfied(size: int) -> Files:
    """As many interfaces as types, and every type satisfies every interface."""
    m = size // 4
    return _MODULE | {
        "i/i.go": lines(["package i"], [f"type I{k} interface {{ A(); B(); C{k % 3}() }}" for k in range(m)]),
        "t/t.go": lines(
            ["package t"],
            [
                f"type T{k} struct{{}}\nfunc (T{k}) A() {{}}\nfunc (T{k}) B() {{}}\nfunc (T{k}) C{k % 3}() {{}}"
                for k in range(m)
            ],
        ),
    }


def _variables(size: int) -> Files:
    return _MODULE | {"a.go": lines(["package a"], [f"var v{i} = v{i + 1}.next" for i in range(size)], ["func f() { v0.M() }"])}


def _one_body(size: int) -> Files:
    """One function in which each variable is made of the one before."""
    body = [f"    v{i + 1} := v{i}.Next()" for i in range(size)]
    return _MODULE | {
        "a.go": lines(["package a", "type T struct{}", "func (T) Next() T { return T{} }", "func f(v0 T) {"], body, ["}"])
    }


def _one_package(size: int) -> Files:
    return _MODULE | {
        f"f{i}.go": lines(["package a", 'import "fmt"', f"func F{i}() {{ F{i * 7 % size}(); fmt.Println(missing{i}) }}"])
        for i in range(size)
    }


def _modules(size: int) -> Files:
    m = size // 10
    return {f"m{i}/go.mod": f"module shop.io/m{i}\n\nrequire shop.io/m{(i + 1) % m} v1.0.0\n" for i in range(m)} | {
        f"m{i}/a.go": f'package a{i}\n\nimport "shop.io/m{(i + 1) % m}"\n\nfunc F() {{ a{(i + 1) % m}.F() }}\n'
        for i in range(m)
    }


def _tests(size: int) -> Files:
    """Folders that each have a file and a test of the same names."""
    m = size // 4
    return _MODULE | {
        path: text
        for i in range(m)
        for path, text in (
            (f"p{i}/util.go", "package p\n\nfunc Run() {}\n"),
            (f"p{i}/util_test.go", "package p\n\nfunc TestRun(t *T) { Run() }\n"),
        )
    }


GO: dict[str, Shape] = {
    "go-everything": _everything,
    "go-dots": _dots,
    "go-embedding": _embedding,
    "go-satisfied": _satisfied,
    "go-variables": _variables,
    "go-one_body": _one_body,
    "go-one_package": _one_package,
    "go-modules": _modules,
    "go-tests": _tests,
}
"""Shapes by name; the number of code units or of names that are looked up is about their size."""
