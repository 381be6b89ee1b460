; Chains of names
(type_identifier) @id
(extends_type_clause) @heritage
(abstract_class_declaration name: (_) @skip)
(interface_declaration name: (_) @skip)
(type_alias_declaration name: (_) @skip)
(enum_declaration name: (_) @skip)

; Names that a function defines for itself.
(required_parameter pattern: [(identifier) @bind (rest_pattern (identifier) @bind)])
(optional_parameter pattern: (identifier) @bind)
(type_parameter name: (type_identifier) @bind)

; What the reader looks into for values.
(public_field_definition) @value
(required_parameter) @value
(optional_parameter) @value
(property_signature) @value
(method_signature) @value
(export_statement "=") @value
(variable_declarator type: (_) !value) @value
