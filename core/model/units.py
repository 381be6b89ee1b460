"""The values of an index: what was found in a checkout and what is known about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from core.model.keys import parse_key, unit_key
from core.model.parsed import Parsed
from core.model.shown import Shown

TEST = "test"
"""The type of every unit that lives in a test file and is not itself a file or folder."""

LENT = "helper_method"
"""The `via` of a call that a framework makes possible by lending: views and helpers call methods of controllers."""

LIBRARIES = "framework sources"
"""The name of the tally that counts the libraries that were read and those that were not there."""

CERTAINTIES = ("declared", "expanded", "inferred", "dynamic")
"""How a relation is known, surest first: written out, made by a macro, concluded from a convention, known at runtime only."""


@dataclass(frozen=True, slots=True)
class Span:
    """Lines of one file, counted from 1, both ends included."""

    file_path: str
    start_line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class UnitHead:
    """What is needed of a unit to find and list it: everything but its text and facts."""

    type: str
    identifier: str
    name: str
    namespace: str
    language: str
    file_path: str
    start_line: int
    end_line: int
    signature: str
    parent: str
    is_test: bool
    origin: str
    repository: str = ""  # empty: that of the index which holds the unit

    @property
    def key(self) -> str:
        """The unit's key."""
        return unit_key(self.type, self.identifier, self.repository)


def innermost(heads: Iterable[UnitHead], line: int) -> UnitHead | None:
    """Return the shortest of the units of one file around a line, of equally long ones the first by key; None for none."""
    inside = (head for head in heads if head.start_line <= line <= head.end_line)
    return min(inside, key=lambda head: (head.end_line - head.start_line, head.key), default=None)


def repository_of(head: UnitHead | CodeUnit) -> str:
    """Return the repository of a unit of a set: that of its key; for a file or folder the first folder of its path."""
    return head.repository or head.file_path.partition("/")[0]


@dataclass(frozen=True, slots=True)
class CodeUnit(Shown):
    """A named part of a checkout, such as a class, method, route, table or file.

    `source_code` is the exact text of lines `start_line` to `end_line` of `file_path` (relative to the repository, with
    forward slashes). A unit that is written in several places has all of them in `spans`, its owner first. For a unit in
    one place `spans` is empty. `parent` is the key of the enclosing unit, empty for a top folder. `metadata` holds facts by
    type; every key is optional. Facts are dictionaries with at least `name`, `file_path`, `line`, `certainty` and `via`
    (the evidence: empty, or for instance `concern:Taggable`, `macro:acts_as_list`).
    """

    type: str
    identifier: str
    name: str
    namespace: str = ""
    language: str = ""
    file_path: str = ""
    start_line: int = 0
    end_line: int = 0
    source_code: str = ""
    docstring: str = ""
    signature: str = ""
    parent: str = ""
    metadata: Mapping[str, Parsed] = field(default_factory=dict)
    source_hash: str = ""
    origin: str = "static"
    is_test: bool = False
    spans: tuple[Span, ...] = ()
    repository: str = ""

    @property
    def key(self) -> str:
        """The unit's key."""
        return unit_key(self.type, self.identifier, self.repository)

    @property
    def head(self) -> UnitHead:
        """The unit without its text and facts."""
        return UnitHead(
            self.type, self.identifier, self.name, self.namespace, self.language, self.file_path, self.start_line,
            self.end_line, self.signature, self.parent, self.is_test, self.origin, self.repository,
        )  # fmt: skip

    @property
    def places(self) -> tuple[Span, ...]:
        """Every place where the unit is written, its owner first."""
        return self.spans or (Span(self.file_path, self.start_line, self.end_line),)

    @property
    def place(self) -> str:
        """The file and the lines of the unit's owner."""
        return f"{self.file_path}:{self.start_line}–{self.end_line}"

    def __str__(self) -> str:
        return f"{self.key}\n{self.place}\n\n{self.source_code}"


TYPE_ONLY = "type-only"
"""`Relation.via` of an import that only annotations need, and of what such an import is named for: no code runs by it."""


GUESSED = frozenset({"named", "name"})
"""The first words of `Relation.via` where a name alone tells the target: that of a variable, or one that few units have."""


@dataclass(frozen=True, slots=True)
class Relation:
    """One unit mentions, declares or uses another: `source` and `target` are keys, `file_path` and `line` the evidence.

    The two units may be in different repositories, which their keys then name. The evidence is in that of the source.
    """

    source: str
    target: str
    kind: str
    file_path: str
    line: int
    certainty: str = "declared"
    origin: str = "static"
    via: str = ""

    @property
    def is_guessed(self) -> bool:
        """Whether a name alone tells the target, which may be another one."""
        return self.via.partition(":")[0] in GUESSED

    @property
    def repository(self) -> str:
        """The repository that contains the evidence, empty for that of the index."""
        return parse_key(self.source).repository


