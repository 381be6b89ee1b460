"""The verdict on a unit, decided only here: used, unused, possibly used or not analysed.

*Unused* needs evidence. Every text that could name the unit was searched in all forms of its language. And there is no known
way to reach it without its name (`core.inspect.usage`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from core.extract.ruby.linking.externals import RAILS_NAMES, RUBY_NAMES
from core.inspect.usage.conventions import DeclaredFiles, UsageConventions, conventions_of, declared_files, last_part
from core.inspect.usage.dispatch import dispatch_of
from core.inspect.usage.inheritance import contracts_of, inheritance_of, owner_of
from core.inspect.usage.objects import object_reason
from core.inspect.usage.routing import action_reasons, is_action, route_verdicts
from core.inspect.usage.templates import template_verdicts
from core.inspect.written import WrittenLine, computed_names, is_tested, mentions_of, name_of, places_of
from core.languages import family_of, title_of
from core.model import UnitHead
from core.model.verdict import NOT_ANALYSED, POSSIBLY_USED, UNUSED, USED, Verdict
from core.open_index import OpenIndex, per_index
from core.text.counts import counted_as
from core.vocabulary import BASES, BY_PATH, MENTIONS, PROSE, RUNS, relation_kind, unit_type

_NAMED = 3  # places or names that a sentence shows
_MOST = 50  # lines of one name that are looked for: more say nothing more about whether it is used
_CALL = 4  # a line that calls the name is as much evidence as four others
_COMPUTED, _BY_LIBRARY = _MOST, 2 * _MOST  # so much are calls by computed names, and a library that may call it
_MIXES_IN = r"(?<![\w:])(?:include|prepend|extend)\b[^#]*(?<!\w)NAME(?!\w)"
IN_PART = frozenset({"partial", "failed"})
_WITH_MODULES = frozenset({"javascript", "python"})  # who loads a file there gets its members by their names
CONSTRUCTORS = frozenset({"initialize", "__init__", "constructor", "__construct"})
_SHARED_BY = 3  # classes with a method of one name that no line calls: rather something of a library calls it by that name


def verdict_on(index: OpenIndex, head: UnitHead) -> Verdict:
    """Return whether something uses a unit, and why."""
    return verdicts_on(index, [head])[head.key]


def verdicts_on(index: OpenIndex, heads: Sequence[UnitHead]) -> dict[str, Verdict]:
    """Return by key whether something uses each unit, by one pass over all texts for all of them.

    A unit that only tests use is unused, unless it is itself of a test.
    """
    found: dict[str, Verdict] = {}
    unsettled: list[UnitHead] = []
    for head in heads:
        settled = _settled(index, head)
        if settled is None:
            unsettled.append(head)
        else:
            found[head.key] = settled
    made = [head for head in unsettled if _makes(index, head)]
    found |= _of_constructors(index, made)
    found |= _without_users(index, [head for head in unsettled if head.key not in found])
    return {head.key: found[head.key] for head in heads}


def _settled(index: OpenIndex, head: UnitHead) -> Verdict | None:
    """Return the verdict that needs no search: what is not analysed, what a relation leads to, what is started from outside."""
    if unread := _unread(head):
        return Verdict(NOT_ANALYSED, unread)
    if head.type == "route":
        return replace(route_verdicts(index)[head.key], evidence=_BY_LIBRARY)
    if conventions_of(family_of(head.language)) is None:
        return Verdict(NOT_ANALYSED, f"Orienteer does not know how {title_of(head.language)} calls code by name.")
    users, _ = users_of(index, index.position[head.key])
    if users:
        return Verdict(USED, f"{counted_as(len(users), 'dependent')}.")
    if reason := unit_type(head.type).entry:
        return Verdict(USED, f"{reason}.")
    return None


def users_of(index: OpenIndex, number: int) -> tuple[list[int], list[tuple[str, int]]]:
    """Return the positions of the units of code that use a unit or its members, and the lines of tests that do."""
    inner = {number, *_members(index, number)}
    inner |= {one for member in inner for one in contracts_of(index, member)}
    users: dict[int, None] = {}
    tests: dict[tuple[str, int], None] = {}
    of_tests = _in_tests(index, index.heads[number])
    for one in sorted(inner):
        for link in index.links.into(one):
            source = index.heads[link.other]
            if link.other in inner or link.kind in MENTIONS or source.type in PROSE:
                continue
            if not of_tests and _in_tests(index, source):
                tests[link.file_path, link.line] = None
            elif not ((kind := relation_kind(link.kind)).no_use or kind.data):
                users[link.other] = None
    return list(users), list(tests)


def _in_tests(index: OpenIndex, head: UnitHead) -> bool:
    return head.is_test and is_tested(index, head.file_path)


def _members(index: OpenIndex, number: int) -> Iterator[int]:
    """Yield the positions of all that lies inside a unit, at any depth; nothing for what holds units without being code."""
    if unit_type(index.heads[number].type).container or (
        index.heads[number].type == "module" and index.heads[number].language == "python"
    ):
        return
    waiting = [*index.members.get(number, ())]
    while waiting:
        one = waiting.pop()
        yield one
        waiting += index.members.get(one, ())


def _makes(index: OpenIndex, head: UnitHead) -> bool:
    return head.type == "constructor" or (head.type == "method" and head.name in CONSTRUCTORS and owner_of(index, head) >= 0)


def _of_constructors(index: OpenIndex, heads: Sequence[UnitHead]) -> dict[str, Verdict]:
    """Return for constructors what is known of their classes: who makes an instance names the class."""
    owners = {head.key: index.heads[number] for head in heads if (number := owner_of(index, head)) >= 0}
    classes = {one.key: one for one in owners.values()}
    verdicts = verdicts_on(index, list(classes.values())) if classes else {}
    found = {}
    for key, owner in owners.items():
        of_class = verdicts[owner.key]
        why = f"constructor of {owner.identifier}. {of_class.word.capitalize()}: {of_class.why}"
        found[key] = replace(of_class, why=why)
    return found


def _without_users(index: OpenIndex, heads: Sequence[UnitHead]) -> dict[str, Verdict]:
    """Return the verdicts on units to which no relation leads: by the lines that write them, then by other ways."""
    written = places_of(index, heads, _MOST)
    computed = _computed(index, heads)
    reached = _reached(index, heads)
    found: dict[str, Verdict] = {}
    alone: list[UnitHead] = []
    for head in heads:
        reason = reached.get(head.key)
        places = [one for one in written[head.key] if _in_tests(index, head) or not one.in_tests]
        if reason is not None and (reason.word == USED or reason.by_name or not places):
            found[head.key] = replace(reason, places=reason.places or tuple(map(str, places)))
        elif places:
            evidence = _evidence(index, head, places) + (reason.evidence if reason is not None else 0)
            found[head.key] = Verdict(POSSIBLY_USED, _also_written(head, places), tuple(map(str, places)), evidence=evidence)
        else:
            alone.append(head)
        if head.key in computed and (head.key not in found or not (places or found[head.key].by_name)):
            place = str(computed[head.key])
            found[head.key] = Verdict(POSSIBLY_USED, f"{place} may compute this name.", (place,), evidence=_COMPUTED)
    return found | _of_unnamed(index, [head for head in alone if head.key not in found], written)


def _evidence(index: OpenIndex, head: UnitHead, places: Sequence[WrittenLine]) -> int:
    """Return how much lines that name a unit say for its use: a line that calls or qualifies it counts as several others."""
    calls = re.compile(rf"[.:>]{re.escape(name_of(head))}(?!\w)|(?<!\w){re.escape(name_of(head))}\s*\(")
    lines = (index.texts.line(place.path, place.line) for place in places)
    return sum(_CALL if calls.search(line) else 1 for line in lines)


def _of_unnamed(
    index: OpenIndex, heads: Sequence[UnitHead], written: Mapping[str, Sequence[WrittenLine]]
) -> dict[str, Verdict]:
    """Return the verdicts on units that no code names: documents that show how to call one invite others to do so."""
    mentioned = mentions_of(index, heads)
    searched = {family: _searched(index, family) for family in sorted({family_of(head.language) for head in heads})}
    found = {}
    for head in heads:
        _, tests = users_of(index, index.position[head.key])
        lines = [*(f"{path}:{line}" for path, line in tests), *(str(one) for one in written[head.key])]
        lines = [] if _in_tests(index, head) else list(dict.fromkeys(lines))
        documents, comments = mentioned[head.key]
        if documents:
            why = f"no code mentions '{name_of(head)}', but documents show it: {_listed(map(str, documents))}."
            found[head.key] = Verdict(POSSIBLY_USED, why, tuple(map(str, documents)))
            continue
        if not re.search(r"\w", head.name):
            found[head.key] = Verdict(POSSIBLY_USED, "its name has no letters to search for.")
            continue
        kinds = [kind for kind, places in (("tests", lines), ("comments", comments)) if places]
        told = _listed((*lines, *map(str, comments)))
        why = f"only {' and '.join(kinds)} mention it: {told}." if kinds else f"no other line uses the name '{name_of(head)}'."
        found[head.key] = Verdict(UNUSED, why, tuple(lines), searched=searched[family_of(head.language)])
    return found


def _computed(index: OpenIndex, heads: Sequence[UnitHead]) -> dict[str, WrittenLine]:
    """Return by key the string with holes from which code may compute the name of a unit."""
    found: dict[str, WrittenLine] = {}
    for makes in ("call", "class", "template"):
        named = {head.key: _names_of(head) for head in heads if _made_by(head) == makes}
        places = computed_names(index, (name for names in named.values() for name in names), makes) if named else {}
        found |= {key: places[name] for key, names in named.items() for name in names if name in places}
    return found


def _made_by(head: UnitHead) -> str:
    if head.type == "view_template":
        return "template"
    return "call" if head.type in RUNS or not head.name[:1].isupper() else "class"


def _names_of(head: UnitHead) -> tuple[str, ...]:
    """Return the names as strings with holes would give them: of a template path and last part."""
    if head.type == "view_template":
        stem = head.name.lstrip("_")
        return f"{head.namespace}/{stem}", stem
    if head.type == "route":
        return f"{head.name}_path", f"{head.name}_url"
    return (head.identifier if head.name[:1].isupper() else head.name.removesuffix("="),)


def _reached(index: OpenIndex, heads: Sequence[UnitHead]) -> dict[str, Verdict]:
    """Return by key how units that no line names may be reached; those for which no way is known are missing."""
    found = template_verdicts(index, [head for head in heads if head.type == "view_template"])
    actions = action_reasons(index, [head for head in heads if is_action(index, head)])
    owners = {head.key: owner_of(index, head) for head in heads}
    inheritance_of(index).read(owner for owner in owners.values() if owner >= 0)
    texts = {unit.key: unit.source_code for unit in index.catalog.units([head.key for head in heads])}
    for head in heads:
        conventions = conventions_of(family_of(head.language))
        if head.key in found or head.type == "view_template" or conventions is None:
            continue
        by_name = _called_by_name(index, head, owners[head.key], conventions)
        if is_action(index, head) and "_" not in head.name:
            by_name = ""  # a library asks controllers for nothing that is called as actions are
        reason = by_name or actions.get(head.key) or _by_library(index, head, owners[head.key], texts[head.key], conventions)
        evidence = _BY_LIBRARY
        if not reason:
            reason, evidence = _by_computed_name(index, head, owners[head.key]), _COMPUTED
        if not reason and head.type in RUNS and owners[head.key] >= 0:
            reason = _shared(index, head)
        if reason:
            found[head.key] = Verdict(POSSIBLY_USED, f"{reason}.", by_name=bool(by_name), evidence=evidence)
    return found


def _called_by_name(index: OpenIndex, head: UnitHead, owner: int, conventions: UsageConventions) -> str:
    inheritance = inheritance_of(index)
    bases = inheritance.base_names(owner if owner >= 0 else index.position[head.key])
    row = unit_type(head.type)
    if row.convention and not row.written:
        return row.convention
    within = index.heads[owner] if owner >= 0 else None
    return conventions.called_by_name(_exported(index, head), within, bases, inheritance.libraries, _declared(index))


def _exported(index: OpenIndex, head: UnitHead) -> UnitHead:
    """Return a unit whose signature says that it is the default export of its file, where another line does."""
    if family_of(head.language) != "javascript" or "export default" in head.signature or owner_of(index, head) >= 0:
        return head
    default = rf"\bexport\s+default\s+(?:[\w.]+\()*(?:async\s+)?(?:function\s*\*?\s*|class\s+)?{re.escape(head.name)}(?!\w)"
    exported = any(re.search(default, line) for line in index.texts.lines(head.file_path))
    return replace(head, signature=f"export default {head.signature}") if exported else head


@per_index
def _declared(index: OpenIndex) -> DeclaredFiles:
    return declared_files(index.catalog.file_texts())


def _by_library(index: OpenIndex, head: UnitHead, owner: int, text: str, conventions: UsageConventions) -> str:
    """Return which library may call a unit, or who calls it by the name of another; empty where none is known."""
    if marks := conventions.marks_before(index.texts.lines(head.file_path), head.start_line, head.name):
        return f"its '{marks[0]}' may register it with a library"
    number = index.position[head.key]
    if reason := object_reason(index, head, owner if head.type in RUNS else number):
        return reason
    if head.type not in RUNS:
        return _by_its_bases(index, number, conventions)
    if owner < 0:
        return ""
    within = conventions.within is not None and conventions.within.search(head.signature) is not None
    private = within and not conventions.folder
    asked = (
        ""
        if private
        else _of_library(index, head, owner) or _overridden(index, head, owner) or _external(index, head, owner, text)
    )
    if not asked and not within:
        asked = _as_interface(index, owner, conventions)
    if not asked and conventions.calls_super(text, head.name):
        asked = "it calls super, so a library may call this method"
    return asked


def _by_computed_name(index: OpenIndex, head: UnitHead, owner: int) -> str:
    """Return where code loads the folder of a unit, or calls methods of its class by names that it computes."""
    if owner < 0 or head.type not in RUNS:
        is_main = head.type not in RUNS or family_of(head.language) not in _WITH_MODULES
        is_main = is_main or "export default" in _exported(index, head).signature or "module.exports" in head.signature
        if line := dispatch_of(index).loads(head.file_path, any_member=not is_main):
            return f"{line} loads its folder"
    return _by_dispatch(index, owner) if head.type in RUNS else ""


def _of_library(index: OpenIndex, head: UnitHead, owner: int) -> str:
    """Return the library that may call what the checkout adds to its class, or a hook that begins with its name."""
    if family_of(head.language) != "ruby":
        return ""
    libraries = inheritance_of(index).libraries
    outermost = index.heads[owner].identifier.partition("::")[0]
    if outermost in RUBY_NAMES or outermost in RAILS_NAMES or outermost.lower() in libraries:
        return f"it extends {outermost}, which may call it"
    if line := _added_outside(index, owner):
        return f"{line} adds its module to something from outside, which may call it"
    words = head.name.split("_")
    prefixes = ("_".join(words[:count]) for count in range(1, len(words)))
    library = next((prefix for prefix in prefixes if prefix.replace("_", "") in libraries), "")
    return f"its name begins with '{library}', a library that may call it" if library else ""


def _added_outside(index: OpenIndex, owner: int) -> str:
    """Return the line that mixes a module of Ruby into what no relation knows: a class of a library, or a value."""
    links = index.links.into(owner) if index.heads[owner].signature.startswith("module ") else ()
    known = {(link.file_path, link.line) for link in links if link.kind in BASES}
    mixes_in = re.compile(_MIXES_IN.replace("NAME", re.escape(last_part(index.heads[owner].name))))
    for path, line in dict.fromkeys((link.file_path, link.line) for link in links if not index.heads[link.other].is_test):
        if (path, line) not in known and mixes_in.search(index.texts.line(path, line)):
            return f"{path}:{line}"
    return ""


def _overridden(index: OpenIndex, head: UnitHead, owner: int) -> str:
    """Return the method of the same name in the family of the class that is used, through which this one may run."""
    member = _used_namesake(index, head, inheritance_of(index).family(owner)[1:])
    return f"calls to {index.heads[member].identifier} may run it" if member >= 0 else ""


def _used_namesake(index: OpenIndex, head: UnitHead, classes: Iterable[int]) -> int:
    """Return the first used method of the same name in some classes, -1 for none."""
    members = (member for one in classes for member in index.members.get(one, ()))
    return next((one for one in members if index.heads[one].name == head.name and users_of(index, one)[0]), -1)


def _through_base(index: OpenIndex, head: UnitHead) -> str:
    """Return a sentence on the method that this one overrides or implements, and that is called in its place."""
    owner = owner_of(index, head) if head.type in RUNS else -1
    base = _used_namesake(index, head, inheritance_of(index).bases(owner)) if owner >= 0 else -1
    if base < 0:
        return ""
    count = len(users_of(index, base)[0])
    return f" Calls to {index.heads[base].identifier} ({counted_as(count, 'dependent')}) may run it too."


def _external(index: OpenIndex, head: UnitHead, owner: int, text: str) -> str:
    """Return the base from outside of the checkout that may call a method of a class, or of a class that is made of it."""
    inheritance, conventions = inheritance_of(index), conventions_of(family_of(head.language))
    before = text[: text.find(head.name)] if head.name in text else text
    for one in (owner, *inheritance.heirs(owner)):
        for base in inheritance.external_bases(one):
            is_asked = conventions is not None and conventions.asks_for(base, before)
            if is_asked or _may_override(index, head, owner, before, conventions):
                return f"{index.heads[one].identifier} inherits {base} from a library, which may call it"
    return ""


def _as_interface(index: OpenIndex, owner: int, conventions: UsageConventions) -> str:
    """Return where a value of a type is given away as a library's interface, which it need not name to have its methods."""
    if conventions.handed is None or conventions.results is None:
        return ""
    type_, classes = index.heads[owner], inheritance_of(index).names
    lines = [(type_.file_path, number) for number, line in enumerate(index.texts.lines(type_.file_path), 1) if "var _" in line]
    for link in index.links.into(owner):
        lines.append((link.file_path, link.line))
        results = conventions.results.search(index.heads[link.other].signature) if link.other != owner else None
        given = re.findall(r"\b\w+\.([A-Z]\w*)", results.group(1)) if results is not None else []
        if any(one not in classes for one in given):
            return f"{index.heads[link.other].identifier} may pass it to a library as an interface"
    for path, number in lines:
        found = conventions.handed.findall(index.texts.line(path, number))
        if any(re.search(rf"\b{re.escape(type_.name)}\b", "".join(one)) for one in found):
            return f"{path}:{number} may pass it to a library as an interface"
    return ""


