"""What the Ruby of a template, component or controller uses: renders, links, translations, helpers, constants."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import tree_sitter

from core.extract.rails.views.scripts import IS_EVENT, scripts_in_call, scripts_in_strings
from core.extract.rails.views.use import TemplateUse
from core.extract.ruby.evaluate.evaluator import arguments, evaluate
from core.extract.ruby.evaluate.kinds import Code, Const, Frame, Value
from core.extract.ruby.syntax.nodes import Call, call_of, line_of, parameter_name, parameters_of, walk_named
from core.extract.ruby.syntax.parse import parse, text_of
from core.extract.ruby.syntax.tree import Node

_LINK = re.compile(r"^(?P<name>[a-z_]\w*)_(?:path|url)$")
_NO_ROUTES = frozenset(
    {
        "asset", "image", "audio", "video", "font", "javascript", "stylesheet", "public_compute_asset", "compute_asset",
        "asset_pack", "image_pack", "vite_asset", "vite_image", "polymorphic", "new_polymorphic", "edit_polymorphic",
    }
)  # fmt: skip
"""What stands before `_path` and `_url` in methods of Rails, Webpacker and Vite that are no route's."""
_NO_HELPERS = frozenset(
    {
        "attributes", "binding", "block_given?", "button_to", "cache", "capture", "child", "collection", "concat",
        "content_for", "content_tag", "controller", "cookies", "csrf_meta_tags", "distance_of_time_in_words",
        "extends", "fields_for", "flash", "form_for", "form_with", "format", "haml_attributes", "hidden_field_tag",
        "html_safe", "image_tag", "javascript_include_tag", "javascript_tag", "json", "l", "label_tag", "lambda",
        "link_to", "local_assigns", "localize", "loop", "mail_to", "nil", "node", "number_to_currency",
        "number_with_delimiter", "object", "p", "params", "pdf", "pluralize", "proc", "provide", "puts", "raise",
        "raw", "render", "request", "require", "safe_join", "self", "session", "simple_format",
        "stylesheet_link_tag", "submit_tag", "t", "tag", "text_field_tag", "time_ago_in_words", "translate",
        "truncate", "url_for", "xml", "yield",
    }
)  # fmt: skip
"""Methods of Rails' views and of Ruby: their names say nothing about the application."""

_OF_RAILS = frozenset(
    {
        "button_to", "content_tag", "csrf_meta_tags", "distance_of_time_in_words", "form_for", "form_with", "hidden_field_tag",
        "image_tag", "javascript_include_tag", "javascript_tag", "l", "label_tag", "link_to", "localize", "mail_to",
        "number_to_currency", "number_with_delimiter", "pluralize", "simple_format", "stylesheet_link_tag", "submit_tag",
        "text_field_tag", "time_ago_in_words", "truncate", "url_for",
    }
)  # fmt: skip
"""Those of them that applications define again."""

_RENDER_OPTIONS = {
    "partial": "partial", "template": "template", "layout": "layout", "action": "template", "spacer_template": "partial",
    "template_name": "template",
}  # fmt: skip
_RENDERING = ("render", "render_to_string", "partial!", "extends", "partial", "array!", "render_async", "mail")
_LINKING = ("link_to", "url_for", "redirect_to", "button_to", "form_tag", "link_to_if", "link_to_unless", "link_to_remote")
_FRAME = Frame("")
_BINDING = {"assignment": "left", "for": "pattern", "block_parameters": "", "lambda_parameters": ""}
"""Nodes that give names to values, and the field that holds the names."""
_USING = frozenset({"call", "pair", "assignment", "identifier", "instance_variable", "constant", "scope_resolution"})
_FORMS = frozenset(
    {
        "form_for", "form_with", "simple_form_for", "bootstrap_form_for", "bootstrap_form_with", "semantic_form_for",
        "labelled_form_for", "remote_form_for", "horizontal_form_for", "fields_for", "simple_fields_for",
        "semantic_fields_for", "inputs_for", "fields", "labelled_fields_for",
    }
)  # fmt: skip
_FIELDS = frozenset(
    {
        "text_field", "text_area", "rich_text_area", "password_field", "email_field", "url_field", "number_field",
        "telephone_field", "phone_field", "search_field", "date_field", "time_field", "datetime_field", "datetime_local_field",
        "month_field", "week_field", "color_field", "range_field", "hidden_field", "file_field", "check_box", "checkbox",
        "radio_button", "select", "collection_select", "grouped_collection_select", "time_zone_select", "date_select",
        "time_select", "datetime_select", "collection_radio_buttons", "collection_check_boxes", "input", "input_field",
        "association", "country_select", "textarea", "rich_textarea", "switch", "collection_checkboxes", "country_field",
    }
)  # fmt: skip
_NAMED = ("simple_symbol", "string", "identifier", "instance_variable")


def uses_of(ruby: str) -> list[TemplateUse]:
    """Return the uses of a piece of Ruby in source order, each once per line."""
    return uses_under(parse(ruby).root)


