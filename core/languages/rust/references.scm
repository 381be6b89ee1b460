; Chains of names: a::b(c).d
(identifier) @id
(type_identifier) @id
(self) @id
(crate) @id
(super) @id
(scoped_identifier) @scoped
(scoped_type_identifier) @scoped
(field_expression) @attribute
(call_expression) @call
(index_expression) @subscript
(macro_invocation) @macro
(token_tree) @tokens

; Names that are labels or definitions, not uses.
(scoped_identifier name: (_) @skip)
(scoped_type_identifier name: (_) @skip)
(lifetime (identifier) @skip)
(self_parameter (self) @skip)
(type_parameter name: (_) @bind)
(const_parameter name: (_) @bind)
(mod_item name: (_) @skip)
(function_item name: (_) @skip)
(function_signature_item name: (_) @skip)
(struct_item name: (_) @skip)
(union_item name: (_) @skip)
(enum_item name: (_) @skip)
(enum_variant name: (_) @skip)
(trait_item name: (_) @skip)
(macro_definition) @import
(const_item name: (_) @skip)
(static_item name: (_) @skip)
(type_item name: (_) @skip)
(associated_type name: (_) @skip)
(type_binding name: (_) @skip)
(attribute_item) @import
(inner_attribute_item) @import
(use_declaration) @import
(extern_crate_declaration) @import

; Names that a function defines for itself.
(parameter pattern: (_) @pattern)
(let_declaration pattern: (_) @pattern)
(closure_parameters (_) @pattern)
(for_expression pattern: (_) @pattern)
(match_pattern . (_) @pattern)
(shorthand_field_identifier) @bind
(let_condition pattern: (_) @pattern)

; What the reader looks into for types.
(field_declaration) @value
(enum_variant) @value
(type_parameter) @parameter
(where_predicate) @parameter
[(parameter) (let_declaration) (for_expression) (closure_expression) (match_expression) (if_expression) (while_expression)] @bound
(block) @block
(use_declaration) @use
(extern_crate_declaration) @use
