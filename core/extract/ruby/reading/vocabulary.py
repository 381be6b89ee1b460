"""Which calls in a class body declare something: the words that Ruby and Rails give a class to speak about itself.

The reader needs them only where a call is not in a class body, so that an ordinary method call is not kept as a
declaration; the linker knows what they mean.
"""

from __future__ import annotations

ASSOCIATIONS = frozenset({"belongs_to", "has_many", "has_one", "has_and_belongs_to_many"})

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
    }
)  # fmt: skip
"""Calls whose block is read like a class body: what it declares is declared where the call stands."""

VISIBILITIES = frozenset({"private", "protected", "public", "module_function", "private_class_method", "private_constant"})

SILENT = frozenset(
    {
        "raise", "puts", "print", "p", "pp", "require", "require_relative", "require_dependency", "return", "yield", "super",
        "freeze", "using", "load", "warn", "fail", "loop", "sleep", "autoload", "private_constant", "exit", "abort", "it",
        "specify", "before", "after", "let", "let!", "subject", "expect", "test", "assert", "def", "attr",
    }
)  # fmt: skip
"""Calls that never declare anything about the class they stand in."""

EVENT_METHODS = frozenset({"included", "inherited", "prepended", "extended", "method_added", "const_missing"})
"""Hooks that Ruby calls; as names of class methods they are not macros."""
