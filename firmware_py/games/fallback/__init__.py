"""What is shown of a game without modules of its own: points, whose turn it is, and the details of its standing.

It has the modules of `firmware_py.games.contract`, except `owner_data` and `sight`: a game without those has none.
`lookup` is the only caller.
"""
