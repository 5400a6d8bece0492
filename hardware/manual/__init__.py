"""The walks of the manual: the keys of a first game and of a turn of each game, found by playing them."""
