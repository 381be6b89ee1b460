"""Which test is of what: by the habit of naming tests after what they test, and by what they use of it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cache

from core.languages import LANGUAGES, family_of
from core.model import CodeUnit, Relation

_MARKS = re.compile(r"^tests?(?=[A-Z_\d.-])|^Test(?=[A-Z])|(?:[_.-]|(?<=[a-z\d]))(?:[Tt]ests?|[Ss]pecs?|TestCase|Tests?Mixin)$")
_CALL = re.compile(r"^(?:describe|context|suite|it)\b\W*")
_SIGNS = re.compile(r"[^a-z0-9]+")
_PLACES = ("file", "folder", "doc_section", "readme", "package", "crate", "route", "migration", "view_template")
_SIGNATURES = "rbs"  # a language that only says the types of what stands elsewhere: nothing in it is tested
_USES = ("calls", "references", "imports", "renders", "inherits")
_VALUES = ("const", "var", "constant")
_BUILDS = "factory"  # stands among tests and makes what they need: it says itself of which class
# A test file without a namesake is of the file that it uses by far the most.
_MOSTLY = 0.5
_AT_LEAST = 3
_SHORTEST = 3  # letters of a name that can be recognised at the start of another


def test_relations(units: Sequence[CodeUnit], relations: Iterable[Relation]) -> list[Relation]:
    """Return relations of kind `tests` from test units to the units that they test.

    What a test uses of its subject's file is `declared` (via `use`), a namesake is `inferred` (via `name`). The subject of a
    test file is the file of the same name, else the one that most of what it uses is in. A name counts only among the languages
    of the test's family, and factories test nothing: they say of which class they build. Where the tests of a language stand
    beside what they test, a name counts only in the same folder, and a file without a namesake is of no other.
    """
    return list(_Tests(units, relations).relations())


@cache
def bare_name(name: str) -> str:
    """Return what is left of a test's name without the marks of tests, in lower case without signs."""
    stem = _CALL.sub("", name)
    previous = ""
    while previous != stem:
        previous, stem = stem, _MARKS.sub("", stem)
    return _SIGNS.sub("", stem.lower())


def _is_helper(test: CodeUnit) -> bool:
    """Tell whether a function beside tests is none itself: neither by its name nor by an attribute."""
    if test.language in LANGUAGES and LANGUAGES[test.language].test_names:
        return test.metadata.get("kind") != "test"
    is_function = test.metadata.get("kind") == "function"
    marked = any("test" in attribute for attribute in test.metadata.get("attributes", ()))
    return is_function and not marked and not _is_named_as_test(test)


def _is_named_as_test(test: CodeUnit) -> bool:
    """Tell whether a unit is a test by its name or title, not a helper beside the tests."""
    is_helper = test.metadata.get("kind", "test") != "test"
    return not is_helper or bare_name(test.name) != _SIGNS.sub("", test.name.lower())


def _may_be_meant(unit: CodeUnit, test: CodeUnit) -> bool:
    """Tell whether a test may mean a namesake: in Ruby one in a namespace only where the test's path tells of that too."""
    if unit.type == "table":
        return False
    namespace = bare_name(unit.namespace.rpartition("::")[2]) if test.language == "ruby" and unit.type != "method" else ""
    return not namespace or namespace in bare_name(test.file_path)


def _is_beside(language: str) -> bool:
    return language in LANGUAGES and LANGUAGES[language].tests_beside


def _shares_folder(path: str, other: str) -> bool:
    """Tell whether a folder above one file is called like one above the other, but for the marks of tests."""
    one, two = ({bare_name(part) for part in some.split("/")[:-1]} - {""} for some in (path, other))
    return bool(one & two)


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


