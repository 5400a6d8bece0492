"""What several commands share.

`table` lists all commands with their options; the parser (`options`), the pages of help, the shell completions and
the man pages are made from it. `Arguments` holds what somebody typed. `output` has what all of them print with:
colours, JSON, the question before something is lost. `records` reads and plays records, `open_journal` opens the
journal, `progress` shows how far a long command is.
"""
