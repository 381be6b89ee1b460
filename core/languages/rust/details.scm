; One more way through a function (McCabe), and the texts that a program says.
(if_expression) @branch
(match_arm) @branch
(while_expression) @branch
(loop_expression) @branch
(for_expression) @branch
(try_expression) @branch
(binary_expression operator: ["&&" "||"]) @branch
(string_literal) @string
(raw_string_literal) @string
