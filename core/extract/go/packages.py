"""Which file is of which package, and which folder an import path leads to."""

from __future__ import annotations

import posixpath
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple

from core.extract.facts import Definition, FileFacts, SourceFile

AMBIGUOUS = "?"
"""Where an import path leads when several folders of the repository call themselves so."""
_BLOCK = re.compile(r"^(\w+)\s*\($")
_COMMENT = re.compile(r"//.*$")


class GoPlace(NamedTuple):
    """A definition: the file and its number there."""

    path: str
    number: int


@dataclass(slots=True)
class Package:
    """One package: `identifier` is its import path, with a mark where the folder holds other packages too."""

    identifier: str
    folder: str
    name: str
    files: list[FileFacts] = field(default_factory=list)
    names: dict[str, list[GoPlace]] = field(default_factory=lambda: defaultdict(list))
    imports: set[str] = field(default_factory=set)


class GoModules:
    """The modules of a repository by the folder of their go.mod, and what stands in for which path."""

    def __init__(self, texts: Mapping[str, str], files: Sequence[FileFacts]) -> None:
        self._modules: dict[str, str] = {}
        self._replaced: dict[str, dict[str, str]] = {}
        self._folders_of: dict[str, list[str]] = defaultdict(list)
        for path in sorted(texts):
            folder, _, name = path.rpartition("/")
            if name in ("go.mod", "go.work"):
                self._add(folder, parse(texts[path], name == "go.work"))
        self._folders = {facts.path.rpartition("/")[0] for facts in files}
        if not self._modules and (root := _guessed_root(files, self._folders)):
            self._modules[""] = root
            self._folders_of[root].append("")
        self._known: dict[tuple[str, str], str | None] = {}

    def path_of(self, folder: str) -> str:
        """Return the import path of a folder; outside of every module it is the folder."""
        home = self.home(folder)
        if home is None:
            return folder or "main"
        rest = folder[len(home) + 1 :] if home else folder
        return f"{self._modules[home]}/{rest}" if rest else self._modules[home]

    def home(self, folder: str) -> str | None:
        """Return the folder of the module that a folder is in, None if it is in none."""
        while folder not in self._modules:
            if not folder:
                return None
            folder = folder.rpartition("/")[0]
        return folder

    def folder_of(self, path: str, importer: str) -> str | None:
        """Return the folder that an import path leads to as seen from a folder, None outside of the repository."""
        if path.startswith("."):
            return posixpath.normpath(f"{importer}/{path}").removeprefix("./").removesuffix(".")
        home = self.home(importer)
        asked = (path, home or "")
        if asked not in self._known:
            self._known[asked] = self._find(path, home)
        return self._known[asked]

    def _add(self, folder: str, manifest: Mapping[str, object]) -> None:
        name, local = manifest.get("name"), manifest["local"]
        if isinstance(name, str):
            self._modules[folder] = name
            self._folders_of[name].append(folder)
        if isinstance(local, dict) and local:
            here = {path: posixpath.normpath(posixpath.join(folder, target)) for path, target in local.items()}
            self._replaced.setdefault(folder, {}).update({path: "" if to == "." else to for path, to in here.items()})

    def _find(self, path: str, home: str | None) -> str | None:
        prefix, rest = path, ""
        while True:
            for module in self._candidates(prefix, home):
                if module == AMBIGUOUS:
                    return AMBIGUOUS
                folder = f"{module}/{rest}".strip("/")
                if folder in self._folders:
                    return folder
            if "/" not in prefix:
                return None
            prefix, _, last = prefix.rpartition("/")
            rest = f"{last}/{rest}".strip("/")

    def _candidates(self, path: str, home: str | None) -> list[str]:
        """Return the folders that may be meant by a module's path: the own one, a stand-in, the only one of that name."""
        if home is not None and self._modules[home] == path:
            return [home]
        for scope in (home, ""):
            if scope is not None and path in self._replaced.get(scope, {}):
                return [self._replaced[scope][path]]
        found = self._folders_of.get(path, [])
        if len(found) <= 1 or home is None:
            return found if len(found) == 1 else [AMBIGUOUS] if found else []
        shared = {one: _shared(home, one) for one in found}
        best = [one for one in found if shared[one] == max(shared.values())]
        return best if len(best) == 1 else [AMBIGUOUS]


