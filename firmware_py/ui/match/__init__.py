"""A match on a screen.

`MatchScreen` owns what is shown (dialog, news, turn, table, scroll) and carries out effects. Its parts return
them: `input` (keys and taps), `menu`, `advice` (the box as an opponent, and hints), `looking` (pictures of the
table); `resolve` makes simpler effects of some. `LiveMatch` is what the screens of a match share, on the box and
on phones; it judges, stores and plays acts and reports the outcome. `session` stores, `clock` measures, `history`
records, `analysis` looks back. `view` draws: pure functions of a `MatchView`. `thinker` says what is asked of the
part that thinks.
"""
