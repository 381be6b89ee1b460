(field_definition property: (_) value: [(arrow_function) (function_expression)]) @unit.method