def _shared(one: str, other: str) -> int:
    """Return how many folders two paths have in common."""
    pairs = zip(one.split("/"), other.split("/"), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _guessed_root(files: Sequence[FileFacts], folders: set[str]) -> str:
    """Return the import path of the repository without any go.mod: what most imports have before a folder of it."""
    votes: Counter[str] = Counter()
    for path in {row[1] for facts in files for row in facts.extra["imports"]}:
        parts = path.split("/")
        for cut in range(1, len(parts)):
            if "/".join(parts[cut:]) in folders and "." in parts[0]:
                votes["/".join(parts[:cut])] += 1
    return min(votes, key=lambda root: (-votes[root], root)) if votes else ""


class Packages:
    """All packages of a repository with the names that they define."""

    def __init__(self, modules: GoModules, files: Sequence[FileFacts]) -> None:
        self.modules = modules
        self.files = {facts.path: facts for facts in files}
        self.by_file: dict[str, Package] = {}
        self._by_folder: dict[str, dict[str, Package]] = defaultdict(dict)
        self._main: dict[str, Package | None] = {}
        main_names = _main_names(files)
        for facts in files:
            self._arrange(facts, main_names)

    def definition(self, place: GoPlace) -> Definition:
        """Return the definition at a place."""
        return self.files[place.path].definitions[place.number]

    def imported(self, path: str, importer: str) -> Package | str | None:
        """Return the package that an import of a file means, `AMBIGUOUS`, or None outside of the repository."""
        folder = self.modules.folder_of(path, importer.rpartition("/")[0])
        if folder is None or folder == AMBIGUOUS:
            return folder
        if folder not in self._main:
            found = self._by_folder.get(folder, {}).values()
            usable = [one for one in found if not one.name.endswith("_test")]
            rank = {
                one.identifier: (one.name == "main", one.name != folder.rpartition("/")[2], -len(one.files)) for one in usable
            }
            self._main[folder] = min(usable, key=lambda one: (rank[one.identifier], one.identifier), default=None)
        return self._main[folder]

    def all(self) -> Iterable[Package]:
        """Yield the packages in the order of their folders."""
        for folder in sorted(self._by_folder):
            yield from self._by_folder[folder].values()

    def _arrange(self, facts: FileFacts, main_names: Mapping[str, str]) -> None:
        folder, _, file_name = facts.path.rpartition("/")
        path, name = self.modules.path_of(folder), facts.extra["package"]
        if name.endswith("_test") and facts.is_test:
            path = f"{path}_test"
        elif name == "main" and name != main_names.get(folder):
            path = f"{path}/{file_name}"  # a program beside a package, run by its file
        elif name != main_names.get(folder) and name:
            path = f"{path}:{name}"
        package = self._by_folder[folder].setdefault(path, Package(path, folder, name))
        package.files.append(facts)
        self.by_file[facts.path] = package
        for number, definition in enumerate(facts.definitions):
            if definition.kind != "method" and definition.name not in ("", "_"):
                package.names[definition.name].append(GoPlace(facts.path, number))


def _main_names(files: Sequence[FileFacts]) -> dict[str, str]:
    """Return the name of the package that a folder mainly is: not `main` if there is another, else what most files say."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for facts in files:
        name = facts.extra["package"]
        if not (facts.is_test and name.endswith("_test")):
            counts[facts.path.rpartition("/")[0]][name] += 1
    return {
        folder: min(found, key=lambda name: (name == "main", -found[name], name)) for folder, found in counts.items() if found
    }


def read(file: SourceFile) -> FileFacts:
    """Return the facts of a manifest; `extra["manifest"]` is one as `core.extract.manifests` has it."""
    manifest = parse(file.text, is_workspace=file.path.endswith("go.work"))
    return FileFacts(
        file.path,
        file.language,
        file.sha,
        file.text.count("\n") + 1,
        file.is_test,
        extra={"manifest": manifest} if manifest else {},
    )


def parse(text: str, is_workspace: bool = False) -> dict[str, object]:
    """Return the manifest that a go.mod or go.work is: `local` has the folders that stand in for modules."""
    found: dict[str, object] = {"type": "workspace" if is_workspace else "go_module"}
    versions: dict[str, str] = {}
    local: dict[str, str] = {}
    members: list[str] = []
    replaced: dict[str, str] = {}
    for word, rest in _directives(text):
        if word == "module" and rest:
            found["name"] = rest[0]
        elif word == "go" and rest:
            found["go"] = rest[0]
        elif word == "require" and rest:
            versions[rest[0]] = rest[1] if len(rest) > 1 else ""
        elif word == "use" and rest:
            members.append(rest[0])
        elif word == "replace" and "=>" in rest[1:-1]:
            target = rest[rest.index("=>") + 1]
            (local if target.startswith((".", "/")) else replaced)[rest[0]] = target
    return {
        **found,
        "dependencies": sorted(versions),
        "versions": dict(sorted(versions.items())),
        "local": dict(sorted(local.items())),
        "replaced": dict(sorted(replaced.items())),
        "members": sorted(members),
    }


def _directives(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the word and the rest of every line, those of a block with the word of the block."""
    block = ""
    for line in text.split("\n"):
        code = _COMMENT.sub("", line).strip()
        if opened := _BLOCK.match(code):
            block = opened.group(1)
        elif code == ")":
            block = ""
        elif code:
            words = [word.strip('"`') for word in code.split()]
            yield (block, words) if block else (words[0], words[1:])
