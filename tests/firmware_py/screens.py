"""Every screen of the panel: for the golden pictures, and for people on one contact sheet (`make screens`).

`python -m tests.firmware_py.screens build/screens.png` makes the sheet; with `--golden` the pictures that
tests compare with are written anew. Look at them before you commit them.
"""

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from drivers.presses import Key, Kind, Press
from engine import GAMES
from engine.acts import Act, read_act
from engine.game import Setup
from engine.inside.pyramid import CELLS
from engine.insider.cards import Card
from engine.insider.owner_data import Entry, OwnerData
from engine.match import Match
from engine.offline.tiles import TILES
from engine.steps import choice, number, seat
from engine.verdicts import say
from firmware_py.config.configuration import DEFAULTS
from firmware_py.display.prompt import Question, question
from firmware_py.games.inside import display as inside
from firmware_py.games.insider.owner_data import Cards
from firmware_py.games.memory import Memory
from firmware_py.games.views import TableView
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations
from firmware_py.ui.match_screen import MatchScreen
from firmware_py.ui.navigator import Navigator
from firmware_py.ui.navigator import Path as Way
from tests.engine.games import random_game
from tests.engine.offline.tables import DEALT, NET_C

GOLDEN = Path(__file__).parent / "golden"
NAMES = ("Anna", "Maximilian-Luca", "Carla", "Wilhelmina-Jane", "Emil", "Fritz")
"""Short names and two of the longest that the box takes."""


def new_box(
    translations: Translations,
    *sentences: str,
    displays: int = 2,
    game: str = "inside",
    seats: int = 2,
    memory: Memory | None = None,
    **tags: str,
) -> MatchScreen:
    """Make a box in the middle of a game; it teaches nothing, unless it is asked to."""
    match = Match(GAMES[game].rules(), Setup(game, NAMES[:seats], tags=tags))
    for sentence in sentences:
        refusal = match.play(read_act(sentence))
        assert refusal is None, (sentence, refusal)
    box = MatchScreen(
        match, translations, displays=displays, memory=memory, config=DEFAULTS._replace(teaching=False)
    )
    box.begin_turn()
    return box


def both(name: str, shown: MatchScreen) -> Iterator[tuple[str, Image.Image]]:
    yield name, shown.prompt()
    yield f"{name}-table", shown.table()


def press(box: MatchScreen, *keys: str) -> MatchScreen:
    """Press keys by name; `OK!` is a long press."""
    for key in keys:
        box.press(Press(Key[key.rstrip("!")], Kind.LONG if key.endswith("!") else Kind.SHORT))
    return box


THREE_LIGHT = ("1 place L400", "2 place L310", "1 place L301")


def of_inside(translations: Translations) -> Iterator[tuple[str, Image.Image]]:
    yield "inside-begin", new_box(translations).prompt()
    yield "inside-begin-table", new_box(translations).table()
    yield "inside-colour", press(new_box(translations), "OK").prompt()
    yield "inside-colour-table", press(new_box(translations), "OK").table()
    yield "inside-understood", press(new_box(translations), "OK", "RIGHT").prompt()
    yield "inside-bonus", new_box(translations, *THREE_LIGHT).prompt()
    yield "inside-bonus-table", new_box(translations, *THREE_LIGHT).table()
    yield "inside-bonus-done", press(new_box(translations, *THREE_LIGHT), "OK", "LEFT").prompt()
    yield "inside-hollow", press(new_box(translations, "1 place L310"), "UP!").prompt()
    refused = press(new_box(translations, "1 place L310"), "UP!", "OK")
    yield "inside-refused", refused.prompt()
    yield "inside-refused-table", refused.table()
    yield "inside-refused-more", press(refused, *["DOWN"] * 9).prompt()
    spent = new_box(translations, *[f"fix {cell} L" for cell in CELLS[:18]])
    yield "inside-none-left", press(spent, "OK", "LEFT").prompt()
    yield "inside-out-of-turn", press(new_box(translations), "SEAT_2").prompt()
    yield "inside-out-of-turn-refused", press(new_box(translations), "SEAT_2", "OK").prompt()
    yield "inside-lawful", press(new_box(translations), "OK!").prompt()
    yield "inside-undone", press(new_box(translations), "OK", "LEFT", "BACK!").prompt()
    yield (
        "inside-undo-asks",
        press(new_box(translations, "1 place L310", "2 place D400", "undo"), "BACK!").prompt(),
    )
    yield "inside-nothing-to-undo", press(new_box(translations), "BACK!").prompt()
    yield "inside-one-display", new_box(translations, "1 place L310", displays=1).prompt()
    yield "inside-one-display-moving", press(new_box(translations, "1 place L310", displays=1), "UP!").prompt()
    for count in (9, 18, 27, 34):
        states = [state for _, state, _ in random_game(Setup("inside", NAMES[:2]), seed=3)]
        yield f"inside-table-{count}", inside.draw(TableView(states[count], NAMES[:2], translations))
    box = new_box(translations)
    for _, _, act in random_game(Setup("inside", NAMES[:2]), seed=3):
        box.match.play(act)
    box.begin_turn()
    yield "inside-end", box.prompt()
    yield "inside-end-table", box.table()
    yield "inside-new-game", press(box, "OK").prompt()
    yield "inside-left", new_box(translations, "1 place L310", "2 quit").prompt()


