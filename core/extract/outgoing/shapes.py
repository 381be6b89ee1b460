"""Types of nodes by what they mean, of the grammars of Ruby, Python, JavaScript, TypeScript, Java, Kotlin, Go and C#."""

from __future__ import annotations

ASSIGNED = {
    "assignment": ("left", "right"), "operator_assignment": ("left", "right"), "variable_declarator": ("name", "value"),
    "public_field_definition": ("name", "value"), "field_definition": ("property", "value"),
    "enum_assignment": ("name", "value"),
    "const_spec": ("name", "value"), "var_spec": ("name", "value"), "short_var_declaration": ("left", "right"),
    "assignment_statement": ("left", "right"), "assignment_expression": ("left", "right"),
    "default_parameter": ("name", "value"), "keyword_parameter": ("name", "value"), "optional_parameter": ("name", "value"),
    "typed_default_parameter": ("name", "value"),
}  # fmt: skip
"""What sets a name: the fields of the name and of the value."""
FUNCTIONS = frozenset({
    "method", "singleton_method", "function_definition", "method_definition", "function_declaration", "arrow_function",
    "method_declaration", "func_literal", "constructor_declaration", "function_expression",
    "local_function_statement", "lambda_expression",
})  # fmt: skip
"""Functions of all kinds."""
STRINGS = frozenset({
    "string", "string_literal", "interpreted_string_literal", "raw_string_literal", "template_string", "simple_symbol",
    "delimited_symbol", "bare_string", "bare_symbol",
})  # fmt: skip
"""Texts and symbols."""
LITERAL = frozenset({
    "string_content", "string_fragment", "interpreted_string_literal_content", "raw_string_literal_content",
    "string_literal_content",
    "multiline_string_fragment",
})  # fmt: skip
"""Parts of a text as they are written."""
SUBSTITUTED = frozenset({"interpolation", "template_substitution", "string_interpolation", "interpolated_expression"})
"""Parts of a text that code gives."""
MANY = frozenset({
    "array", "list", "string_array", "symbol_array", "element_value_array_initializer", "array_initializer", "tuple", "set",
    "argument_list", "collection_literal", "literal_value", "expression_list", "concatenated_string", "chained_string",
})  # fmt: skip
"""What has several values, or parts that stand beside each other."""
WRAPPERS = frozenset({
    "parenthesized_expression", "as_expression", "await_expression", "await", "literal_element", "unary_expression",
    "satisfies_expression", "non_null_expression", "then", "parenthesized_statements", "interpolation", "template_substitution",
})  # fmt: skip
"""What only wraps a value."""
NAMES = frozenset({
    "identifier", "constant", "instance_variable", "class_variable", "shorthand_property_identifier", "hash_key_symbol",
    "global_variable", "property_identifier", "type_identifier", "variable_name",
})  # fmt: skip
"""Names of all kinds."""
EITHER = frozenset({"conditional", "ternary_expression", "conditional_expression", "if_modifier"})
"""One of two values."""
OR = frozenset({"||", "or", "??", "?:"})
"""Operators that give the second value where there is no first."""
MAKES = frozenset({"initialize", "constructor", "__init__"})
"""Names of functions that make an object of their class."""
CLASSES = frozenset({"class", "class_declaration", "class_definition"})
"""Classes."""
NOTHING = frozenset({"nil", "none", "null", "undefined"})
"""Values that are none."""
