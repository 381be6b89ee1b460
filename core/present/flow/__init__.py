"""Flows as pages and notebooks show them."""
