"""The calls in a class body that declare something, in Ruby and Rails.

The reader uses them only outside class bodies, so that an ordinary method call does not become a declaration. The linker
interprets them.
"""

from __future__ import annotations

MANY = frozenset({"has_many", "has_and_belongs_to_many", "embeds_many"})
"""Associations with several; those that embed are Mongoid's."""
ASSOCIATIONS = MANY | {"belongs_to", "has_one", "embeds_one", "embedded_in"}

VALIDATIONS = frozenset({"validates", "validates!", "validate", "validates_with", "validates_each"}) | {
    f"validates_{kind}_of"
    for kind in (
        "presence", "absence", "uniqueness", "length", "size", "format", "inclusion", "exclusion", "numericality",
        "confirmation", "acceptance", "associated", "comparison",
    )
} | {"validates_associated"}  # fmt: skip

MODEL_CALLBACKS = frozenset(
    f"{kind}_{event}"
    for kind in ("before", "after", "around")
    for event in ("validation", "save", "create", "update", "destroy", "commit", "rollback", "touch", "initialize", "find")
) | {"after_create_commit", "after_update_commit", "after_destroy_commit", "after_save_commit", "set_callback", "skip_callback"}

FILTERS = frozenset(
    f"{prefix}{kind}_{what}"
    for prefix in ("", "skip_", "prepend_", "append_")
    for kind in ("before", "after", "around")
    for what in ("action", "filter")
) | {"skip_forgery_protection", "protect_from_forgery", "verify_authorized", "rescue_from", "rate_limit", "allow_browser"}
FILTERS |= {"load_resource", "authorize_resource", "load_and_authorize_resource", "check_authorization"}  # of CanCanCan

JOB_CALLBACKS = frozenset(
    f"{kind}_{event}" for kind in ("before", "after", "around") for event in ("perform", "enqueue", "deliver")
)

MIXING = frozenset({"include", "extend", "prepend", "send", "public_send", "__send__", "class_eval", "module_eval"})

DECLARING = (
    ASSOCIATIONS
    | VALIDATIONS
    | MODEL_CALLBACKS
    | FILTERS
    | JOB_CALLBACKS
    | MIXING
    | {
        "scope", "default_scope", "enum", "delegate", "delegated_type", "accepts_nested_attributes_for", "helper_method",
        "helper", "queue_as", "sidekiq_options", "serialize", "store_accessor", "attribute", "has_secure_password",
        "has_one_attached", "has_many_attached", "has_rich_text", "alias_attribute", "attr_accessor", "attr_reader",
        "attr_writer", "class_attribute", "cattr_accessor", "mattr_accessor", "define_callbacks", "retry_on", "discard_on",
        "with_options", "acts_as_list",
    }
)  # fmt: skip
"""Names that are declarations wherever they are called without a receiver."""

BLOCK_IS_A_BODY = frozenset(
    {
        "included", "prepended", "class_methods", "class_eval", "module_eval", "instance_eval", "class_exec", "with_options",
        "each", "each_with_index", "each_pair", "map", "to_prepare", "after_initialize", "on_load", "state_machine", "aasm",
        "event", "state", "states", "namespace", "field", "draw", "inflections", "configure", "describe", "context",
        "factory", "trait", "define", "if", "unless", "tap", "then", "concerning", "setup", "to_run", "configurations",
        "send", "instance_exec", "group", "workflow", "around_state", "resource", "resources", "desc", "version", "route_param",
        "view", "checkout_flow",
    }
)  # fmt: skip
"""Calls whose block is read like a class body: what it declares is declared where the call stands."""

MODULE_FUNCTION = "module_function"
VISIBILITIES = frozenset({"private", "protected", "public", MODULE_FUNCTION, "private_class_method", "private_constant"})

SILENT = frozenset(
    {
        "raise", "puts", "print", "p", "pp", "require", "require_relative", "require_dependency", "return", "yield", "super",
        "freeze", "using", "load", "warn", "fail", "loop", "sleep", "autoload", "private_constant", "exit", "abort", "it",
        "specify", "before", "after", "let", "let!", "subject", "expect", "test", "assert", "def", "attr",
    }
)  # fmt: skip
"""Calls that never declare anything about the class they stand in."""

