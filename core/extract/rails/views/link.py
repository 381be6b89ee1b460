"""Templates as units, and what renders, links and calls whom."""

from __future__ import annotations

from dataclasses import replace

from core.extract.facts import FileFacts
from core.extract.rails.routes.gem_routes import own_routes
from core.extract.rails.views.code import rendering_code
from core.extract.rails.views.lookup import LinkedViews, Lookup
from core.extract.rails.views.names import Template, identifiers, partials_of, template_of, view_roots
from core.extract.rails.views.reader import uses_in
from core.extract.rails.views.stimulus import stimulus_keys
from core.extract.rails.views.use import TemplateUse
from core.extract.repository import Linked, Repository
from core.extract.ruby.telling import telling
from core.extract.ruby.words.inflect import Inflections
from core.extract.tally import typed_by
from core.model import LENT, CodeUnit, Problem, unit_key


def link_views(repository: Repository, lookup: Lookup) -> Linked:
    """Return one `view_template` unit per template, and the relations of templates, actions, components and routes.

    `renders` (template or action → template or component), `links_to` (→ route or action), `calls` (→ method of a helper, or of
    the component whose template it is) and `references` (→ class). What Rails finds by convention is `inferred`, with the
    template as evidence.
    """
    found = _found(repository)
    templates = tuple(template for _, template in found)
    views = LinkedViews(templates, identifiers(templates), lookup)
    for template in templates:
        if template.path not in views.by_path:
            views.by_stem.setdefault(template.stem, []).append(template.path)
        views.by_path.setdefault(template.path, []).append(template)
    views.stimulus = stimulus_keys(repository)
    units = []
    used = [uses_in(facts) for facts, _ in found]
    rendered = list(rendering_code(repository))
    views.locals.update(use["name"] for uses in used for use in uses if use["kind"] == "local")
    views.locals.update(use["name"] for _, _, use, _ in rendered if use["kind"] == "local")
    problems: list[Problem] = []
    for (facts, template), uses in zip(found, used, strict=True):
        with telling(problems, facts.path, "this template"):
            units.append(template_unit(views, template, uses, repository.texts[facts.path], facts))
            _link_template(views, template, uses)
    for constant, method, use, path in rendered:
        source = (lookup.member(constant, method) if method else None) or lookup.constant(constant)
        if use["kind"] in ("listed", "script", "stimulus"):
            _link_string(views, source or unit_key("file", path), use, path)
        elif source:
            folder = lookup.inflections.underscore(constant).removesuffix("_controller").removesuffix("_helper")
            _link_code(views, source, use, path, folder)
    return Linked(
        tuple(units),
        tuple(views.relations.values()),
        tuple(problems),
        tallies=dict(sorted(views.tallies.items())),
        listed=tuple(views.listed),
    )


def _found(repository: Repository) -> list[tuple[FileFacts, Template]]:
    """Return the files of templates, without those of tests."""
    roots = view_roots(repository)
    files = [facts for facts in repository.files if not facts.is_test]
    return [(facts, template) for facts in files if (template := template_of(facts.path, roots))]


def templates_of(repository: Repository) -> list[tuple[FileFacts, Template, str]]:
    """Return the templates whose language only embeds Ruby, with the keys of their units."""
    found = _found(repository)
    names = identifiers(tuple(template for _, template in found))
    return [(facts, one, unit_key("view_template", names[facts.path])) for facts, one in found if facts.language != "ruby"]


def _link_template(views: LinkedViews, template: Template, uses: list[TemplateUse]) -> None:
    source = views.key(template)
    owners = _owners(views.lookup.inflections, template)
    component = owners[0][0] if owners and template.is_sidecar else ""
    for use in uses:
        own = _own_method(views, component, use) if component else None
        if own:  # such a template runs within its component: no dependency that closes a cycle with it
            views.relate(source, own, "calls", use, template.file_path, "inferred", typed_by("self"))
        else:
            _link_use(views, source, use, template.file_path, template)
    first: TemplateUse = {"kind": "convention", "name": template.path, "line": 1}
    for constant, method in owners:
        member = views.lookup.member(constant, method) if method else views.lookup.constant(constant)
        if member and not (method and views.lookup.is_hidden(member)):
            views.relate(member, source, "renders", first, template.file_path, "inferred", "convention")
            return


