"""What each game shows: one folder a game, and a fallback for a game that has none."""
