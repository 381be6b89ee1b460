"""What breaks the contracts of import-linter: one check for each of its types, over the graph of imports."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.analyse.contracts import Contract
from core.analyse.declared import Violation
from core.analyse.feedback import feedback_edges
from core.analyse.import_graph import ImportGraph, ImportingFile, import_graph, is_inside
from core.model import Relation, file_key, unit_key

_DEPTH = 10  # how deep import-linter looks for cycles between siblings unless told otherwise


@dataclass(frozen=True, slots=True)
class _Fault:
    """What breaks a contract: a chain of imports from one package to another, or a name (`target`) that is at fault."""

    source: str
    target: str
    why: str
    chain: tuple[str, ...] = ()
    enforced: bool = True


_Faults = Iterator[_Fault]


def contract_breaches(contracts: Sequence[Contract], files: Sequence[ImportingFile]) -> Iterator[Violation]:
    """Yield what breaks each contract, in their order: the lines of the first import of each chain, or the contract's own line.

    Names that fit no module break a contract, as they do for import-linter.
    """
    graphs: dict[tuple[object, ...], ImportGraph] = {}
    for contract in contracts:
        roots = contract.names("root_packages") or contract.names("root_package")
        externals, types = contract.says("include_external_packages"), not contract.says("exclude_type_checking_imports")
        near = contract.file.rpartition("/")[0]
        asked = (roots, near, externals, types)
        if asked not in graphs:
            graphs[asked] = import_graph(files, roots, near, externals=externals, types=types)
        graph = graphs[asked]
        missing = [_Fault("", root, f"there is no package '{root}'") for root in roots if not graph.inside(root)]
        for fault in missing or _faults(contract, graph):
            yield _violation(contract, graph, fault)


def _violation(contract: Contract, graph: ImportGraph, fault: _Fault) -> Violation:
    why = fault.why
    if fault.chain:
        lines = tuple(graph.lines[fault.chain[0]][fault.chain[1]])
        source, target = graph.modules[fault.chain[0]], graph.modules[fault.chain[-1]]
        why += f", by way of {' → '.join(fault.chain)}" if len(fault.chain) > 2 else ""
    else:
        source, target = file_key(contract.file), unit_key("module", fault.target)
        lines = (Relation(source, target, "names", contract.file, contract.line),)
    kinds = {lines[0].kind: len(lines)}
    ends = fault.source or contract.name, fault.target
    return Violation(
        contract.name, contract.form, source, target, *ends, why, fault.enforced, len(lines), kinds, lines, contract.at
    )


def _faults(contract: Contract, graph: ImportGraph) -> _Faults:
    pairs = [
        (source.strip(), target.strip())
        for source, _, target in (one.partition("->") for one in contract.names("ignore_imports"))
    ]
    graph, unmatched = graph.without(dict.fromkeys(pairs))
    alert = " ".join(contract.names("unmatched_ignore_imports_alerting")) or "error"
    if alert != "none":
        for source, target in unmatched:
            said = f"{source} -> {target}"
            yield _Fault("", said, f"no import is ignored by '{said}'", enforced=alert != "warn")
    yield from _CHECKS[contract.form](contract, graph)


def _missing(graph: ImportGraph, expressions: Iterable[str], *, patterns: bool = False, names: bool = True) -> _Faults:
    """Yield the expressions that fit no module; those that break no contract of import-linter are only noted."""
    for one in dict.fromkeys(expressions):
        if not any(map(graph.has, graph.named(one))):
            yield _Fault("", one, f"there is no module '{one}'", enforced=patterns if "*" in one else names)


@dataclass(frozen=True, slots=True)
class _Layer:
    """The modules of one layer, those in brackets optional, and whether they stay apart from each other."""

    names: tuple[str, ...]
    optional: frozenset[str]
    apart: bool


def _layer(text: str) -> _Layer:
    written = [one.strip() for one in re.split(r"[|:]", text)]
    names = tuple(one.strip("()").strip() for one in written)
    return _Layer(names, frozenset(name for name, one in zip(names, written, strict=True) if one.startswith("(")), "|" in text)


def _layers(contract: Contract, graph: ImportGraph) -> _Faults:
    layers = [_layer(text) for text in contract.names("layers")]
    every = [name for layer in layers for name in layer.names]
    yield from _nested(every)
    containers = sorted(graph.all_named(contract.names("containers")))
    for container in containers or ("",):
        if container and not graph.is_internal(container):
            yield _Fault("", container, f"'{container}' is not inside of a root package")
            continue
        prefix = f"{container}." if container else ""
        needed = {prefix + name for layer in layers for name in layer.names if name not in layer.optional}
        yield from _missing(graph, sorted(needed))
        yield from _between(
            [[prefix + name for name in layer.names] for layer in layers], [layer.apart for layer in layers], graph
        )
        if container and contract.says("exhaustive"):
            known = {*every, *contract.names("exhaustive_ignores")}
            for child in sorted(graph.children(container)):
                if child.rpartition(".")[2] not in known:
                    yield _Fault(container, child, f"{child} is in no layer of an exhaustive contract")


def _nested(names: Sequence[str]) -> _Faults:
    """Yield the names that stand twice, or inside of another: where they belong cannot be told."""
    for name in dict.fromkeys(names):
        if names.count(name) > 1 or any(is_inside(name, other) for other in names if other != name):
            yield _Fault("", name, f"'{name}' is listed twice or is inside another entry")


def _between(rows: Sequence[Sequence[str]], apart: Sequence[bool], graph: ImportGraph) -> _Faults:
    """Yield the chains from a package up to one of a higher row, and between those of a row that stay apart."""
    inside = {package: graph.inside(package) for row in rows for package in row}
    every = set().union(*inside.values())
    for number, row in enumerate(rows):
        for package in row:
            above = [other for higher in rows[:number] for other in higher]
            beside = [other for other in row if other != package] if apart[number] else []
            for other in (*above, *beside):
                for chain in graph.chains(inside[package], inside[other], every - inside[package] - inside[other]):
                    why = f"{package} is below {other}" if other in above else f"{package} and {other} must be independent"
                    yield _Fault(package, other, why, chain)


def _independence(contract: Contract, graph: ImportGraph) -> _Faults:
    modules = sorted(graph.all_named(contract.names("modules")))
    yield from _missing(graph, contract.names("modules"))
    yield from _nested(modules)
    yield from _between([modules], [True], graph)


def _forbidden(contract: Contract, graph: ImportGraph) -> _Faults:
    sources, targets = graph.all_named(contract.names("source_modules")), graph.all_named(contract.names("forbidden_modules"))
    ours = [one for one in contract.names("forbidden_modules") if "*" in one or graph.is_internal(one)]
    yield from _missing(graph, (*contract.names("source_modules"), *ours))
    whole, indirect = contract.says("as_packages", True), not contract.says("allow_indirect_imports")
    externals = sorted(one for one in targets if not graph.is_internal(one))
    for target in externals if not contract.says("include_external_packages") else ():
        yield _Fault("", target, f"'{target}' is external. Set include_external_packages = True")
    for target in externals:
        if "." in target:
            yield _Fault("", target, f"'{target}' is part of an external package. Name the whole package")
    for source in sorted(sources):
        for target in sorted(targets):
            if source == target or (whole and (is_inside(source, target) or is_inside(target, source))):
                continue
            users = graph.inside(source) if whole else {source}
            used = graph.inside(target) if whole else {target}
            for chain in graph.chains(users, used) if indirect else graph.direct(users, used):
                yield _Fault(source, target, f"{source} must not use {target}", chain)


def _protected(contract: Contract, graph: ImportGraph) -> _Faults:
    whole = contract.says("as_packages", True)
    allowed = graph.all_named(contract.names("allowed_importers"))
    others = ", ".join(contract.names("allowed_importers"))
    users = {inner for one in allowed for inner in (graph.inside(one) if whole else {one})}
    yield from _missing(graph, contract.names("protected_modules"))
    yield from _missing(graph, contract.names("allowed_importers"), names=whole)
    for top in sorted(graph.all_named(contract.names("protected_modules"))):
        inside = graph.inside(top) if whole else {top}
        for chain in graph.direct(graph.modules.keys() - users - inside, inside):
            yield _Fault(chain[0], top, f"{top} may be used only by {others}", chain)


def _private_modules(contract: Contract, graph: ImportGraph) -> _Faults:
    packages = graph.all_named(contract.names("packages_with_private_modules"))
    for one in sorted(packages):
        if any(map(_is_private, one.split("."))):
            yield _Fault("", one, f"'{one}' is private itself, or inside of a private module")
    yield from _missing(graph, contract.names("packages_with_private_modules"), patterns=True)
    checked = {inner for one in packages for inner in graph.inside(one)} if packages else graph.modules.keys()
    for module in sorted(checked):
        parts = module.split(".")
        private = [number for number, part in enumerate(parts) if number and _is_private(part)]
        parent = ".".join(parts[: private[-1]]) if private else ""
        users = [one for one in graph.lines if not is_inside(one, parent)] if parent else []
        for chain in graph.direct(users, {module}):
            yield _Fault(chain[0], parent, f"{module} is private to {parent}", chain)


def _is_private(name: str) -> bool:
    return name.startswith("_") and not (name.startswith("__") and name.endswith("__"))


def _acyclic_siblings(contract: Contract, graph: ImportGraph) -> _Faults:
    skipped = graph.all_named(contract.names("skip_descendants"))
    ancestors = graph.all_named(contract.names("ancestors"))
    both = set(contract.names("ancestors")) & set(contract.names("skip_descendants"))
    yield from (_Fault("", one, f"'{one}' is an ancestor and skipped") for one in sorted(both))
    yield from _missing(graph, (*contract.names("ancestors"), *contract.names("skip_descendants")), patterns=True)
    depth = int((*contract.names("depth"), str(_DEPTH))[0])
    waiting = [(one, depth) for one in sorted(ancestors)]
    checked: set[str] = set()
    while waiting:
        package, left = waiting.pop()
        children = sorted(graph.children(package))
        if package not in checked:
            yield from _cyclic(package, children, graph)
        checked.add(package)
        waiting += [(child, left - 1) for child in children if left and child not in skipped]


def _cyclic(package: str, children: Sequence[str], graph: ImportGraph) -> _Faults:
    """Yield the imports to remove so that the children of a package lead to each other in no cycle."""
    inside = [graph.inside(child) for child in children]
    between = [
        {other: found for other in range(len(children)) if other != number and (found := graph.direct(users, inside[other]))}
        for number, users in enumerate(inside)
    ]
    for number, other in feedback_edges([{other: len(found) for other, found in row.items()} for row in between])[0]:
        for chain in between[number][other]:
            yield _Fault(children[number], children[other], f"the children of {package} must not form a cycle", chain)


_CHECKS: Mapping[str, Callable[[Contract, ImportGraph], _Faults]] = {
    "layers": _layers, "forbidden": _forbidden, "independence": _independence, "protected": _protected,
    "private_modules": _private_modules, "acyclic_siblings": _acyclic_siblings,
}  # fmt: skip
