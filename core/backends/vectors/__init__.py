"""Vector stores: nearest vectors by cosine similarity."""
