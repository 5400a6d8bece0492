"""The operating system around the box: power, users, USB sticks, backups, the first start of a card.

`power` switches the machine off, `service_user` lets root act as the user of the box, `backup` packs games and
settings into a file and `restore` brings them back, `card` prepares a card that installs itself. `setup` makes a
Raspberry Pi a box, `update` installs a newer version or goes back.

Callers: `commands`, and `ui` and `page` for backups. Nothing here shows anything: it returns values and raises
`UserError`.
"""
