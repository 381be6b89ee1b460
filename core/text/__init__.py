"""Text as numbers: the words that searches compare, and the tokens that budgets count."""
