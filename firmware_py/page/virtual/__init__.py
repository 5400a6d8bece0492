"""The box without hardware: `SimulatedBox` has simulated displays, keys, dice tray and eye.

`dice_tray` and `eye_frame` turn what lies there into JSON for the page.

Callers: `runtime` makes the box, `page` shows it.
"""
