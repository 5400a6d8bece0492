"""The table of commands: the parser, the help, the shell completions and the man pages are made from it.

The texts are in `i18n/languages/*/commands.properties`, under the same names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from firmware_py.config.boards import BOARDS

PLAY, RECORDS, BOX, HIDDEN = "play", "records", "box", "hidden"
GROUPS = (PLAY, RECORDS, BOX)
"""The groups of the first page of help; hidden commands are for the service manager."""
MANY = range(1000)


class CommandOption(NamedTuple):
    """An option of a command: `--name` and `-short`, with a value if it has a word for one."""

    name: str
    short: str = ""
    value: str = ""
    repeats: bool = False
    values: tuple[str, ...] = ()
    """All values that it takes, if they are few."""
    is_internal: bool = False
    """The program gives it to itself; no help shows it."""


class Command(NamedTuple):
    """A command: what stands after its name, its options, and examples."""

    name: str
    group: str
    uses: Mapping[str, str]
    """The arguments after each verb; "" is the use without a verb."""
    options: tuple[CommandOption, ...] = ()
    argument_counts: range = range(1)
    """How many arguments there can be, verbs included."""
    examples: tuple[str, ...] = ()

    @property
    def verbs(self) -> tuple[str, ...]:
        """The words that can follow the command, or its game."""
        return tuple(filter(None, self.uses))


JSON = CommandOption("json", "j")
YES = CommandOption("yes", "y")
GLOBAL = (
    CommandOption("help", "h"),
    CommandOption("version", "V"),
    CommandOption("data", "d", "FOLDER"),
    CommandOption("config", "c", "FILE"),
    CommandOption("language", "l", "LANGUAGE", values=("en", "fr", "de")),
    CommandOption("color", "", "WHEN", values=("auto", "always", "never")),
)
"""The options of every command; they may stand before its name too."""
PIPED = 'printf \'[Game "inside"]\\n[Players "Anna, Ben"]\\n{}\' | sideline {} -'

COMMANDS = {
    command.name: command
    for command in (
        Command(
            "run",
            PLAY,
            {"": "[GAME]"},
            options=(
                CommandOption("player", "p", "NAME", repeats=True),
                CommandOption("option", "o", "NAME=VALUE", repeats=True),
                CommandOption("terminal", "t"),
                CommandOption("plain"),
                CommandOption("another"),
                CommandOption("port", "", "NUMBER"),
            ),
            argument_counts=range(2),
            examples=("sideline run", "sideline run inside -p Anna -p Ben", "sideline run insider -o depth=board"),
        ),
        Command("games", PLAY, {"": ""}, options=(JSON,)),
        Command(
            "matches",
            PLAY,
            {
                "": "",
                "show": "NUMBER…",
                "export": "NUMBER…",
                "import": "FILE…",
                "delete": "NUMBER…",
                "check": "",
            },
            options=(
                JSON,
                YES,
            ),
            argument_counts=MANY,
            examples=(
                "sideline matches",
                "sideline matches export 3 > saturday.txt",
                "sideline matches import saturday.txt",
                "sideline matches delete 3 4",
            ),
        ),
        Command(
            "my-copy",
            PLAY,
            {"": "GAME", "check": "FILE", "import": "FILE", "export": ""},
            options=(JSON,),
            argument_counts=range(4),
            examples=(
                "sideline my-copy insider",
                "sideline my-copy insider export > insider.toml",
                "sideline my-copy insider check insider.toml",
                "sideline my-copy offline export > offline.toml",
                "sideline my-copy offline import offline.toml",
            ),
        ),
        Command(
            "club",
            PLAY,
            {"": ""},
            options=(
                CommandOption("broker", "", "HOST"),
                CommandOption("port", "", "NUMBER"),
                CommandOption("interface", "", "NAME"),
                CommandOption("import", "", "RECORD"),
            ),
            examples=(
                "sideline club",
                "sideline club --broker club.local --interface wlan0",
                "sideline club --import evening.txt",
            ),
        ),
        Command(
            "referee",
            RECORDS,
            {"": "RECORD…"},
            options=(
                JSON,
                CommandOption("legal"),
                CommandOption("stop"),
            ),
            argument_counts=MANY[1:],
            examples=(
                "sideline referee game.txt",
                "sideline referee --json --legal game.txt",
                "sideline referee --stop - < game.txt",
            ),
        ),
        Command(
            "legal",
            RECORDS,
            {"": "RECORD…"},
            options=(JSON,),
            argument_counts=MANY[1:],
            examples=("sideline legal game.txt", PIPED.format("", "legal")),
        ),
        Command(
            "show",
            RECORDS,
            {"": "RECORD…"},
            options=(JSON,),
            argument_counts=MANY[1:],
            examples=("sideline show game.txt",),
        ),
        Command(
            "analyse",
            RECORDS,
            {"": "RECORD…"},
            options=(
                JSON,
                CommandOption("left", "", "N"),
                CommandOption("nodes", "", "M"),
            ),
            argument_counts=MANY[1:],
            examples=(
                "sideline analyse game.txt",
                "sideline analyse --json --left 20 game.txt",
                "sideline matches export 3 | sideline analyse -",
            ),
        ),
        Command(
            "match",
            RECORDS,
            {"": "GAME LEVEL LEVEL"},
            options=(
                JSON,
                CommandOption("games", "", "N"),
                CommandOption("seed", "", "S"),
                CommandOption("nodes", "", "M"),
            ),
            argument_counts=range(100),
            examples=("sideline match inside hard perfect --games 20",),
        ),
        Command(
            "look",
            RECORDS,
            {"": "GAME PICTURE…"},
            options=(
                JSON,
                CommandOption("record", "", "RECORD"),
                CommandOption("teach", "", "FILE"),
            ),
            argument_counts=MANY,
            examples=(
                "sideline look inside photo.jpg",
                "sideline look inside --teach board.toml --record game.txt photo.jpg",
                "sideline look inside --teach board.toml --json one.jpg two.jpg",
            ),
        ),
        Command(
            "config",
            BOX,
            {"": ""},
            options=(
                JSON,
                CommandOption("set", "s", "NAME=VALUE", repeats=True),
                CommandOption("unset", "", "NAME", repeats=True),
                CommandOption("check"),
                CommandOption("show"),
                CommandOption("example"),
            ),
            argument_counts=range(2),
            examples=(
                "sideline config --set night=true --set language=fr",
                "sideline config --example > sideline.toml",
                "sideline config --check sideline.toml",
            ),
        ),
        Command(
            "backup",
            BOX,
            {"": "FILE"},
            options=(
                JSON,
                YES,
            ),
            argument_counts=range(2),
            examples=("sideline backup games.zip", "sideline backup /media/stick"),
        ),
        Command(
            "restore",
            BOX,
            {"": "FILE"},
            options=(
                JSON,
                YES,
            ),
            argument_counts=range(2),
            examples=("sideline restore games.zip", "sideline restore --json games.zip"),
        ),
        Command(
            "doctor",
            BOX,
            {"": ""},
            options=(
                JSON,
                CommandOption("report"),
                CommandOption("keys"),
            ),
            examples=("sideline doctor", "sideline doctor --report > report.txt"),
        ),
        Command(
            "card",
            BOX,
            {"": "FOLDER"},
            options=(CommandOption("package", "", "FILE"),),
            argument_counts=range(2),
            examples=("sideline card /media/you/bootfs",),
        ),
        Command(
            "setup",
            BOX,
            {"": ""},
            options=(
                JSON,
                YES,
                CommandOption("undo"),
                CommandOption("board", "", "NAME", values=tuple(BOARDS)),
                CommandOption("read-only", "", "WHETHER", values=("on", "off")),
            ),
            examples=("sudo sideline setup", "sudo sideline setup --board oled-hat"),
        ),
        Command(
            "update",
            BOX,
            {"": "FILE"},
            options=(
                JSON,
                CommandOption("try"),
                CommandOption("older"),
                CommandOption("unsigned"),
                CommandOption("ask", is_internal=True),
                CommandOption("back", is_internal=True),
            ),
            argument_counts=range(2),
        ),
        Command(
            "completion", BOX, {"": "SHELL"}, argument_counts=range(2), examples=("sideline completion bash",)
        ),
        Command("last-picture", HIDDEN, {"": "[PICTURE]"}, argument_counts=range(2)),
    )
}
SHELLS = ("bash", "zsh", "fish")
