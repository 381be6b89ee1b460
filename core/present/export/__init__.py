"""What can be taken along: rows, text, diagrams, snippets of Python."""
