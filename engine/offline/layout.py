"""Where the sites of a net lie on its drawing."""

SITES = {
    4: ((0, 0), (1, 0.5), (0, 1), (-1, 0.5)),
    5: ((0, 0), (1, 0.4), (0.6, 1), (-0.6, 1), (-1, 0.4)),
    6: ((0, 0), (1, 0.28), (1, 0.72), (0, 1), (-1, 0.72), (-1, 0.28)),
    7: ((0, 0), (0.9, 0.17), (1, 0.58), (0.52, 1), (-0.52, 1), (-1, 0.58), (-0.9, 0.17)),
}
"""By the number of sites: the position of each, clockwise from the top; x from -1 to 1, y from 0 down to 1."""
