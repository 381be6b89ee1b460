; Names that a function defines for itself.
(formal_parameters [(identifier) @bind
                    (assignment_pattern left: (identifier) @bind)
                    (rest_pattern (identifier) @bind)])

; What the reader looks into for values.
(field_definition) @value