def _may_override(index: OpenIndex, head: UnitHead, owner: int, before: str, conventions: UsageConventions | None) -> bool:
    """Tell whether a method may override one without the mark of it: where the mark is optional and its class writes none."""
    if conventions is None or conventions.overriding is None or head.language not in conventions.unmarked:
        return False
    is_static = re.search(r"\bstatic\b", before) is not None
    return not is_static and conventions.overriding.search(inheritance_of(index).text(owner)) is None


def _by_its_bases(index: OpenIndex, number: int, conventions: UsageConventions) -> str:
    """Return how a class may be found without its name: by a base that a library, a container or the checkout looks for."""
    inheritance, head = inheritance_of(index), index.heads[number]
    for base in inheritance.external_bases(number, harmless=conventions.plain):
        return f"it inherits {base} from a library, which may look it up"
    outer = owner_of(index, head)
    if outer >= 0 and inheritance.external_bases(outer, harmless=()):
        return f"it is part of {index.heads[outer].identifier}, which inherits from a library that may use it"
    if conventions.extension is not None:
        for member in index.members.get(number, ()):
            if conventions.extension.search(index.heads[member].signature):
                return f"its method {index.heads[member].name} can be called without naming it"
    for one in inheritance.bases(number):
        users = users_of(index, one)[0]
        if conventions.container and users:
            return f"it inherits {index.heads[one].identifier}, so a container may create it"
        seekers = [one, *(owner for user in users if (owner := owner_of(index, index.heads[user])) >= 0)]
        if conventions.descends is not None and any(
            conventions.descends.search(inheritance.text(seeker)) for seeker in seekers
        ):
            return f"it inherits {index.heads[one].identifier}, whose subclasses are looked up by name"
    return ""


