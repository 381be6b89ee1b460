; What a reader would give a name to.
(mod_item name: (_) @name body: (_)) @unit.module
(function_item name: (_) @name) @unit.function
(function_signature_item name: (_) @name) @unit.function
(struct_item name: (_) @name) @unit.struct
(union_item name: (_) @name) @unit.struct
(enum_item name: (_) @name) @unit.enum
(trait_item name: (_) @name) @unit.trait
(impl_item) @unit.impl
(macro_definition name: (_) @name) @unit.macro
(const_item name: (_) @name) @unit.const
(static_item name: (_) @name) @unit.const
(type_item name: (_) @name) @unit.type
(attribute_item) @attribute
(line_comment) @comment
(block_comment) @comment
