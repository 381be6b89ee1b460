"""Forms in templates: what they are for, and the fields that they have."""

from __future__ import annotations

from collections.abc import Iterator

from core.extract.rails.views.use import TemplateUse
from core.extract.ruby.syntax.nodes import Call, parameter_name, parameters_of
from core.extract.ruby.syntax.parse import text_of
from core.extract.ruby.syntax.tree import Node

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
