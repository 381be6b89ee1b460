; Calls of routers, and decorators that say what answers.
(call_expression function: (member_expression property: (property_identifier) @verb)
  (#any-of? @verb "get" "post" "put" "patch" "delete" "del" "head" "options" "all" "use" "route" "register" "prefix" "basePath"
   "setGlobalPrefix" "enableVersioning")) @routing
(decorator) @decorator
(variable_declarator name: (identifier)
  value: [(new_expression arguments: (arguments . (object))) (call_expression arguments: (arguments . (object)))]) @made
