"""What each game shows: one folder per game, and a fallback for games without one.

`contract` has a protocol for each module that a folder may have: `display` (OLED), `text` (terminal), `svg`
(page), `charts`, `scores`, `log`, `owner_data`, `sight`. `lookup` finds the module of a game, or the fallback. The
other modules are shared by the games; what their drawings share is in `drawing`.

Callers (`ui`, `page`, `commands`, `mqtt`) ask `lookup`; nobody else imports a game's folder, and no folder
imports another's. Only here and in `engine/GAME` is a game named.
"""
