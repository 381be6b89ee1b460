; What a reader would give a name to. Extents are widened by `export`, `const` and the like.
(class_declaration name: (_)) @unit.class
(function_declaration name: (_)) @unit.function
(generator_function_declaration name: (_)) @unit.function
(method_definition name: (_)) @unit.method
(variable_declarator name: (identifier) value: [(arrow_function) (function_expression)]) @unit.function
(variable_declarator name: (identifier) value: (class)) @unit.class
(variable_declarator name: (identifier) value: (object)) @unit.object
; const Card = memo(() => …), forwardRef(function …), defineComponent({…})
(variable_declarator name: (identifier)
  value: (call_expression function: (identifier) arguments: (arguments . [(arrow_function) (function_expression)]))) @unit.function
((variable_declarator name: (identifier)
  value: (call_expression function: (member_expression object: (identifier) @react)
                          arguments: (arguments . [(arrow_function) (function_expression)]))) @unit.function
  (#eq? @react "React"))
; export const remove = procedure.input(…).mutation(async () => …): a constant of the module, not the elements of a list or a router
(program [(lexical_declaration (variable_declarator name: (identifier)
            value: (call_expression function: (member_expression property: (_) @called)
                                    arguments: (arguments [(arrow_function) (function_expression)] .))) @unit.function)
          (export_statement (lexical_declaration (variable_declarator name: (identifier)
            value: (call_expression function: (member_expression property: (_) @called)
                                    arguments: (arguments [(arrow_function) (function_expression)] .))) @unit.function))]
  (#not-any-of? @called "map" "forEach" "filter" "find" "findIndex" "findLast" "some" "every" "flatMap" "sort" "reduce" "then"
   "catch" "finally" "use" "on" "get" "post" "put" "patch" "delete" "all" "route" "transform" "refine" "superRefine"))
((pair key: (_) value: (call_expression function: (member_expression property: (_) @procedure)
                                        arguments: (arguments [(arrow_function) (function_expression)] .))) @unit.method
  (#any-of? @procedure "mutation" "query" "subscription" "handler"))
(assignment_expression left: (member_expression) right: [(arrow_function) (function_expression)]) @unit.function
(assignment_expression left: (member_expression) right: (class)) @unit.class
(assignment_expression left: (member_expression) right: (object)) @unit.object
((assignment_expression left: (identifier) @name right: [(arrow_function) (function_expression)]) @unit.function
  (#eq? @name "exports"))
((assignment_expression left: (identifier) @name right: (class)) @unit.class (#eq? @name "exports"))
((assignment_expression left: (identifier) @name right: (object)) @unit.object (#eq? @name "exports"))
(pair key: (_) value: [(arrow_function) (function_expression)]) @unit.method
(export_statement "default" value: [(object) (call_expression arguments: (arguments . (object) .))]) @unit.object
(export_statement "default" value: [(arrow_function) (function_expression)]) @unit.default
(export_statement "default" value: (class)) @unit.class
(export_statement "default"
  value: (call_expression arguments: (arguments . [(arrow_function) (function_expression)]))) @unit.default
(call_expression function: [(identifier) (member_expression)] arguments: (arguments . [(string) (template_string)])) @unit.test
(export_statement) @outer
(lexical_declaration) @outer
(variable_declaration) @outer
(expression_statement) @outer
(comment) @comment
