; Elements that a component renders.
(jsx_opening_element name: [(identifier) (member_expression)] @render)
(jsx_self_closing_element name: [(identifier) (member_expression)] @render)
(jsx_closing_element name: (_) @skip)
