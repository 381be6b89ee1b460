"""The HTTP interface: a versioned API with every verb, and the four addresses of an earlier design.

`application` builds the server, and `asked` describes valid requests. `verbs` answers from the workbench, `stream` sends an
answer stage by stage, and `jobs` makes new generations. `problems` turns errors into problem details (RFC 9457).
"""
