"""Drawings: charts of plotly for what is measured, own SVG for layered graphs.

Charts (scatter, matrix, treemap, level bars) are one figure function each, used by pages and notebooks (`figures`). What
stands in layers is drawn here as SVG (neighbourhood, place map, levels, paths, the graph of a question): plotly has no layout
of a graph and no arrows that can be clicked or go around what they pass, a force layout loses which way the links lead, and
in SVG every box and every arrow is a link that the keyboard reaches and that opens in another tab. The areas of the overview
are HTML (`areas`): a browser takes most of a second to load plotly, and the overview is what is opened first.
"""
