"""Drawings: plotly charts for measures, our own SVG for layered graphs.

Charts (scatter, matrix, treemap, level bars) are one function each, used by pages and notebooks (`figures`). Layered graphs
are SVG: neighbourhood, place map, levels, paths, the graph of a question. Plotly has no graph layout and no clickable arrows,
and a force layout hides the direction of links. In SVG, every box and arrow is a link that the keyboard reaches and that opens
in another tab.

The areas of the overview are HTML (`areas`). Loading plotly takes most of a second, and the overview opens first.
"""