def by_end(relations: Iterable[Relation], forwards: bool) -> dict[str, list[Relation]]:
    """Return relations by their source, or where not `forwards` by their target, in their order."""
    found: dict[str, list[Relation]] = {}
    for one in relations:
        found.setdefault(one.source if forwards else one.target, []).append(one)
    return found


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of a unit that is searched and embedded by itself.

    `text` is what the embedder reads (header and code), `text_hash` its digest, `tokens` its length. A small unit has one
    chunk of kind `whole`; a large one has `summary`, then one per part.
    """

    id: str
    unit_key: str
    kind: str
    start_line: int
    end_line: int
    text: str
    tokens: int
    text_hash: str


def chunk_id(key: str, number: int, text_hash: str) -> str:
    """Return the id of the chunk `number` (from 0) of a unit; another text gives another id."""
    return f"{key}|{number}|{text_hash[:12]}"


def chunk_unit(id_: str) -> str:
    """Return the key of the unit that a chunk belongs to, from the chunk's id."""
    return id_.rsplit("|", 2)[0]


@dataclass(frozen=True, slots=True)
class History:
    """What git knows of the file of a unit; days are counted back from the last commit; `unknown` without git.

    `change_frequency`: `new` (first commit in the last 90 days), `hot` (10 commits or more in 90 days), `active` (3 or more),
    `stable` (a commit in the last year), `dormant` (none).
    """

    unit_key: str
    commits_total: int = 0
    commits_90: int = 0
    commits_365: int = 0
    last_change: str = ""
    authors: tuple[str, ...] = ()
    change_frequency: str = "unknown"


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit that changed files: `date` is ISO 8601 with its offset, `files` are today's names, in git's order.

    A date whose offset cannot be is given in UTC; one that cannot be itself is empty.
    """

    sha: str
    date: str
    author: str
    files: tuple[str, ...]
    subject: str


HISTORY = "history"
"""The status of a problem that limits what is known of the past."""

FOREIGN, OLDER = "foreign", "older"
"""What is told of a folder or file beside problems: it is not the project's own; it is an old copy beside a newer one."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A file, a part of one or the history of all, that was not read as it should have been.

    `status` is `skipped`, `failed`, `repaired`, `partial` or `HISTORY`; `reason` is one readable clause. Where `file_path` is a
    kind of files that nothing reads, such as `*.po`, `count` is how many there are; otherwise it is 0.
    """

    file_path: str
    status: str
    reason: str
    line: int = 0
    count: int = 0


@dataclass(frozen=True, slots=True)
class Extraction:
    """Everything that one reading of a checkout found, in a stable order.

    `tallies` counts references by outcome (`resolved`, `external`, `ambiguous`, `unexplained` …) per language;
    `listed` holds examples of what was not resolved, for the coverage report; `given_up` counts the files and steps that
    were left for want of time or memory, and that another reading of the same files may have.
    """

    units: tuple[CodeUnit, ...]
    relations: tuple[Relation, ...]
    problems: tuple[Problem, ...] = ()
    history: tuple[History, ...] = ()
    tallies: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    listed: tuple[Mapping[str, object], ...] = ()
    given_up: int = 0


@dataclass(frozen=True, slots=True)
class Member:
    """A repository of a set: the index that it was taken from, in which state, and its checkout."""

    name: str
    generation: int
    built_at: str
    root: str
    git_sha: str = ""
    git_branch: str = ""
    fingerprint: str = ""
    units: int = 0


@dataclass(frozen=True, slots=True)
class Manifest:
    """The metadata of an index, stored as `manifest.json` in each generation.

    A group has `members`, by name. Its `root` is a folder with a link to the checkout of each.
    """

    schema: int
    name: str
    generation: int
    root: str
    git_sha: str
    git_branch: str
    dirty: bool
    built_at: str
    embedder: str
    dimensions: int
    vectors: str  # `complete`, `partial` or `none`
    counts: Mapping[str, int] = field(default_factory=dict)
    languages: Mapping[str, int] = field(default_factory=dict)
    problems: Mapping[str, int] = field(default_factory=dict)
    tallies: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    seconds: Mapping[str, float] = field(default_factory=dict)
    fingerprint: str = ""  # of the files that were read: equal means that nothing has changed
    table: str = ""  # the embedder that made the word vectors; empty without them
    lexical: str = ""  # the backends that wrote the lexical index and the vectors
    vector_store: str = ""
    chunk_tokens: int = 0
    cut: bool = True  # units are divided into chunks; without, they are when vectors are asked for
    inputs: str = ""  # digest of what was merged beside the files: a probe, an imported index, framework sources
    made_by: str = ""  # digest of the code and the settings that made words and chunks
    woods: str = ""  # the forerunner's index that was merged
    alone: bool = False  # nothing but the forerunner's index was read
    framework: bool | None = None  # whether sources of libraries were asked for; None: the settings decide
    documents: tuple[str, ...] = ()  # folders outside of the checkout whose documents were read with it
    given_up: int = 0  # files and steps left for want of time or memory: the next run tries them again
    vectors_at: str = ""  # the folder or server that has the vectors; empty: the folder of the index
    vector_space: str = ""  # the namespace there
    catalog: str = "duckdb"  # the backend that has the tables
    catalog_at: str = ""  # the server that has them; empty: the folder of the generation
    catalog_space: str = ""  # the namespace there
    members: tuple[Member, ...] = ()  # the repositories of a set; none for the index of one repository

    @property
    def missing_libraries(self) -> tuple[str, ...]:
        """The libraries whose sources were asked for and not found, each with its version; in order."""
        return tuple(name.partition(": ")[0] for name in sorted(self.tallies.get(LIBRARIES, ())) if ": " in name)
