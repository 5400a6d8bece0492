"""Every screen of the panel: for the golden pictures, and for people on one contact sheet (`make screens`).

`python -m tests.firmware_py.screens build/screens.png` makes the sheet, in every language; with `--golden` the
English pictures that tests compare with are written anew. Look at them before you commit them.
"""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from engine import GAMES
from engine.acts import Act, read_act
from engine.game import Setup
from engine.inside.pyramid import CELLS
from engine.insider.cards import Card
from engine.insider.owner_data import KnownCard, OwnerData
from engine.match import Match
from engine.offline.tiles import TILES
from engine.steps import SIDES, across, choice, number, seat
from engine.verdicts import say
from firmware_py.config.configuration import DEFAULTS
from firmware_py.display.prompt import Question, question
from firmware_py.games.inside import display as inside
from firmware_py.games.insider.owner_data import Cards
from firmware_py.games.memory import Memory
from firmware_py.games.views import TableView
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations
from firmware_py.ui.match.screen import MatchScreen, unsaved_screen
from firmware_py.ui.match.view import large_table
from firmware_py.ui.navigation.navigator import Navigator
from firmware_py.ui.navigation.options import Path as Way
from tests.engine.games import random_game
from tests.engine.offline.tables import DEALT, NET_C
from tests.firmware_py.ui.stacks import choose, press

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
    box = unsaved_screen(
        match, translations, displays=displays, memory=memory, config=DEFAULTS._replace(teaching=False)
    )
    box.begin_turn()
    return box


def both(name: str, shown: MatchScreen) -> Iterator[tuple[str, Image.Image]]:
    yield name, shown.prompt()
    yield f"{name}-table", shown.table()


THREE_LIGHT = ("1 place L400", "2 place L310", "1 place L301")


def of_inside(translations: Translations) -> Iterator[tuple[str, Image.Image]]:
    yield "inside-begin", new_box(translations).prompt()
    yield "inside-begin-table", new_box(translations).table()
    yield "inside-colour", press(new_box(translations), "OK").prompt()
    yield "inside-colour-table", press(new_box(translations), "OK").table()
    yield "inside-understood", press(new_box(translations), "OK", "DOWN", "OK").prompt()
    yield "inside-bonus", new_box(translations, *THREE_LIGHT).prompt()
    yield "inside-bonus-table", new_box(translations, *THREE_LIGHT).table()
    yield "inside-bonus-done", press(new_box(translations, *THREE_LIGHT), "OK").prompt()
    yield "inside-hollow", press(new_box(translations, "1 place L310"), "UP!").prompt()
    refused = press(new_box(translations, "1 place L310"), "UP!", "OK")
    yield "inside-refused", refused.prompt()
    yield "inside-refused-table", refused.table()
    yield "inside-refused-more", press(refused, *["DOWN"] * 9).prompt()
    spent = new_box(translations, *[f"fix {cell} L" for cell in CELLS[:18]])
    yield "inside-none-left", press(spent, "OK", "UP!", "OK").prompt()
    yield "inside-out-of-turn", press(new_box(translations), "SEAT_2").prompt()
    yield "inside-out-of-turn-refused", press(new_box(translations), "SEAT_2", "OK").prompt()
    yield "inside-allowed", press(new_box(translations), "OK!").prompt()
    yield "inside-undone", press(new_box(translations), "OK", "OK", "BACK!").prompt()
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
        super().__init__(
            OwnerData(cards=tuple(KnownCard(card) for size in range(3, 8) for card in cards_of(size)))
        )

    def _keep(self, owned: OwnerData, _turned_up: list[Card]) -> None:
        self.owned = owned


def cards_of(size: int) -> list[Card]:
    """Make four cards of a size, with the longest numbers on them."""
    return [Card(tuple(range(first, first - size, -1)), -first) for first in (20, 12, 9, 3)]


WIDE = "card 7: -9 20 13 -8 4 3 10 / -20"
SEATED = [f"{seat} seat {table}" for table, seat in enumerate((1, 2, 1, 2, 3, 3), start=1)]


