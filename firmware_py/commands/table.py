"""The table of commands: the parser, the help, the shell completions and the man pages are made from it.

The texts are in `i18n/languages/*/commands.properties`, under the same names. `sideline games` reads this table at
every start, so it consists of plain classes: named tuples, argparse and getopt would take longer than the command.
"""

from __future__ import annotations

PLAY, RECORDS, BOX, HIDDEN = "play", "records", "box", "hidden"
GROUPS = (PLAY, RECORDS, BOX)
"""The groups of the first page of help; hidden commands are for the service manager."""
MANY = range(1000)


class Option:
    """An option of a command: `--name` and `-short`, with a value if it has a word for one."""

    __slots__ = ("is_old", "name", "repeats", "short", "value", "values")

    def __init__(
        self,
        name: str,
        short: str = "",
        value: str = "",
        *,
        repeats: bool = False,
        values: tuple[str, ...] = (),
        is_old: bool = False,
    ) -> None:
        """Name an option; `values` are all that it takes, if they are few. An old one is not shown any more."""
        self.name = name
        self.short = short
        self.value = value
        self.repeats = repeats
        self.values = values
        self.is_old = is_old


class Command:
    """A command: what stands after its name, its options, and examples."""

    __slots__ = ("count", "examples", "group", "name", "options", "uses")

    def __init__(
        self,
        name: str,
        group: str,
        uses: dict[str, str],
        *options: Option,
        count: range = range(1),
        examples: tuple[str, ...] = (),
    ) -> None:
        """Describe a command; `uses` has the arguments after each verb, "" is the use without a verb.

        `count` is how many arguments there can be, verbs included.
        """
        self.name = name
        self.group = group
        self.uses = uses
        self.options = options
        self.count = count
        self.examples = examples

    @property
    def verbs(self) -> tuple[str, ...]:
        """The words that can follow the command, or its game."""
        return tuple(filter(None, self.uses))


JSON = Option("json", "j")
YES = Option("yes", "y")
GLOBAL = (
    Option("help", "h"),
    Option("version", "V"),
    Option("data", "d", "FOLDER"),
    Option("config", "c", "FILE"),
    Option("language", "l", "LANGUAGE", values=("en", "fr", "de")),
    Option("color", "", "WHEN", values=("auto", "always", "never")),
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
            Option("player", "p", "NAME", repeats=True),
            Option("option", "o", "NAME=VALUE", repeats=True),
            Option("terminal", "t"),
            Option("plain"),
            Option("port", "", "NUMBER"),
            Option("players", "", "NAMES", is_old=True),
            Option("tags", "", "OPTIONS", is_old=True),
            count=range(2),
            examples=("sideline run", "sideline run inside -p Anna -p Ben", "sideline run insider -o depth=board"),
        ),
        Command("games", PLAY, {"": ""}, JSON),
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
            JSON,
            YES,
            count=MANY,
            examples=(
                "sideline matches",
                "sideline matches export 3 > saturday.txt",
                "sideline matches import saturday.txt",
                "sideline matches delete 3 4",
            ),
        ),
        Command(
            "house",
            PLAY,
            {"": "GAME", "check": "FILE", "import": "FILE", "export": ""},
            JSON,
            count=range(4),
            examples=(
                "sideline house insider",
                "sideline house insider export > insider.toml",
                "sideline house insider check insider.toml",
                "sideline house offline export > offline.toml",
                "sideline house offline import offline.toml",
            ),
        ),
        Command(
            "club",
            PLAY,
            {"": ""},
            Option("broker", "", "HOST"),
            Option("port", "", "NUMBER"),
            Option("interface", "", "NAME"),
            Option("import", "", "RECORD"),
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
            JSON,
            Option("legal"),
            Option("stop"),
            count=MANY[1:],
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
            JSON,
            count=MANY[1:],
            examples=("sideline legal game.txt", PIPED.format("", "legal")),
        ),
        Command("show", RECORDS, {"": "RECORD…"}, JSON, count=MANY[1:], examples=("sideline show game.txt",)),
        Command(
            "analyse",
            RECORDS,
            {"": "RECORD…"},
            JSON,
            Option("left", "", "N"),
            Option("nodes", "", "M"),
            count=MANY[1:],
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
            JSON,
            Option("games", "", "N"),
            Option("seed", "", "S"),
            Option("nodes", "", "M"),
            count=range(100),
            examples=("sideline match inside hard perfect --games 20",),
        ),
        Command(
            "config",
            BOX,
            {"": ""},
            JSON,
            Option("set", "s", "NAME=VALUE", repeats=True),
            Option("unset", "", "NAME", repeats=True),
            Option("check"),
            Option("show"),
            Option("example"),
            count=range(2),
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
            JSON,
            YES,
            count=range(2),
            examples=("sideline backup games.zip", "sideline backup /media/stick"),
        ),
        Command(
            "restore",
            BOX,
            {"": "FILE"},
            JSON,
            YES,
            count=range(2),
            examples=("sideline restore games.zip", "sideline restore --json games.zip"),
        ),
        Command(
            "doctor",
            BOX,
            {"": ""},
            JSON,
            Option("report"),
            examples=("sideline doctor", "sideline doctor --report > report.txt"),
        ),
        Command(
            "card",
            BOX,
            {"": "FOLDER"},
            Option("package", "", "FILE"),
            count=range(2),
            examples=("sideline card /media/you/bootfs",),
        ),
        Command("setup", BOX, {"": ""}, JSON, YES, Option("undo")),
        Command(
            "update",
            BOX,
            {"": "FILE"},
            JSON,
            Option("try"),
            Option("older"),
            Option("ask", is_old=True),
            Option("back", is_old=True),
            count=range(2),
        ),
        Command("completion", BOX, {"": "SHELL"}, count=range(2), examples=("sideline completion bash",)),
        Command("goodbye", HIDDEN, {"": "[PICTURE]"}, count=range(2)),
    )
}
SHELLS = ("bash", "zsh", "fish")
