"""Make units and relations of all JavaScript and TypeScript modules."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import takewhile

from core.extract.facts import Definition
from core.extract.holders import KINDS
from core.extract.javascript.definitions import CONTAINERS
from core.extract.javascript.effects import answers_with, effect_by_name, effect_of
from core.extract.javascript.imports import ScriptImport
from core.extract.javascript.paths import Paths
from core.extract.javascript.routes import ScriptRoute, ScriptRoutes
from core.extract.javascript.symbols import CALLABLE, ScriptModule, ScriptSymbols
from core.extract.javascript.types import split_root
from core.extract.meaning import ANYTHING, MODULE, NOWHERE, FarthestMeaning, Meaning
from core.extract.repository import Linked, Repository
from core.extract.tally import Tally, typed_by
from core.extract.unique import NamedCalls, UniqueNames, plain_word
from core.languages import SCRIPTS
from core.model import TEST, TYPE_ONLY, CodeUnit, Relation, unit_key

_KINDS = {"call": "calls", "reference": "references", "render": "renders"}
_FUNCTIONS = ("function", "method", "component")
_OF_FUNCTIONS = {".call": "call", ".apply": "call", ".bind": "reference"}
"""What methods of functions do with the function."""
_SHAPES = ("interface", "type", "enum")
_ENDS = {"throw": "raise", "return": "return"}
_RUNS = ("function", "method", "component")
_OF_RECORDS = ("save", "destroy")
_HUMP = re.compile(r"[a-z0-9][A-Z]")
_SAFE = 2  # humps of a name that is no library's, even if its class inherits from one
_COMMON = frozenset(
    ("addEventListener", "addClass", "addTo", "appendChild", "assertEquals", "bindPopup", "charAt", "charCodeAt", "classList",
     "clearRect", "cloneNode", "closePopup", "codePointAt", "componentDidMount", "componentDidUpdate", "componentWillUnmount",
     "createElement", "createElementNS", "createObjectURL", "createReadStream", "createServer", "createTextNode",
     "createWriteStream", "currentTarget", "defineProperty", "detectChanges", "dispatchEvent", "elementFromPoint", "emitFile",
     "endsWith", "fillRect", "fillText", "findIndex", "findLast", "findLastIndex", "fireEvent", "flatMap", "flyTo", "forEach",
     "forwardRef", "fromCharCode", "fromEntries", "getAttribute", "getAll", "getBoundingClientRect", "getBounds", "getCenter",
     "getComputedStyle", "getContext", "getDate", "getDay", "getElementById", "getElementsByClassName", "getElementsByTagName",
     "getFullYear", "getHours", "getImageData", "getItem", "getLatLng", "getLayers", "getMinutes", "getMonth",
     "getOwnPropertyNames", "getReader", "getSeconds", "getSelection", "getTime", "getTimezoneOffset", "getZoom",
     "hasAttribute",
     "hasClass", "hasLayer", "hasOwn", "hasOwnProperty", "importActual", "insertAdjacentHTML", "insertBefore", "isArray",
     "isDirectory", "isFile", "isInteger", "isNaN", "lastIndexOf", "indexOf", "loadConfig", "localeCompare", "lineTo",
     "markForCheck", "mockImplementation", "mockReturnValue", "mockResolvedValue", "moveTo", "navigateByUrl", "nextTick",
     "openPopup", "padEnd", "padStart", "parseFloat", "parseInt", "patchValue", "pathname", "postMessage", "preventDefault",
     "prependTo", "pushState", "querySelector", "querySelectorAll", "readAsDataURL", "readAsText", "readFile", "readFileSync",
     "readdirSync", "reduceRight", "removeAttribute", "removeChild", "removeClass", "removeEventListener", "removeItem",
     "removeLayer", "removeListener", "replaceAll", "replaceChildren", "replaceState", "replaceWith", "requestAnimationFrame",
     "resolveId", "returnValue", "scrollIntoView", "scrollTo", "setAttribute", "setDate", "setErrors", "setHeader", "setHours",
     "setItem", "setMaxListeners", "setPrototypeOf", "setRequestHeader", "setState", "setTimeout", "setValue", "setView",
     "setVersion", "showModal", "startsWith", "stopImmediatePropagation", "stopPropagation", "strokeRect", "subscribe",
     "toBeInTheDocument", "toDataURL", "toBeCalled", "toEqual", "toFixed", "toHaveBeenCalled", "toISOString", "toJSON",
     "toLocaleDateString", "toLocaleString", "toLocaleTimeString", "toLowerCase", "toPrecision", "toString", "toUpperCase",
     "toggleClass", "trimEnd", "trimStart", "updateValueAndValidity", "useState", "valueOf", "waitFor", "waitForSelector",
     "watchChange", "writeFile", "writeFileSync", "writeHead", "addWatchFile", "transformIndexHtml", "configureServer",
     "handleHotUpdate", "getModuleInfo", "moduleParsed", "renderChunk", "generateBundle", "closeBundle", "buildStart",
     "buildEnd", "getRawValue", "hasError", "markAsDirty", "markAsTouched", "nativeElement", "emitEvent", "ngOnInit",
     "ngOnDestroy", "ngOnChanges", "ngAfterViewInit", "writeValue", "registerOnChange", "registerOnTouched", "setDisabledState")
)  # fmt: skip


def link(repository: Repository) -> Linked:
    """Return the units of all modules and what they import, inherit, call, reference and render."""
    files = repository.of(*SCRIPTS)
    paths = Paths((facts.path for facts in repository.files), repository.texts, repository.linked_paths())
    symbols = ScriptSymbols(paths, files)
    linker = _Linker(symbols)
    of_file = repository.guard.gathered("javascript references", files, lambda facts: linker.add(symbols.table[facts.path]))
    routed = tuple(linker.routed())
    return Linked(tuple(linker.units), (*of_file, *routed), (), linker.tally.counts, tuple(linker.tally.listed))


class _Linker:
    """Collects the units and tallies of one module after the other."""

    def __init__(self, symbols: ScriptSymbols) -> None:
        self._symbols = symbols
        self._names = ScriptNames(symbols)
        self._doing = ScriptDoing(symbols, self._key_of)
        self.units: list[CodeUnit] = []
        self.tally = Tally()

    def add(self, module: ScriptModule) -> Iterator[Relation]:
        """Take up one module and yield its relations."""
        numbers = sorted(module.units)
        self.units.extend(_unit(module, number, self._doing.facts(module, number)) for number in numbers)
        yield from self._imports(module)
        yield from self._inherits(module, numbers)
        yield from self._references(module)
        for number in numbers:
            definition = module.definition(number)
            if definition.metadata.get("title") == "listener":  # what registers it, without running it
                around = _key(module, definition.parent)
                yield Relation(around, _key(module, number), "references", module.facts.path, definition.start_line)

    def routed(self) -> Iterator[Relation]:
        """Take up the routes and yield what answers them and what runs before."""
        seen: set[str] = set()
        for route in ScriptRoutes(self._symbols).all:
            key = unit_key("route", route.identifier)
            module = self._symbols.table[route.file_path]
            name = self._symbols.definition(route.handler).qualified if route.handler is not None else ""
            if key not in seen:
                seen.add(key)
                self.units.append(_route_unit(route, name, module.facts.language))
            where = (route.file_path, route.line)
            if route.handler is None:
                continue
            handler = self._key_of(route.handler)
            yield Relation(key, handler, "routes_to", *where, route.certainty)
            yield from (Relation(handler, self._key_of(one), "depends_on", *where) for one in dict.fromkeys(route.before))

    def _imports(self, module: ScriptModule) -> Iterator[Relation]:
        path = module.facts.path
        source = unit_key("file", path)
        for row in (*module.facts.extra["imports"], *module.facts.extra["passed"]):
            one = ScriptImport(*row)
            target = self._symbols.imported(one, path)
            if target is None or target.kind not in ("unit", "module"):  # a value: what its type means is not imported
                target = self._symbols.module(one.module, path)
            if target.kind != "external" and (key := self._key_of(target)) != source:
                yield Relation(source, key, "imports", path, one.line, via=TYPE_ONLY if one.for_types else "")

    def _inherits(self, module: ScriptModule, numbers: list[int]) -> Iterator[Relation]:
        path = module.facts.path
        for number in numbers:
            if module.definition(number).kind == "type":
                continue  # another name of a type inherits nothing
            for base in self._symbols.bases(Meaning("unit", path, number)):
                own, other = module.definition(number), self._symbols.definition(base)
                kind = "implements" if other.kind == "interface" and own.kind != "interface" else "inherits"
                yield Relation(_key(module, number), self._key_of(base), kind, path, own.start_line)

    def _references(self, module: ScriptModule) -> Iterator[Relation]:
        path = module.facts.path
        self.tally.counts.update(module.facts.extra["tallies"])
        for reference in module.facts.references:
            called = reference.method
            farthest, outcome = NOWHERE, ""
            kind = reference.kind
            if reference.name[0] != ANYTHING:
                farthest = self._symbols.evaluate(reference.name, path, reference.scope)
                if len(farthest.left) == 1 and farthest.left[0] in _OF_FUNCTIONS and self._is_function(farthest.meaning):
                    kind = _OF_FUNCTIONS[farthest.left[0]]
                    farthest = farthest._replace(left=())
                if farthest.meaning is None and "@" in reference.name:
                    farthest = NOWHERE  # of what a callback is given only its name is known
                else:
                    outcome = _outcome(farthest.meaning, farthest.left)
                if reference.metadata and farthest.left and outcome == "resolved":
                    outcome = "value"  # of a variable's value only what is reached counts, not the way there
                if outcome:
                    self.tally.count(outcome, reference.name, path, reference.line)
            source, where = _key(module, reference.scope), (path, reference.line)
            only = self._names.method(reference.name) if called and _is_open(farthest) else None
            if called or (kind == "call" and outcome == "resolved"):
                is_known = only is not None or (outcome == "resolved" and not farthest.left)
                is_ours = outcome != "external" and self._names.is_ours(called)
                self.tally.called(is_known, is_ours)
            if only is not None and (key := self._key_of(only[0])) != source:
                yield Relation(source, key, "calls", *where, "inferred", via=only[1])
            if outcome != "resolved" or farthest.meaning is None or (key := self._key_of(farthest.meaning)) == source:
                continue
            related = "references" if farthest.left else _KINDS[kind]
            sure = farthest.meaning.sure and not reference.metadata
            via = typed_by(reference.name.rpartition(".")[0]) if related == "calls" and not sure else ""
            if related == "references":
                brought = module.imports.get(split_root(reference.name)[0])
                via = TYPE_ONLY if brought is not None and brought.for_types else via
            yield Relation(source, key, related, *where, "declared" if sure else "inferred", via=via)

    def _is_function(self, meaning: Meaning | None) -> bool:
        return meaning is not None and meaning.kind == "unit" and self._symbols.definition(meaning).kind in _FUNCTIONS

    def _key_of(self, meaning: Meaning) -> str:
        module = self._symbols.table.get(meaning.where)
        return _key(module, meaning.number) if module is not None else unit_key("file", meaning.where)


def _is_open(found: FarthestMeaning) -> bool:
    """Tell whether a call may be on anything: nothing is known of the value, or not what a function gives."""
    return found.meaning is None or (found.meaning.kind == "unit" and found.left[:1] == ("()",))


def _outcome(meaning: Meaning | None, left: tuple[str, ...]) -> str:
    if meaning is None:
        return "unexplained"
    if meaning.kind == "external":
        return "external"
    if meaning.kind in ("instance", CALLABLE) or meaning.kind in KINDS:
        return "unexplained" if left else "value"
    if meaning.kind == "module" and left:
        return "unexplained"
    return "value" if left[:1] == ("()",) else "resolved"


def _type(module: ScriptModule, definition: Definition) -> str:
    return TEST if module.facts.is_test else definition.kind


def _key(module: ScriptModule, number: int) -> str:
    if number not in module.keys:
        module.keys[number] = _key_around(module, number)
    return module.keys[number]


def _key_around(module: ScriptModule, number: int) -> str:
    while number != MODULE and number not in module.units:
        number = module.definition(number).parent
    if number == MODULE:
        return unit_key("file", module.facts.path)
    definition = module.definition(number)
    return unit_key(_type(module, definition), f"{module.facts.path}:{definition.qualified}")


def _route_unit(route: ScriptRoute, name: str, language: str) -> CodeUnit:
    identifier = route.identifier
    return CodeUnit(
        "route", identifier, identifier, "", language, route.file_path, route.line, route.end_line,
        signature=f"{identifier} -> {name}" if name else identifier,
        parent=unit_key("file", route.file_path),
        metadata={"verb": route.verb, "path": route.path, "view": name},
    )  # fmt: skip


def _unit(module: ScriptModule, number: int, doing: Mapping[str, object]) -> CodeUnit:
    facts, definition = module.facts, module.definition(number)
    later = ((position, facts.definitions[position]) for position in range(number + 1, len(facts.definitions)))
    inner = [
        other
        for position, other in takewhile(lambda one: one[1].parent >= number, later)  # what is in it follows it at once
        if definition.kind in CONTAINERS or position not in module.units
    ]
    complexity = definition.complexity + sum(other.complexity - 1 for other in inner)
    metadata: dict[str, object] = {
        "lines": definition.end_line - definition.start_line + 1,
        **({"complexity": complexity} if definition.kind not in _SHAPES else {}),
        **({"bases": list(definition.bases)} if definition.bases else {}),
        **({"visibility": "private"} if definition.visibility == "private" else {}),
        **({"strings": definition.metadata["strings"]} if "strings" in definition.metadata else {}),
        **({"kind": definition.kind} if definition.kind != _type(module, definition) else {}),
        **doing,
    }
    outer = definition.qualified.removesuffix(definition.name).rstrip(".") if definition.kind != "test" else ""
    return CodeUnit(
        _type(module, definition), f"{facts.path}:{definition.qualified}", definition.name,
        f"{facts.path}:{outer}" if outer else facts.path, facts.language, facts.path,
        definition.start_line, definition.end_line,
        docstring=definition.docstring,
        signature=definition.signature,
        parent=_key(module, definition.parent),
        metadata=metadata,
        is_test=facts.is_test,
    )  # fmt: skip


class ScriptDoing:
    """Finds for the rows of steps what they do, by the meaning of what is called and the libraries behind it."""

    def __init__(self, symbols: ScriptSymbols, key_of: Callable[[Meaning], str]) -> None:
        self._symbols = symbols
        self._key_of = key_of

    def facts(self, module: ScriptModule, number: int) -> dict[str, object]:
        """Return the facts of a unit: `acts`, rows of what a step does and to what, and the `branches` around them."""
        found = module.facts.extra["steps"].get(str(number))
        if not found:
            return {}
        own = self._key_of(Meaning("unit", module.facts.path, number))
        rows = [row for step in found["steps"] if (row := self._done(step, module.facts.path, own)) is not None]
        if not any(row[1] != "return" for row in rows):
            return {}
        return {"acts": rows, **({"branches": found["branches"]} if found["branches"] else {})}

    def _done(self, step: Sequence[object], path: str, own: str) -> list[object] | None:
        name, receiver, expression = str(step[1]), str(step[2]), str(step[5])
        if name in _ENDS and not expression:
            return _row(step, _ENDS[name])
        found = self._symbols.evaluate(expression, path, int(str(step[6]))) if expression else NOWHERE
        meaning = found.meaning
        if meaning is None and "@" in expression:
            expression = ""  # what a function is given by one of which nothing is known
        if meaning is not None and meaning.kind == "unit" and not found.left:
            key = self._key_of(meaning)
            runs = self._symbols.definition(meaning).kind in _RUNS and key != own
            return _row(step, "call", key, "declared" if meaning.sure else "inferred") if runs else None
        package = self._package(meaning)
        before = expression.rpartition(".")[0]
        if package:
            kind = effect_of(package, before, name) or answers_with(package, receiver, name)
        else:
            kind = effect_by_name(before or receiver, name)
        if not kind:
            return None
        record = meaning is not None and meaning.kind in ("unit", "instance") and kind in _OF_RECORDS and len(found.left) == 1
        unit = self._key_of(meaning._replace(kind="unit")) if record and meaning is not None else ""
        return _row(step, kind, model=unit)

    def _package(self, meaning: Meaning | None) -> str:
        """Return the library that a value is from, or that its class inherits from."""
        if meaning is None:
            return ""
        if meaning.kind == "external":
            return meaning.where
        if meaning.kind not in ("unit", "instance", *KINDS):
            return ""
        return self._symbols.library(meaning._replace(kind="unit", sure=True, given=()))


def _row(step: Sequence[object], kind: str, target: str = "", certainty: str = "inferred", model: str = "") -> list[object]:
    """Return a step as flows read it (`core.flow.told`)."""
    line, name, receiver, at, said = step[:5]
    return [line, kind, name, receiver, at, said, target, certainty, model]


class ScriptNames(NamedCalls[Meaning]):
    """What calls mean where only names tell: of the method, or of what it is called on."""

    def __init__(self, symbols: ScriptSymbols) -> None:
        methods: list[tuple[str, Meaning]] = []
        others: set[str] = set()
        owners: list[tuple[str, str]] = []
        classes: dict[str, list[Meaning]] = defaultdict(list)
        for path in sorted(symbols.table):
            module = symbols.table[path]
            if module.facts.is_test:
                continue
            others.update(name for names in module.facts.extra["attributes"].values() for name in names)
            for number, one in enumerate(module.facts.definitions):
                parent = module.definition(one.parent) if one.parent != MODULE else None
                if one.kind == "class":
                    classes[plain_word(one.name)].append(Meaning("unit", path, number, False))
                if one.kind == "method" and parent is not None:
                    owners.append((one.name, parent.name))
                in_class = one.kind == "method" and parent is not None and parent.kind == "class"
                is_own = in_class and parent is not None and (not parent.bases or len(_HUMP.findall(one.name)) >= _SAFE)
                if is_own and number in module.units:
                    methods.append((one.name, Meaning("unit", path, number, False)))
                else:
                    others.add(one.name)
        super().__init__(UniqueNames(methods, others, _COMMON, owners), classes, symbols.method)
