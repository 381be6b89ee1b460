"""What a schedule runs, where a question asks for that: "what runs every night?", "how often are accounts synced?"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from core.model.asked import SCHEDULED
from core.model.run import Entity
from core.open_index import OpenIndex
from core.search.question import Question
from core.text.words import words_of

_TIMES = r"(?:nightly|hourly|daily|weekly|monthly|every (?:\w+ )?(?:night|day|hour|minute|week|month|morning)s?)"
_REGULARLY = (
    rf"(?:(?:on|by|from) (?:a|the) (?:schedule|timer|cron\w*)|(?:by|from|in) cron|regularly|periodically|at night|{_TIMES})"
)
_STARTED = r"(?:runs?|gets? run|(?:is|are) (?:run|started|executed|scheduled|enqueued)|starts?)"
_RECURRING = r"(?:scheduled|recurring|periodic|cron|nightly|hourly|daily|regular)"
_SHAPES = (
    rf"^(?:what|which(?: \w+){{1,3}}?) {_STARTED}(?: \w+)?? {_REGULARLY}",
    r"^(?:what|which(?: \w+){1,3}?) (?:is|are) scheduled\b",
    rf"^(?:what|which|list|show|are there)\b.*\b{_RECURRING} (?:jobs?|tasks?|work)\b",
    r"^what (?:is on|stands in|is in) the (?:schedule|crontab)\b",
    r"^how often\b",
)
_PATTERNS = [re.compile(shape, re.IGNORECASE) for shape in _SHAPES]
_OF_TIME = words_of(
    "run start execute schedule recurring periodic cron crontab nightly hourly daily weekly monthly every night day hour minute"
    " week month morning job task work background regular regularly periodically timer often list show enqueue"
)
"""Words that ask for what is scheduled and say nothing of what it is about."""
_SURE = 0.95
_MOST = 20
_KIND = "schedules"


def asked_schedules(question: Question, index: OpenIndex) -> Iterator[Entity]:
    """Yield the schedules that a question asks about and what they run: of what it speaks of, all of it where that is nothing.

    Nothing where no schedule runs anything of it: "how often" may ask for something else.
    """
    if question.bare or not any(pattern.search(question.text) for pattern in _PATTERNS):
        return
    said, found = words_of(question.text) - _OF_TIME, index.derived(_all)
    shared = {key: len(said & words_of(index.by_key[key].identifier)) for key in found}
    best = max(shared.values(), default=0)
    if found and (not said or 2 * best > len(said)):
        wanted = [key for key in found if shared[key] == best]
        schedules = dict.fromkeys(one for key in wanted for one in found[key])
        yield Entity("schedule", SCHEDULED, (*schedules, *wanted)[:_MOST], _SURE)


def _all(index: OpenIndex) -> Mapping[str, Sequence[str]]:
    """Return what schedules run, in order of its keys, each with the units that hold the schedules."""
    found: dict[str, Sequence[str]] = {}
    for number, key in enumerate(index.keys):
        ends = [index.keys[link.other] for link in index.links.into(number) if link.kind == _KIND]
        if ends and not index.heads[number].is_test:
            found[key] = ends
    return found
