"""Everything that Nim shows, if it has pictures of its own: begin here if you draw a fifth game."""
