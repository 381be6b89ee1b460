"""What the files of a repository ask of other programs and packages; only files that may do so are parsed."""

from core.extract.outgoing.calls import MARKS, outgoing_calls
from core.extract.outgoing.django import MODEL_SIGNALS, SAVES, model_saves
from core.extract.outgoing.messages import constants_of, listed_in, outgoing_messages, passed_on, reference_to
from core.extract.outgoing.names import OutsideName, outside_names
from core.extract.outgoing.ruby_events import LISTED
from core.extract.outgoing.sites import READ
from core.extract.outgoing.systems import MARKS as MESSAGE_MARKS

__all__ = [
    "LISTED",
    "MARKS",
    "MESSAGE_MARKS",
    "MODEL_SIGNALS",
    "READ",
    "SAVES",
    "OutsideName",
    "constants_of",
    "listed_in",
    "model_saves",
    "outgoing_calls",
    "outgoing_messages",
    "outside_names",
    "passed_on",
    "reference_to",
]
