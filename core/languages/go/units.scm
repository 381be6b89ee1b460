; What a reader would give a name to, and the comments above it.
(source_file (function_declaration) @unit.function)
(source_file (method_declaration) @unit.method)
(source_file (type_declaration [(type_spec) (type_alias)] @unit.type))
(source_file (const_declaration (const_spec) @unit.const))
(source_file (var_declaration (var_spec) @unit.var))
(source_file (var_declaration (var_spec_list (var_spec) @unit.var)))
(package_clause) @package
(import_spec) @import
(comment) @comment
