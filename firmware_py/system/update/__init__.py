"""Safe updates: check a package, try it in a separate folder, install it, or roll back.

`package` looks at a Debian package before any of its code runs, `signature` verifies who has made it, `trial`
tries it on a copy of the games as the user of the box, `install` installs it with dpkg and rolls back if the box
does not start. systemd/README.md tells the whole story. `commands.update` is the only caller, as root.
"""
