"""The program of the box: command line, screens, page, storage, and what each game shows.

`cli.main` is the command `sideline`; `commands` has one module for each command. `runtime` runs the box: one
queue of events, one thread that owns the match. `ui` turns keys into acts, `display` draws, `page` serves the
page, `storage` keeps every act, `games` has what each game shows. `club` is another server, for many boxes;
`mqtt` publishes to it. `config`, `i18n` and `system` are used by all of them. `errors.UserError` is what people
did wrong, as a sentence.

Imports go one way, from the command line down to the languages; pyproject.toml has the order, and import-linter
checks it. `engine` and `drivers` import nothing from here.
"""

__version__ = "0.9.0"
