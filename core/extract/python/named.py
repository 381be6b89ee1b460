"""Which method a call or which property a read means on a value of unknown type, by names alone."""

from __future__ import annotations

from collections import defaultdict

from core.extract.meaning import MODULE, Meaning
from core.extract.python.symbols import PythonSymbols
from core.extract.unique import NamedCalls, UniqueNames, plain_word

_COMMON = frozenset(
    ("as_posix", "as_uri", "astimezone", "bit_length", "call_args", "call_count", "capitalize", "casefold", "endswith",
     "expandtabs", "format_map", "fromisoformat", "fromkeys", "fromtimestamp", "get_name", "has_key", "isdecimal",
     "isidentifier", "isoformat", "read_bytes", "read_text", "readline", "readlines", "removeprefix", "removesuffix",
     "return_value", "side_effect", "splitlines", "startswith", "timestamp", "total_seconds", "write_bytes", "write_text",
     "writelines", "bulk_create", "bulk_update", "get_or_create", "update_or_create", "full_clean", "refresh_from_db",
     "select_related", "prefetch_related", "raise_for_status", "iter_content", "iter_lines", "get_object", "get_queryset",
     "get_context_data", "as_view", "is_valid", "form_valid", "form_invalid", "add_argument", "parse_args", "get_full_name",
     "get_username", "has_perm", "has_perms", "set_password", "check_password", "is_authenticated", "is_anonymous",
     "get_absolute_url", "natural_key", "get_by_natural_key", "contribute_to_class", "formfield", "value_from_datadict",
     "create_user", "create_superuser", "add_header", "set_cookie", "delete_cookie", "to_dict", "from_dict", "to_json",
     "from_json", "model_dump", "model_validate", "run_until_complete", "create_task", "set_result", "add_done_callback",
     "get_event_loop", "call_soon", "is_running", "get_nowait", "put_nowait", "task_done", "as_dict", "to_representation",
     "to_internal_value", "delete_many", "get_many", "set_many", "get_template", "get_field", "get_fields", "add_url_rule",
     "test_client", "get_json", "add_middleware", "add_route", "add_api_route", "exception_handler", "include_router",
     "set_trace", "set_name", "add_handler", "get_logger", "is_dir", "is_file", "is_absolute", "relative_to", "with_suffix",
     "with_name", "match_hostname", "load_cert_chain", "wrap_socket", "execute_many", "fetch_all", "fetch_one", "executemany",
     "start_tls", "get_extra_info", "write_eof", "is_closing", "wait_closed", "read_until", "set_exception",
     "get_serializer_class", "get_serializer_context", "get_paginated_response", "get_success_url", "get_form_kwargs",
     "get_form_class", "get_template_names", "get_context_object_name", "get_parser_context", "get_renderer_context",
     "get_exception_handler", "get_exception_handler_context", "get_prepopulated_fields", "get_readonly_fields",
     "get_search_results", "get_inline_instances", "get_list_display", "get_list_filter", "has_object_permission",
     "has_change_permission", "has_delete_permission", "has_view_permission", "has_add_permission")
)  # fmt: skip


class PythonNames(NamedCalls[Meaning]):
    """What calls mean where only names tell: of the method, or of what it is called on. `functions` are those of modules."""

    def __init__(self, symbols: PythonSymbols) -> None:
        named: dict[str, list[Meaning]] = defaultdict(list)
        for name, classes in symbols.classes.items():
            named[plain_word(name)] += [one for one in classes if not symbols.table[one.where].facts.is_test]
        self._symbols = symbols
        self._below: dict[Meaning, set[Meaning]] | None = None
        self._properties = NamedCalls(_unique(symbols), named, symbols.property)
        super().__init__(self._properties.unique, named, symbols.method)
        self.functions = _unique(symbols, of_modules=True)

    def read(self, expression: str) -> tuple[Meaning, str] | None:
        """Return the property that a read of `receiver.name` runs, and how that is known; None where names do not tell."""
        found = self._properties.method(expression)
        if found is None or not self._symbols.is_property(found[0]):
            return None
        is_named_by_receiver = found[1] != f"named:{expression.rpartition('.')[2]}"
        return found if is_named_by_receiver or is_safe_name(expression) else None

    def are_mixed(self, one: Meaning, other: Meaning) -> bool:
        """Tell whether some class is both of these, so that each may call what the other has."""
        if self._below is None:
            self._below = defaultdict(set)
            for classes in self._symbols.classes.values():
                for below in classes:
                    for above in self._symbols.above(below):
                        self._below[above].add(below)
        return not self._below[one].isdisjoint(self._below[other])


def is_safe_name(expression: str) -> bool:
    """Tell whether the last name of an expression has so many words that no library has it."""
    return expression.rpartition(".")[2].strip("_").count("_") >= _SAFE


def _unique(symbols: PythonSymbols, *, of_modules: bool = False) -> UniqueNames[Meaning]:
    """Return the methods of classes, or the functions of modules, apart from those that a library may call so too."""
    methods: list[tuple[str, Meaning]] = []
    others: set[str] = set()
    owners: list[tuple[str, str]] = []
    for module in symbols.table.values():
        if module.facts.is_test:
            continue
        others.update(name for names in module.attributes.values() for name in names)
        for number, definition in enumerate(module.facts.definitions):
            if _is_variant(definition.decorators):
                continue
            parent = definition.parent
            is_own = definition.kind == "method" and parent != MODULE
            if is_own:
                owners.append((definition.name, module.definition(parent).name))
            may_be_library = is_own and symbols.leaves(Meaning("class", module.name, parent))
            is_wanted = parent == MODULE and definition.kind == "function" if of_modules else is_own
            if is_wanted and (is_safe_name(definition.name) or not may_be_library):
                methods.append((definition.name, Meaning("function", module.name, number, False)))
            else:
                others.add(definition.name)
    return UniqueNames(methods, others, _COMMON, owners)


_SAFE = 2  # underscores of a name that is no library's, even if its class inherits from one


def _is_variant(decorators: tuple[str, ...]) -> bool:
    return any(one.endswith((".setter", ".deleter", "overload")) for one in decorators)
