"""Insider at `board` depth: the whole city around the restaurant, refereed."""
