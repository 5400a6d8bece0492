"""What Online shows: each party with its line, memory and downloads, its charts and its score.

The modules are those of `firmware_py.games.contract`; `svg_cards` draws the cards. `firmware_py.games.lookup` is
the only caller.
"""