def _by_dispatch(index: OpenIndex, owner: int) -> str:
    """Return where a class, its bases and heirs or one that uses it calls methods by computed names."""
    if owner < 0:
        return ""
    inheritance, dispatch = inheritance_of(index), dispatch_of(index)
    for one in (owner, *inheritance.bases(owner), *inheritance.heirs(owner)):
        if one in dispatch.own:
            return f"{index.heads[one].identifier} calls its own methods by computed names ({dispatch.own[one]})"
    if index.heads[owner].type == "module":
        return ""  # who uses something of a module does not use all of it
    for user in users_of(index, owner)[0]:
        if user in dispatch.other:
            place = dispatch.other[user]
            return f"{index.heads[user].identifier} uses its class and calls methods by computed names ({place})"
    return ""


def _shared(index: OpenIndex, head: UnitHead) -> str:
    """Return that several classes have a method of a name that no code uses: a library may ask for it by that name."""
    family = family_of(head.language)
    named = [(one, index.heads[one]) for one in index.names.named(head.name)]
    classes = [
        one for one, other in named if other.type == "method" and not other.is_test and family_of(other.language) == family
    ]
    if len(classes) < _SHARED_BY or any(users_of(index, one)[0] for one in classes):
        return ""
    return f"{len(classes)} classes have a method of this name, so a library may call it"


