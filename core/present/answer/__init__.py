"""What a question found, how, and why in that order."""
