"""The colours of the seats: asked for once, remembered with the player, and the same everywhere."""

import json
import re
from pathlib import Path

import pytest

from engine import GAMES
from engine.acts import read_act
from engine.colours import COLOURS, KEY_COLOURS, choices_of, colours_of, marks_of
from engine.game import Setup
from engine.verdicts import BadSetup
from firmware_py.i18n.translations import Translations
from firmware_py.page.more.charts import charts
from firmware_py.page.more.score_sheet import score_sheet
from firmware_py.page.picture import draw
from firmware_py.page.serialize import Serializer, standing
from firmware_py.page.snapshot import SnapshotTaker
from firmware_py.storage.journal import Journal
from firmware_py.ui.match.phrases import name_forms
from tests.firmware_py.page.replays import replayed
from tests.firmware_py.ui.stacks import (
    box,
    choose,
    match,
    navigator_of,
    new_stack,
    playing,
    press,
    read_on,
    text,
    values,
)

ROOT = Path(__file__).parents[3]
CARD = "card 5: 3 2 1 1 0 / -4"


def begin(stack, *answers, count="2"):
    """Begin a match of Insider; an answer that is not offered is a name that is typed."""
    choose(stack, "new", "insider", count)
    for answer in answers:
        if answer in values(stack):
            choose(stack, answer)
        else:
            choose(stack, "type")
            stack.top.type(answer)
    return stack


def asked(stack):
    return navigator_of(stack).option.step.asks.key


def test_the_pawns_of_a_new_player_are_asked_for_and_stored_with_the_match():
    stack = begin(new_stack(), "Anna", "blue", "Ben")
    assert asked(stack) == "insider.ask-option-colours"
    assert [option.step.value for option in navigator_of(stack).options if option.hollow] == ["blue"]
    choose(stack, "red", "stair", "1")
    assert match(stack).setup.tags[COLOURS] == "blue red"
    assert marks_of(match(stack).setup) == (4, 1)


def test_default_names_are_colours_that_nobody_has_and_need_no_question():
    stack = begin(new_stack(), "Anna", "yellow", "=Red", count="3")
    assert "=Yellow" not in values(stack)
    choose(stack, "=Green", "stair", "1")
    assert colours_of(match(stack).setup) == ("yellow", "red", "green")
    assert COLOURS not in match(begin(new_stack(), "=Red", "=Yellow", "stair", "1")).setup.tags


def played_before():
    """Give a box on which Anna had the blue pawns and Ben the red ones."""
    journal = Journal(":memory:")
    stack = playing(CARD, journal=journal, game="insider", players=("Anna", "Ben"), Colours="blue red")
    press(stack, "BACK")
    choose(stack, "match", "park")
    return stack


def test_a_player_is_asked_only_once():
    stack = begin(played_before(), "=Ben", "=Anna")
    assert asked(stack) == "insider.ask-option-depth"
    choose(stack, "stair", "1")
    assert match(stack).setup.tags[COLOURS] == "red blue"


def test_a_player_whose_pawns_are_taken_is_asked():
    stack = begin(played_before(), "Carla", "blue", "=Anna")
    assert asked(stack) == "insider.ask-option-colours"


def test_players_can_take_other_pawns_than_last_time():
    stack = begin(played_before(), "=Ben", "=Anna", "stair", "colours", "green")
    assert asked(stack) == "insider.ask-option-colours"
    choose(stack, "yellow", "2")
    assert match(stack).setup.tags[COLOURS] == "green yellow"
    assert match(stack).setup.first == 2


def test_the_key_of_a_colour_acts_for_the_seat_that_has_it():
    stack = playing(CARD, game="insider", players=("Anna", "Ben"), Colours="blue red")
    press(stack, "SEAT_4", "SEAT_3")
    assert str(match(stack).log[-1]) == "1 seat 3"
    press(stack, "SEAT_1", "SEAT_2")
    assert str(match(stack).log[-1]) == "2 seat 2"
    before = len(match(stack).log)
    press(stack, "SEAT_2")  # nobody has the yellow pawns; it is not an answer to a question either
    assert len(match(stack).log) == before


def test_the_key_of_a_colour_answers_who_begins():
    stack = begin(played_before(), "=Ben", "=Anna", "stair")
    press(stack, "SEAT_4")
    read_on(stack)
    assert match(stack).setup.first == 2


def test_display_page_and_charts_show_the_mark_of_the_colour():
    acts = (CARD, "1 seat 3")
    stack = playing(*acts, game="insider", players=("Anna", "Ben"), Colours="blue red")
    usual = playing(*acts, game="insider", players=("Anna", "Ben"))
    assert box(stack).table().tobytes() != box(usual).table().tobytes()
    played, words = match(stack), Translations("en").naming(("Anna", "Ben"))
    drawing = draw(played.setup, played.state, words, hints=True)
    assert set(re.findall(r"seat-\d", drawing)) == {"seat-4", "seat-1"}
    replay = replayed(played.setup, played.log)
    assert [(seat["name"], seat["mark"]) for seat in standing(replay.setup, replay.state_now, words)["seats"]] == [
        ("Anna", 4),
        ("Ben", 1),
    ]
    assert set(re.findall(r"tone-\d", charts(replay, words)[0].svg)) == {"tone-4", "tone-1"}


def test_a_phone_that_is_not_paired_sees_the_colours_as_names():
    stack = playing(CARD, game="insider", players=("Anna", "Ben"), Colours="blue red")
    serializer = Serializer(SnapshotTaker().take(stack), lambda error: pytest.fail(repr(error)))
    game = json.loads(serializer.parts("en", is_paired=False)["game"])
    assert [(seat["name"], seat["mark"]) for seat in game["seats"]] == [("Blue", 4), ("Red", 1)]


