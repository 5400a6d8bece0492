"""Fallbacks for games without their own modules."""
