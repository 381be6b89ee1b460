"""The parts of the domain: 8 to 12 groups of models, each with the code, tables, jobs and tests that belong to it.

The nouns of the domain are the models, and classes with associations. Without any, they are the classes that most code uses.
Two nouns are alike when names share words, files and namespaces share places, the same code uses them, or they are associated.
Louvain communities of the most similar nouns are the parts. Other units join the part that their relations and words point to.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from core.analyse.communities import SEED
from core.analyse.measures import bases_of
from core.analyse.places import Units
from core.analyse.rules import matches
from core.analyse.view import Link, View, away_from
from core.text.words import split_identifier, stem
from core.vocabulary import ASSOCIATIONS, BASES, HYPERLINKS

SHARED = "(shared)"
"""The part of units that belong to several parts, or to none."""
Declared = Mapping[str, Sequence[str]]
"""What a checkout declares: names of units or tables, paths, or patterns of them, by part."""
_CLASSES = frozenset({"model", "class", "struct", "enum", "interface", "trait", "poro", "service", "value_object"})
_NOT_USERS = frozenset({"table", "migration", "folder", "test"})
_STORING = ASSOCIATIONS | {"stored_in"}
_MARKS = re.compile(r"::|\.|/|\\|:")
# Measured on Redmine, Open Food Network and Tandoor (docs/evidence/domain-parts.md); any of them may double with little loss.
_WORDS, _PLACE, _USERS, _ASSOCIATED, _PARTNERS, _USES = 1.0, 0.7, 1.5, 1.0, 0.5, 0.5
_NEAREST = 5  # similar nouns of each noun that count: with all of them, everything is somewhat like everything
_FEWEST, _MOST = 8, 12  # parts, where there are nouns enough:
_NOUNS_EACH = 2
_ALONE, _ALONE_SHARE = 8, 0.008  # files named for one noun that is a part by itself: at least, and of all that are named
_RESOLUTIONS = (0.7, 1.0, 1.3, 1.6, 2.0, 2.5, 3.0, 4.0)
_STARTS = 3  # of the Louvain method, which depends on the order of its nodes
_MOST_MODELS = 400  # the others join parts as all units do: time grows with the square of this
_CENTRAL = 150  # classes that stand for models where there are none
_MOSTLY = 0.6  # of the nouns of a namespace are in one part, and of those of the part in the namespace
_ROUNDS = 3  # of joining: a helper by its controller, which joined by its model
_LEAST = 0.5  # votes, of which a name is one, and a relation to what ten use about .2
_LEAST_SHARE = 0.6  # of what points to any part, or more: the rest is shared by several

Alike = dict[int, dict[int, float]]
Rows = Sequence[Mapping[str, float]]
Votes = dict[str, float]
Subjects = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Division:
    """The part of each unit by key (units that are missing are shared), and the nouns of each part, most used first."""

    part_of: Mapping[str, str]
    nouns: Mapping[str, tuple[str, ...]]
    declared: frozenset[str] = frozenset()


def divide(view: View, units: Units, declared: Declared) -> Division:
    """Return the parts of a view of all units with tests. What is declared is assigned first, the rest is found."""
    fixed = _declared(view, units, declared)
    nouns = _nouns(view, units)
    outer, roles = _outer_nouns(nouns, units), _roles(view, nouns)
    loose = [noun for noun in nouns if noun not in fixed and noun not in outer]
    subjects = {noun: _subject(view, noun, roles) for noun in nouns}
    named = _named_in(view, subjects)
    own = _with_own_code(view, named, outer)
    alone = {number for number, noun in enumerate(loose) if noun in own}
    groups = _groups(_similar(view, units, loose), alone, len(loose), _MOST - len(declared)) if len(loose) > 1 else []
    of_group = {loose[number]: f"{at:02}" for at, group in enumerate(groups) for number in group}  # until they have names
    part_of = {**of_group, **fixed}
    part_of |= {noun: part_of[around] for noun, around in outer.items() if around in part_of and noun not in fixed}
    part_of.update(_joined(view, part_of, named))
    name_of: dict[str, str] = {name: name for name in declared}
    for at, group in enumerate(groups):
        inside = {node for node, part in part_of.items() if part == f"{at:02}"}
        members = [loose[number] for number in group]
        own_subjects = {noun: subjects[noun] for noun in members}
        found = [*_namespaces(members, loose, units), *_central_names(view, own_subjects, inside, roles)]
        name_of[f"{at:02}"] = next((name for name in found if name not in name_of.values()), f"part-{at + 1}")
    part_of = {node: name_of.get(part, part) for node, part in sorted(part_of.items())}
    ranked: dict[str, list[str]] = {name: [] for name in declared}
    for noun in sorted(nouns, key=lambda noun: (-len(view.into[noun]), noun)):
        if noun in part_of:
            ranked.setdefault(part_of[noun], []).append(noun)
    return Division(part_of, {name: tuple(found) for name, found in ranked.items()}, frozenset(declared))


def _declared(view: View, units: Units, declared: Declared) -> dict[str, str]:
    """Return the units that the names, paths and patterns of parts fit; the longest pattern wins."""
    patterns = sorted(((-len(text), part, text) for part, texts in declared.items() for text in texts))
    found = {}
    for node in view.nodes if patterns else ():
        names = units[node].identifier, units[node].file_path
        fits = (part for _, part, text in patterns if any(fnmatchcase(name, text) or matches(name, text) for name in names))
        if part := next(fits, ""):
            found[node] = part
    return found


def _nouns(view: View, units: Units) -> list[str]:
    """Return the models, or else the most used classes; without bases, tests, and classes of one script or migration."""
    away, bases = away_from(units, tests=False, outer=False), bases_of(view)
    used = {
        node: sum(view.files[user] != view.files[node] and user not in away for user in view.into[node])
        for node in view.code()
        if view.types[node] in _CLASSES and node not in away
    }
    used = {node: users for node, users in used.items() if users}
    models = [node for node in used if _stores(view, node) or (view.types[node] == "model" and node not in bases)]
    central = models or [node for node in used if node not in bases]
    return sorted(sorted(central, key=lambda node: (-used[node], node))[: _MOST_MODELS if models else _CENTRAL])


def _stores(view: View, node: str) -> bool:
    """Tell whether a class has associations or a table; the base of all models has neither."""
    return any(link.kinds.keys() & _STORING for link in (*view.out[node].values(), *view.into[node].values()))


def _outer_nouns(nouns: Sequence[str], units: Units) -> dict[str, str]:
    """Return the outermost noun whose namespace each noun is in: `Discount` of `Discounts::Fixed`, in the plural as well."""

    def path(name: str) -> tuple[str, ...]:
        return tuple("_".join(map(stem, split_identifier(step))) for step in _MARKS.split(name) if step)

    by_path = {path(units[noun].identifier): noun for noun in reversed(nouns)}
    found = {}
    for noun in nouns:
        steps = path(units[noun].identifier)
        around = (by_path.get(steps[:end], noun) for end in range(1, len(steps)))
        if (first := next((one for one in around if one != noun), noun)) != noun:
            found[noun] = first
    return found


def _similar(view: View, units: Units, nouns: Sequence[str]) -> Alike:
    """Return how similar nouns are, by their numbers."""
    at = {noun: number for number, noun in enumerate(nouns)}
    words: Rows = [Counter(_stems(view.labels[noun])) for noun in nouns]
    steps: Rows = [_steps(view.files[noun], units[noun].namespace) for noun in nouns]
    users, partners = (list[dict[str, float]]({} for _ in nouns) for _ in range(2))
    associated: Alike = defaultdict(dict)
    used: Alike = defaultdict(dict)
    for noun, number in at.items():
        for user, link in view.into[noun].items():
            if user in at:
                other, (associations, lines) = at[user], _lines(link)
                if associations:
                    associated[number][other] = associated[other][number] = 1.0
                    partners[number][user] = partners[other][noun] = 1.0
                if lines:
                    both = used[number].get(other, 0.0) + math.log1p(lines)
                    used[number][other] = used[other][number] = both
            elif user not in view.tests and view.types[user] not in _NOT_USERS:
                spread = sum(target in at for target in view.out[user])
                users[number][user] = math.log1p(link.weight) / math.sqrt(spread)
    found = (
        (_cosines(words), _WORDS), (_cosines(steps), _PLACE), (_cosines(users), _USERS), (_cosines(partners), _PARTNERS),
        (_by_degree(associated), _ASSOCIATED), (_by_degree(used), _USES),
    )  # fmt: skip
    total: Alike = {number: defaultdict(float) for number in at.values()}
    for alike, weight in found:
        for one, others in alike.items():
            for other, value in others.items():
                total[one][other] += weight * value
    return total


def _steps(path: str, namespace: str) -> dict[str, float]:
    """Return the folders, the file and the namespaces around a class."""
    return {f"/{step}": 1.0 for step in path.split("/")} | {step: 1.0 for step in _MARKS.split(namespace) if step}


def _by_degree(links: Alike) -> Alike:
    """Return links from 0 to 1, those of nouns with many links smaller."""
    top = max((value for others in links.values() for value in others.values()), default=1.0)
    return {
        one: {other: value / top / (len(others) * len(links[other])) ** 0.25 for other, value in others.items()}
        for one, others in links.items()
    }


def _lines(link: Link) -> tuple[int, int]:
    """Return how many relations of a link are associations, and how many uses."""
    aside = ASSOCIATIONS | BASES | HYPERLINKS
    return (
        sum(count for kind, count in link.kinds.items() if kind in ASSOCIATIONS),
        sum(count for kind, count in link.kinds.items() if kind not in aside),
    )


def _cosines(rows: Rows) -> Alike:
    """Return the cosine of each pair of rows that share something; what many rows have counts little (inverse frequency)."""
    owners: dict[str, list[int]] = defaultdict(list)
    for number, row in enumerate(rows):
        for name in row:
            owners[name].append(number)
    rarity = {name: math.log(len(rows) / len(found)) for name, found in owners.items() if len(found) > 1}
    scaled = [{name: value * rarity[name] for name, value in row.items() if rarity.get(name)} for row in rows]
    lengths = [math.sqrt(sum(value * value for value in row.values())) for row in scaled]
    found: Alike = {number: defaultdict(float) for number in range(len(rows))}
    for number, row in enumerate(scaled):
        for name, value in row.items():
            for other in owners[name]:
                if other != number:
                    found[number][other] += value * scaled[other][name] / (lengths[number] * lengths[other])
    return found


def _groups(similar: Alike, alone: Collection[int], count: int, wanted: int) -> list[tuple[int, ...]]:
    """Return the communities of nouns: of the divisions with a wanted number, the most modular one.

    A noun by itself is one where it has much code of its own (`alone`).
    """
    import networkx as nx

    graph = nx.Graph()
    graph.add_nodes_from(range(count))
    for one, others in similar.items():
        for other in sorted(others, key=lambda other: (-others[other], other))[:_NEAREST]:
            graph.add_edge(one, other, weight=others[other])
    if not graph.number_of_edges():
        return []
    fewest, most = max(1, min(_FEWEST, wanted, count // _NOUNS_EACH)), max(1, min(_MOST, wanted))
    best: tuple[tuple[int, float], list[tuple[int, ...]]] | None = None
    for resolution in _RESOLUTIONS:
        for seed in range(SEED, SEED + _STARTS):
            found = nx.community.louvain_communities(graph, weight="weight", resolution=resolution, seed=seed)
            groups = [tuple(sorted(group)) for group in found if len(group) > 1 or group & alone]
            score = -max(0, fewest - len(groups), len(groups) - most), nx.community.modularity(graph, found)
            if best is None or score > best[0]:
                best = score, groups
    return best[1] if best else []


def _namespaces(members: Sequence[str], nouns: Sequence[str], units: Units) -> list[str]:
    """Return the names of namespaces that most nouns of a part are in, and few of other parts."""

    def steps(nouns: Sequence[str]) -> Counter[str]:
        return Counter(step for noun in nouns for step in set(_MARKS.split(units[noun].namespace)) if step)

    every = steps(nouns)
    found = [(-count, step) for step, count in steps(members).items() if count > max(len(members), every[step]) * _MOSTLY]
    return ["-".join(split_identifier(step)) for _, step in sorted(found)]


def _central_names(view: View, subjects: Subjects, inside: Collection[str], roles: Collection[str]) -> list[str]:
    """Return the names of nouns, the most central first: their words begin others' names, and much of the part uses them."""

    def centrality(noun: str) -> tuple[float, str]:
        own = subjects[noun]
        named = sum(subject[: len(own)] == own for subject in subjects.values())
        tied = len(subjects.keys() & (view.out[noun].keys() | view.into[noun].keys()))
        users = sum(user in inside for user in view.into[noun])
        return -(named + tied) * math.log1p(users) / math.sqrt(len(own) or 1), noun

    words = (_own_words(view.labels[noun]) for noun in sorted(subjects, key=centrality))
    return ["-".join(word for word in own if stem(word) not in roles) or "-".join(own) for own in words]


