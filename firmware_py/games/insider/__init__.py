"""What Insider shows: the stair, the restaurant and the city, its charts, its score and its owner data.

The modules are those of `firmware_py.games.contract`; the larger ones are split (`display_city`, `svg_*`).
`firmware_py.games.lookup` is the only caller.
"""
