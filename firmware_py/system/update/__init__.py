"""Updating the box so that it cannot be broken by it: look at a package, try it aside, install it, or go back."""
