; Elements that a component renders; of TypeScript only the grammar of .tsx knows them.
(jsx_opening_element name: [(identifier) (member_expression)] @render)
(jsx_self_closing_element name: [(identifier) (member_expression)] @render)
(jsx_closing_element name: (_) @skip)