def of_insider(translations: Translations) -> Iterator[tuple[str, Image.Image]]:
    box = partial(new_box, translations, game="insider", seats=4, memory=Catalogue())

    yield from both("insider-begin", box())
    yield "insider-catalogue", choose(box(), "5").prompt()
    yield "insider-catalogue-seven", choose(box(), "7").prompt()
    yield "insider-typed", press(choose(box(seats=2), "4", "another", "typed"), "OK", "UP", "UP", "OK").prompt()
    yield "insider-corner", press(choose(box(), "7", "another", "typed"), *["OK"] * 7).prompt()
    yield "insider-whole-card", press(choose(box(), "7", "another", "typed"), *["DOWN", "OK"] * 8).prompt()
    yield from both("insider-table", box(WIDE, "1 seat 1", "3 seat 5"))
    yield from both("insider-who", choose(box(WIDE, "1 seat 1", "3 seat 5"), "2"))
    yield from both("insider-dice", press(box(WIDE, "1 seat 1", "3 seat 5"), "UP"))
    yield from both("insider-more", press(box(WIDE, "1 seat 1", "3 seat 5"), "DOWN"))
    yield "insider-what", choose(box(WIDE), "more").prompt()
    yield "insider-move", choose(box(WIDE), "more", "move", "1").prompt()
    yield "insider-die", press(choose(box(WIDE), "roll", "1"), "SEAT_5").prompt()
    yield "insider-kinds", choose(box(WIDE), "more", "play", "1").prompt()
    yield "insider-scandal", choose(box(WIDE), "more", "play", "1", "scandal").prompt()
    yield "insider-whom", choose(box(WIDE), "more", "play", "1", "scandal", "rumours").prompt()
    yield "insider-vip", choose(box(WIDE, *SEATED), "more", "play", "1", "administrator", "vip").prompt()
    yield from both("insider-understood", press(box(WIDE, "1 seat 1"), "SEAT_2", "SEAT_5"))
    yield from both("insider-taken", press(box(WIDE, "2 seat 1"), "SEAT_4", "SEAT_1"))
    yield "insider-seven", box(WIDE, "2 roll 3 4").prompt()
    yield "insider-rumours", choose(box(WIDE, "1 rumours 2"), "roll", "2").prompt()
    yield "insider-allowed", press(box(WIDE), "SEAT_1", "OK!").prompt()
    states = ("1 rumours 2", "1 scandal 4", "fix step 1 12", "fix step 2 33", "fix step 3 -10", "fix step 4 14")
    yield "insider-states-table", box(WIDE, *states, "fix turn 2").table()
    yield "insider-left-table", box(WIDE, *states, "3 quit").table()
    shown = press(box(WIDE, *SEATED), "OK", "LEFT")
    for at in range(1, 5):
        yield from both(f"insider-evaluation-{at}", shown)
        press(shown, "OK")
    yield from both("insider-evaluated", shown)
    yield "insider-menu", press(shown, "BACK").prompt()
    yield "insider-menu-match", choose(shown, "match").prompt()
    yield "insider-fix", choose(press(shown, "BACK"), "correct", "fix").prompt()
    yield "insider-fix-open", choose(press(box(WIDE), "BACK"), "correct", "fix", "step").prompt()
    yield "insider-look", choose(press(shown, "BACK", "BACK"), "look", "rounds").prompt()
    yield "insider-legend", choose(press(box(WIDE), "BACK"), "look", "legend").prompt()
    yield from _insider_later(box)