class Catalogue(Cards):
    """A full catalogue that keeps to itself."""

    def __init__(self) -> None:
        super().__init__(OwnerData(cards=tuple(Entry(card) for size in range(3, 8) for card in cards_of(size))))

    def _keep(self, house: OwnerData, _turned_up: list[Card]) -> None:
        self.house = house


def cards_of(size: int) -> list[Card]:
    """Make four cards of a size, with the longest numbers on them."""
    return [Card(tuple(range(first, first - size, -1)), -first) for first in (20, 12, 9, 3)]


WIDE = "card 7: -9 20 13 -8 4 3 10 / -20"
SEATED = [f"{seat} seat {table}" for table, seat in enumerate((1, 2, 1, 2, 3, 3), start=1)]


def of_insider(translations: Translations) -> Iterator[tuple[str, Image.Image]]:
    box = partial(new_box, translations, game="insider", seats=4, memory=Catalogue())

    yield from both("insider-begin", box())
    yield "insider-catalogue", press(box(), "LEFT").prompt()
    yield "insider-catalogue-seven", press(box(), "UP").prompt()
    yield "insider-typed", press(box(seats=2), "RIGHT", "OK", "UP", "OK", "UP", "UP", "OK").prompt()
    yield "insider-corner", press(box(), "UP", "OK", *["UP", "OK"] * 7).prompt()
    yield from both("insider-who", box(WIDE))
    yield from both("insider-table", press(box(WIDE, "1 seat 1", "3 seat 5"), "LEFT"))
    yield from both("insider-more", press(box(WIDE, "1 seat 1", "3 seat 5"), "LEFT", "DOWN"))
    yield "insider-deed", press(box(WIDE), "LEFT", "DOWN", "OK").prompt()
    yield "insider-move", press(box(WIDE), "LEFT", "DOWN", "OK", "LEFT").prompt()
    yield "insider-die", press(box(WIDE), "LEFT", "DOWN", "OK", "LEFT", "RIGHT", "SEAT_5").prompt()
    yield "insider-kinds", press(box(WIDE), "LEFT", "DOWN", "OK", "RIGHT").prompt()
    yield "insider-scandal", press(box(WIDE), "LEFT", "DOWN", "OK", "RIGHT", "UP").prompt()
    yield "insider-vip", press(box(WIDE, *SEATED), "LEFT", "DOWN", "OK", "RIGHT", "LEFT", "RIGHT").prompt()
    yield from both("insider-understood", press(box(WIDE, "1 seat 1"), "RIGHT", "SEAT_5"))
    yield from both("insider-taken", press(box(WIDE, "2 seat 1"), "DOWN", "SEAT_1"))
    yield "insider-seven", box(WIDE, "2 roll 3 4").prompt()
    yield "insider-rumours", press(box(WIDE, "1 rumours 2"), "RIGHT", "DOWN", "OK", "LEFT", "LEFT").prompt()
    yield "insider-lawful", press(box(WIDE), "LEFT", "OK!").prompt()
    states = ("1 rumours 2", "1 scandal 4", "fix step 1 12", "fix step 2 33", "fix step 3 -10", "fix step 4 14")
    yield "insider-states-table", box(WIDE, *states, "fix turn 2").table()
    yield "insider-left-table", box(WIDE, *states, "3 quit").table()
    shown = press(box(WIDE, *SEATED), "LEFT", "OK")
    for at in range(1, 5):
        yield from both(f"insider-evaluation-{at}", shown)
        press(shown, "OK")
    yield from both("insider-evaluated", shown)
    yield "insider-menu", press(shown, "BACK").prompt()
    yield "insider-fix", press(shown, "LEFT", "LEFT").prompt()
    yield "insider-fix-open", press(box(WIDE), "BACK", "LEFT", "LEFT", "OK").prompt()
    yield "insider-look", press(shown, "BACK", "RIGHT", "LEFT").prompt()
    yield (
        "insider-cellar",
        press(box(WIDE, "fix step 1 -3"), "UP", "DOWN", "OK", "RIGHT", "DOWN", "RIGHT").prompt(),
    )
    rich = ["card 6: 20 15 1 1 1 1 / -20", "1 seat 1", "2 seat 2", "3 hype", "card 5: 1 1 1 1 1 / -9", "1 hype"]
    fixed = press(box(*rich, "card 5: 1 1 1 1 1 / -9", seats=3), "BACK", "LEFT", "LEFT", "DOWN", "OK")
    press(fixed, "DOWN", "OK")
    yield "insider-fix-round-what", fixed.prompt()
    press(fixed, "LEFT", "UP", "OK", "LEFT")
    yield from both("insider-corrected", fixed)
    yield "insider-corrected-more", press(fixed, "DOWN", "DOWN", "DOWN").prompt()
    yield "insider-decided", press(fixed, "OK").prompt()
    yield "insider-decided-menu", press(fixed, "BACK").prompt()
    yield "insider-play-on", press(fixed, "OK").prompt()
    past = press(box(*rich, "card 5: 1 1 1 1 1 / -9", seats=3), "BACK", "LEFT", "LEFT", "DOWN", "OK", "DOWN")
    yield from both("insider-fix-round", past)
    shared = [
        "card 5: 20 20 20 18 18 / -9",
        "1 seat 1",
        "1 seat 2",
        "2 seat 4",
        "2 seat 3",
        "fix step 2 2",
        "3 seat 5",
    ]
    yield "insider-shared-table", box(*shared, seats=3).table()
    yield from both(
        "insider-end", box("card 7: 20 20 5 4 -3 2 10 / -4", "1 seat 1", "1 seat 2", "2 seat 3", "3 hype")
    )
    yield "insider-one-display", press(box(WIDE, displays=1), "RIGHT", "RIGHT").prompt()


