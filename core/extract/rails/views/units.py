"""A template as a unit, with what it uses as facts."""

from __future__ import annotations

from core.extract.facts import FileFacts
from core.extract.rails.routes.gem_routes import own_routes
from core.extract.rails.views.lookup import LinkedViews
from core.extract.rails.views.names import Template
from core.extract.rails.views.use import TemplateUse
from core.model import CodeUnit


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