def forward_verdict(index: OpenIndex, head: UnitHead) -> str:
    """Return whether a unit without known dependencies uses nothing, possibly more, or was not analysed, as a sentence."""
    if unread := _unread(head):
        return f"Not analysed: {unread}"
    if doubt := _doubt_of(index, head):
        return f"Possibly more: {doubt}"
    limit = " Calls on values of unknown type are not followed." if head.type in RUNS else ""
    return f"None found: {_searched(index, family_of(head.language))}{limit}"


def side_verdict(index: OpenIndex, head: UnitHead, side: str) -> str:
    """Return what it means that a unit declares no facts, has nothing inside or no tests, as a sentence.

    `side` is `facts`, `inside` or `tests`.
    """
    if side == "tests":
        return _untested(index, head)
    if head.type in BY_PATH:
        return "Not analysed: facts and members belong to the units inside files."
    if not family_of(head.language):
        return f"Not analysed: Orienteer does not read declarations in {head.language or 'such'} files."
    reason = _partly(index, head.file_path)
    if reason:
        return f"Possibly more: {head.file_path} was partially parsed ({reason})."
    nothing = "no declared facts found" if side == "facts" else "it has no members"
    return f"None: {nothing} in {head.file_path}."


def _untested(index: OpenIndex, head: UnitHead) -> str:
    if not any(one.is_test and one.type not in BY_PATH for one in index.heads):
        return "Not analysed: no tests in this index."
    if head.type not in BY_PATH and family_of(head.language):
        places = [place for place in places_of(index, [head])[head.key] if place.in_tests]
        if places:
            return f"Possibly tested: {_also_written(head, places)}"
    return "No known tests: tests that reach it over HTTP or by computed names are not visible."


