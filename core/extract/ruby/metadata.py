"""All facts of a class, as its unit carries them."""

from __future__ import annotations

from typing import Any

from core.extract.ruby.application import Application
from core.extract.ruby.facts import callbacks, controllers, members, validations
from core.extract.ruby.facts.fact import Fact
from core.extract.ruby.names import Constant
from core.model import TEST


def class_facts(app: Application, constant: Constant) -> dict[str, Any]:
    """Return the metadata of a class or module: what it inherits, mixes in and declares, each with its evidence."""
    body = app.bodies.of(constant.name)
    found: dict[str, Any] = {}
    if constant.superclass:
        found["superclass"] = constant.superclass
    found["concerns"] = [_mixed(name, statement) for name, statement in body.mixed.items()]
    found["extends"] = [_mixed(name, statement) for name, statement in body.extended.items()]
    kind = app.types.of(constant)
    if kind == TEST:
        return {name: value for name, value in found.items() if value}
    found["associations"] = [_with_target(app, constant.name, one) for one in app.associations.get(constant.name, ())]
    found["callbacks"] = callbacks.callbacks(body)
    found["scopes"] = members.scopes(body)
    found["enums"] = members.enums(body)
    found["delegates"] = members.delegates(body)
    found["nested_attributes"] = members.nested_attributes(body)
    found["attributes"] = members.attributes(body)
    if constant.kind == "class" and kind not in ("controller", "mailer", "job"):
        found["validations"] = validations.validations(body, app.inflections, app.belongs_to_required and kind == "model")
    if kind in ("controller", "mailer") or constant.kind == "module":
        found["filters"] = controllers.filters(body)
        found["rescues"] = controllers.rescues(body)
        found["helper_methods"] = controllers.helper_methods(body)
    if kind in ("controller", "mailer"):
        found["actions"] = actions(app, constant)
    return {name: value for name, value in found.items() if value}


def _mixed(name: str, statement: Any) -> Fact:
    return {
        "name": name, "how": statement.name, "file_path": statement.path, "line": statement.line,
        "certainty": statement.certainty, "via": statement.via,
    }  # fmt: skip


def _with_target(app: Application, owner: str, one: Fact) -> Fact:
    if one.get("polymorphic"):
        targets = sorted({holder for holder, _ in app.targets.polymorphic.get(str(one["name"]), ())})
        return {**one, "targets": targets} if targets else one
    target = app.targets.of(owner, one)
    written = target.name if target is not None else None
    return {**one, "target": written or one.get("class_name") or ("" if "through" in one else app.targets.written(owner, one))}


def actions(app: Application, constant: Constant) -> list[Fact]:
    """Return the public methods of a controller or mailer as facts."""
    found = []
    for place in constant.places:
        for definition in place.facts.definitions:
            own = definition.parent == place.position and definition.kind == "method"
            if own and definition.visibility == "public" and not definition.metadata.get("singleton"):
                found.append(
                    {
                        "name": definition.name, "file_path": place.path, "line": definition.start_line,
                        "certainty": "declared", "via": "",
                    }
                )  # fmt: skip
    return found
