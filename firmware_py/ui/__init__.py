"""Screens and keys: the screen stack, the screens, the match screen, the menu and the navigator."""