def mentions(index: OpenIndex, head: UnitHead, known: Collection[tuple[str, int]]) -> list[WrittenLine]:
    """Return the lines that write a unit's name without being `known` (file and line) to use it, code before tests.

    Empty for units whose relations are not recorded: files, folders, languages that are not read.
    """
    places = [] if _unread(head) else places_of(index, [head], loose=False)[head.key]
    return [place for place in places if (place.path, place.line) not in known]


def more_lines(index: OpenIndex, head: UnitHead, known: Collection[tuple[str, int]]) -> str:
    """Return a sentence on the `mentions` of a unit: how many, how many in tests, and the base whose method may run it.

    It names the partially parsed files among them. Empty for units whose relations are not recorded.
    """
    if _unread(head):
        return ""
    through = _through_base(index, head)
    rest = mentions(index, head, known)
    if not rest:
        return f"Every mention of '{name_of(head)}' is resolved.{through}"
    tests = sum(place.in_tests for place in rest)
    counted = "1 further mention is" if len(rest) == 1 else f"{len(rest):,} further mentions are"
    in_tests = f" ({tests:,} in tests)" if tests else ""
    in_part = {problem.file_path for problem in index.problems if problem.status in IN_PART}
    partly = list(dict.fromkeys(place.path for place in rest if place.path in in_part))
    perhaps = f" Partially parsed: {_listed(partly)}." if partly else ""
    return f"{counted} unresolved{in_tests}.{perhaps}{through}"


