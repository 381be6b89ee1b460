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
