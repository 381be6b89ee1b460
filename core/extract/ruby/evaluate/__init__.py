"""The values that pieces of Ruby have as far as their text tells: literals, variables and methods without effects on them."""