def _own_method(views: LinkedViews, component: str, use: TemplateUse) -> str | None:
    """Return the method of a component that its template calls, which may be called like the path of a route."""
    if use["kind"] not in ("call", "standard", "link") or use.get("receiver"):
        return None
    return views.lookup.member(component, use.get("method", use["name"]))


def _owners(inflections: Inflections, template: Template) -> list[tuple[str, str]]:
    """Return the classes and methods whose template this is by convention; an empty method stands for the class."""
    if template.is_partial or not (template.folder or template.is_sidecar):
        return []
    if template.is_sidecar:
        same_folder = template.folder.rpartition("/")[2] == template.stem
        return [(inflections.camelize(template.folder if same_folder else template.path), "")]
    if template.folder == "layouts":
        return [(f"{inflections.camelize(template.stem)}Controller", ""), (inflections.camelize(template.stem), "")]
    owner = inflections.camelize(template.folder)
    return [(f"{owner}Controller", template.stem), (owner, template.stem), (f"{owner}Mailer", template.stem)]


def _link_use(views: LinkedViews, source: str, use: TemplateUse, path: str, template: Template) -> None:
    lookup, kind, name = views.lookup, use["kind"], use["name"]
    format_ = use.get("format") or template.format
    if kind in ("partial", "layout", "template"):
        like = replace(template, format=format_)
        target = _partial(views, name, like) if kind != "template" else views.find(name, format_)
        _settle(views, source, target, "renders", use, path, "declared")
    elif kind == "object":
        if target := _object_partial(views, name, template.folder, format_):
            views.relate(source, target, "renders", use, path, "inferred")
    elif kind == "component":
        _settle(views, source, lookup.constant(name), "renders", use, path, "declared")
    elif kind == "link":
        _link_route(views, source, use, path)
    elif kind == "action":
        controller, _, action = name.partition("#")
        constant = f"{lookup.inflections.camelize(controller or template.folder)}Controller"
        _settle(views, source, lookup.member(constant, action), "links_to", use, path, "declared")
    elif kind in ("call", "standard") and (target := lookup.helper(name)):
        views.relate(source, target, "calls", use, path, "declared", LENT if target in lookup.lent else "")
    elif kind == "constant" and (target := lookup.constant(name)):
        views.relate(source, target, "references", use, path, "declared")
    else:
        _link_string(views, source, use, path, template.format)


def _link_string(views: LinkedViews, source: str, use: TemplateUse, path: str, format_: str = "html") -> None:
    """Link what a string names for others to use: a controller or action of Stimulus, another function, a partial in a hash."""
    if use["kind"] == "stimulus" and "#" not in use["name"]:
        _settle(views, source, views.stimulus.get(use["name"]), "references", use, path, "inferred")
    elif use["kind"] == "stimulus":
        if target := views.stimulus.get(use["name"]):
            views.relate(source, target, "calls", use, path, "inferred", "string")
    elif use["kind"] == "script" and (target := views.lookup.script(use["name"])):
        views.relate(source, target, "calls", use, path, "inferred", "string")
    elif use["kind"] == "listed":
        folder, _, base = use["name"].strip("/").rpartition("/")
        if target := views.find(f"{folder}/_{base}", format_):
            views.relate(source, target, "renders", use, path, "inferred", "string")


def _link_route(views: LinkedViews, source: str, use: TemplateUse, path: str) -> None:
    """Link a named route; an application may define a method of such a name itself."""
    if target := views.lookup.route(use["name"]):
        _settle(views, source, target, "links_to", use, path, "declared")
        return
    if use.get("receiver"):  # `user.avatar_url` is a method of the user
        return
    helper = views.lookup.helper(use["method"]) if "method" in use else None
    if helper is None and {f"{use['name']}_path", f"{use['name']}_url"} & views.locals:
        return
    if helper is None and use["name"] in own_routes():
        views.tallies["link_external"] += 1
        return
    _settle(views, source, helper, "calls", use, path, "declared")


