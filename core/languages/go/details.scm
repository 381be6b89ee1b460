; One more way through a function (McCabe), and the texts that a program says.
(if_statement) @branch
(for_statement) @branch
(expression_case) @branch
(type_case) @branch
(communication_case) @branch
["&&" "||"] @branch
(interpreted_string_literal) @string
(raw_string_literal) @string
