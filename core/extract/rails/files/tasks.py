"""Rake tasks: their namespaces, descriptions, arguments and what must run before them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from core.extract.facts import DOING
from core.extract.repository import Repository
from core.extract.ruby.evaluate.evaluator import arguments
from core.extract.ruby.evaluate.kinds import Frame, Options, Value
from core.extract.ruby.syntax.nodes import Call, call_of, statements
from core.extract.ruby.syntax.tree import Node
from core.model import CodeUnit, Relation, unit_key
from core.model.facts import facts_in, text_in

_RAKE = re.compile(r"(?:\.rake|(?:^|/)(?:Rakefile|rakefile|Rakefile\.rb))$")
_TASKS = ("task", "multitask", "file", "directory")


@dataclass(frozen=True, slots=True)
class Task:
    """One task: its full name (`db:clean`), description, argument names, prerequisites as written, and lines."""

    name: str
    description: str
    arguments: tuple[str, ...]
    needs: tuple[str, ...]
    file_path: str
    line: int
    end_line: int
    has_body: bool

    @property
    def namespace(self) -> str:
        """The namespaces around the task, joined by colons."""
        return self.name.rpartition(":")[0]


def is_rake_file(path: str) -> bool:
    """Tell whether a file is one that Rake reads."""
    return _RAKE.search(path) is not None


def tasks_in(root: Node, path: str) -> Iterator[dict[str, object]]:
    """Yield the tasks of a rake file as JSON values, by line."""
    for task in _tasks(statements(root), path, ()):
        yield {**asdict(task), "arguments": list(task.arguments), "needs": list(task.needs)}


def read_tasks(repository: Repository) -> list[Task]:
    """Return the tasks of all rake files by file and line; one task may be added to in several places."""
    rows = (row for facts in repository.files for row in facts.extra.get("tasks", ()))
    return [Task(**{**row, "arguments": tuple(row["arguments"]), "needs": tuple(row["needs"])}) for row in rows]


def _tasks(nodes: list[Node], path: str, spaces: tuple[str, ...]) -> Iterator[Task]:
    description = ""
    for node in nodes:
        call = call_of(node)
        if call is None:
            if node.type in ("if", "unless", "begin", "if_modifier", "unless_modifier"):
                inner = node.child_by_field_name("consequence") or node.child_by_field_name("body") or node
                yield from _tasks(statements(inner), path, spaces)
            continue
        given, options = arguments(call, Frame(path))
        if call.name == "desc":
            description = str(given[0]) if given and isinstance(given[0], str) else ""
        elif call.name == "namespace" and call.block is not None and given and isinstance(given[0], str):
            yield from _tasks(statements(call.block), path, (*spaces, str(given[0])))
        elif call.name in _TASKS and (task := _task(call, given, options, path, spaces, description)):
            description = ""
            yield task
        elif call.block is not None and call.name not in ("namespace", "task"):
            yield from _tasks(statements(call.block), path, spaces)


def _task(
    call: Call, given: list[Value], options: Options, path: str, spaces: tuple[str, ...], description: str
) -> Task | None:
    """`task :a`, `task :a => [:b]`, `task :a, [:x] => :b`, `task :a, :x, needs: :b`."""
    first = given[0] if given else next(iter(options), None)
    if not isinstance(first, str):
        return None
    named: list[str] = []
    needs: list[str] = []
    for value in given[1:]:
        named.extend(str(part) for part in (value if isinstance(value, list) else [value]) if isinstance(part, str))
    for key, value in options.items():
        needs.extend(str(part) for part in (value if isinstance(value, list) else [value]) if isinstance(part, str))
        if key not in (first, "needs"):
            named.extend(str(part) for part in (key if isinstance(key, tuple) else (key,)))
    return Task(
        ":".join([*spaces, str(first)]),
        str(description),
        tuple(named),
        tuple(needs),
        path,
        call.line,
        call.end_line,
        call.block is not None,
    )


def task_facts(tasks: list[Task]) -> dict[str, dict[str, object]]:
    """Return the metadata of each task by its full name: description, arguments and prerequisites as facts."""
    found: dict[str, dict[str, object]] = {}
    for task in tasks:
        facts = found.setdefault(task.name, {"description": "", "arguments": [], "dependencies": []})
        facts["description"] = facts["description"] or task.description
        facts["arguments"] = facts["arguments"] or list(task.arguments)
        evidence = {"file_path": task.file_path, "line": task.line, "certainty": "declared", "via": ""}
        facts["dependencies"] = [*facts_in(facts, "dependencies"), *({"name": need, **evidence} for need in task.needs)]
    return found


def task_units(tasks: list[Task], repository: Repository) -> list[CodeUnit]:
    """Return one `rake_task` unit per task, at the first place with a body, else at the first place."""
    facts = task_facts(tasks)
    owners: dict[str, Task] = {}
    for task in tasks:
        known = owners.get(task.name)
        if known is None or (task.has_body and not known.has_body):
            owners[task.name] = task
    does = _does(repository)
    return [
        CodeUnit(
            type="rake_task", identifier=task.name, name=task.name.rpartition(":")[2], namespace=task.namespace,
            language="ruby", file_path=task.file_path, start_line=task.line, end_line=task.end_line,
            docstring=text_in(facts[task.name], "description"),
            source_code=repository.lines(task.file_path, task.line, task.end_line), signature=f"rake {task.name}",
            metadata={**facts[task.name], **does.get((task.file_path, task.name), {})},
        )
        for task in owners.values()
    ]  # fmt: skip


def _does(repository: Repository) -> dict[tuple[str, str], dict[str, object]]:
    """Return the steps of tasks by file and name."""
    found = ((facts.path, one) for facts in repository.of("ruby") for one in facts.definitions if one.kind == "rake_task")
    return {(path, one.qualified): {name: one.metadata[name] for name in DOING if name in one.metadata} for path, one in found}


def task_relations(tasks: list[Task]) -> list[Relation]:
    """Return `depends_on` from every task to the tasks it needs, looked up from the innermost namespace outwards."""
    names = {task.name for task in tasks}
    found: dict[tuple[str, str], Relation] = {}
    for task in tasks:
        for need in task.needs:
            if (target := _resolved(task, need, names)) and target != task.name:
                ends = unit_key("rake_task", task.name), unit_key("rake_task", target)
                found.setdefault(ends, Relation(*ends, "depends_on", task.file_path, task.line))
    return list(found.values())


def _resolved(task: Task, need: str, names: set[str]) -> str | None:
    spaces = task.namespace.split(":") if task.namespace else []
    for count in range(len(spaces), -1, -1):
        candidate = ":".join([*spaces[:count], need])
        if candidate in names:
            return candidate
    return None