def _insider_later(box: Callable[..., MatchScreen]) -> Iterator[tuple[str, Image.Image]]:
    yield "insider-cellar", press(choose(box(WIDE, "fix step 1 -3"), "more", "play", "1"), "RIGHT").prompt()
    rich = ["card 6: 20 15 1 1 1 1 / -20", "1 seat 1", "2 seat 2", "3 hype", "card 5: 1 1 1 1 1 / -9", "1 hype"]
    fixed = press(box(*rich, "card 5: 1 1 1 1 1 / -9", seats=3), "BACK")
    choose(fixed, "correct", "fix", "round", "1")
    yield "insider-fix-round-what", fixed.prompt()
    choose(fixed, "table", "2", "1")
    yield from both("insider-corrected", fixed)
    yield "insider-corrected-more", press(fixed, "DOWN", "DOWN", "DOWN").prompt()
    yield "insider-decided", press(fixed, "OK").prompt()
    yield "insider-decided-menu", press(fixed, "BACK").prompt()
    yield "insider-play-on", press(fixed, "DOWN").prompt()
    past = press(box(*rich, "card 5: 1 1 1 1 1 / -9", seats=3), "BACK")
    press(choose(past, "correct", "fix", "round"), "DOWN")
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
    yield "insider-one-display", press(box(WIDE, displays=1), "RIGHT").prompt()


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
        unsaved_screen(Match(rules, Setup("insider", NAMES[:2], tags={"Depth": "board"})), translations).prompt(),
    )
    yield "city-card", box().prompt()
    yield from both("city-how", box(*CITY))
    yield "city-draw", press(box(*CITY, "fix hand 1 2"), "DOWN").prompt()
    yield from both("city-from", box(*CITY, "1 points"))
    yield from both("city-to", press(box(*CITY, "1 points"), "OK"))
    yield from both("city-square", press(box(*CITY, "1 points"), "OK", "LEFT"))
    yield from both("city-more", press(box(*CITY, "1 points"), "DOWN"))
    yield "city-what", choose(box(*CITY, "1 roll 2 2"), "more").prompt()
    yield "city-kinds", choose(box(*CITY, "1 points"), "cards").prompt()
    yield "city-powers", choose(box(*CITY, "1 points"), "cards", "administrator").prompt()
    yield "city-pawn", choose(box(*CITY, "1 points"), "cards", "administrator", "1").prompt()
    yield from both("city-too-far", press(box(*CITY, "1 points"), "OK", *["UP!"] * 4, "OK"))
    yield from both("city-guard", box(*CITY, "1 points", "1 play scandal 1 scandal 2"))
    yield "city-guard-vip", box(*CITY, "1 points", "1 play administrator 3 vip 1 3 - - -").prompt()
    yield from both("city-out", choose(box(*CITY, "1 roll 2 2"), "more", "out"))
    yield "city-fix", choose(press(box(*CITY), "BACK"), "correct", "fix").prompt()
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
    yield "online-exchange", choose(box(), "exchange").prompt()
    yield "online-drawn", choose(box(), "draw").prompt()
    yield "online-download", choose(box("1 draw"), "category").prompt()
    yield "online-link", choose(box("1 draw"), "link").prompt()
    yield "online-link-repair", choose(box("1 draw"), "link", "repair").prompt()
    yield from both("online-laid", choose(box("1 draw"), "link", "on-line"))
    yield "online-power", choose(box("1 draw"), "more").prompt()
    yield "online-power-three", choose(box("1 draw", seats=3), "more").prompt()
    yield "online-obstruct", choose(box("1 draw"), "more", "obstruct").prompt()
    blocked = (
        "fix 2.line on-line",
        "fix 2.memory extra-memory",
        "1 draw",
        "1 block virus 2",
        "1 block memory-full 2",
    )
    yield "online-others", box(*blocked, seats=3).prompt()
    yield "online-others-link", choose(box(*blocked, seats=3), "link").prompt()
    yield "online-others-one", choose(box(*blocked[:1], *blocked[2:4], seats=3), "link").prompt()
    yield "online-secure", choose(box("fix 1.e-mail 6", "fix 1.line on-line", "1 draw"), "category").prompt()
    yield "online-searched", choose(box("1 draw"), "more", "search").prompt()
    found = box(*FOUR, "1 draw", Parties="single")
    yield "online-target", choose(found, "more", "search", "obstruct", "virus").prompt()
    yield "online-four-table", box(*FOUR, "1 draw", Parties="single").table()
    yield "online-refused", press(box(*FOUR, "1 draw", Parties="single"), "LEFT", "LEFT").prompt()
    yield from both("online-hacker", box(*FOUR, "1 draw", "1 hacker", Parties="single"))
    yield "online-capture", choose(box(*FOUR, "1 draw", "1 hacker", Parties="single"), "-").prompt()
    yield "online-six-table", box("fix 1.line on-line", "1 draw", seats=6).table()
    yield "online-trios-table", box("fix 1.line on-line", "1 draw", seats=6, Parties="trios").table()
    yield "online-goals-table", box("fix 1.e-mail 12", "1 draw", Goals="22 14 8 8").table()
    yield from both(
        "online-repair",
        press(box("fix 2.line on-line", "1 draw", "1 block under-construction 2", seats=6), "SEAT_5"),
    )
    yield "online-undo-asks", press(box("1 draw"), "BACK!").prompt()
    yield "online-time", press(box("1 draw", Limit="30"), "BACK").prompt()
    won = ("fix 1.e-mail 6", "fix 1.music 4", "fix 1.game 2", "fix 1.movie 2")
    yield from both("online-holds", box(*won, seats=3))
    yield "online-held", press(box(*won, seats=3), "OK").prompt()
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
    opened = unsaved_screen(Match(rules, Setup("offline", NAMES[:2], tags={"Mode": "expert"})), translations)
    yield from both("offline-begin", opened)
    yield from both("offline-deal", press(opened, "OK", "OK"))
    yield "offline-deal-tile", press(opened, "RIGHT").prompt()
    yield from both("offline-dealt", press(opened, "RIGHT", "DOWN"))
    yield "offline-deal-elsewhere", press(opened, "BACK", "DOWN").prompt()
    yield from both("offline-show", box(*DEALT, "show YSM"))
    yield from both("offline-turn", box(*NET_C))
    yield from both("offline-group", choose(box(*NET_C), "BCD"))
    yield from both("offline-site", choose(box(*NET_C), "BCD", "C"))
    yield from both("offline-site-of-seven", choose(box(*NET_C), "A"))
    yield from both("offline-tile", choose(box(*NET_C), "BCD", "C", "C2"))
    yield from both("offline-tile-free", choose(box(*NET_C), "BCD", "C", "C5"))
    yield from both("offline-refused", choose(box(*NET_C), "BCD", "C", "C1", "rest", "YSB"))
    refused = choose(box(*NET_C), "BCD", "C", "C1", "rest", "YSB")
    yield "offline-refused-more", press(refused, *["DOWN"] * 9).prompt()
    yield from both("offline-swapped", box(*NET_C, "1 swap YSB C2"))
    yield from both("offline-swapped-site", choose(box(*NET_C, "1 swap YSB C2"), "A"))
    crowded = box(*NET_C, "1 swap YSB C2", "fix display YSC RST RSB YEC YET")
    yield "offline-crowded-table", choose(crowded, "A").table()
    refused = box(*NET_C, "1 swap YSB C2")
    refused.submit(read_act("1 swap C3"))
    yield from both("offline-swapped-refused", refused)
    full = [sentence for sentence in _filled_board(NET_C) if sentence.startswith("fix A")]
    yield "offline-seven-table", choose(box(*NET_C, *full), "A", "A2").table()
    yield from both("offline-offline", box(*NET_C, "1 swap YSB C2", "1 offline", "show YEB"))
    yield from both("offline-cleared", box(*NET_C, "fix offline GEC GEM GET GDC", "1 clear"))
    yield "offline-clear", press(box(*NET_C, "fix offline GEC"), "DOWN").prompt()
    yield "offline-more", choose(box(*NET_C, Mode="expert"), "more").prompt()
    yield "offline-analyse", choose(box(*NET_C, Mode="expert"), "more", "analyse").prompt()
    yield "offline-menu", press(box(*NET_C), "BACK").prompt()
    yield "offline-fix", choose(press(box(*NET_C), "BACK"), "correct", "fix").prompt()
    ended = box(*NET_C, *_filled_board(NET_C), seats=3)
    yield from both("offline-ended", ended)
    yield "offline-reveal", press(ended, "DOWN", "OK").prompt()
    yield "offline-reveal-language", press(ended, "LEFT").prompt()
    yield "offline-one-display", press(box(*NET_C, displays=1), "BACK").prompt()
    yield from _of_offline_score(box)


