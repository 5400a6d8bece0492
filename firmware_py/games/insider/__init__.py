"""What Insider shows: the stair, the restaurant and the city, its charts, its score and its owner data.

The modules are those of `firmware_py.games.contract`; the larger ones are split (`display_city`, `svg_*`).
`eye`, `eye_reading`, `eye_lesson` and `eye_props` are how the eye follows an evaluation card, and how it is
taught one. `firmware_py.games.lookup` is the only caller.
"""
