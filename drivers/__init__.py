"""The outside world as small objects. They know nothing of games."""
