"""Orienteer's core: extraction, index, retrieval and analysis, usable without any page."""
