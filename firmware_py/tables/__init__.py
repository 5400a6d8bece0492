"""The table pictures, one module a game, each with `draw(state, words, cursor, marked) -> Image`."""
