; One more way through a function (McCabe), and the texts that a program says.
(if_statement) @branch
(elif_clause) @branch
(for_statement) @branch
(while_statement) @branch
(except_clause) @branch
(case_clause) @branch
(conditional_expression) @branch
(boolean_operator) @branch
(for_in_clause) @branch
(if_clause) @branch
(assert_statement) @branch
(string) @string

; Where a step of a function stands, and how it ends.
[(if_statement) (elif_clause) (for_statement) (while_statement) (except_clause) (finally_clause) (case_clause) (with_statement)] @branching
(raise_statement) @raise
(return_statement) @ends
