"""Clause mutation: every clause of a game's rules is spoiled in turn, and something must notice."""
