"""What Offline shows: the eight nets with their tiles, the display, its charts, its score and its owner data.

The modules are those of `firmware_py.games.contract`; the drawing is split (`svg_net`, `svg_tiles` and others).
`firmware_py.games.lookup` is the only caller.
"""
