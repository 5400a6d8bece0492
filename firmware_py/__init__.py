"""The program on the box: the screens, the command line, and the loop that joins rules and hardware."""

__version__ = "0.1.0"
