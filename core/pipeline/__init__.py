"""The two ways through the stages: from a question to an answer, and from a checkout to a published index.

Here and nowhere else stages are put one after another, timed and given what they need; each stage itself knows none of the
others.
"""
