"""Text: the words that searches compare, the tokens that budgets count, the secrets that must not leave this machine."""
