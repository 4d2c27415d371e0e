"""How rounds are dealt and decided in kernels, by family of games."""
