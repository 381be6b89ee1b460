"""Read the files in which a project says what it is called, what it is for and what it needs."""

from __future__ import annotations

import configparser
import json
import posixpath
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from core.extract.facts import FileFacts, SourceFile
from core.extract.repository import Linked, Repository
from core.languages import family_of
from core.model import CodeUnit, Problem, Relation, unit_key
from core.model.facts import table_in, text_in, texts_in
from core.text.lines import line_at

_NAME = re.compile(r"^\s*([A-Za-z0-9][\w.-]*)")
_GEM = re.compile(r"""^[ \t]*(?:gem|\w+\.add(?:_runtime|_development)?_dependency)[ (]+["']([^"']+)["'](.*)$""", re.MULTILINE)
_GEM_PATH = re.compile(r"""\bpath(?::|\s*=>)\s*["']([^"']+)["']""")
_GEM_FIELD = r"""^[ \t]*\w+\.{}\s*=\s*(?:%q[\[({{]|["'])(.*?)(?:["'\])}}])"""
_PINNED = re.compile(r"^\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*={2,3}\s*([\w.!+-]+)\s*(?:[;#,].*)?$")
_LOCKED = re.compile(r"^    ([\w.-]+) \(([^)]+)\)$", re.MULTILINE)

Manifest = dict[str, object]
"""`name`, `description`, `version`, `dependencies` (a list of names), `local` (folder by name) and `versions`; all optional.
`type` is the type of its unit where that is not `package`."""


def read(file: SourceFile) -> FileFacts:
    """Return the facts of a manifest: `extra["manifest"]` is a `Manifest`, a file that cannot be parsed is a problem."""
    facts = FileFacts(file.path, file.language, file.sha, file.text.count("\n") + 1, file.is_test)
    try:
        manifest = _parser_of(file.path)(file.text)
    except (
        ValueError,
        configparser.Error,
        RecursionError,
    ) as problem:  # of both TOML and JSON: endless numbers and brackets too
        line = getattr(problem, "lineno", 0)
        reason = f"not a manifest that can be read: {(str(problem).splitlines() or [type(problem).__name__])[0]}"
        return replace(facts, problems=(Problem(file.path, "partial", reason, line if isinstance(line, int) else 0),))
    return replace(facts, extra={"manifest": manifest})


def link(repository: Repository) -> Linked:
    """Return a `package` (Rust: `crate`) unit per manifest and what depends on which other package of the repository."""
    files = [facts for facts in repository.files if family_of(facts.language) == "manifests"]
    found = [(facts, facts.extra["manifest"]) for facts in files if facts.extra.get("manifest")]
    names = _names(found)
    units = [_unit(facts, manifest, names[facts.path]) for facts, manifest in found]
    return Linked(tuple(units), tuple(_relations(repository, found, names)))


def _parser_of(path: str) -> Callable[[str], Manifest]:
    name = path.rpartition("/")[2]
    parsers: Mapping[str, Callable[[str], Manifest]] = {
        "Cargo.toml": _cargo,
        "pyproject.toml": _pyproject,
        "Pipfile": _pipfile,
        "setup.cfg": _setup_cfg,
        "package.json": _package_json,
        "composer.json": _composer_json,
        "Gemfile.lock": _gem_lock,
        "gems.locked": _gem_lock,
    }
    if name.endswith(".gemspec"):
        return _gemspec
    return parsers.get(name, _requirements if name.endswith(".txt") else _gemfile)


def _cargo(text: str) -> Manifest:
    data = tomllib.loads(text)
    package, workspace = _table(data, "package"), _table(data, "workspace")
    needed: dict[str, object] = dict(_table(workspace, "dependencies"))
    for section in ("dependencies", "dev-dependencies", "build-dependencies"):
        needed.update(_table(data, section))
        for target in _table(data, "target").values():
            needed.update(_table(target, section) if isinstance(target, dict) else {})
    local = {name: row["path"] for name, row in needed.items() if isinstance(row, dict) and isinstance(row.get("path"), str)}
    manifest = {"type": "crate", **_manifest(package, needed, local)}
    if members := workspace.get("members"):
        manifest["members"] = _strings(members)
    return manifest


def _pyproject(text: str) -> Manifest:
    data = tomllib.loads(text)
    project, poetry = _table(data, "project"), _table(_table(data, "tool"), "poetry")
    required = _strings(project.get("dependencies"))
    for group in (*_table(project, "optional-dependencies").values(), *_table(data, "dependency-groups").values()):
        required += _strings(group)  # a group that is included in another one stands among them itself
    needed = _table(poetry, "dependencies") | _table(poetry, "dev-dependencies")
    for group in _table(poetry, "group").values():
        needed |= _table(group, "dependencies") if isinstance(group, dict) else {}
    names = [*map(_name_of, required), *(name for name in needed if name != "python")]
    local = {name: row["path"] for name, row in needed.items() if isinstance(row, dict) and isinstance(row.get("path"), str)}
    return _pinned(_manifest(project or poetry, dict.fromkeys(filter(None, names)), local), required)


def _pipfile(text: str) -> Manifest:
    data = tomllib.loads(text)
    return _manifest({}, {**_table(data, "packages"), **_table(data, "dev-packages")}, {})


def _setup_cfg(text: str) -> Manifest:
    parser = configparser.RawConfigParser(strict=False)
    parser.read_string(text)
    about = dict(parser["metadata"]) if parser.has_section("metadata") else {}
    needed = parser.get("options", "install_requires", fallback="")
    return _manifest(about, dict.fromkeys(_name_of(line) for line in needed.splitlines() if line.strip()), {})


