"""The box without hardware: `SimulatedBox` has simulated displays, keys and dice tray.

`dice_tray` and `virtual_table` turn what lies there into JSON for the page.

Callers: `runtime` makes the box, `page` shows it.
"""
