; router.post("/x", check(), async (request) => …), also inside of a call that wraps it
(call_expression
  function: (member_expression property: (property_identifier) @verb)
  arguments: (arguments [(arrow_function) (function_expression)
    (call_expression arguments: (arguments . [(arrow_function) (function_expression)]))] @unit.handler .)
  (#any-of? @verb "get" "post" "put" "patch" "delete" "del" "head" "options" "all"))
