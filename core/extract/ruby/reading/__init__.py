"""One Ruby file to facts: definitions, references, and the calls in class bodies that declare something."""