COMMON = frozenset(
    {
        "to_s", "to_i", "to_f", "to_sym", "to_a", "to_h", "to_json", "to_str", "inspect", "nil?", "blank?", "present?",
        "presence", "any?", "empty?", "none?", "all?", "one?", "many?", "each", "each_with_index", "each_with_object", "map",
        "collect", "flat_map", "filter_map", "select", "reject", "filter", "first", "last", "second", "size", "length",
        "count", "sum", "min", "max", "min_by", "max_by", "sort", "sort_by", "group_by", "index_by", "partition", "reduce",
        "inject", "zip", "uniq", "compact", "flatten", "reverse", "join", "split", "gsub", "gsub!", "sub", "strip", "squish",
        "downcase", "upcase", "capitalize", "titleize", "humanize", "underscore", "camelize", "include?", "exclude?", "key?",
        "has_key?", "keys", "values", "dig", "fetch", "merge", "merge!", "push", "pop", "shift", "unshift", "concat", "append",
        "prepend", "is_a?", "kind_of?", "instance_of?", "respond_to?", "freeze", "dup", "clone", "tap", "then", "new", "class",
        "send", "public_send", "__send__", "try", "try!", "method", "extend", "include", "instance_variable_get",
        "instance_variable_set", "class_eval", "instance_eval", "call", "match", "match?", "=~", "start_with?", "end_with?",
        "starts_with?", "ends_with?", "round", "floor", "ceil", "abs", "zero?", "positive?", "negative?", "html_safe",
        "format", "strftime", "times", "each_slice", "in_groups_of", "index", "find_index", "take", "drop", "where", "not",
        "joins", "includes", "left_joins", "left_outer_joins", "preload", "eager_load", "references", "order", "reorder",
        "limit", "offset", "group", "having", "distinct", "pluck", "pick", "ids", "unscope", "unscoped", "find_each",
        "find_in_batches", "in_batches", "exists?", "except", "slice", "permit", "require", "delete_if", "keep_if", "ago",
        "from_now", "days", "hours", "minutes", "seconds", "weeks", "months", "years", "encode", "force_encoding", "bytes",
        "chars", "lines", "ljust", "rjust", "center", "truncate", "succ", "next", "between?", "to_date", "to_time",
        "to_datetime", "in_time_zone", "utc", "iso8601", "sub!", "tr", "delete_prefix", "delete_suffix", "message",
        "backtrace", "hash", "object_id", "itself", "eql?", "equal?", "+", "-", "<<",
    }
)  # fmt: skip
"""Methods that every value of Ruby and Rails has: a call of one on a variable says nothing of an application."""

EVENT_METHODS = frozenset({"included", "inherited", "prepended", "extended", "method_added", "const_missing"})
"""Hooks that Ruby calls; as names of class methods they are not macros."""

GIVEN_KEYS = frozenset(
    {
        "new", "create", "create!", "build", "update", "update!", "update_attributes", "update_attributes!", "update_columns",
        "update_all", "assign_attributes", "insert", "insert!", "insert_all", "insert_all!", "upsert", "upsert_all",
        "first_or_create", "first_or_create!", "first_or_initialize", "find_or_create_by", "find_or_create_by!",
        "find_or_initialize_by", "create_or_find_by", "create_or_find_by!", "create_with", "update_counters", "where", "not",
        "find_by", "find_by!", "find_sole_by", "rewhere", "exists?", "order", "reorder", "delete_by", "destroy_by", "expect",
        "in_order_of",
    }
)  # fmt: skip
"""Calls whose hashes have the names of attributes as keys."""

GIVEN_NAMES = {
    "update_attribute": 1, "update_column": 1, "increment": 1, "increment!": 1, "decrement": 1, "decrement!": 1, "toggle": 1,
    "toggle!": 1, "touch": 99, "write_attribute": 1, "read_attribute": 1, "increment_counter": 1, "decrement_counter": 1,
    "order": 99, "reorder": 99, "pluck": 99, "pick": 99, "group": 99, "select": 99, "reselect": 99, "sum": 1, "average": 1,
    "minimum": 1, "maximum": 1, "count": 1, "in_order_of": 1, "slice": 99, "attribute_changed?": 1, 
    "will_save_change_to_attribute?": 1, "saved_change_to_attribute?": 1, "attribute_present?": 1, "permit": 99, "expect": 99,
}  # fmt: skip
"""Calls that are given names of attributes, and how many of their arguments may be such."""

GIVEN_SQL = frozenset(
    {
        "where", "not", "order", "reorder", "group", "having", "select", "reselect", "joins", "pluck", "pick", "from",
        "update_all", "find_by_sql", "count_by_sql", "execute", "exec_query", "exec_update", "exec_delete", "select_all",
        "select_value", "select_values", "select_rows", "select_one", "sql", "find_by", "sum", "average", "minimum", "maximum",
        "exists?", "rewhere",
    }
)  # fmt: skip
"""Calls whose first argument may be a text in the language of a database."""

GIVEN_TABLE = frozenset(
    {
        "add_column", "remove_column", "remove_columns", "rename_column", "change_column", "change_column_default",
        "change_column_null", "change_column_comment", "add_index", "remove_index", "add_timestamps", "add_check_constraint",
        "column_exists?", "safely_add_column",
    }
)  # fmt: skip
"""Calls that are given a table first and then its columns."""
