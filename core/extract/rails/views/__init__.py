"""Templates: ERB, HAML, Slim and those written in Ruby (jbuilder, builder, rabl), and what they render and link.

Every template language is first turned into plain Ruby with all lines in their places; one reader then finds renders,
links, translations, helper calls and constants in it, the same for all of them and for the Ruby of components.
"""

from core.extract.rails.views.link import Lookup, link_views
from core.extract.rails.views.names import Template, identifiers, template_of
from core.extract.rails.views.reader import read, ruby_of, uses_in
from core.extract.rails.views.uses import uses_of, uses_under

__all__ = [
    "Lookup",
    "Template",
    "identifiers",
    "link_views",
    "read",
    "ruby_of",
    "template_of",
    "uses_in",
    "uses_of",
    "uses_under",
]
