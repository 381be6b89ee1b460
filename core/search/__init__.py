"""Find candidates for a question, by meaning, words, name and graph."""
