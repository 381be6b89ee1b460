"""What the stages look up about one index: units by name and place, and how they are related.

Built from the catalog once per opened index and only as far as a question needs it, so that a cold question stays fast and a
warm one reads memory only. Units are numbered by their position among the catalog's heads (ordered by key).
"""

from core.atlas.atlas import Atlas, atlas_of
from core.atlas.links import Link, Links
from core.atlas.names import Match, Names

__all__ = ["Atlas", "Link", "Links", "Match", "Names", "atlas_of"]