CITY = (
    "card 5: 3 2 1 1 0 / -4", "fix pawn 1 b2 b2 c1 a1-a2.1", "fix pawn 2 b2 d4 a4-a5.2", "fix pawn 3 e4 d4",
    "fix table 2 3", "fix table 4 1", "fix step 1 12", "fix step 2 -3", "fix step 3 24", "fix hand 2 3",
    "fix rumours 3 yes", "fix owed 2 1",
)  # fmt: skip


def of_city(translations: Translations) -> Iterator[tuple[str, Image.Image]]:
    box = partial(new_box, translations, game="insider", seats=3, memory=Catalogue(), Depth="board")

    rules = GAMES["insider"].rules()
    yield (
        "city-begin",
        MatchScreen(Match(rules, Setup("insider", NAMES[:2], tags={"Depth": "board"})), translations).prompt(),
    )
    yield "city-card", box().prompt()
    yield from both("city-how", box(*CITY))
    yield "city-draw", press(box(*CITY, "fix hand 1 2"), "UP").prompt()
    yield from both("city-from", box(*CITY, "1 points"))
    yield from both("city-to", press(box(*CITY, "1 points"), "OK"))
    yield from both("city-square", press(box(*CITY, "1 points"), "OK", "LEFT"))
    yield from both("city-more", press(box(*CITY, "1 points"), "DOWN"))
    yield "city-deed", press(box(*CITY, "1 roll 2 2"), "DOWN", "OK").prompt()
    yield "city-kinds", press(box(*CITY, "1 points"), "DOWN", "OK", "LEFT").prompt()
    yield "city-powers", press(box(*CITY, "1 points"), "DOWN", "OK", "LEFT", "LEFT").prompt()
    yield "city-pawn", press(box(*CITY, "1 points"), "DOWN", "OK", "LEFT", "LEFT", "RIGHT").prompt()
    yield from both("city-too-far", press(box(*CITY, "1 points"), "OK", *["UP!"] * 4, "OK"))
    yield from both("city-guard", box(*CITY, "1 points", "1 play scandal 1 scandal 2"))
    yield "city-guard-vip", box(*CITY, "1 points", "1 play administrator 3 vip 1 3 - - -").prompt()
    yield from both("city-out", press(box(*CITY, "1 roll 2 2"), "DOWN", "OK", "RIGHT"))
    yield "city-fix", press(box(*CITY), "BACK", "LEFT", "LEFT").prompt()
    yield from both("city-four", box("card 7: 20 -9 5 4 -3 2 10 / -20", seats=4))
    yield "city-one-display", press(box(*CITY, "1 points", displays=1), "LEFT").prompt()