def _of_offline_score(box: Callable[..., MatchScreen]) -> Iterator[tuple[str, Image.Image]]:
    yield from both("offline-lead", box(Depth="score"))
    yield "offline-lead-again", box(*TOLD[:4], Depth="score").prompt()
    yield "offline-leader", choose(box(Depth="score"), "3").prompt()
    yield "offline-other-count", choose(box(Depth="score"), "other").prompt()
    yield "offline-score-menu", press(box(*TOLD[:4], Depth="score"), "BACK").prompt()
    yield "offline-told-net-table", choose(press(box(Depth="score"), "BACK"), "game", "site", "BCD", "B").table()
    yield from both("offline-tile-at", box("site A1 YDM", Depth="score"))
    yield from both("offline-told", box(*TOLD, Depth="score", Mode="expert", seats=4))
    yield "offline-told-seat", press(box(*TOLD, Depth="score", Mode="expert", seats=4), "DOWN", "OK").prompt()
    cards = ("1 analysed A YDM", "1 reveal R F B", "2 reveal Y S C", "3 reveal B D M")
    scored = box(*TOLD, *cards, Depth="score", Mode="expert", seats=4)
    choose(scored, "4", "reveal", "G", "E", "T")
    for at in range(1, 5):
        yield from both(f"offline-account-{at}", scored)
        yield f"offline-account-{at}-more", press(scored, *["DOWN"] * 9).prompt()
        press(scored, "OK")
    yield from both("offline-end", scored)


