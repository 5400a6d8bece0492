"""What each game shows: one folder per game, and a fallback for games without one."""