FOUR = (
    "fix 1.line on-line virus", "fix 2.line turbo-line", "fix 3.line on-line password-error password-ok",
    "fix 4.memory extra-memory", "fix 1.memory extra-memory memory-full", "fix 2.e-mail 6", "fix 2.e-mail secured",
    "fix 3.music 4", "fix 4.game 1", "fix owed 2 1",
)  # fmt: skip


def of_online(translations: Translations) -> Iterator[tuple[str, Image.Image]]:
    box = partial(new_box, translations, game="online", seats=4)

    yield from both("online-begin", box())
    yield "online-exchange", press(box(), "RIGHT").prompt()
    yield "online-drawn", press(box(), "LEFT").prompt()
    yield "online-download", press(box("1 draw"), "LEFT").prompt()
    yield "online-link", press(box("1 draw"), "RIGHT").prompt()
    yield from both("online-laid", press(box("1 draw"), "RIGHT", "LEFT"))
    yield "online-obstruct", press(box("1 draw"), "UP").prompt()
    yield "online-power", press(box("1 draw"), "DOWN").prompt()
    yield "online-searched", press(box("1 draw"), "DOWN", "RIGHT").prompt()
    yield "online-target", press(box(*FOUR, "1 draw", Parties="single"), "DOWN", "RIGHT", "RIGHT", "LEFT").prompt()
    yield "online-four-table", box(*FOUR, "1 draw", Parties="single").table()
    yield "online-refused", press(box(*FOUR, "1 draw", Parties="single"), "LEFT", "LEFT").prompt()
    yield from both("online-hacker", box(*FOUR, "1 draw", "1 hacker", Parties="single"))
    yield "online-capture", press(box(*FOUR, "1 draw", "1 hacker", Parties="single"), "LEFT").prompt()
    yield "online-six-table", box("fix 1.line on-line", "1 draw", seats=6).table()
    yield "online-trios-table", box("fix 1.line on-line", "1 draw", seats=6, Parties="trios").table()
    yield "online-goals-table", box("fix 1.e-mail 12", "1 draw", Goals="22 14 8 8").table()
    yield from both(
        "online-repair", press(box("fix 2.line on-line", "1 draw", "1 block virus 2", seats=6), "SEAT_5")
    )
    yield "online-time", press(box("1 draw", Limit="30"), "BACK").prompt()
    won = ("fix 1.e-mail 6", "fix 1.music 4", "fix 1.game 2", "fix 1.movie 2")
    yield from both("online-holds", box(*won, seats=3))
    yield "online-held", press(box(*won, seats=3), "RIGHT").prompt()
    yield "online-end", box(*won, "2 holds 3", "3 holds 1", seats=3).prompt()


