"""The games, one folder each, one file a rulebook section."""
