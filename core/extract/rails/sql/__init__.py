"""The texts for the database in Ruby code, and the columns that they name."""
