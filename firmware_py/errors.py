"""The exception that the command line reports as one sentence, with exit status 2."""


class UserError(Exception):
    """Wrong input from the user; the text says what is wrong and where."""
