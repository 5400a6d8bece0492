"""Setup of a Raspberry Pi: the boot configuration as text (`boot`), and the changes to the machine (`machine`).

`boot` is pure: it gets the text of a file and returns the new one. `machine` has each possible `Change`, reads
what is set now, and writes. `commands.setup` shows the changes, asks, and calls it as root.
"""
