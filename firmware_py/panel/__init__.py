"""The panel: 1-bit pictures of 128 × 64 and the walk of the keys through them."""