def test_a_phone_that_is_not_paired_sees_a_seat_that_a_player_has_besides_the_own_one():
    stack = playing(game="online", players=("Anna", "Ben", "Cleo", "Dora", "Emil"))
    serializer = Serializer(SnapshotTaker().take(stack), lambda error: pytest.fail(repr(error)))
    game = json.loads(serializer.parts("en", is_paired=False)["game"])
    assert [seat["name"] for seat in game["seats"]] == [f"Player {seat}" for seat in range(1, 7)]


def test_answers_name_a_seat_by_its_mark():
    stack = playing(CARD, game="insider", players=("Anna", "Ben"), Colours="blue red")
    serializer = Serializer(SnapshotTaker().take(stack), lambda error: pytest.fail(repr(error)))
    ask = json.loads(serializer.parts("en", is_paired=True)["ask"])
    labels = {option["tap"]: option["label"] for option in ask["options"]}
    assert labels.get("seat:1", "4 Anna") == "4 Anna"
    first = begin(played_before(), "=Ben", "=Anna", "stair")
    shown = [first.translations.text(option.step.label) for option in navigator_of(first).options]
    assert shown == ["1 Ben", "4 Anna", "other pawns"]


SWAPPED = {"game": "insider", "players": ("Anna", "Ben"), "Colours": "yellow red"}
EVALUATION = ("card 4: 3 2 1 1 / -4", "1 seat 1", "2 seat 2", "1 seat 3", "2 seat 4")


def read_aloud(stack):
    """Give what the displays and the page tell until the game goes on, box first."""
    told = []
    while box(stack).dialog is not None:
        told += [text(stack), *serialized(stack).values()]
        press(stack, "OK")
    return " ".join((*told, *serialized(stack).values()))


def serialized(stack):
    serializer = Serializer(SnapshotTaker().take(stack), lambda error: pytest.fail(repr(error)))
    return serializer.parts("en", is_paired=True)


def test_no_seat_number_stands_where_people_see_a_seat():
    stack = playing(**SWAPPED)
    for sentence in EVALUATION:
        box(stack).play(read_act(sentence))
    told = read_aloud(stack)
    box(stack).play(read_act("fix round 1 seat 1 2"))
    told += read_aloud(stack)
    assert {"2 Anna", "1 Ben"} <= set(re.findall(r"\d (?:Anna|Ben)\b", told)), (
        "evaluation and correction name both"
    )
    assert not re.findall(r"\b1 Anna|\b2 Ben", told)
    replay = replayed(match(stack).setup, match(stack).log)
    sheet = score_sheet(replay, Translations("en"))
    rows = re.findall(r'<td class="number">(\d)</td><th scope="row">(\w+)', sheet)
    assert rows == [("2", "Anna"), ("1", "Ben")]


def test_players_of_the_same_name_are_told_apart_by_their_marks():
    played = match(playing(*EVALUATION, **SWAPPED | {"players": ("Anna", "Anna")}))
    replay = replayed(played.setup, played.log)
    assert charts(replay, Translations("en"))[0].columns[1:] == ("2 Anna", "1 Anna")
    assert "1 Anna" in score_sheet(replay, Translations("en")).partition("2 Anna")[2]


def test_the_last_short_form_of_names_is_their_marks():
    assert name_forms(("Anna", "Matilda"), (2, 1))[-1] == ("2", "1")


def test_each_drawn_badge_of_the_page_has_a_mark():
    scripts = {path.name: path.read_text() for path in (ROOT / "firmware_py/page/static").glob("*.js")}
    given = {name: re.findall(r"seatMark\(([^)]*)\)", script) for name, script in scripts.items()}
    assert given["tv.js"]
    assert {name: words for name, words in given.items() if any("mark" not in word for word in words)} == {}


@pytest.mark.parametrize("colours", ["blue", "blue blue", "blue pink", "red yellow green"])
def test_what_is_not_a_colour_for_each_player_is_refused_with_the_tag(colours):
    with pytest.raises(BadSetup) as refused:
        GAMES["insider"].rules().start(Setup("insider", ("Anna", "Ben"), tags={COLOURS: colours}))
    assert refused.value.tag == COLOURS


def test_a_game_without_colours_to_choose_keeps_those_of_the_keys():
    assert colours_of(Setup("online", ("A", "B", "C"), tags={COLOURS: "blue red grey"})) == KEY_COLOURS[:3]


def test_pawns_default_names_caps_and_page_have_the_same_colours():
    for game in GAMES.values():
        if colours := choices_of(game.name):
            assert game.seat_names == colours == KEY_COLOURS[: len(colours)]
    guide = (ROOT / "hardware" / "case" / "README.md").read_text()
    assert tuple(re.findall(r"\| `cap_\d` \| 1 \| flange down \| (\w+) \|", guide)) == KEY_COLOURS
    scene = (ROOT / "hardware" / "case" / "scene.scad").read_text()
    caps = re.findall(r"#\w{6}", next(line for line in scene.splitlines() if line.startswith("seat_colours")))
    for sheet in ("http/static/colours.css", "page/static/sheet.css"):
        styles = (ROOT / "firmware_py" / sheet).read_text()
        assert re.findall(r"--seat-\d: (#\w{6})", styles)[: len(caps)] == caps
    assert [_nearest(cap) for cap in caps] == list(KEY_COLOURS)


HUES = {
    "red": (220, 40, 40), "yellow": (250, 210, 40), "green": (0, 160, 90), "blue": (0, 100, 200),
    "pink": (230, 130, 180), "grey": (128, 128, 128),
}  # fmt: skip


def _nearest(colour):
    """Give the name that people would give to a colour."""
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return min(HUES, key=lambda name: sum((a - b) ** 2 for a, b in zip(parts, HUES[name], strict=True)))
