"""Flows over several screens: first start, new match, matches, players, settings, owner data, phones."""
