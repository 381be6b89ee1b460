"""The classes of an application with all that Rails makes of them: types, facts, routes, tables, filters, relations."""
