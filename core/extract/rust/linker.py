"""Make units and relations of all Rust files."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from core.extract.facts import FileFacts, Reference
from core.extract.holders import KINDS
from core.extract.meaning import ANYTHING, NOWHERE, FarthestMeaning, Meaning
from core.extract.repository import Linked, Repository
from core.extract.rust.crates import Crates
from core.extract.rust.symbols import RustSymbols
from core.extract.rust.units import RustUnits
from core.extract.rust.uses import UsedPath
from core.extract.tally import Tally, typed_by
from core.extract.unique import NamedCalls, UniqueNames, plain_word
from core.model import CodeUnit, Relation

_FIELD = re.compile(r"\.\w+$")
_COMMON = frozenset(
    ("and_then", "as_bytes", "as_deref", "as_mut_ptr", "as_mut_slice", "as_os_str", "as_path", "as_slice", "as_str", "as_ptr",
     "binary_search", "body_mut", "checked_add", "checked_sub", "chunks_exact", "compare_exchange", "contains_key",
     "copy_from_slice", "create_new", "current_dir", "dedup_by_key", "duration_since", "ends_with", "eq_ignore_ascii_case",
     "exit_code", "extend_from_slice", "extensions_mut", "fetch_add", "fetch_sub", "file_name", "file_stem", "file_type",
     "filter_map", "fill_buf", "find_map", "first_mut", "flat_map", "fmt_debug", "for_each", "from_utf8", "get_mut",
     "get_or_init", "get_or_insert_with", "get_ref", "get_unchecked", "headers_mut", "insert_str", "into_boxed_slice",
     "into_bytes", "into_inner", "into_iter", "into_keys", "into_os_string", "into_parts", "into_string", "into_values",
     "is_absolute", "is_alphabetic", "is_ascii", "is_char_boundary", "is_digit", "is_dir", "is_empty", "is_err", "is_file",
     "is_finite", "is_nan", "is_none", "is_ok", "is_some", "is_some_and", "is_symlink", "is_terminal", "is_whitespace",
     "iter_mut", "last_mut", "leading_zeros", "lines_mut", "local_addr", "map_err", "map_or", "map_or_else", "max_by_key",
     "min_by_key", "next_back", "ok_or", "ok_or_else", "on_upgrade", "or_default", "or_else", "or_insert", "or_insert_with",
     "par_iter", "parse_args", "peek_mut", "peer_addr", "poll_next", "poll_ready", "poll_read", "poll_write", "pop_back",
     "pop_front", "push_back", "push_front", "push_str", "read_dir", "read_exact", "read_line", "read_link", "read_to_end",
     "read_to_string", "read_until", "recv_timeout", "remove_dir_all", "remove_file", "rposition", "saturating_add",
     "saturating_sub", "set_extension", "set_file_name", "set_len", "set_nonblocking", "set_permissions", "size_hint",
     "skip_while", "sort_by", "sort_by_key", "sort_unstable", "sort_unstable_by", "split_at", "split_at_mut", "split_off",
     "split_once", "split_whitespace", "starts_with", "status_mut", "step_by", "strip_prefix", "strip_suffix", "swap_remove",
     "symlink_metadata", "sync_all", "take_while", "to_ascii_lowercase", "to_ascii_uppercase", "to_be_bytes", "to_le_bytes",
     "to_lowercase", "to_owned", "to_path_buf", "to_str", "to_string", "to_string_lossy", "to_uppercase", "to_vec",
     "trim_end", "trim_end_matches", "trim_matches", "trim_start", "trim_start_matches", "try_clone", "try_fold",
     "try_for_each", "try_from", "try_into", "try_lock", "try_recv", "try_send", "unwrap_err", "unwrap_or",
     "unwrap_or_default", "unwrap_or_else", "uri_mut", "values_mut", "wait_timeout", "wait_with_output", "with_capacity",
     "with_context", "with_extension", "with_file_name", "wrapping_add", "wrapping_sub", "write_all", "write_fmt", "write_str",
     "zip_with", "body_bytes", "status_code", "content_length", "content_type", "set_body", "add_header", "header_value",
     "serialize_field", "serialize_str", "deserialize_any", "visit_str", "visit_map", "next_key", "next_value",
     "next_element", "to_tokens", "to_token_stream", "parse_terminated", "is_whitespace", "from_str", "as_any", "type_id")
)  # fmt: skip


def link(repository: Repository) -> Linked:
    """Return the units of all Rust files and what they import, implement, inherit, call and reference."""
    files = repository.of("rust")
    symbols = RustSymbols(Crates(repository.texts), files)
    table = RustUnits(symbols)
    names = RustNames(symbols)
    tally = Tally()
    units: list[CodeUnit] = []

    def of_file(facts: FileFacts) -> Iterator[Relation]:
        units.extend(table.units(facts))
        yield from _imports(facts, symbols, table)
        yield from _implements(facts, symbols, table)
        yield from _references(facts, symbols, table, names, tally)

    relations = repository.guard.gathered("rust references", files, of_file)
    return Linked(tuple(units), tuple(relations), (), tally.counts, tuple(tally.listed))


def _imports(facts: FileFacts, symbols: RustSymbols, table: RustUnits) -> Iterator[Relation]:
    for row in facts.extra["uses"]:
        use = UsedPath(*row)
        source = table.key(facts.path, use.scope)
        target = symbols.resolve(use.path, facts.path, use.scope)
        if target is not None and (key := table.key_of(target)) and key != source:
            yield Relation(source, key, "imports", facts.path, use.line)


def _implements(facts: FileFacts, symbols: RustSymbols, table: RustUnits) -> Iterator[Relation]:
    for number, definition in enumerate(facts.definitions):
        own = table.key(facts.path, number)
        for bound in definition.bases:
            base = symbols.resolve(bound, facts.path, definition.parent)
            if base is not None and (key := table.key_of(base)) and key != own:
                yield Relation(own, key, "inherits", facts.path, definition.start_line)
        if definition.kind != "impl" or not definition.metadata["trait"]:
            continue
        type_ = symbols.impls.get((facts.path, number))
        trait = symbols.resolve(definition.metadata["trait"], facts.path, definition.parent)
        source = table.key_of(type_) if type_ is not None else own
        if trait is not None and (key := table.key_of(trait)) and key != source:
            yield Relation(source, key, "implements", facts.path, definition.start_line)


def _references(facts: FileFacts, symbols: RustSymbols, table: RustUnits, names: RustNames, tally: Tally) -> Iterator[Relation]:
    tally.counts.update(facts.extra["tallies"])
    for reference in facts.references:
        if _is_header(facts, reference):
            continue
        called = reference.method
        farthest, target = NOWHERE, None
        if reference.name[0] != ANYTHING:
            farthest = symbols.evaluate(reference.name, facts.path, reference.scope)
            outcome, target = _target(farthest)
            is_field = reference.kind == "reference" and _FIELD.search(reference.name)  # called like a method
            if outcome == "resolved" and (is_field or (reference.metadata and farthest.left)):
                outcome, target = "value", None  # of a variable's value only what is reached counts, not the way there
            tally.count(outcome, reference.name, facts.path, reference.line)
        only = names.method(reference.name) if called and _is_open(farthest) else None
        if called or (reference.kind == "call" and target is not None):
            is_ours = names.is_ours(called) and (farthest.meaning is None or farthest.meaning.kind != "external")
            tally.called(only is not None or (target is not None and not farthest.left), is_ours)
        source, where = table.key(facts.path, reference.scope), (facts.path, reference.line)
        if only is not None and (key := table.key_of(only[0])) and key != source:
            yield Relation(source, key, "calls", *where, "inferred", via=only[1])
        if target is None or not (key := table.key_of(target)) or key == source:
            continue
        kind = "calls" if reference.kind == "call" and not farthest.left else "references"
        if kind == "references" and key == table.owner(facts.path, reference.scope):
            continue  # every method names its own type
        sure = target.sure and not reference.metadata
        via = typed_by(reference.name.rpartition(".")[0]) if kind == "calls" and not sure else ""
        yield Relation(source, key, kind, *where, "declared" if sure else "inferred", via=via)


def _is_open(found: FarthestMeaning) -> bool:
    """Tell whether a call may be on anything: nothing is known of the value, or not what a function gives."""
    return found.meaning is None or (found.meaning.kind == "item" and found.left[:1] == ("()",))


def _is_header(facts: FileFacts, reference: Reference) -> bool:
    """Tell whether an `impl` names its own trait or type: that is told by `implements` and by the methods' owner."""
    if reference.scope < 0 or facts.definitions[reference.scope].kind != "impl":
        return False
    about = facts.definitions[reference.scope].metadata
    return reference.name in (about["trait"], about["type"])