def _searched(index: OpenIndex, family: str) -> str:
    """Return how many files of a family were read, how many of its references were resolved, and what was read only in part."""
    outcomes = index.manifest.tallies.get(family, {})
    missed = sum(count for outcome, count in outcomes.items() if outcome in ("unexplained", "ambiguous"))
    files = sum(head.type == "file" and family_of(head.language) == family for head in index.heads)
    in_part = {problem.file_path for problem in index.problems if problem.status in IN_PART}
    counted = f"{counted_as(files, title_of(family) + ' file')} indexed"
    if "resolved" in outcomes:
        counted += f", {counted_as(outcomes['resolved'], 'reference')} resolved, {missed:,} unresolved"
    if in_part:
        counted += f". {counted_as(len(in_part), 'file')} with parse problems"
    return f"{counted}{unsearched(index)}."


def unsearched(index: OpenIndex) -> str:
    """Return how many texts are of kinds whose words were not looked at, with the kinds, the most first; empty for none."""
    unread = sorted((problem for problem in index.problems if problem.count), key=lambda one: (-one.count, one.file_path))
    count = sum(problem.count for problem in unread)
    return f". {count:,} other files not searched ({_listed(one.file_path for one in unread)})" if unread else ""


def _doubt_of(index: OpenIndex, head: UnitHead) -> str:
    """Return why a unit may use more than is known: its file was not read whole, or names in its lines were not resolved."""
    reason = _partly(index, head.file_path)
    if reason:
        return f"{head.file_path} was partially parsed ({reason})."
    missed = index.catalog.unresolved_names(head.file_path, head.start_line, head.end_line)
    return f"{len(missed)} unresolved names: {_listed(missed)}." if missed else ""


def _partly(index: OpenIndex, path: str) -> str:
    """Return why a file was read only in part; empty when it was read whole."""
    return next((one.reason for one in index.problems if one.file_path == path and one.status in IN_PART), "")


def _unread(head: UnitHead) -> str:
    """Return why no relations are recorded for a unit; empty where they are."""
    if head.type in BY_PATH:
        return "relations belong to the units inside files."
    return "" if family_of(head.language) else f"Orienteer does not extract relations from {head.language or 'such'} files."


def _also_written(head: UnitHead, places: Sequence[WrittenLine]) -> str:
    more = " or more" if len(places) == _MOST else ""
    lines = "1 unresolved line mentions" if len(places) == 1 else f"{len(places):,}{more} unresolved lines mention"
    return f"{lines} '{name_of(head)}': {_listed(map(str, places))}."


def _listed(names: Iterable[str]) -> str:
    every = list(names)
    return ", ".join(islice(every, _NAMED)) + (" …" if len(every) > _NAMED else "")
