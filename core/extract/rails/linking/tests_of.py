"""Which class a test is about: what `describe` names, what the class of the test is called after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.extract.facts import FileFacts
from core.extract.rails.application.application import Application
from core.model import TEST, Relation, unit_key

_ENDINGS = ("ControllerTest", "IntegrationTest", "SystemTest", "Test", "Spec")


def tests(app: Application) -> Iterator[Relation]:
    """Yield `tests` from specs and test classes to what they are about."""
    for facts in app.files:
        if not facts.is_test:
            continue
        for position, definition in enumerate(facts.definitions):
            if definition.kind == "spec" and definition.metadata.get("describes"):
                source = unit_key(TEST, f"{facts.path}: {definition.qualified}")
                described, around = (
                    str(definition.metadata["describes"]),
                    app.names.scopes(facts.path, facts.definitions, position),
                )
                yield from _about(app, source, described, facts.path, definition.start_line, "declared", around)
            elif definition.kind == "class" and (name := app.names.full.get((facts.path, position))):
                for subject in _subjects(name):
                    found = list(_about(app, unit_key(TEST, name), subject, facts.path, definition.start_line, "inferred"))
                    yield from found
                    if found:
                        break


def described(app: Application, facts: FileFacts, position: int) -> str:
    """Return the full name of the class or module that a place in a test is about, empty if that is not told."""
    while position >= 0:
        definition = facts.definitions[position]
        names = [str(definition.metadata.get("describes", ""))] if definition.kind == "spec" else []
        if definition.kind == "class":
            names = _subjects(app.names.full.get((facts.path, position), ""))
        around = app.names.scopes(facts.path, facts.definitions, position)
        found = next((one for name in names if name and (one := app.names.resolve(name, around)) is not None), None)
        if found is not None and found.kind in ("class", "module") and not found.hollow:
            return found.name
        position = definition.parent
    return ""


def _subjects(name: str) -> list[str]:
    """Return the names that a test class may be called after, the likeliest first."""
    subjects = []
    for ending in _ENDINGS:
        if name.endswith(ending) and name != ending:
            stem = name.removesuffix(ending)
            subjects += [f"{stem}Controller"] if ending == "ControllerTest" else [stem]
            subjects += [stem.rsplit("::", 1)[-1]] if "::" in stem else []
    return subjects


def _about(
    app: Application, source: str, subject: str, path: str, line: int, certainty: str, around: Sequence[str] = ()
) -> Iterator[Relation]:
    found = app.names.resolve(subject, around)
    if found is not None and found.kind in ("class", "module") and not found.hollow:
        yield Relation(source, app.key(found), "tests", path, line, certainty)
