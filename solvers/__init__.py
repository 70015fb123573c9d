"""Exact answers to the puzzles inside a game: what fits, what is shortest, what scores most."""
