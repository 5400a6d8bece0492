"""What Inside shows: the pyramid on the displays, in the terminal and on the page, its charts and its score.

The modules are those of `firmware_py.games.contract`. `firmware_py.games.lookup` is the only caller.
"""
