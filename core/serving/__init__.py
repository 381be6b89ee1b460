"""What the faces that answer over a connection share: open indexes, and who may ask."""
