"""Which method a call means on a value of unknown type, by names alone."""

from __future__ import annotations

import re
from collections import defaultdict

from core.extract.javascript.symbols import ScriptSymbols
from core.extract.meaning import MODULE, Meaning
from core.extract.unique import NamedCalls, UniqueNames, plain_word

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