def _subject(view: View, noun: str, roles: Collection[str]) -> tuple[str, ...]:
    """Return the stems of a noun's name without roles."""
    own = _stems(view.labels[noun])
    return tuple(word for word in own if word not in roles) or tuple(own)


def _roles(view: View, nouns: Sequence[str]) -> set[str]:
    """Return words of so many names that they tell nothing: the `Model` of `RecipeModel`."""
    counted = Counter(word for noun in nouns for word in set(_stems(view.labels[noun])))
    return {word for word, count in counted.items() if count > max(2, len(nouns) / 3)}


def _own_words(identifier: str) -> list[str]:
    return split_identifier(_MARKS.split(identifier)[-1])


def _stems(identifier: str) -> list[str]:
    return [stem(word) for word in _own_words(identifier)]


def _named_in(view: View, subjects: Subjects) -> dict[str, Votes]:
    """Return how often the name and the path of each unit name a noun. What several nouns are called is shared by them."""
    phrases: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for noun, subject in subjects.items():
        phrases[subject].append(noun)
    longest = max(map(len, phrases), default=0)
    found = {}
    for node in view.nodes:
        if view.types[node] != "folder":
            words = *map(stem, split_identifier(view.labels[node])), "/", *map(stem, split_identifier(view.files[node]))
            found[node] = _named(words, phrases, longest)
    return found


