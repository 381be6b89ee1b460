"""Repositories of the worst shapes in JavaScript and TypeScript, of any size and always the same."""

from __future__ import annotations

from benchmarks.shapes.text import Files, Shape, lines, side


def _everything(size: int) -> Files:
    m = side(size)
    return {
        f"src/m{i}.ts": lines(
            [f"import {{ f{j} }} from './m{j}'" for j in range(m) if j != i],
            [f"export function f{i}() {{"], [f"  f{j}()" for j in range(m) if j != i], ["}"],
        )
        for i in range(m)
    }  # fmt: skip


def _stars(size: int) -> Files:
    """Every module passes on everything of all others; users ask any of them for what one has, or nobody."""
    m = side(size)
    return {
        f"src/m{i}.ts": lines(
            [f"export * from './m{j}'" for j in range(m) if j != i],
            [f"import {{ f{(i + k) % m}_{k}, missing{i}_{k} }} from './m{(i + 1) % m}'" for k in range(m // 2)],
            [f"export function f{i}_{k}() {{ f{(i + k) % m}_{k}(); missing{i}_{k}() }}" for k in range(m // 2)],
        )
        for i in range(m)
    }


def _star_chain(size: int) -> Files:
    m = side(size)
    return {
        f"src/m{i}.ts": lines(
            [f"export * from './m{i + 1}'"] if i + 1 < m else [],
            [f"import {{ f{m - 1}_{k}, missing{i}_{k} }} from './m{(i * k) % m}'" for k in range(m // 2)],
            [f"export function f{i}_{k}() {{ f{m - 1}_{k}(); missing{i}_{k}() }}" for k in range(m // 2)],
        )
        for i in range(m)
    }


def _circles(size: int) -> Files:
    """Modules that pass the same names on to each other in a circle, where nobody defines them."""
    m = side(size)
    return {
        f"src/m{i}.js": lines(
            [f"export {{ f{k}, default }} from './m{(i + 1) % m}'" for k in range(m)],
            [f"import g{k} from './m{(i + k) % m}'\ng{k}.run()" for k in range(m // 4)],
        )
        for i in range(m)
    }


def _reexports(size: int) -> Files:
    m = side(size)
    own = {f"src/m{i}.ts": lines([f"export {{ f{k} }} from './m{i + 1}'" for k in range(m)]) for i in range(m - 1)}
    last = lines([f"export function f{k}() {{}}" for k in range(m)])
    return own | {f"src/m{m - 1}.ts": last, "src/use.ts": lines([f"import {{ f{k} }} from './m0'\nf{k}()" for k in range(m)])}


def _inheritance(size: int) -> Files:
    m = side(size)
    first = lines(["export class C0 {"], [f"  root{k}() {{}}" for k in range(m)], ["}"])
    rest = {
        f"src/c{i}.ts": lines(
            [f"import {{ C{i - 1} }} from './c{i - 1}'", f"export class C{i} extends C{i - 1} {{"],
            [f"  own{i}_{k}() {{ this.root{k}(); this.missing{i}_{k}() }}" for k in range(m)], ["}"],
        )
        for i in range(1, m)
    }  # fmt: skip
    return rest | {"src/c0.ts": first}


def _big_classes(size: int) -> Files:
    return {
        f"big{c}.ts": lines(
            [f"class Big{c} {{"], [f"  m{k}(a) {{ if (a) {{ this.m{k + 1}(a) }} }}" for k in range(min(size, 5000))], ["}"]
        )
        for c in range(max(1, size // 5000))
    }


def _one_file(size: int) -> Files:
    body = (
        "export function f{k}(a, b) {{\n  // as plain as can be, and long enough\n  const c = a + b\n  return f{j}(f{k}(c))\n}}"
    )
    return {"one.js": lines([body.format(k=k, j=k // 2) for k in range(size)])}


def _values(size: int) -> Files:
    return {"v.js": lines(["function f() {}", f"const v{size} = f"], [f"const v{k} = v{k + 1}\nv{k}()" for k in range(size)])}


def _alike(size: int) -> Files:
    code = lines(["export class Thing {", "  run() {}", "  call() { this.run(); new Thing().run() }", "}"])
    test = "import { Thing } from './thing'\ndescribe('thing', () => { it('runs', () => { new Thing().run() }) })\n"
    return {f"a{i}/thing.js": code for i in range(size // 4)} | {f"a{i}/thing.test.js": test for i in range(size // 4)}


def _nesting(size: int) -> Files:
    one = lines([f"function f{d}(a) {{" for d in range(200)], ["f1(" * 200 + "a" + ")" * 200], ["}" for _ in range(200)])
    return {f"n{i}.js": one for i in range(max(1, size // 200))}


def _fluent(size: int) -> Files:
    m = side(size)
    return {
        f"q{i}.ts": lines(["import { start } from './q0'", "start"], [f"  .with_{k}(1)" for k in range(m)]) for i in range(m)
    }


JAVASCRIPT: dict[str, Shape] = {
    "script-everything": _everything,
    "script-stars": _stars,
    "script-star_chain": _star_chain,
    "script-circles": _circles,
    "script-reexports": _reexports,
    "script-inheritance": _inheritance,
    "script-big_classes": _big_classes,
    "script-one_file": _one_file,
    "script-values": _values,
    "script-alike": _alike,
    "script-nesting": _nesting,
    "script-fluent": _fluent,
}
"""The shapes by name."""
