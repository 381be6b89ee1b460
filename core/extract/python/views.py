"""The inherited behaviour of class-based views in Django and REST framework: one row per library class.

A row lists the methods that answer a verb or an action, and what each does in order:

- `name` is a method of the view, or a library method from this table.
- `name?` counts only if the view has it.
- `!kind` is an answer.
- `form.…`, `serializer.…` and `object.…` are calls on the form, serializer or record of the view.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from core.extract.meaning import Meaning
from core.extract.python.acts import PythonActs, Row, row, rows_of
from core.extract.python.symbols import PythonSymbols
from core.extract.python.units import PythonUnits

_FRAMEWORKS = re.compile(r"^(?:django|rest_framework|braces|extra_views|allauth|formtools|drf_\w+|rest_framework_\w+)\b")
VERBS = ("get", "post", "put", "patch", "delete")
Does = Mapping[str, Sequence[str]]

_SHOWS = ("get_context_data", "!render")
_FORM: Does = {
    "get": ("get_form", *_SHOWS),
    "post": ("get_form", "form.clean", "form_valid", "form_invalid?"),
    "form_valid": ("get_success_url?", "!redirect"),
    "form_invalid": _SHOWS,
    "get_form": ("get_form_class?", "get_form_kwargs"),
    "get_form_kwargs": ("get_initial?",),
}
_CREATE: Does = {**_FORM, "form_valid": ("form.create", "get_success_url?", "!redirect")}
_ONE: Does = {"get_object": ("get_queryset?",)}
_MIXINS: Mapping[str, Does] = {
    "CreateModelMixin": {
        "create": ("serializer.clean", "perform_create", "!respond"),
        "perform_create": ("serializer.create",),
    },
    "ListModelMixin": {"list": ("get_queryset?", "filter_queryset?", "!respond")},
    "RetrieveModelMixin": {"retrieve": ("get_object", "!respond"), "get_object": ("get_queryset?", "guards.object")},
    "UpdateModelMixin": {
        "update": ("get_object", "serializer.clean", "perform_update", "!respond"),
        "partial_update": ("update",),
        "perform_update": ("serializer.update",),
        "get_object": ("get_queryset?", "guards.object"),
    },
    "DestroyModelMixin": {
        "destroy": ("get_object", "perform_destroy", "!respond"),
        "perform_destroy": ("object.delete",),
        "get_object": ("get_queryset?", "guards.object"),
    },
}
_EVERY: Does = {name: steps for mixin in _MIXINS.values() for name, steps in mixin.items()}
_BY_VERB: Does = {
    "create": ("post",), "list": ("get",), "retrieve": ("get",), "update": ("put",), "partial_update": ("patch",),
    "destroy": ("delete",),
}  # fmt: skip


def _generic(*mixins: str) -> Does:
    """Return what a generic view of REST framework does, whose verbs lead to the actions of mixins."""
    found = {name: steps for mixin in mixins for name, steps in _MIXINS[f"{mixin}ModelMixin"].items()}
    return {**found, **{verb: (action,) for action, verbs in _BY_VERB.items() if action in found for verb in verbs}}


_LIBRARY: Mapping[str, Does] = {
    "TemplateView": {"get": _SHOWS},
    "RedirectView": {"get": ("get_redirect_url?", "!redirect"), "post": ("get",)},
    "ListView": {"get": ("get_queryset?", *_SHOWS)},
    "DetailView": {**_ONE, "get": ("get_object", *_SHOWS)},
    "FormView": _FORM,
    "CreateView": _CREATE,
    "UpdateView": {
        **_CREATE, **_ONE, "get": ("get_object", *_CREATE["get"]), "post": ("get_object", *_CREATE["post"]),
        "form_valid": ("form.update", "get_success_url?", "!redirect"),
    },
    "DeleteView": {
        **_ONE, "get": ("get_object", *_SHOWS), "post": ("get_object", "form_valid"),
        "form_valid": ("object.delete", "get_success_url?", "!redirect"),
        "delete": ("object.delete", "get_success_url?", "!redirect"),
    },
    "LoginView": {**_FORM, "form_valid": ("!redirect",)},
    "SignupView": _CREATE,
    "LogoutView": {"post": ("!redirect",)},
    "PasswordChangeView": _CREATE, "PasswordResetView": _CREATE, "PasswordResetConfirmView": _CREATE,
    **_MIXINS,
    "ModelViewSet": _EVERY,
    "ReadOnlyModelViewSet": {**_MIXINS["ListModelMixin"], **_MIXINS["RetrieveModelMixin"]},
    "CreateAPIView": _generic("Create"), "ListAPIView": _generic("List"), "RetrieveAPIView": _generic("Retrieve"),
    "DestroyAPIView": _generic("Destroy"), "UpdateAPIView": _generic("Update"),
    "ListCreateAPIView": _generic("List", "Create"), "RetrieveUpdateAPIView": _generic("Retrieve", "Update"),
    "RetrieveDestroyAPIView": _generic("Retrieve", "Destroy"),
    "RetrieveUpdateDestroyAPIView": _generic("Retrieve", "Update", "Destroy"),
}  # fmt: skip
ACTIONS: Mapping[str, tuple[str, bool]] = {
    "list": ("GET", False), "create": ("POST", False), "retrieve": ("GET", True), "update": ("PUT", True),
    "partial_update": ("PATCH", True), "destroy": ("DELETE", True),
}  # fmt: skip
"""The verb of each action of a viewset, and whether it is of one record."""
_WITH_FORMS = tuple(f"{holder}.{done}" for holder in ("form", "serializer") for done in ("clean", "create", "update"))
"""What the methods of a view do with the form or serializer that they are handed."""
_GUARDS = (("authentication_classes", "authenticate"), ("permission_classes", "has_permission"))
_GUARDING = {
    "LoginRequiredMixin": "handle_no_permission", "PermissionRequiredMixin": "has_permission",
    "UserPassesTestMixin": "test_func",
    "StaffuserRequiredMixin": "", "SuperuserRequiredMixin": "", "AccessMixin": "",
}  # fmt: skip
"""Classes of libraries that let only some users in, and the method that a view may have for it."""
_GUARDED = (("throttle_classes", "allow_request"),)


class PythonViews:
    """Which verbs and actions the class-based views of a repository answer."""

    def __init__(self, symbols: PythonSymbols) -> None:
        self._symbols = symbols
        self._known: dict[Meaning, Does] = {}

    def library(self, own: Meaning) -> Does:
        """Return what the methods that a view has from its library do, by method."""
        if own not in self._known:
            found: dict[str, Sequence[str]] = {}
            for one in self._symbols.above(own):
                for base in self._symbols.bases(one):
                    if base.kind == "external" and _FRAMEWORKS.match(base.where):
                        for name, steps in _LIBRARY.get(base.where.rpartition(".")[2], {}).items():
                            found.setdefault(name, steps)
            self._known[own] = found
        return self._known[own]

    def has(self, own: Meaning, name: str) -> bool:
        """Tell whether a view has a method, its own or one of the library."""
        return name in self.library(own) or self._symbols.method(own, name) is not None

    def actions(self, own: Meaning) -> Iterator[tuple[str, str, str]]:
        """Yield the verb, the path below that of the viewset, and the method of each action that a viewset answers."""
        for name, (verb, is_of_one) in ACTIONS.items():
            if self.has(own, name):
                yield verb, f"{_RECORD}/" if is_of_one else "", name
        for one in self._symbols.above(own):
            module = self._symbols.table[one.where]
            for name, number in module.inner.get(one.number, {}).items():
                declared = (each for each in module.declared.get(number, ()) if each.nesting == ("decorator",))
                for each in (each for each in declared if each.name.rpartition(".")[2] == "action"):
                    methods: object = each.options.get("methods", ["get"])
                    path = str(each.options.get("url_path", name))
                    tail = f"{_RECORD}/{path}/" if each.options.get("detail") is True else f"{path}/"
                    for method in methods if isinstance(methods, list) else [methods]:
                        yield str(method).upper(), tail, name


_RECORD = "{pk}"  # how REST framework calls the key of a record in a path


class ViewActs(PythonViews):
    """What the class-based views of a repository do."""

    def __init__(self, symbols: PythonSymbols, table: PythonUnits, acts: PythonActs) -> None:
        super().__init__(symbols)
        self._table, self._acts = table, acts

    def key_of(self, own: Meaning) -> str:
        """Return the key of a view."""
        return self._table.key_of(own)

    def own(self, view: Meaning | None, name: str) -> bool:
        """Tell whether the repository defines a method that a view has."""
        return view is not None and self._symbols.method(view, name) is not None

    def facts(self, own: Meaning) -> dict[str, object]:
        """Return what the facts of a view say of its library."""
        done = {**self.library(own), **{step: (step,) for step in _WITH_FORMS}}
        found = {name: [made for step in steps for made in self._rows(own, step)] for name, steps in done.items()}
        return {"library": {name: rows_of(rows) for name, rows in found.items() if rows}}

    def guards(self, own: Meaning, line: int) -> Iterator[Row]:
        """Yield what REST framework asks before a view answers: who it is, whether it may, how often."""
        for one in self._symbols.above(own):
            yield from ([line, *guard[1:]] for guard in self._acts.guards(self._symbols.table[one.where], one.number))
            for base in self._symbols.bases(one):
                name = base.where.rpartition(".")[2]
                if base.kind == "external" and name in _GUARDING:
                    test = self._symbols.method(own, _GUARDING[name]) if _GUARDING[name] else None
                    yield row(line, "policy", name, "", -1, "", self._table.key_of(test) if test is not None else "")
        for attribute, method in (*_GUARDS, *_GUARDED):
            for one in self._symbols.listed(own, attribute):
                target = self._symbols.method(one, method) if one.kind == "class" else None
                name = self._symbols.dotted(one) if one.kind == "class" else one.where
                key = self._table.key_of(target) if target is not None else ""
                yield row(line, "policy", method, "", -1, name.rpartition(".")[2], key)

    def _rows(self, own: Meaning, step: str) -> Iterator[Row]:
        line = self._symbols.definition(own).start_line
        holder, dot, done = step.partition(".")
        if step[0] == "!":
            yield row(line, step[1:], step[1:])
        elif step[-1] == "?":
            if self._symbols.method(own, step[:-1]) is not None:
                yield row(line, "call", step[:-1], "self")
        elif not dot:
            yield row(line, "call", step, "self")
        elif holder == "guards":
            yield from self._object_guards(own, line)
        elif holder == "object":
            yield self._acts.saving(line, "destroy", "delete", "object", self._model(own))
        else:
            form = self._symbols.class_in(own, f"{holder}_class")
            yield from self._acts.of_form(form, done, line, holder, self._model(own))

    def _object_guards(self, own: Meaning, line: int) -> Iterator[Row]:
        for one in self._symbols.listed(own, "permission_classes"):
            target = self._symbols.method(one, "has_object_permission") if one.kind == "class" else None
            if target is not None:
                yield row(line, "policy", "has_object_permission", "", -1, "", self._table.key_of(target))

    def _model(self, own: Meaning) -> Meaning | None:
        """Return the model of a view: that of its `model` or `queryset`, or of what `get_queryset` gives."""
        for name in ("model", "queryset", "get_queryset"):
            found = self._symbols.class_in(own, name)
            if found is not None:
                return found
        return None
