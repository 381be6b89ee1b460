"""Facts about an open index and its units: state, verdicts for empty answers, similarity.

Everything here takes the open index or the stores, never the workbench. So it works for any code that has an index.
"""
