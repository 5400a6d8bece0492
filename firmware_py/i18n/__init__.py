"""Languages: from sentences to text.

`Translations` is the table of all texts in one language; it renders a `Sentence` (`engine.verdicts`), with the
names of the players if it has them. `sentences` makes those that every part uses: a text as it stands, a pair,
the title of a game. The texts are in `languages/*/*.properties`, those of a game in `engine/GAME/languages`.

Anybody may make sentences. Only what shows or prints renders them: displays, page, command line, score sheet.
"""
