"""Where the texts of an index write the name of a unit, in every form in which its language and Rails find it."""

from core.inspect.written.computed import computed_names
from core.inspect.written.forms import WrittenForm, forms_of, name_of
from core.inspect.written.lines import Namesakes, WrittenLine, in_string, is_tested, mentions_of, places_of, written_places

__all__ = [
    "Namesakes",
    "WrittenForm",
    "WrittenLine",
    "computed_names",
    "forms_of",
    "in_string",
    "is_tested",
    "mentions_of",
    "name_of",
    "places_of",
    "written_places",
]
