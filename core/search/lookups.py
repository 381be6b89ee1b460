"""Answer questions that one look-up answers: each is a sentence in `lookups.toml` and a function here."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from core.flow.facts import FlowFacts
from core.flow.saving import phases
from core.model import Relation, column_key, table_key
from core.model.columns import ABOUT, read_via
from core.model.entity_kinds import ASSOCIATED, COLLECTED, DECLARES, FOLDER, HOW_TO, PERMISSION, SCHEDULED, USES_COLUMN
from core.model.facts import text_in
from core.model.run import Entity
from core.open_index import OpenIndex, per_index
from core.open_index.associations import ties_of, ways_between
from core.open_index.central import central_units
from core.open_index.summaries import held, main_units
from core.search.templates import LookUp, lookup_data, lookups_of
from core.settings.retrieval import Rules
from core.text.words import split_identifier, stem, words_of
from core.vocabulary import OWNED, PROSE, unit_type

MOST = 60
"""Units that are listed of a type."""
_SURE = 0.95
_MOST, _MOST_SECTIONS, _MAIN_ONES = 24, 5, 12
_ROWS = frozenset({"model", "table"})
_MODULES = frozenset({"module", "package", "crate", "file"})
_OF_SCHEDULES = frozenset(words_of("schedule scheduled scheduler cron crontab"))
_OF_TIME = words_of("job task work background thing run start execute schedule enqueue happen")
_TO_FILL_IN = ("pull_request_template", "issue_template")
_TITLES = " > "
_AS_ONE = {
    "set up": "setup",
    "setting up": "setup",
    "set-up": "setup",
    "getting started": "quickstart",
    "quick start": "quickstart",
}
_BY_CALL = ("calls", "instantiates")
_OF = frozenset({"of", "in", "on"})
_NAMES_OF_COLUMNS = words_of("column field attribute")
_MOST_TABLES = 3  # a name that more tables have says nothing
_ABILITY = frozenset({"ability", "abilities", "permission", "permissions"})


def asked_of_index(text: str, index: OpenIndex, rules: Rules) -> tuple[Entity, ...]:
    """Return what the first look-up finds that a question asks for; nothing for other questions."""
    for found in lookups_of(text):
        ask = _ASKED.get(found.name)
        if ask and (entities := tuple(ask(found, index, rules))):
            return entities
    return ()


def one_meant(words: str, index: OpenIndex, allowed: Callable[[int], bool]) -> int:
    """Return the position of what a name or words mean, in the singular or plural; -1 for none, or for several.

    Only what is `allowed` and no test counts. Models go before tables unless the words speak of tables, a name as it is
    written before one that ends so, and classes before modules of the same name.
    """
    kinds = ("class", "model", "table", "record")
    plain = [word for word in words.split() if stem(word.lower()) not in map(stem, kinds)]
    said = " ".join(plain or words.split())
    match = index.names.match(said) if said[:1].isupper() and len(plain) == 1 else index.names.in_words(said.lower().split())
    heads = index.heads
    kept = [one for one in match.positions if not heads[one].is_test and allowed(one)] if match else []
    of_tables = [one for one in kept if heads[one].type == "table"]
    wanted = of_tables if "table" in words.lower() and of_tables else [one for one in kept if one not in of_tables] or of_tables
    names = (said, "".join(part.capitalize() for part in said.split()))
    choices = (
        [one for one in wanted if heads[one].identifier in names],
        [one for one in wanted if heads[one].name in names],
        [one for one in wanted if heads[one].type == "model"],
        [one for one in wanted if heads[one].type not in _MODULES],
        wanted,
    )
    return next((found[0] for found in choices if len(found) == 1), -1)


def _associated(found: LookUp, index: OpenIndex, rules: Rules) -> Iterator[Entity]:
    """Yield each record that a question is about how it refers to others, with these."""
    one, other = (_record(found.said.get(slot, ""), index) for slot in ("unit", "other"))
    if one < 0:
        return
    if found.what != "between":
        ties = ties_of(index, one)
        belonging = {tie for tie in ties if (tie.kind in OWNED) == (tie.target == one)}  # to it, by its own word or by theirs
        wanted = {"to": belonging, "has": belonging, "from": set(ties) - belonging, "all": set(ties)}[found.what]
        yield _entity(index, ASSOCIATED, [one, *(tie.other(one) for tie in ties if tie in wanted)])
    elif other >= 0 and other != one:
        steps = dict.fromkeys(step for way in ways_between(index, one, other) for step in pairwise(way))
        yield from (_entity(index, ASSOCIATED, step) for step in steps)


def _record(words: str, index: OpenIndex) -> int:
    return one_meant(words, index, lambda one: bool(ties_of(index, one))) if words else -1


def _entity(index: OpenIndex, kind: str, numbers: Iterable[int], text: str = "", most: int = _MOST) -> Entity:
    """Return an entity of some units, each once; its text is by default the name of the first.

    Without units it says that the index knows none.
    """
    each = list(dict.fromkeys(numbers))
    return Entity(text or index.heads[each[0]].identifier, kind, tuple(index.keys[one] for one in each[:most]), _SURE)


def _declared(found: LookUp, index: OpenIndex, rules: Rules) -> Iterator[Entity]:
    """Yield the class that a question is about, then the members that are what it asks for, in the order in which they run."""
    said = found.said.get("said", "callback")
    group = _group("declared", said)
    number = one_meant(found.said["unit"], index, lambda one: _declares(index, one))
    if number >= 0:
        own = [
            one for one in _members(index, number) if index.heads[one].type in (group, "function" if group == "method" else "")
        ]
        saved = _of_a_save(index, number, found, validates=said.lower().startswith("valid")) if group == "save" else ()
        table = table_key(text_in(FlowFacts(index).of(number), "table")) if group == "table" else ""
        rows = [index.position[table]] if table in index.position else []
        yield _entity(index, DECLARES, [number, *own, *saved, *rows])
        if not (own or saved or rows) and group in index.types:
            yield _entity(index, DECLARES, (), f"{said} of {index.heads[number].identifier}")


def _group(table: str, word: str) -> str:
    """Return the name of the row of a table that has a word."""
    return next(name for name, words in lookup_data().tables[table].items() if stem(word.lower()) in map(stem, words))


def _declares(index: OpenIndex, number: int) -> bool:
    head = index.heads[number]
    return head.type in _ROWS or (not unit_type(head.type).prose and bool(_members(index, number)))


def _members(index: OpenIndex, number: int) -> Sequence[int]:
    """Return what is inside of a class, or in one file beside a type whose methods stand there, by line."""
    if own := index.members.get(number):
        return own
    beside = index.by_file.get(index.heads[number].file_path, ())
    found = [one for one in beside if index.hosts[one] == number and one != number]
    return sorted(found, key=lambda one: index.heads[one].start_line)


def _of_a_save(index: OpenIndex, number: int, found: LookUp, validates: bool) -> Iterator[int]:
    """Yield the methods that run around a statement as callbacks, in their order; of validations those that validate."""
    facts, event = FlowFacts(index), _group("events", found.said.get("event", "save"))
    for phase in phases(facts, number, event):
        if phase.kind == "callback" and (not validates or phase.fact.get("event") == "validate"):
            method = facts.method(number, str(phase.fact.get("name") or ""))
            if method >= 0:
                yield method


def _scheduled(found: LookUp, index: OpenIndex, rules: Rules) -> Iterator[Entity]:
    """Yield the schedules that a question asks about and what they run: of what it speaks of, all where that is nothing."""
    words = " ".join(found.said.get(slot, "") for slot in ("about", "about_too"))
    said, runs = words_of(words) - _OF_TIME, _runs(index)
    shared = {number: len(said & words_of(index.heads[number].identifier)) for number in runs}
    best = max(shared.values(), default=0)
    if not runs and not said:
        if sections := _sections(index, _OF_SCHEDULES):  # a server's crontab, which only a document tells of
            yield _entity(index, HOW_TO, sections, "schedule", _MOST_SECTIONS)
        else:
            yield _entity(index, SCHEDULED, (), "what a schedule runs (a server's crontab is not analysed)")
    elif runs and (not said or 2 * best > len(said)):
        wanted = [number for number in runs if shared[number] == best]
        yield _entity(index, SCHEDULED, [*(one for number in wanted for one in runs[number]), *wanted], "schedule")


@per_index
def _runs(index: OpenIndex) -> Mapping[int, Sequence[int]]:
    """Return what schedules run, in order of its keys, each with the units that hold the schedules."""
    found = {}
    for number, head in enumerate(index.heads):
        ends = [link.other for link in index.links.into(number) if link.kind == "schedules"]
        if ends and not head.is_test:
            found[number] = ends
    return found


def _how_to(found: LookUp, index: OpenIndex, rules: Rules) -> Iterator[Entity]:
    """Yield what is to be done with the repository, with the sections whose titles speak of it."""
    deeds = lookup_data().tables["deeds"]
    asked = {deed: {stem(word) for word in words.split("|")} for deed, (words, _) in deeds.items()}
    said = [stem(word.lower()) for word in found.said["deed"].split()]
    around = {stem(word) for word in lookup_data().words["around"].split("|")}
    deed = next((deed for deed, words in asked.items() if words.intersection(said)), "")
    is_asked = deed and around.union(*asked.values()).issuperset(said)
    if is_asked and (sections := _sections(index, frozenset(words_of(deeds[deed][1])))):
        yield _entity(index, HOW_TO, sections, deed, _MOST_SECTIONS)


def _sections(index: OpenIndex, words: frozenset[str]) -> list[int]:
    """Return the sections whose titles speak of some words, the nearest first."""
    rows = (_row(index, number, words) for number in range(len(index.keys)))
    return [row[-1] for row in sorted(row for row in rows if row is not None)]


def _row(index: OpenIndex, number: int, words: frozenset[str]) -> tuple[int, int, int, str, int, int] | None:
    """Return how near the title of a section is to some words, for sorting; None for one that speaks of something else.

    A section about the deed goes before those whose chapter is, those of the README and of shallow folders before others.
    """
    head = index.heads[number]
    if head.type not in PROSE or head.is_test or any(one in head.file_path.lower() for one in _TO_FILL_IN):
        return None
    titles = head.identifier.rpartition("#")[2].lower()
    for phrase, word in _AS_ONE.items():
        titles = titles.replace(phrase, word)
    chapter, _, title = titles.rpartition(_TITLES)
    own, above = words & words_of(title), words & words_of(chapter)
    apart = 2 * len(words_of(title) - words) + len(words_of(chapter) - words)
    row = (not own, apart, head.file_path.count("/"), head.file_path, head.start_line, number)
    return row if own or above else None


def _collected(found: LookUp, index: OpenIndex, rules: Rules) -> Iterator[Entity]:
    """Yield the units of a type that a question asks for as a whole: the main ones, the largest, those that do something.

    Who does something itself goes before who calls what does it; both are in the order of their weight.
    """
    types = _types(found.said["type"], rules)
    heads = index.heads
    own = [number for number, head in enumerate(heads) if head.type in types and not head.is_test]
    if found.what == "main":
        numbers = central_units(index, types, _MAIN_ONES)
    elif found.what == "large":
        numbers = sorted(own, key=lambda one: (heads[one].start_line - heads[one].end_line, heads[one].identifier))[:_MAIN_ONES]
    elif found.what == "untested":
        numbers = _by_weight(index, {number for number in own if not _is_tested(index, number)})
    else:
        numbers = _doing(index, types, found.what)
    if types:
        yield _entity(index, COLLECTED, numbers, lookup_data().titles[found.what].format(found.said["type"]), MOST)


def _types(words: str, rules: Rules) -> frozenset[str]:
    """Return the types of unit that words are the name of; none for other words."""
    said = [stem(word) for word in words.lower().split()]
    rows = (row for row in rules.types.values() for phrase in row.words if list(map(stem, phrase.split())) == said)
    return frozenset(next((row.types for row in rows), ())) - {"route"}


def _doing(index: OpenIndex, types: frozenset[str], kind: str) -> list[int]:
    numbers = (number for number, head in enumerate(index.heads) if not head.is_test)
    direct = {number for number in numbers if any(link.kind == kind for link in index.links.out(number))}
    own = {owner for number in direct if (owner := _holder(index, number, types)) >= 0}
    calling = {link.other for number in direct for link in index.links.into(number) if link.kind in _BY_CALL}
    later = {owner for number in calling if (owner := _holder(index, number, types)) >= 0} - own
    return [*_by_weight(index, own), *_by_weight(index, later)]


def _is_tested(index: OpenIndex, number: int) -> bool:
    """Tell whether a test is related to a unit or to a member of it."""
    return any(link.kind == "tests" for one in (number, *index.members.get(number, ())) for link in index.links.into(one))


def _holder(index: OpenIndex, number: int, types: frozenset[str]) -> int:
    """Return the nearest unit of some types around one, itself first; -1 for none, and for tests."""
    while number >= 0 and index.heads[number].type not in types:
        number = index.position.get(index.heads[number].parent, -1)
    return number if number >= 0 and not index.heads[number].is_test else -1


def _by_weight(index: OpenIndex, numbers: set[int]) -> list[int]:
    return sorted(numbers, key=lambda one: (-index.importance.get(index.keys[one], 0.0), index.keys[one]))


def _column(found: LookUp, index: OpenIndex, rules: Rules) -> Iterator[Entity]:
    """Yield each column that is meant, with the units that do with it what is asked, else writers first; most uses first."""
    said = [word for word in found.said["column"].split() if stem(word.lower()) not in _NAMES_OF_COLUMNS]
    parts = [part for word in said if word not in _OF for part in word.replace("#", ".").split(".")]
    if not parts:
        return
    around, name = (parts[1:], parts[0]) if said[1:2] and said[1] in _OF else (parts[:-1], parts[-1])  # "email of users"
    if not around and "_" not in name and len(said) == len(found.said["column"].split()):
        return  # one plain word, not called a column
    having = [table for table, facts in index.columns.items() if any(fact["name"] == name for fact in facts)]
    asked = {stem(part) for word in around for part in split_identifier(word)}
    tables = [table for table in having if asked >= set(map(stem, split_identifier(table)))] if around else having
    for table in tables if len(tables) <= _MOST_TABLES else ():
        counts: dict[tuple[bool, str], int] = Counter()
        for use in _uses(index, f"{table}.{name}"):
            if found.what in ("", use.kind) and not index.by_key[use.source].is_test:
                counts[use.kind == "reads", use.source] += 1
        keys = dict.fromkeys(key for _, key in sorted(counts, key=lambda pair: (pair[0], -counts[pair], pair[1])))
        yield Entity(f"{table}.{name}", USES_COLUMN, (*list(keys)[: _MAIN_ONES - 1], table_key(table)), _SURE)


def _uses(index: OpenIndex, column: str) -> list[Relation]:
    table, _, name = column.rpartition(".")
    return [one for one in index.catalog.column_uses([column_key(table, name)]) if read_via(one.via).group not in ABOUT]


def column_notes(entities: Iterable[Entity], index: OpenIndex) -> Iterator[str]:
    """Yield a sentence on each column that a question names: how often it is written and read."""
    for entity in entities:
        if entity.kind == USES_COLUMN:
            counts = Counter(one.kind for one in _uses(index, entity.text))
            told = f"{counts['writes']} lines are known to write it, {counts['reads']} to read it"
            yield f"Column {entity.text}: {told} (orienteer column {entity.text} lists them and what else may)."


def _permission(found: LookUp, index: OpenIndex, rules: Rules) -> Iterator[Entity]:
    """Yield what decides who may do something with a thing, most likely first.

    By convention that is a method of a policy (Pundit, Action Policy), a predicate of the model (`editable_by?`), or the lines
    of an ability that speak of the model (CanCanCan).
    """
    verb, thing = found.said["verb"].lower(), tuple(stem(word.lower()) for word in found.said["thing"].split())
    row = next((row for row in rules.actions.values() if stem(verb) in map(stem, row.verbs)), None)
    verbs = frozenset(map(stem, (verb, *(row.members if row else ()), *(row.verbs if row else ()))))
    known = _policies(index)
    policies, models = known.get(("policy", *thing, stem("policy")), ()), known.get(("model", *thing), ())
    asking = [one for place in policies for one in index.members.get(place, ()) if _asks(index.heads[one].name, verbs)]
    allowing = [one for place in models for one in index.members.get(place, ()) if _allows(index.heads[one].name, verbs)]
    naming = [one for place in models for one in _abilities(index, place)]
    if deciding := [*asking, *allowing, *naming]:  # elsewhere a filter may decide: none is no answer
        yield _entity(index, PERMISSION, deciding, f"{verb} {found.said['thing']}", _MAIN_ONES // 2)


@per_index
def _policies(index: OpenIndex) -> Mapping[tuple[str, ...], Sequence[int]]:
    """Return models and policies by their type and the stems of the words of their names, short and with their namespaces."""
    found: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, head in enumerate(index.heads):
        if head.type in ("model", "policy") and not head.is_test:
            for name in dict.fromkeys((head.name, head.identifier)):
                found[(head.type, *map(stem, split_identifier(name)))].append(number)
    return dict(found)


def _asks(name: str, verbs: frozenset[str]) -> bool:
    return name.endswith("?") and any(stem(word) in verbs for word in split_identifier(name))


def _allows(name: str, verbs: frozenset[str]) -> bool:
    """Tell whether a predicate of a model says what may be done: `editable_by?`, `can_edit?`; not what was, `saved?`."""
    able = any(word.endswith("able") and word.removesuffix("able") in verbs for word in split_identifier(name))
    return able or (name.startswith(("can_", "may_")) and _asks(name, verbs))


def _abilities(index: OpenIndex, model: int) -> list[int]:
    """Return the methods of abilities that name a model, those first whose class is called after it."""
    named = set(map(stem, split_identifier(index.heads[model].name)))
    found = [one for one in dict.fromkeys(link.other for link in index.links.into(model)) if _is_of_ability(index, one)]
    return sorted(found, key=lambda one: not named <= set(map(stem, _owner(index, one))))


def _is_of_ability(index: OpenIndex, number: int) -> bool:
    return not index.heads[number].is_test and not _ABILITY.isdisjoint(_owner(index, number))


def _owner(index: OpenIndex, number: int) -> Sequence[str]:
    """Return the words of the class that a member is of, with its namespaces; none for what is no member."""
    owner = index.position.get(index.heads[number].parent, -1)
    return split_identifier(index.heads[owner].identifier) if owner >= 0 else ()


def _folder(found: LookUp, index: OpenIndex, rules: Rules) -> Iterator[Entity]:
    """Yield each folder that is meant, with its main classes.

    A word without `/` is one only where it is called a folder. `/loyalty` is a route.
    """
    said = found.said["folder"]
    match = index.names.path(said) if found.what or said.find("/") > 0 else None
    for number in match.positions if match else ():
        head = index.heads[number]
        if head.type == "folder":
            classes = [index.position[one.key] for one in main_units(index, held(index, head))]
            yield _entity(index, FOLDER, [number, *classes], most=_MAIN_ONES)


_ASKED: Mapping[str, Callable[[LookUp, OpenIndex, Rules], Iterator[Entity]]] = {
    "associated": _associated,
    "declared": _declared,
    "scheduled": _scheduled,
    "how_to": _how_to,
    "collected": _collected,
    "permission": _permission,
    "column": _column,
    "folder": _folder,
}
