"""Prose answers: a language model of the user's choice writes them, and every citation is checked.

Without a model, the answer consists of the sources (`extractive`). `numbered` labels the sources, `prompt` writes the
instructions for the model, `citations` parses and checks its citations, and `answering` runs the rounds.
"""
