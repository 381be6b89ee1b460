"""Answers in words: a language model that a user names writes them, and every citation is checked against what it was shown.

Without a model the answer is made of the sources alone (`extractive`). `numbered` labels the sources, `prompt` says what a
model is told, `citations` reads and checks what it says, `answering` goes round by round.
"""
