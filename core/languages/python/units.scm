; What a reader would give a name to. Extents are widened by decorators.
(class_definition name: (identifier) @name) @unit.class
(function_definition name: (identifier) @name) @unit.function
(decorated_definition) @outer
(decorator [(identifier) (attribute) (call)] @decorator)
