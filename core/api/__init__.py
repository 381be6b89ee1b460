"""Orienteer over HTTP: the addresses that an earlier design promised, and a versioned interface with every verb.

`application` puts it together, `asked` says what a request may hold, `verbs` answers from the workbench, `stream` tells an
answer stage by stage, `jobs` makes new generations, `problems` turns what is wrong into problem details (RFC 9457).
"""
