"""What holds of every game without being declared: nothing here knows any game."""
