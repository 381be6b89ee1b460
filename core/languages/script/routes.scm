; Calls of routers, and decorators that say what answers.
(call_expression function: (member_expression property: (property_identifier) @verb)
  (#any-of? @verb "get" "post" "put" "patch" "delete" "del" "head" "options" "all" "use" "route" "register" "prefix" "basePath"
   "setGlobalPrefix" "enableVersioning")) @routing
(decorator) @decorator
(variable_declarator name: (identifier)
  value: [(new_expression arguments: (arguments . (object))) (call_expression arguments: (arguments . (object)))]) @made

; Calls of methods of the application that may hand a route on to a router, and those that choose the verb: `this.app[verb](…)`.
(call_expression function: [(member_expression) (subscript_expression)]
  arguments: (arguments . [(string) (template_string) (object) (identifier) (member_expression)])) @handed

; Procedures: router({ create: procedure.input(…).mutation(…) }), and the resolvers of GraphQL by the name of their type.
(call_expression function: [(identifier) (member_expression)] arguments: (arguments (object) .)) @table
(variable_declarator name: (identifier) value: (call_expression function: (member_expression))) @procedure
((pair key: (property_identifier) @type value: (object)) @resolvers (#any-of? @type "Query" "Mutation" "Subscription"))

((call_expression function: (identifier) @_name) @composed (#eq? @_name "applyDecorators"))
