"""80 Days, board side A: one file a section of the rulebook; `game.py` puts them together."""
