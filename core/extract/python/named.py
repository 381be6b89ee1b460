"""Which method a call means on a value of unknown type, by names alone."""

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
     "start_tls", "get_extra_info", "write_eof", "is_closing", "wait_closed", "read_until", "set_exception")
)  # fmt: skip


class PythonNames(NamedCalls[Meaning]):
    """What calls mean where only names tell: of the method, or of what it is called on."""

    def __init__(self, symbols: PythonSymbols) -> None:
        named: dict[str, list[Meaning]] = defaultdict(list)
        for name, classes in symbols.classes.items():
            named[plain_word(name)] += [one for one in classes if not symbols.table[one.where].facts.is_test]
        super().__init__(_unique(symbols), named, symbols.method)


def _unique(symbols: PythonSymbols) -> UniqueNames[Meaning]:
    """Return the methods of classes, apart from those that may override what a library calls so too."""
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
            if is_own and (
                definition.name.strip("_").count("_") >= _SAFE or not symbols.leaves(Meaning("class", module.name, parent))
            ):
                methods.append((definition.name, Meaning("function", module.name, number, False)))
            else:
                others.add(definition.name)
    return UniqueNames(methods, others, _COMMON, owners)


_SAFE = 2  # underscores of a name that is no library's, even if its class inherits from one


def _is_variant(decorators: tuple[str, ...]) -> bool:
    return any(one.endswith((".setter", ".deleter", "overload")) for one in decorators)
