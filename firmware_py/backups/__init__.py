"""Backups of everything that a box keeps, in one zip file.

`backup` packs games, names, settings and the data of the owner's copies, and checks a file that somebody else may
have made. `restore` puts one back: at once from the command line, or at the next start after somebody has accepted
it at the box.

Callers: the commands `backup` and `restore`, the page and the screens of the settings.
"""
