"""Routers: language models that split a question into searches."""
