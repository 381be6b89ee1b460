; Chains of names: a.b(c).d
(identifier) @id
(this) @id
(super) @id
(shorthand_property_identifier) @id
(member_expression) @attribute
(call_expression) @call
(subscript_expression) @subscript
(new_expression constructor: (_) @new)
(member_expression object: [(parenthesized_expression) (new_expression) (array)] @start)
(call_expression function: (parenthesized_expression) @start)
(class_heritage) @heritage
(class_declaration name: (_) @skip)
(function_declaration name: (_) @skip)
(import_statement) @import
(export_statement source: (string)) @import
(export_clause) @export
(call_expression function: [(identifier) (import)] arguments: (arguments . (string))) @require

; Names that a function defines for itself.
(arrow_function parameter: (identifier) @bind)
(catch_clause parameter: (identifier) @bind)
(variable_declarator name: (identifier) @bind)
(for_in_statement left: (identifier) @bind)
(object_pattern [(shorthand_property_identifier_pattern) @bind
                 (object_assignment_pattern left: (shorthand_property_identifier_pattern) @bind)
                 (pair_pattern value: (identifier) @bind)
                 (rest_pattern (identifier) @bind)])
(array_pattern (identifier) @bind)

; What the reader looks into for values.
(variable_declarator value: (_)) @value
(assignment_expression) @value
(export_statement "default") @value
(for_in_statement) @value
(return_statement (_)) @return
[(arrow_function) (function_expression) (function_declaration) (method_definition) (generator_function_declaration)] @function
