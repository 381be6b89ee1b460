; One more way through a function (McCabe), and the texts that a program says.
(if_statement) @branch
(for_statement) @branch
(for_in_statement) @branch
(while_statement) @branch
(do_statement) @branch
(switch_case) @branch
(catch_clause) @branch
(ternary_expression) @branch
(binary_expression operator: ["&&" "||" "??"]) @branch
(string) @string
(template_string) @string

; What else decides whether something runs, what ends a body, what is told in answer, and what is given a function.
[(switch_default) (finally_clause)] @decides
(throw_statement) @throw
(assignment_expression left: (member_expression)) @assigned
(call_expression arguments: (arguments [(arrow_function) (function_expression)])) @lending
(call_expression function: (member_expression) arguments: (arguments . [(identifier) (member_expression)])) @passing