def _filled_board(sentences: tuple[str, ...]) -> list[str]:
    """Correct every site that is still empty, with tiles from the bag."""
    taken = {word for sentence in sentences for word in sentence.split()}
    bag = iter(name for name in TILES if name not in taken)
    sites = GAMES["offline"].rules().start(Setup("offline", NAMES[:2])).places
    return [f"fix {site} {next(bag)}" for site in sites if site not in taken]


def of_large(translations: Translations) -> Iterator[tuple[str, Image.Image]]:
    """The large table picture: whose turn it is, long names, winners, four and six players."""
    box = partial(new_box, translations)
    yield "large-inside-table", large_table(box("1 place L310").view)
    card, steps = "card 5: 3 2 1 1 0 / -4", ("fix step 1 12", "fix step 2 33", "fix step 3 -10")
    city = partial(box, card, *steps, game="insider", Depth="board")
    yield "large-city-table", large_table(city("fix turn 2", seats=3).view)
    yield "large-four-table", large_table(city(seats=4, Colours="blue red green yellow").view)
    yield "large-six-table", large_table(box("1 draw", game="online", seats=6).view)
    won = box("card 5: 20 20 5 4 -3 / -4", "1 seat 1", "1 seat 2", "2 seat 3", "3 hype", game="insider", seats=3)
    yield "large-won-table", large_table(won.view)


def of_shapes(translations: Translations) -> Iterator[tuple[str, Image.Image]]:
    """Shapes of questions that no game asks yet, drawn with Inside's words."""
    label = say("inside.cube-light"), say("inside.cube-dark")

    def shown(steps, allowed, cursor=None):
        acts = [Act(1, "take", (step.value,)) for step in steps]
        paths = [Way((step,), act) for step, act in zip(steps, acts, strict=True)]
        navigator = Navigator(paths, {act for act in acts if act.args[0] in allowed})
        navigator.cursor = navigator.cursor if cursor is None else cursor
        return question(Question(NAMES[1], "", navigator, NAMES), translations)

    four = [
        across(side, say("inside.ask-colour"), value, label[at % 2])
        for at, (side, value) in enumerate(zip(SIDES, "abcd", strict=True))
    ]
    many = [choice(say("inside.ask-colour"), value, label[at % 2]) for at, value in enumerate("abcdefgh")]
    yield "shape-cross", shown(four, "bc")
    yield "shape-cross-of-three", shown(four[:3], "bc")
    yield "shape-list-of-two", shown(many[:2], "b")
    yield "shape-list", shown(many, "bdefg", cursor=4)
    yield "shape-list-end", shown(many, "bdefg", cursor=7)
    yield "shape-number", shown([number(say("inside.ask-cell"), value) for value in range(1, 8)], "12345")
    yield "shape-seats", shown([seat(say("inside.ask-cell"), value) for value in range(1, 7)], "23456")


def screens(translations: Translations) -> Iterator[tuple[str, Image.Image]]:
    """Draw every screen of a language."""
    from tests.firmware_py.screens_stack import of_desk  # it plays with the keys, as tests do

    for source in (of_inside, of_insider, of_city, of_offline, of_online, of_large, of_shapes, of_desk):
        for name, image in source(translations):
            yield f"{translations.language}-{name}", image.copy()


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
    if "--golden" in sys.argv:
        for old in GOLDEN.glob("*.png"):
            old.unlink()
        for name, image in screens(Translations("en").for_panel()):
            image.save(GOLDEN / f"{name}.png")
    else:
        drawn = {name: image for each in LANGUAGES for name, image in screens(Translations(each).for_panel())}
        target = Path(sys.argv[1])
        target.parent.mkdir(parents=True, exist_ok=True)
        contact_sheet(drawn).save(target)
        print(f"{len(drawn)} screens: {target}")


if __name__ == "__main__":
    main()
