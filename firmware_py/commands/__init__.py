"""The commands of `sideline`, one per module, each with `main(given, translations) -> exit status`.

What they share is in `shared`, what `doctor` checks in `checks`. Their texts are in
`i18n/languages/*/commands.properties` and `help-COMMAND.txt`.

A new command is a row in `shared.table` and a module of the same name. `cli` is the only caller; it loads only the
module of the command that was typed.
"""
