"""Repositories of the worst shapes in Python, of any size and always the same."""

from __future__ import annotations

from benchmarks.shapes.text import Files, Shape, lines, side


def _everything(size: int) -> Files:
    m = side(size)
    return {
        f"shop/m{i}.py": lines(
            [f"from shop import m{j}" for j in range(m) if j != i],
            [f"def f{i}():"],
            [f"    m{j}.f{j}()" for j in range(m) if j != i],
        )
        for i in range(m)
    } | {"shop/__init__.py": ""}


def _use_of(name: str, module: str, *used: str) -> str:
    return "\n".join((f"def {name}():", *(f"    {module}.{one}()" for one in used)))


def _stars(size: int) -> Files:
    """Every module brings in all names of all others, defines some, uses those of others and some that nobody has."""
    m = side(size)
    return {
        f"shop/m{i}.py": lines(
            [f"from .m{j} import *" for j in range(m) if j != i],
            [f"from . import m{(i + 1) % m}"],
            [_use_of(f"f{i}_{k}", f"m{(i + 1) % m}", f"f{(i + k) % m}_{k}", f"missing{i}_{k}") for k in range(m // 2)],
        )
        for i in range(m)
    } | {"shop/__init__.py": "def shared():\n    pass\n"}


def _star_chain(size: int) -> Files:
    m = side(size)
    own = {
        f"shop/m{i}.py": lines(
            [f"from .m{i + 1} import *"] if i + 1 < m else [],
            [f"from . import m{(i + 2) % m} as other"],
            [_use_of(f"f{i}_{k}", "other", f"f{m - 1}_{k}", f"missing{i}_{k}") for k in range(m)],
        )
        for i in range(m)
    }
    return own | {"shop/__init__.py": ""}


def _reexports(size: int) -> Files:
    m = side(size)
    own = {f"shop/m{i}.py": lines([f"from .m{i + 1} import f{k}" for k in range(m)]) for i in range(m - 1)}
    users = lines([f"from .m0 import f{k}\nf{k}()" for k in range(m)])
    return own | {
        f"shop/m{m - 1}.py": lines([f"def f{k}(): pass" for k in range(m)]),
        "shop/use.py": users,
        "shop/__init__.py": "",
    }


def _inheritance(size: int) -> Files:
    """One chain of classes; every class calls methods of the first, of the one above and of none."""
    m = side(size)
    first = lines(["class C0:"], [f"    def root{k}(self): pass" for k in range(m)])
    rest = {
        f"shop/c{i}.py": lines(
            [f"from shop.c{i - 1} import C{i - 1}", f"class C{i}(C{i - 1}):"],
            [f"    def own{i}_{k}(self):\n        self.root{k}()\n        self.missing{i}_{k}()" for k in range(m)],
        )
        for i in range(1, m)
    }
    return rest | {"shop/c0.py": first, "shop/__init__.py": ""}


def _big_classes(size: int) -> Files:
    return {
        f"big{c}.py": lines(
            [f"class Big{c}:"],
            [f"    def m{k}(self, a):\n        if a:\n            self.m{k + 1}(a)" for k in range(min(size, 5000))],
        )
        for c in range(max(1, size // 5000))
    }


def _one_file(size: int) -> Files:
    """One file of functions, a megabyte for 10,000 of them."""
    body = (
        "def f{k}(a, b):\n    c = a + b  # as plain as can be\n    for d in range(c):\n        f{k}(d)\n    return f{j}(c, b)\n"
    )
    return {"one.py": lines([body.format(k=k, j=k // 2) for k in range(size)])}


def _values(size: int) -> Files:
    """One module whose variables are each the next one, written from the last to the first."""
    return {"values.py": lines(["def f(): pass", f"v{size} = f"], [f"v{k} = v{k + 1}\nv{k}()" for k in range(size)])}


def _alike(size: int) -> Files:
    """Every module has a class of the same name with the same methods, tested by a test of the same name."""
    code = lines(
        ["class Thing:"], ["    def run(self): pass", "    def call(self):\n        self.run()\n        Thing().run()"]
    )
    test = "from thing import Thing\ndef test_thing():\n    Thing().run()\n"
    m = size // 4
    folders = {f"a{i}/thing.py": code for i in range(m)} | {f"a{i}/test_thing.py": test for i in range(m)}
    return folders | {
        f"a{i}/models.py": "class Row: pass\nclass Other:\n    row = ForeignKey('a1.Row')\n" for i in range(m // 4)
    }


def _routes(size: int) -> Files:
    """Half of the paths by decorators in one file, half by nested includes of Django."""
    m = side(size)
    flask = lines(
        ["app = Flask(__name__)"],
        [f"@app.get('/items/{k}')\ndef view{k}():\n    return view{k // 2}()" for k in range(size // 2)],
    )
    top = lines(["urlpatterns = ["], [f"    path('a{i}/', include('urls{i}'))," for i in range(m)], ["]"])
    inner = {
        f"urls{i}.py": lines(
            ["urlpatterns = ["], [f"    path('b{k}/', view{k})," for k in range(m // 2)], ["]"],
            [f"def view{k}(request): pass" for k in range(m // 2)],
        )
        for i in range(m)
    }  # fmt: skip
    return inner | {"app.py": flask, "urls.py": top}


def _includes(size: int) -> Files:
    """Lists of paths that all include each other: without a guard every way through them is walked."""
    m = side(size)
    return {
        f"urls{i}.py": lines(
            ["urlpatterns = ["],
            [f"    path('a{j}/', include('urls{j}'))," for j in range(m)],
            [f"    path('v{i}', v{i}),", "]", f"def v{i}(request): pass"],
        )
        for i in range(m)
    }  # fmt: skip


def _nesting(size: int) -> Files:
    """Functions in functions, sixty deep, and calls in calls, as deep."""
    one = lines([f"{' ' * d}def f{d}(a):" for d in range(60)], [" " * 60 + "f1(" * 60 + "a" + ")" * 60])
    return {f"n{i}.py": one for i in range(max(1, size // 60))}


def _fluent(size: int) -> Files:
    """Chains of calls, each as long as there are of them."""
    m = side(size)
    return {f"q{i}.py": f"from q0 import start\nstart{''.join(f'.with_{k}(1)' for k in range(m))}\n" for i in range(m)}


PYTHON: dict[str, Shape] = {
    "python-everything": _everything,
    "python-stars": _stars,
    "python-star_chain": _star_chain,
    "python-reexports": _reexports,
    "python-inheritance": _inheritance,
    "python-big_classes": _big_classes,
    "python-one_file": _one_file,
    "python-values": _values,
    "python-alike": _alike,
    "python-routes": _routes,
    "python-includes": _includes,
    "python-nesting": _nesting,
    "python-fluent": _fluent,
}
"""The shapes by name."""