def _settle(
    views: LinkedViews, source: str, target: str | None, kind: str, use: TemplateUse, path: str, certainty: str
) -> None:
    views.outcome(use, target, path)
    if target:
        views.relate(source, target, kind, use, path, certainty)


def _partial(views: LinkedViews, name: str, template: Template) -> str | None:
    """Return the partial that a template means: beside itself, then that of every controller, then the only one of the name."""
    folder, _, base = name.strip("/").rpartition("/")
    if base.startswith("_"):  # renderers outside of Rails take the file's own name
        return views.find(name.strip("/"), template.format)
    if folder:
        return views.find(f"{folder}/_{base}", template.format)
    for candidate in (f"{template.folder}/_{base}", f"application/_{base}"):
        if found := views.find(candidate, template.format):
            return found
    same = views.by_stem.get(f"_{base}", [])
    return views.find(same[0], template.format) if len(same) == 1 else None


def _object_partial(views: LinkedViews, written: str, folder: str, format_: str) -> str | None:
    """Return the partial of the class that the name of a variable suggests."""
    found = (views.find(path, format_) for path in partials_of(written, folder, views.lookup.inflections))
    return next((key for key in found if key), None)


def _link_code(views: LinkedViews, source: str, use: TemplateUse, path: str, folder: str) -> None:
    kind, name = use["kind"], use["name"]
    if kind == "layout":
        _settle(views, source, views.find(f"layouts/{name}") or views.find(name), "renders", use, path, "declared")
    elif kind == "component":
        _settle(views, source, views.lookup.constant(name), "renders", use, path, "declared")
    elif kind in ("template", "partial"):
        in_folder, _, base = name.strip("/").rpartition("/")
        in_folder = in_folder or folder
        plain, partial = f"{in_folder}/{base}", f"{in_folder}/_{base}"
        order = (partial, plain) if kind == "partial" and not use.get("positional") else (plain, partial)
        format_ = use.get("format", "html")
        _settle(views, source, views.find(order[0], format_) or views.find(order[1], format_), "renders", use, path, "declared")
    elif (
        kind == "object"
        and name.startswith("@")
        and (target := _object_partial(views, name, folder, use.get("format", "html")))
    ):
        views.relate(source, target, "renders", use, path, "inferred")


def template_unit(views: LinkedViews, template: Template, uses: list[TemplateUse], text: str, facts: FileFacts) -> CodeUnit:
    """Return the unit of a template."""
    lines = text.count("\n") + (not text.endswith("\n"))
    return CodeUnit(
        type="view_template",
        identifier=views.names[template.file_path],
        name=template.stem,
        namespace=template.folder,
        language=facts.language,
        file_path=template.file_path,
        start_line=1,
        end_line=max(lines, 1),
        source_code=text.removesuffix("\n"),
        metadata=_facts(views, template, uses),
    )


_SHOWN = {
    "renders": ("partial", "template", "layout", "component", "object"), "links": ("link", "action"), "helpers": ("call",),
    "i18n_keys": ("key",), "stimulus": ("stimulus",), "constants": ("constant",), "instance_variables": ("variable",),
}  # fmt: skip


def _facts(views: LinkedViews, template: Template, uses: list[TemplateUse]) -> dict[str, object]:
    """Return the uses of a template as facts by kind, each name once."""
    found: dict[str, object] = {
        "format": template.format or "html",
        "handler": template.handler,
        "partial": template.is_partial,
    }
    for key, kinds in _SHOWN.items():
        facts: dict[str, dict[str, object]] = {}
        for use in uses:
            if use["kind"] in kinds:
                name = absolute_key(template, use["name"]) if key == "i18n_keys" else use["name"]
                gem = own_routes().get(name) if use["kind"] == "link" and not views.lookup.route(name) else None
                via = f"gem:{gem}" if gem else ""
                evidence = {"file_path": template.file_path, "line": use["line"], "certainty": "declared", "via": via}
                facts.setdefault(name, {"name": name, "kind": use["kind"], **evidence})
        if facts:
            found[key] = list(facts.values())
    return found


def absolute_key(template: Template, key: str) -> str:
    """Return the whole key of a translation that a template names from where it lies, with a dot first."""
    return f"{template.lazy_scope}{key}" if key.startswith(".") else key
