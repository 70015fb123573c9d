"""80 Days, both sides of the board: one file a section of the rulebook; `game.py` puts them together."""
