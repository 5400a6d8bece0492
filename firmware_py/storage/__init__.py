"""Storage on disk: every accepted act is stored twice before it is shown.

`Journal` appends each line of a match to its notebook (`notebook`: a text file, in the format of records) and
commits it to an SQLite database (`database`); `match_lines` says what the lines mean. `open_journal` compares the
two copies and makes one whole again from the other (`reconcile`, `merging`). `JournalReader` reads beside the one
program that writes; `lock` keeps it the only one. `MatchStore` writes a match and restores it. Beside the journal
lie `People` (names), the roster, analyses and the crash log. `paths` has where everything lies, and writes files
so that a power cut does no harm.

Callers: `ui` through its sessions, `page` and `mqtt` for reading, `system` for backups, and `commands`.
"""
