"""The commands of `sideline`, one per module, each with `main(given, translations) -> exit status`.

`table` lists all commands with their options; the parser (`options`), the pages of help, the shell completions
and the man pages are made from it. `Arguments` holds what somebody typed. `output` has what all of them print
with: colours, JSON, the question before something is lost. Their texts are in
`i18n/languages/*/commands.properties` and `help-COMMAND.txt`.

A new command is a row in `table` and a module of the same name. `cli` is the only caller; it loads only the
module of the command that was typed.
"""