def _target(found: FarthestMeaning) -> tuple[str, Meaning | None]:
    """Return what became of a reference, and the unit that it leads to."""
    meaning = found.meaning
    if meaning is None:
        return "unexplained", None
    if meaning.kind in ("external", "ambiguous"):
        return meaning.kind, None
    if meaning.kind == "instance" or meaning.kind in KINDS:
        return ("unexplained" if found.left else "value"), None
    if meaning.kind == "module":
        return ("unexplained", None) if found.left else ("value", None)
    if found.left[:1] in (("()",), (".",)):
        return "value", None
    return "resolved", meaning


class RustNames(NamedCalls[Meaning]):
    """What calls mean where only names tell: of the method, or of what it is called on."""

    def __init__(self, symbols: RustSymbols) -> None:
        methods: list[tuple[str, Meaning]] = []
        others: set[str] = set()
        owners: list[tuple[str, str]] = []
        types: dict[str, list[Meaning]] = defaultdict(list)
        for facts in symbols.files.values():
            if facts.is_test:
                continue
            others.update(name for names in facts.extra["attributes"].values() for name in names)
            for number, one in enumerate(facts.definitions):
                own = Meaning("item", facts.path, number, False)
                if one.kind in ("struct", "enum", "trait"):
                    types[plain_word(one.name)].append(own)
                if one.kind == "method":
                    outer = facts.definitions[one.parent]
                    owners.append((one.name, outer.metadata["type"] if outer.kind == "impl" else outer.name))
                if one.kind == "method" and not _is_foreign(symbols, own):
                    methods.append((one.name, own))
                elif one.kind in ("method", "function"):
                    others.add(one.name)
        super().__init__(UniqueNames(methods, others, _COMMON, owners), types, symbols.method)


def _is_foreign(symbols: RustSymbols, method: Meaning) -> bool:
    """Tell whether a method is written for a trait that is not of the repository, or in tests."""
    facts = symbols.files[method.where]
    definition = facts.definitions[method.number]
    outer = facts.definitions[definition.parent]
    if definition.metadata.get("is_test") or outer.kind != "impl" or not outer.metadata["trait"]:
        return bool(definition.metadata.get("is_test"))
    trait = symbols.resolve(outer.metadata["trait"], facts.path, outer.parent)
    return trait is None or trait.kind != "item"
