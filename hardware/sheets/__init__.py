"""The printable sheets: how each game lies beside the box, what its spots are called, stickers, keys, a turn.

`python -m hardware.sheets.build` makes one page of HTML a game and language, and with Chromium a PDF and pictures
of it. What is drawn comes from where the box itself has it: the boards are the drawings of the table page, the
names of the spots are the engine's, and the displays in the example are what the real box shows after these very
presses. Texts are in `texts.*.properties`, and in the firmware's own sentences where it has them.
"""