def _requirements(text: str) -> Manifest:
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith(("#", "-"))]
    return _pinned(_manifest({}, dict.fromkeys(name for name in map(_name_of, lines) if name), {}), lines)


def _pinned(manifest: Manifest, required: list[str]) -> Manifest:
    """Return a manifest with the versions of what is required in exactly one (`Django==5.2.16`); others are not known here."""
    versions = {found[1]: found[2] for one in required if (found := _PINNED.match(one))}
    return {**manifest, "versions": versions} if versions else manifest


def _package_json(text: str) -> Manifest:
    data = json.loads(text)
    if not isinstance(data, dict):
        return {}
    needed: dict[str, object] = {}
    for section in ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies"):
        needed.update(_table(data, section))
    local = {
        name: row.split(":", 1)[1] if row.startswith(("file:", "link:")) else ""
        for name, row in needed.items()
        if isinstance(row, str) and row.startswith(("file:", "link:", "workspace:"))
    }
    manifest = _manifest(data, needed, local)
    if scripts := _table(data, "scripts"):
        manifest["scripts"] = {name: row for name, row in scripts.items() if isinstance(row, str)}
    return manifest


def _composer_json(text: str) -> Manifest:
    data = json.loads(text)
    if not isinstance(data, dict):
        return {}
    needed = _table(data, "require") | _table(data, "require-dev")
    return _manifest(data, {name: row for name, row in needed.items() if "/" in name}, {})  # without PHP and its extensions


def _gemfile(text: str) -> Manifest:
    gems = {found.group(1): found.group(2) for found in _GEM.finditer(text)}
    local = {name: path.group(1) for name, rest in gems.items() if (path := _GEM_PATH.search(rest))}
    return _manifest({}, gems, local)


def _gemspec(text: str) -> Manifest:
    about = {}
    for field in ("name", "summary", "description", "version"):
        if found := re.search(_GEM_FIELD.format(field), text, re.MULTILINE | re.DOTALL):
            about[field] = " ".join(found.group(1).split())
    about["description"] = about.get("description") or about.get("summary", "")
    return _manifest(about, {found.group(1): None for found in _GEM.finditer(text)}, {})


def _gem_lock(text: str) -> Manifest:
    return {"versions": dict(_LOCKED.findall(text))}


def _manifest(about: Mapping[str, object], needed: Mapping[str, object], local: Mapping[str, str]) -> Manifest:
    manifest: Manifest = {key: about[key] for key in ("name", "description", "version") if isinstance(about.get(key), str)}
    manifest["dependencies"] = sorted(needed)
    manifest["local"] = dict(sorted(local.items()))
    return manifest


def _table(data: Mapping[str, object], name: str) -> dict[str, object]:
    found = data.get(name)
    return found if isinstance(found, dict) else {}


def _strings(value: object) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _name_of(requirement: str) -> str:
    found = _NAME.match(requirement)
    return found.group(1) if found else ""


def _names(found: list[tuple[FileFacts, Manifest]]) -> dict[str, str]:
    """Return the identifier of each manifest's package: its name, or the path where it has none or shares it."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for facts, manifest in found:
        name = text_in(manifest, "name") or facts.path
        names[facts.path] = name if name not in taken else facts.path
        taken.add(names[facts.path])
    return names


def _type(manifest: Manifest) -> str:
    return str(manifest.get("type", "package"))


def _unit(facts: FileFacts, manifest: Manifest, identifier: str) -> CodeUnit:
    folder = facts.path.rpartition("/")[0]
    metadata = {key: value for key, value in manifest.items() if value and key not in ("name", "description", "type")}
    return CodeUnit(
        _type(manifest), identifier, identifier.rpartition("/")[2] if identifier == facts.path else identifier, folder,
        facts.language, facts.path, 1, facts.lines,
        docstring=text_in(manifest, "description"),
        signature=" ".join(filter(None, (text_in(manifest, "name"), text_in(manifest, "version")))),
        parent=unit_key("file", facts.path),
        metadata=metadata,
        is_test=facts.is_test,
    )  # fmt: skip


def _relations(repository: Repository, found: list[tuple[FileFacts, Manifest]], names: Mapping[str, str]) -> Iterator[Relation]:
    """Yield `depends_on` from package to package where both are in the repository, by path or by name."""
    keys = {facts.path: unit_key(_type(manifest), names[facts.path]) for facts, manifest in found}
    by_folder = {(facts.path.rpartition("/")[0], facts.language): facts for facts, _ in reversed(found)}
    by_name = {(manifest["name"], facts.language): facts for facts, manifest in reversed(found) if manifest.get("name")}
    for facts, manifest in found:
        folder = facts.path.rpartition("/")[0]
        for name in texts_in(manifest, "dependencies"):
            path = text_in(table_in(manifest, "local"), name)
            target = by_folder.get((posixpath.normpath(posixpath.join(folder, path)), facts.language)) if path else None
            target = target or by_name.get((name, facts.language))
            if target is not None and target is not facts:
                line = _line_of(repository.texts[facts.path], name)
                yield Relation(keys[facts.path], keys[target.path], "depends_on", facts.path, line)


def _line_of(text: str, name: str) -> int:
    match = re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text)
    return line_at(text, match.start()) if match else 1