def _with_own_code(view: View, named: Mapping[str, Votes], outer: Mapping[str, str]) -> set[str]:
    """Return the nouns that the names of many files without tests are mostly about."""
    files: dict[str, set[str]] = defaultdict(set)
    for node, votes in named.items():
        noun, most = min(votes.items(), key=lambda vote: (-vote[1], vote[0]), default=("", 0.0))
        if node not in view.tests and view.types[node] not in _NOT_USERS and most > _LEAST_SHARE * sum(votes.values()):
            files[outer.get(noun, noun)].add(view.files[node])
    least = max(_ALONE, _ALONE_SHARE * sum(map(len, files.values())))
    return {noun for noun, own in files.items() if len(own) >= least}


def _joined(view: View, part_of: Mapping[str, str], named: Mapping[str, Votes]) -> dict[str, str]:
    """Return the parts of the other units: those that their relations, and the nouns in name and path, mostly point to."""
    known = dict(part_of)
    for _ in range(_ROUNDS):
        more = {}
        for node, nouns in named.items():
            if node in known:
                continue
            votes: Votes = {}
            for noun, vote in nouns.items():
                if noun in part_of:
                    votes[part_of[noun]] = votes.get(part_of[noun], 0.0) + vote
            for other, link in (*view.out[node].items(), *view.into[node].items()):
                if other in known:
                    vote = math.log1p(link.weight) / math.log2(2 + len(view.into[other]))
                    votes[known[other]] = votes.get(known[other], 0.0) + vote
            part, most = min(votes.items(), key=lambda vote: (-vote[1], vote[0]), default=("", 0.0))
            if most >= _LEAST and most > _LEAST_SHARE * sum(votes.values()):
                more[node] = part
        known.update(more)
    return {node: part for node, part in known.items() if node not in part_of}


def _named(words: Sequence[str], phrases: Mapping[tuple[str, ...], Sequence[str]], longest: int) -> Votes:
    """Return how often words name each noun; `order cycle` names no order."""
    found: Votes = {}
    at = 0
    while at < len(words):
        lengths = range(min(longest, len(words) - at), 0, -1)
        length = next((length for length in lengths if tuple(words[at : at + length]) in phrases), 0)
        nouns = phrases[tuple(words[at : at + length])] if length else ()
        for noun in nouns:
            found[noun] = found.get(noun, 0.0) + 1 / len(nouns)
        at += length or 1
    return found