TOLD = (
    "lead A company Y 4", "lead A language D 3", "lead A product -", "lead B company Y 3", "lead B language -",
    "lead B product M 4", "lead C company Y 4", "lead C language S 4", "lead C product B 3", "lead D company B 2",
    "lead D language S 2", "lead D product -", "lead E company R 3", "lead E language D 4", "lead E product T 3",
    "lead F company -", "lead F language F 2", "lead F product C 3", "lead G company G 5", "lead G language E 3",
    "lead G product C 2", "lead H company -", "lead H language S 3", "lead H product B 2",
)  # fmt: skip


def of_offline(translations: Translations) -> Iterator[tuple[str, Image.Image]]:
    box = partial(new_box, translations, game="offline")

    rules = GAMES["offline"].rules()
    opened = MatchScreen(Match(rules, Setup("offline", NAMES[:2], tags={"Mode": "expert"})), translations)
    yield from both("offline-begin", opened)
    yield from both("offline-deal", press(opened, "OK"))
    yield "offline-deal-tile", press(opened, "DOWN", "OK", "RIGHT").prompt()
    yield from both("offline-dealt", press(opened, "RIGHT", "DOWN"))
    yield from both("offline-show", box(*DEALT, "show YSM"))
    yield from both("offline-turn", box(*NET_C))
    yield from both("offline-pair", press(box(*NET_C), "RIGHT"))
    yield from both("offline-site", press(box(*NET_C), "RIGHT", "LEFT"))
    yield from both("offline-site-of-seven", press(box(*NET_C), "LEFT", "LEFT", "DOWN"))
    yield from both("offline-tile", press(box(*NET_C), "RIGHT", "LEFT", "RIGHT"))
    yield from both("offline-refused", press(box(*NET_C), "RIGHT", "LEFT", "LEFT", "LEFT"))
    yield "offline-refused-more", press(box(*NET_C), "RIGHT", "LEFT", "LEFT", "LEFT", *["DOWN"] * 9).prompt()
    yield from both("offline-swapped", box(*NET_C, "1 swap YSB C2"))
    yield from both("offline-swapped-site", press(box(*NET_C, "1 swap YSB C2"), "LEFT", "LEFT"))
    yield from both("offline-offline", box(*NET_C, "1 swap YSB C2", "1 offline", "show YEB"))
    yield from both("offline-cleared", box(*NET_C, "fix offline GEC GEM GET GDC", "1 clear"))
    yield "offline-more", press(box(*NET_C, Mode="expert"), "OK").prompt()
    yield "offline-analyse", press(box(*NET_C, Mode="expert"), "OK", "RIGHT").prompt()
    yield "offline-menu", press(box(*NET_C), "BACK").prompt()
    yield "offline-fix", press(box(*NET_C), "BACK", "LEFT", "LEFT").prompt()
    ended = box(*NET_C, *_filled_board(NET_C), seats=3)
    yield from both("offline-ended", ended)
    yield "offline-reveal", press(ended, "RIGHT").prompt()
    yield "offline-reveal-language", press(ended, "LEFT").prompt()
    yield from both("offline-lead", box(Depth="score"))
    yield "offline-lead-again", box(*TOLD[:4], Depth="score").prompt()
    yield "offline-count", press(box(Depth="score"), "RIGHT").prompt()
    yield "offline-other-count", press(box(Depth="score"), "RIGHT", "OK").prompt()
    yield "offline-score-menu", press(box(*TOLD[:4], Depth="score"), "BACK").prompt()
    yield from both("offline-tile-at", box("site A1 YDM", Depth="score"))
    yield from both("offline-told", box(*TOLD, Depth="score", Mode="expert", seats=4))
    yield "offline-told-seat", press(box(*TOLD, Depth="score", Mode="expert", seats=4), "RIGHT").prompt()
    cards = ("1 analysed A YDM", "1 reveal R F B", "2 reveal Y S C", "3 reveal B D M")
    scored = press(box(*TOLD, *cards, Depth="score", Mode="expert", seats=4), "UP", "LEFT", "UP", "LEFT", "UP")
    for at in range(1, 5):
        yield from both(f"offline-account-{at}", scored)
        yield f"offline-account-{at}-more", press(scored, *["DOWN"] * 9).prompt()
        press(scored, "OK")
    yield from both("offline-end", scored)
    yield "offline-one-display", press(box(*NET_C, displays=1), "BACK").prompt()