def uses_under(root: tree_sitter.Node) -> list[TemplateUse]:
    """Return the uses of a tree of Ruby in source order, each once per line."""
    found: dict[tuple[str, str, int], TemplateUse] = {}
    assigned: set[str] = set()
    for node in walk_named(root):
        kind = node.type
        if kind in _BINDING:
            field = _BINDING[kind]
            left = node.child_by_field_name(field) if field else node
            assigned.update(text_of(part) for part in _identifiers(left))
        for use in _uses(kind, node, assigned) if kind in _USING else ():
            found.setdefault((use["kind"], use["name"], use["line"]), use)
    return list(found.values())


def _identifiers(node: tree_sitter.Node | None) -> Iterator[tree_sitter.Node]:
    if node is not None:
        yield from (part for part in walk_named(node) if part.type == "identifier")


def _uses(kind: str, node: tree_sitter.Node, assigned: set[str]) -> Iterator[TemplateUse]:
    if kind == "call":
        call = call_of(node)
        if call is not None:
            yield from _call_uses(call)
    elif kind == "pair" and (node.parent is None or node.parent.type == "hash" or _pair_key(node) != "partial"):
        yield from pair_uses(node)  # a `partial:` among the arguments of a call belongs to the call
    elif kind == "assignment":
        yield from handler_uses(node)
    elif kind == "identifier" and _stands_alone(node) and text_of(node) not in assigned:
        yield from _name_uses(text_of(node), line_of(node))
    elif kind == "instance_variable":
        yield {"kind": "variable", "name": text_of(node), "line": line_of(node)}
    elif kind in ("constant", "scope_resolution") and _is_whole_constant(node):
        yield {"kind": "constant", "name": text_of(node), "line": line_of(node)}


def _stands_alone(node: tree_sitter.Node) -> bool:
    """Tell whether an identifier is a bare call or a variable, and not the name inside another node."""
    parent = node.parent
    if parent is None or parent.type in (
        "block_parameters",
        "method_parameters",
        "lambda_parameters",
        "keyword_parameter",
        "method",
    ):
        return False
    if parent.type == "call":
        return parent.child_by_field_name("method") != node
    return not (parent.type == "assignment" and parent.child_by_field_name("left") == node)


def _is_whole_constant(node: tree_sitter.Node) -> bool:
    parent = node.parent
    return parent is None or parent.type != "scope_resolution"


def pair_uses(pair: tree_sitter.Node) -> Iterator[TemplateUse]:
    """Yield what `onclick: "show()"` calls, and the template that `partial: "a/b"` names for others to render."""
    key, value = _pair_key(pair), pair.child_by_field_name("value")
    if value is None:
        return
    if IS_EVENT.match(key):
        yield from scripts_in_strings(value)
    elif key == "partial" and value.type == "string":
        name = evaluate(value, _FRAME)
        if isinstance(name, str) and "/" in name:
            yield {"kind": "listed", "name": name, "line": line_of(pair)}


def handler_uses(assignment: tree_sitter.Node) -> Iterator[TemplateUse]:
    """Yield what `options[:onclick] = "show()"` calls."""
    left, right = assignment.child_by_field_name("left"), assignment.child_by_field_name("right")
    if left is None or right is None or left.type != "element_reference":
        return
    if IS_EVENT.match(text_of(left.named_children[-1]).strip(":'\"")):
        yield from scripts_in_strings(right)


def _call_uses(call: Call) -> Iterator[TemplateUse]:
    receiver = text_of(call.receiver)
    yield from form_uses(call)
    if call.name == "javascript_tag":
        yield from scripts_in_call(call.arguments)
    if call.name in ("t", "translate") and receiver in ("", "I18n", "helpers"):
        yield from _keys(call)
    elif call.name in _RENDERING:
        yield from _renders(call)
    elif call.name == "layout" and call.receiver is None:
        given, _ = arguments(call, _FRAME)
        if given and isinstance(given[0], str):
            yield {"kind": "layout", "name": str(given[0]), "line": call.line}
    elif any(_pair_key(argument) == "partial" for argument in call.arguments):  # `turbo_stream.replace "x", partial: "y"`
        yield from _renders(replace(call, arguments=tuple(one for one in call.arguments if _pair_key(one))))
    elif call.name in _LINKING:
        yield from _actions(call)
    if call.receiver is None or receiver in ("helpers", "view_context", "self", "main_app"):
        yield from _name_uses(call.name, call.line)
    elif match := _LINK.match(call.name):
        yield {"kind": "link", "name": match["name"], "line": call.line, "receiver": receiver, "method": call.name}


def _name_uses(name: str, line: int) -> Iterator[TemplateUse]:
    if match := _LINK.match(name):
        if match["name"] not in _NO_ROUTES:
            yield {"kind": "link", "name": match["name"], "line": line, "method": name}
    elif name in _OF_RAILS:
        yield {"kind": "standard", "name": name, "line": line}
    elif name not in _NO_HELPERS:
        yield {"kind": "call", "name": name, "line": line}


