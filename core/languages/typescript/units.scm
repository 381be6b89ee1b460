(public_field_definition name: (_) value: [(arrow_function) (function_expression)]) @unit.method
(abstract_class_declaration name: (_)) @unit.class
(interface_declaration name: (_)) @unit.interface
(type_alias_declaration name: (_)) @unit.type
(enum_declaration name: (_)) @unit.enum
; const JOB = { … } as const satisfies Job
(variable_declarator name: (identifier)
  value: [(as_expression . (object)) (satisfies_expression . [(object) (as_expression . (object))])]) @unit.object
(internal_module name: (identifier)) @unit.object
(function_signature name: (_)) @unit.function
(abstract_method_signature name: (_)) @unit.method
(ambient_declaration) @outer
