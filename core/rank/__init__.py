"""Order the candidates by named signals whose weighted sum is the score."""
