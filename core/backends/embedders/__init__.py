"""Embedders: texts to vectors of length 1."""
