"""Builds the Debian packages: `python -m systemd.package`, or `make deb`.

A package is all in one: the program and every library it needs lie under /opt/sideline, apart from whatever else
is on the machine, and nothing is fetched when it is installed. What goes where is told by `systemd/README.md`.
"""