def _filled_board(sentences: tuple[str, ...]) -> list[str]:
    """Correct every site that is still empty, with tiles from the bag."""
    taken = {word for sentence in sentences for word in sentence.split()}
    bag = iter(name for name in TILES if name not in taken)
    sites = GAMES["offline"].rules().start(Setup("offline", NAMES[:2])).places
    return [f"fix {site} {next(bag)}" for site in sites if site not in taken]


def of_shapes(translations: Translations) -> Iterator[tuple[str, Image.Image]]:
    """Shapes of questions that no game asks yet, drawn with Inside's words."""
    label = say("inside.cube-light"), say("inside.cube-dark")

    def shown(steps, lawful, cursor=None):
        acts = [Act(1, "take", (step.value,)) for step in steps]
        paths = [Way((step,), act) for step, act in zip(steps, acts, strict=True)]
        navigator = Navigator(paths, {act for act in acts if act.args[0] in lawful})
        navigator.cursor = navigator.cursor if cursor is None else cursor
        return question(Question(NAMES[1], "", navigator, NAMES), translations)

    four = [choice(say("inside.ask-colour"), value, label[at % 2]) for at, value in enumerate("abcd")]
    many = [choice(say("inside.ask-colour"), value, label[at % 2]) for at, value in enumerate("abcdefgh")]
    yield "shape-compass", shown(four, "bc")
    yield "shape-list", shown(many, "bdefg", cursor=4)
    yield "shape-list-end", shown(many, "bdefg", cursor=7)
    yield "shape-number", shown([number(say("inside.ask-cell"), value) for value in range(1, 8)], "12345")
    yield "shape-seats", shown([seat(say("inside.ask-cell"), value) for value in range(1, 7)], "23456")


def screens(translations: Translations) -> Iterator[tuple[str, Image.Image]]:
    """Draw every screen of a language."""
    from tests.firmware_py.screens_stack import of_desk  # it plays with the keys, as tests do

    for source in (of_inside, of_insider, of_city, of_offline, of_online, of_shapes, of_desk):
        for name, image in source(translations):
            yield f"{translations.language}-{name}", image.copy()


def every_screen() -> dict[str, Image.Image]:
    return {name: image for language in LANGUAGES for name, image in screens(Translations(language).for_panel())}


def contact_sheet(drawn: dict[str, Image.Image], columns: int = 4, zoom: int = 3) -> Image.Image:
    """Lay all pictures out on one sheet, each with its name."""
    wide, high = 128 * zoom + 24, 64 * zoom + 40
    rows = -(-len(drawn) // columns)
    sheet = Image.new("RGB", (columns * wide + 24, rows * high + 24), "#d8d4cc")
    draw = ImageDraw.Draw(sheet)
    for at, (name, image) in enumerate(drawn.items()):
        x, y = 24 + at % columns * wide, 24 + at // columns * high
        glass = image.resize((128 * zoom, 64 * zoom)).convert("L")
        lit = Image.new("RGB", glass.size, "#bfe6ff")
        draw.rectangle((x - 6, y - 6, x + glass.width + 5, y + glass.height + 5), fill="#10141c")
        sheet.paste(lit, (x, y), glass)
        draw.text((x, y + glass.height + 8), name, fill="#333333", font=ImageFont.load_default(12))
    return sheet


def main() -> None:
    drawn = every_screen()
    if "--golden" in sys.argv:
        GOLDEN.mkdir(exist_ok=True)
        for old in GOLDEN.glob("*.png"):
            old.unlink()
        for name, image in drawn.items():
            image.save(GOLDEN / f"{name}.png")
    else:
        target = Path(sys.argv[1])
        target.parent.mkdir(parents=True, exist_ok=True)
        contact_sheet(drawn).save(target)
        print(f"{len(drawn)} screens: {target}")


if __name__ == "__main__":
    main()
