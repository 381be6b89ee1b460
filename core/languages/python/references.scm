; Chains of names: a.b(c).d
(identifier) @id
(attribute) @attribute
(call) @call
(subscript) @subscript
(attribute object: (parenthesized_expression) @group)

; Names that are labels, not uses.
(keyword_argument name: (identifier) @skip)
(attribute attribute: (identifier) @skip)
(class_definition name: (identifier) @skip)
(function_definition name: (identifier) @skip)
(import_statement) @import
(import_from_statement) @import
(future_import_statement) @import
(global_statement (identifier) @skip @global)
(nonlocal_statement (identifier) @skip @global)
(decorator [(identifier) (attribute) (call)] @decorator)

; Names that a function defines for itself.
(parameters [(identifier) @bind
             (default_parameter name: (identifier) @bind)
             (typed_parameter . (identifier) @bind)
             (typed_default_parameter name: (identifier) @bind)
             (list_splat_pattern (identifier) @bind)
             (dictionary_splat_pattern (identifier) @bind)
             (typed_parameter (list_splat_pattern (identifier) @bind))
             (typed_parameter (dictionary_splat_pattern (identifier) @bind))])
(lambda_parameters [(identifier) @bind
                    (default_parameter name: (identifier) @bind)
                    (list_splat_pattern (identifier) @bind)
                    (dictionary_splat_pattern (identifier) @bind)])
(assignment left: (identifier) @bind)
(assignment left: [(pattern_list (identifier) @bind) (tuple_pattern (identifier) @bind) (list_pattern (identifier) @bind)])
(augmented_assignment left: (identifier) @bind)
(for_statement left: [(identifier) @bind (pattern_list (identifier) @bind) (tuple_pattern (identifier) @bind)])
(for_in_clause left: [(identifier) @bind (pattern_list (identifier) @bind) (tuple_pattern (identifier) @bind)])
(pattern_list (tuple_pattern (identifier) @bind))
(pattern_list (list_splat_pattern (identifier) @bind))
(as_pattern_target (identifier) @bind)
(as_pattern_target (tuple (identifier) @bind))
(named_expression name: (identifier) @bind)
(case_pattern (dotted_name (identifier) @bind))

; What the reader looks into for types, constants and declarations.
(assignment) @value
(typed_parameter) @value
(typed_default_parameter) @value

; What a local variable holds, and where.
(function_definition parameters: (parameters [(typed_parameter) @bound (typed_default_parameter) @bound]))
(assignment) @bound
(for_statement) @bound
(for_in_clause) @bound
(as_pattern) @bound
(with_item (as_pattern) @entered)
(named_expression) @bound
(lambda) @lambda
(block) @block
[(list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)] @comprehension
(if_statement condition: [(call) (not_operator) (boolean_operator)]) @narrow
(assert_statement) @narrow
(return_statement (_) @return)
(yield (_) @yield)
