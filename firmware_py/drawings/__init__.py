"""Positions drawn for a terminal, one module a game, each with `draw(state, words) -> text`.

`plain` draws a game that has none.
"""
