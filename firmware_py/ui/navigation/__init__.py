"""From steps and keys to an act: the questions that the keys answer.

A `Navigator` walks along paths of steps (`options`) to a leaf: an act, or an entry of a list or menu. `cursor`
moves on lists, grids and boards in the direction that an arrow points. `first_question` makes the navigator of a
turn from the rules of a game. Nothing here knows a screen.
"""