class _Tests:
    """The test units of a repository beside what they could be tests of."""

    def __init__(self, units: Sequence[CodeUnit], relations: Iterable[Relation]) -> None:
        self._units = {unit.key: unit for unit in units}
        self._tests = [unit for unit in units if unit.is_test and unit.type not in (*_PLACES, _BUILDS)]
        self._by_name: dict[tuple[str, str], list[CodeUnit]] = defaultdict(list)  # by family of languages and name
        self._files: dict[tuple[str, str], list[str]] = defaultdict(list)
        self._beside: dict[tuple[str, str], list[CodeUnit]] = defaultdict(list)
        self._files_beside: dict[tuple[str, str], list[str]] = defaultdict(list)
        self._alike = Counter[str]()  # files of a name in all languages
        self._in_folders: dict[tuple[str, str], dict[str, list[str]]] = {}
        for unit in units:
            family = family_of(unit.language)
            if unit.language == _SIGNATURES:
                continue
            if not unit.is_test and unit.type == "file":
                name = bare_name(unit.name.partition(".")[0])
                self._files[family, name].append(unit.file_path)
                self._alike[name] += 1
                self._files_beside[_folder(unit.file_path), name].append(unit.file_path)
            elif not unit.is_test and unit.type not in _PLACES:
                self._by_name[family, bare_name(unit.name)].append(unit)
                self._beside[_folder(unit.file_path), bare_name(unit.name)].append(unit)
        self._uses: dict[str, list[Relation]] = defaultdict(list)
        for relation in relations:
            if relation.kind in _USES and relation.source in self._units and self._is_subject(relation.target):
                self._uses[relation.source].append(relation)

    def relations(self) -> Iterable[Relation]:
        """Yield the relations, test by test."""
        by_file: dict[str, list[CodeUnit]] = defaultdict(list)
        for unit in self._tests:
            by_file[unit.file_path].append(unit)
        for path, tests in sorted(by_file.items()):
            subject = self._namesake(path, tests[0].language)
            if not subject and not _is_beside(tests[0].language):
                subject = self._most_used(tests, sure=True) or self._most_used(tests, sure=False)
            for test in tests:
                if _is_helper(test):
                    continue
                yield from self._of_test(test, subject)

    def _is_subject(self, key: str) -> bool:
        unit = self._units.get(key)
        return unit is not None and not unit.is_test and unit.type not in _PLACES

    def _namesake(self, path: str, language: str) -> str:
        """Return the file that a test file is named after; of several the one whose path shares most folders, if one does."""
        name = bare_name(path.rpartition("/")[2].partition(".")[0])
        family = family_of(language)
        found = self._files_beside.get((_folder(path), name)) if _is_beside(language) else self._files.get((family, name))
        if not found or not name:
            return ""
        if len(found) == 1:
            return found[0] if self._alike[name] == 1 or _is_beside(language) or _shares_folder(path, found[0]) else ""
        in_folders = self._by_folder((family, name), found)
        folders = {bare_name(part) for part in path.split("/")[:-1]} - {""}
        shared = Counter[str]()
        for folder in folders:
            if len(others := in_folders.get(folder, [])) < len(found):  # a folder of all of them tells nothing
                shared.update(others)
        best = max(shared.values(), default=0)
        nearest = [other for other, times in shared.items() if times == best]
        return nearest[0] if len(nearest) == 1 else ""

    def _by_folder(self, name: tuple[str, str], files: Sequence[str]) -> dict[str, list[str]]:
        """Return the files of one name by the bare names of the folders above them."""
        if name not in self._in_folders:
            found: dict[str, list[str]] = defaultdict(list)
            for path in files:
                for folder in {bare_name(part) for part in path.split("/")[:-1]}:
                    found[folder].append(path)
            self._in_folders[name] = found
        return self._in_folders[name]

    def _most_used(self, tests: Sequence[CodeUnit], *, sure: bool) -> str:
        """Return the file of most uses, where `sure` of those that more than a type or a name tells of."""
        used = Counter(
            self._units[use.target].file_path
            for test in tests
            for use in self._uses.get(test.key, ())
            if use.kind != "imports" and (use.certainty != "inferred" or not sure)
        )
        if not used:
            return ""
        path = min(used, key=lambda one: (-used[one], one))
        enough = used[path] >= _AT_LEAST and used[path] > _MOSTLY * used.total()
        return path if enough else ""

    def _of_test(self, test: CodeUnit, subject: str) -> Iterable[Relation]:
        uses = [use for use in self._uses.get(test.key, ()) if use.kind != "imports"]
        name = bare_name(test.metadata.get("subject", test.name))
        for use in uses:
            target = self._units[use.target]
            named = bare_name(target.name)
            is_of_subject = target.file_path == subject and target.type not in _VALUES  # values are what a test gives
            if is_of_subject or (len(named) >= _SHORTEST and name.startswith(named)):
                yield Relation(test.key, use.target, "tests", use.file_path, use.line, "declared", via="use")
        is_beside = _is_beside(test.language)
        known = (
            self._beside.get((_folder(test.file_path), name), ())
            if is_beside
            else self._by_name.get((family_of(test.language), name), ())
        )
        named_alike = [unit for unit in known if name and _is_named_as_test(test) and _may_be_meant(unit, test)]
        in_subject = [unit for unit in named_alike if unit.file_path == subject]
        candidates = in_subject or list(named_alike)
        if len(candidates) == 1:
            target = candidates[0]
            yield Relation(test.key, target.key, "tests", test.file_path, test.start_line, "inferred", via="name")
