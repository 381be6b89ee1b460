"""Kinds of entities that a look-up gives: all their units are asked for, though the question names none of them."""

from __future__ import annotations

from collections.abc import Mapping

ASSOCIATED = "associated"
"""A record, then those with which it is associated as the question asks."""
DECLARES = "declares"
"""A class, then those of its members that are of the kind asked for."""
SCHEDULED = "scheduled"
"""Schedules, then what they run."""
COLLECTED = "collected"
"""Units of a type that are or do what is asked for, all of them."""
HOW_TO = "how to"
"""Sections of documents that say how something is done with the repository: how its tests are run."""
PERMISSION = "permission"
"""What decides who may do something."""
USES_COLUMN = "column"
"""What writes or reads a column, then its table."""
FOLDER = "folder"
"""A folder, then its main classes."""
MEMBER = "member"
"""The member of a class for which a question asks and for nothing else: "where is the balance of an event computed?"."""
IN_ORDER = frozenset({ASSOCIATED, DECLARES, SCHEDULED, COLLECTED, HOW_TO, FOLDER, MEMBER})
"""Kinds whose units come before all others, in their order."""
LOOKED_UP = frozenset({*IN_ORDER, PERMISSION, USES_COLUMN}) - {MEMBER}
"""Kinds that a look-up answers, and from which no flow begins; one without units says that the index knows none."""
DOES: Mapping[str, str] = {
    ASSOCIATED: "is {} or associated with it",
    DECLARES: "is {} or declared by it",
    SCHEDULED: "runs on a schedule or defines one",
    COLLECTED: "is one of {}",
    HOW_TO: "describes how to {}",
    FOLDER: "is {} or a main class of it",
    MEMBER: "matches '{}'",
    "action": "is the likely entry point",
    "mentioned": "matches '{}'",
    USES_COLUMN: "reads or writes the column {}",
    PERMISSION: "decides who may {}",
}
"""What the units of a kind have to do with what the question says, by kind."""
