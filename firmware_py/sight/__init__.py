"""Pictures of the table: what lies where, and which acts explain it. Shared by all games; knows none.

    picture    a file of any kind and size becomes a `Picture`, within limits; or one sentence says why not
    tags       the printed tags in a picture (AprilTag 36h11)
    sheet      the printed sheets: where their corner tags are
    camera     from where a picture was taken: millimetres on the table to dots of the picture, and back
    view       all of that together: a picture of a table with a sheet on it
    stillness  a live picture compared with the one before
    reading    what was read of a picture: for each place what each piece would cost
    looking    what the process that looks is asked, and what it answers
    follower   the legal acts that lead from a state to what was read

A game's `sight` module says what it expects to see in a state, and reads a `View` (`firmware_py.games.contract`).
`runtime.picture_reader` runs all this in a process of its own. Lengths are millimetres on the sheet: the origin is
the middle of its first corner tag, x goes right along the long edge, y down, z up from the table.
"""
