"""The one exception that the command line turns into a sentence and exit status 2."""


class UserError(Exception):
    """Something is wrong with what the user gave us; the text says what and where."""
