"""The ids of every clause of a rule book, read from its source document: one module for each book."""
