"""A change as a reviewer wants it: what differs between two open indexes of one checkout, whom it reaches, what is missing."""
