(public_field_definition name: (_) @name value: [(arrow_function) (function_expression)]) @unit.method
(abstract_class_declaration name: (_) @name) @unit.class
(interface_declaration name: (_) @name) @unit.interface
(type_alias_declaration name: (_) @name) @unit.type
(enum_declaration name: (_) @name) @unit.enum
(internal_module name: (identifier) @name) @unit.object
(function_signature name: (_) @name) @unit.function
(abstract_method_signature name: (_) @name) @unit.method
(ambient_declaration) @outer
