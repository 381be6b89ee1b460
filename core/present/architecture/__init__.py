"""The whole: cycles, paths, the map of places, levels, two generations compared, the overview, what was not read."""
