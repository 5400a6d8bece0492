"""Pictures: 1-bit images of 128 × 64 dots, and the panels that show them."""
