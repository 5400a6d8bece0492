"""The operating system around the box: power, USB sticks, the first start of a card, setting up, updating.

`power` switches the machine off, `card` prepares a card that installs itself, `setup` makes a Raspberry Pi a box,
`update` installs a newer version or goes back.

Callers: `commands`, and `ui` for sticks. Nothing here shows anything: it returns values and raises `UserError`.
"""