def _pair_key(node: Node) -> str:
    key = node.child_by_field_name("key") if node.type == "pair" else None
    return text_of(key).strip(":'\"") if key is not None else ""


def _keys(call: Call) -> Iterator[TemplateUse]:
    given, _ = arguments(call, _FRAME)
    if given and isinstance(given[0], str):
        yield {"kind": "key", "name": str(given[0]), "line": call.line}


def _actions(call: Call) -> Iterator[TemplateUse]:
    given, options = arguments(call, _FRAME)
    for hash_ in (*[value for value in given if isinstance(value, dict)], options):
        controller, action = hash_.get("controller"), hash_.get("action")
        if isinstance(action, str) and (controller is None or isinstance(controller, str)):
            yield {"kind": "action", "name": f"{controller or ''}#{action}", "line": call.line}


def _renders(call: Call) -> Iterator[TemplateUse]:
    given, options = arguments(call, _FRAME)
    formats = options.get("formats")
    format_ = ""
    if isinstance(first := formats[0] if isinstance(formats, list) and formats else formats, str):
        format_ = str(first)

    def rendered(use: TemplateUse) -> TemplateUse:
        if "collection" in options:
            use["collection"] = True
        if format_:
            use["format"] = format_
        return use

    named = isinstance(given[0], str) if given else False  # then the other arguments are handed to the template
    locals_ = options if named else options.get("locals")
    for name in locals_ if isinstance(locals_, dict) else ():
        yield {"kind": "local", "name": str(name), "line": call.line}
    for word, kind in _RENDER_OPTIONS.items():
        value = None if named and word in ("action", "template") else options.get(word)
        if isinstance(value, str):
            yield rendered({"kind": kind, "name": str(value), "line": call.line})
        elif isinstance(value, Code) and word in ("partial", "template"):
            yield rendered({"kind": "object", "name": value.source, "line": call.line})
    if call.name in ("array!", "mail") or not given or (call.name == "partial" and call.receiver is not None):
        return
    yield from (rendered(use) for use in _rendered(call, given[0]))


def _rendered(call: Call, first: Value) -> Iterator[TemplateUse]:
    if isinstance(first, str):
        kind = "template" if call.name == "extends" else "partial"
        yield {"kind": kind, "name": str(first), "line": call.line, "positional": True}
        return
    node = next((part for part in call.arguments if part.type != "pair"), None)
    constant = component_of(node) if node is not None else ""
    if constant:
        yield {"kind": "component", "name": constant, "line": call.line}
    elif not isinstance(first, Const) and node is not None:
        yield {"kind": "object", "name": text_of(node).split("\n", 1)[0], "line": call.line}


def component_of(node: Node) -> str:
    """Return the class of `Foo::Bar.new(…)` or `Foo.with_collection(…)`, empty for anything else."""
    call = call_of(node)
    while call is not None and call.receiver is not None:
        if call.name in ("new", "with_collection") and call.receiver.type in ("constant", "scope_resolution"):
            return text_of(call.receiver)
        call = call_of(call.receiver)
    return ""


def form_uses(call: Call) -> Iterator[TemplateUse]:
    """Yield the form that a call opens, or the field that it adds to one."""
    if call.name in _FORMS and call.block is not None:
        parameters = parameters_of(call.block)
        what = _what(call)
        if parameters and what:
            inside = text_of(call.receiver) if call.receiver is not None else ""
            yield {"kind": "form", "name": what, "line": call.line, "builder": parameter_name(parameters[0]), "inside": inside}
    elif call.name in _FIELDS and call.receiver is not None and call.receiver.type == "identifier" and call.arguments:
        first = call.arguments[0]
        if first.type == "simple_symbol":
            yield {"kind": "field", "name": text_of(first)[1:], "line": call.line, "receiver": text_of(call.receiver)}


def _what(call: Call) -> str:
    """Return the word for what a form is about: that of `model: @user`, `:user`, `[:admin, @user]`."""
    for wanted in ("scope", "as", "model"):
        for argument in call.arguments:
            key = argument.child_by_field_name("key") if argument.type == "pair" else None
            value = argument.child_by_field_name("value") if key is not None else None
            if value is not None and text_of(key).strip(":\"'") == wanted and (found := _word(value)):
                return found
    first = call.arguments[0] if call.arguments else None
    return _word(first) if first is not None and first.type != "pair" else ""


def _word(node: Node) -> str:
    if node.type == "array" and node.children:
        last = [child for child in node.named_children if child.type in (*_NAMED, "call")]
        return _word(last[-1]) if last else ""
    if node.type == "call":  # `User.new`, `@story.comments.build`
        receiver, method = node.child_by_field_name("receiver"), text_of(node.child_by_field_name("method"))
        if receiver is None or method not in ("new", "build"):
            return method if receiver is not None else ""
        return text_of(receiver) if receiver.type in ("constant", "scope_resolution") else _word(receiver)
    return text_of(node).strip("@:\"'") if node.type in _NAMED else ""
