"""The charts by the names that notebooks import: each takes the result of an analysis and a theme."""

from core.present.drawings.level_bars import figure_levels
from core.present.drawings.matrix import figure_matrix
from core.present.drawings.scatter import figure_coupling, figure_hotspots, figure_hubs
from core.present.drawings.treemap import figure_tiles

__all__ = ["figure_coupling", "figure_hotspots", "figure_hubs", "figure_levels", "figure_matrix", "figure_tiles"]
