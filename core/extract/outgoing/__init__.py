"""What the files of a repository ask of other programs and packages; only files that may do so are parsed."""

from core.extract.outgoing.calls import MARKS, outgoing_calls
from core.extract.outgoing.names import OutsideName, outside_names

__all__ = ["MARKS", "OutsideName", "outgoing_calls", "outside_names"]
