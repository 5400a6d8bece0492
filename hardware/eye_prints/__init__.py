"""What is printed for the eye: the frame, the rings of the pawns and the stickers of the cards, all to size."""
