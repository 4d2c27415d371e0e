"""Sentences of the server in the reader's language."""
