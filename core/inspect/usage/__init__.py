"""How code is reached without being named: bases, conventions, calls by computed names, routes and templates."""
