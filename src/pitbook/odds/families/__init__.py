"""Families of games whose numbers are counted in the same way, each in a folder of its own."""
