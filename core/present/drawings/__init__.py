"""Drawings as SVG, and as figures of plotly for notebooks."""
