"""What the page is told: plain values in every language, the same twice, and no names for strangers."""

import json
import random
from base64 import b64decode

import pytest

from drivers.presses import Key, Kind, Press
from engine.acts import quote, read_act
from engine.game import Setup
from firmware_py.games import owner_data
from firmware_py.games.memory import Memory
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations
from firmware_py.page.serialize import PARTS, Serializer, moment
from firmware_py.page.snapshot import SnapshotTaker
from firmware_py.ui.flows import match as match_flow
from tests.depth import depth
from tests.engine.games import SETUPS, filled
from tests.firmware_py.page.replays import name_of
from tests.firmware_py.ui.stacks import PLAIN, box, match, menu, new_stack, playing, press, read_on

SOME = [setups[0] for setups in SETUPS.values()] + [
    SETUPS["insider"][3],
    SETUPS["offline"][6],
    SETUPS["online"][6],
]
NAMES = ("Quirina", "Xaverl", "Ypsilanta", "Zwetschge", "Wunibald", "Vroni")
"""No word of any language has them in it."""
STEPS = depth(10, full=16)


def failing(error):
    raise error


def serializer_of(stack, taker=None):
    """Return the JSON of a screen as a phone receives it that shows the same one; what goes wrong is raised."""
    taken = (taker or SnapshotTaker()).take(stack)
    return Serializer(taken._replace(asked=stack.top.view_model()), failing)


def part(stack, name, language="en", *, is_paired=True):
    return json.loads(serializer_of(stack).parts(language, is_paired=is_paired)[name])


@pytest.fixture(autouse=True)
def without_memory(monkeypatch):
    """No desk learns from another one."""
    monkeypatch.setattr(owner_data, "memory_of", lambda *_given: Memory())


def renamed(setup):
    return setup._replace(players=NAMES[: len(setup.players)])


def desk_with(setup, language="en"):
    stack = new_stack(config=PLAIN._replace(language=language))
    stack.translations = Translations(language)
    match_flow.begin(stack, setup)
    return stack


def shaken(stack, seed):
    """Do what people do, allowed and not allowed, with keys and with taps; after each action give the desk."""
    chance = random.Random(seed)
    for _ in range(STEPS):
        navigator, kind = box(stack).turn.navigator, chance.random()
        if kind < 0.3 and navigator is not None:
            taps = [step.tap for option in navigator.options for path in option.paths for step in path.steps]
            stack.attempt(lambda taps=taps: box(stack).tap([chance.choice(taps)]))
        elif kind < 0.7 and (allowed := match(stack).legal()):
            read_on(stack)
            box(stack).submit(filled(match(stack).rules, match(stack).state, chance.choice(allowed), chance))
        elif kind < 0.75:
            box(stack).submit(read_act(f"name 1 {quote(chance.choice(NAMES))}"))
        elif kind < 0.8:
            stack.press(Press(Key.BACK, Kind.LONG))
        else:
            stack.press(Press(chance.choice((Key.OK, Key.OK, Key.DOWN, Key.RIGHT)), Kind.SHORT))
        if not stack.screens or stack.match_screen is None or stack.top is not stack.match_screen:
            return
        yield stack


@pytest.mark.parametrize("setup", SOME, ids=name_of)
def test_all_parts_are_plain_values_in_every_language_and_strangers_hear_no_name(setup):
    stack, taker = desk_with(renamed(setup)), SnapshotTaker()
    for shown in shaken(stack, 1):
        serializer = serializer_of(shown, taker)
        for language in LANGUAGES:
            for is_paired in (True, False):
                parts = serializer.parts(language, is_paired=is_paired)
                assert tuple(parts) == PARTS
                told = {name: json.loads(text) for name, text in parts.items()}
                if is_paired:
                    assert_readable(told["ask"])
                else:
                    assert told["ask"] is told["box"] is None
                    found = [name for name in NAMES for text in parts.values() if name in text]
                    assert found == [], [str(act) for act in match(shown).log[-3:]]
                assert told["game"]["svg"].startswith("<svg")
                assert all(seat["name"] and seat["points"] for seat in told["game"]["seats"])
                assert told["game"]["waits"]
                assert all(line["text"] or line["why"] for line in told["log"]["lines"])


def assert_readable(ask):
    assert ask["title"]
    assert ask["shape"] in {"cross", "grid", "list", "number", "board", "text", "name", "end"}
    assert all(option["label"].strip() and ":" in option["tap"] for option in ask["options"])
    assert ask["shape"] in {"text", "name", "end"} or ask["cursor"] in range(len(ask["options"]))
    dialog = ask["notice"]
    if dialog is not None:
        assert dialog["title"]
        assert dialog["lines"]
        assert all(dialog["lines"])
        assert dialog["yes"]
        assert (dialog["rule"] is not None) <= dialog["is_refusal"]


@pytest.mark.parametrize("setup", SOME, ids=name_of)
@pytest.mark.parametrize("language", ["fr", "de"])
def test_a_phone_reads_in_its_language_what_a_box_of_that_language_would_say(setup, language):
    """An English box tells a French phone what a French box would tell it."""
    english, own = shaken(desk_with(setup), 3), shaken(desk_with(setup, language), 3)
    for one, other in zip(english, own, strict=True):
        for name in ("ask", "game", "log"):
            assert part(one, name, language) == part(other, name, language), name


def test_a_refusal_is_told_in_the_language_of_who_reads_it():
    stack = playing("1 place L310")
    box(stack).tap(["spot:210"])
    told = {language: part(stack, "ask", language)["notice"] for language in LANGUAGES}
    assert {dialog["rule"] for dialog in told.values()} == {told["en"]["rule"]}
    assert told["en"]["is_refusal"]
    assert len({dialog["title"] for dialog in told.values()}) == len(LANGUAGES)
    for english, french in zip(told["en"]["lines"], told["fr"]["lines"], strict=True):
        assert english != french
    assert Translations("fr")(told["fr"]["rule"]) in " ".join(told["fr"]["lines"])
    assert "210" in told["en"]["marked"]


@pytest.mark.parametrize("language", ["fr", "de"])
def test_the_menu_and_its_texts_are_translated_too(language):
    english, own = playing("1 place L310"), playing("1 place L310", config=PLAIN._replace(language=language))
    own.translations = Translations(language)
    own.set()
    for stack in (english, own):
        menu(stack)
    assert part(english, "ask", language) == part(own, "ask", language)
    for keys in (("RIGHT", "OK"), ("BACK", "BACK", "OK!")):
        for stack in (english, own):
            press(stack, *keys)
        assert part(english, "ask", language) == part(own, "ask", language), keys


@pytest.mark.parametrize("setup", SOME, ids=name_of)
def test_the_same_twice_is_the_same_to_the_letter(setup):
    for stack in shaken(desk_with(setup), 4):
        taker = SnapshotTaker()
        first, second = serializer_of(stack, taker), serializer_of(stack, taker)
        for language in LANGUAGES:
            for is_paired in (True, False):
                said = first.parts(language, is_paired=is_paired)
                assert (
                    said
                    == second.parts(language, is_paired=is_paired)
                    == first.parts(language, is_paired=is_paired)
                )


def test_parts_that_have_not_changed_are_not_sent_again(virtual):
    with virtual.phone().listen() as stream:
        stream.until(lambda seen: seen["ask"])
        assert set(stream.events[0]) == {*PARTS, "me"}
        virtual.loop.put(Press(Key.RIGHT, Kind.SHORT))
        assert set(stream.next()) == {"box"}, "a cursor has moved, on the box alone"
        virtual.paired().do("say", act="1 place L310")
        stream.until(lambda seen: seen["log"]["lines"])
        assert {"game", "log", "ask"} <= set(stream.events[-1])
        assert "me" not in stream.events[-1]


def test_a_snapshot_copies_nothing_and_changes_nothing():
    stack = playing("1 place L310", "2 place D400")
    game = match(stack)
    before, log = game.state, list(game.log)
    taken = SnapshotTaker().take(stack)
    assert taken.played is not None
    assert taken.played.state is before
    assert serializer_of(stack).parts("fr", is_paired=True)
    assert game.state is before
    assert game.log == log
    box(stack).submit(read_act("1 place L301"))
    assert taken.played.state is before, "what comes later does not reach it"
    assert len(taken.played.log) == 2


def test_the_server_never_touches_the_match_on_the_table(monkeypatch):
    stack = playing("1 place L310")
    taken = SnapshotTaker().take(stack)
    game = match(stack)
    for name in ("play", "judge", "tell", "legal", "standing", "ask"):
        monkeypatch.setattr(game, name, lambda *_given, name=name: pytest.fail(name))
    serializer = Serializer(taken, failing)
    assert serializer.parts("en", is_paired=True)
    assert serializer.answers(2, "en") == []
    assert moment(serializer.history, 1, Translations("de"), hints=True) is not None


def test_a_television_shows_names_without_pairing_if_the_box_allows_it():
    stack = new_stack(config=PLAIN._replace(tv_names=True))
    match_flow.begin(stack, renamed(SETUPS["inside"][0]))
    shown = part(stack, "game", is_paired=False)
    assert [seat["name"] for seat in shown["seats"]] == list(NAMES[:2])


def test_partners_have_the_same_number():
    stack = new_stack(config=PLAIN)
    match_flow.begin(stack, Setup("online", NAMES[:4]))
    assert [seat["party"] for seat in part(stack, "game")["seats"]] == [1, 2, 1, 2]
    match_flow.begin(stack, Setup("inside", NAMES[:2]))
    assert [seat["party"] for seat in part(stack, "game")["seats"]] == [0, 0]


def test_with_nothing_on_the_table_there_is_nothing_to_see():
    stack = new_stack()
    assert part(stack, "game") is None
    assert part(stack, "log") is None
    assert part(stack, "ask")["title"] == "Sideline"


def test_without_hints_nothing_is_told_to_be_hollow():
    for hints in (True, False):
        stack = playing("1 place L310", config=PLAIN._replace(hints=hints))
        ask = part(stack, "ask")
        assert any(option["is_hollow"] for option in ask["options"]) == hints
        assert any(ask["taps"].values()) == hints


def test_a_display_is_told_dot_by_dot(virtual):
    with virtual.phone().listen() as stream:
        displays = stream.until(lambda seen: seen["box"])["box"]["displays"]
    assert [display["role"] for display in displays] == ["table", "prompt"]
    for display in displays:
        dots = b64decode(display["dots"])
        assert len(dots) == 128 * 64 // 8
        assert any(dots)
        assert display["is_lit"]
        assert display["name"]


def test_who_has_a_seat_is_offered_what_it_may_say_out_of_turn(tmp_path):
    del tmp_path
    stack = playing("1 place L310")
    serializer = serializer_of(stack)
    assert serializer.answers(2, "en") == [], "it is asked anyway"
    setup = Setup("online", NAMES[:4])
    offered = []
    for shown in shaken(desk_with(setup), 1):
        for seat in range(1, 5):
            for answer in serializer_of(shown).answers(seat, "fr"):
                assert answer["label"]
                assert match(shown).judge(read_act(answer["act"])) is None
                offered.append(answer)
    assert serializer.answers(99, "en") == []


def test_a_refusal_stays_in_the_log_with_its_reason_and_says_the_same_later():
    stack = playing("1 place L310")
    box(stack).tap(["spot:210"])
    (line,) = [line for line in part(stack, "log")["lines"] if line["kind"] == "refused"]
    assert line["rule"]
    assert line["why"]
    read_on(stack)
    for act in ("2 place D400", "1 place L301", "2 place D220"):
        box(stack).submit(read_act(act))
        read_on(stack)
    assert [line] == [line for line in part(stack, "log")["lines"] if line["kind"] == "refused"]


@pytest.mark.parametrize("setup", SOME, ids=name_of)
def test_no_tap_for_an_act_is_a_bare_number(setup):
    stack, chance = desk_with(setup), random.Random(3)
    for _ in range(STEPS):
        read_on(stack)
        serializer = serializer_of(stack)
        for language in LANGUAGES:
            ask = json.loads(serializer.parts(language, is_paired=True)["ask"])
            assert all(any(map(str.isalpha, quick["label"])) for quick in ask["quick"]), ask["quick"]
        if not (allowed := match(stack).legal()):
            break
        box(stack).submit(filled(match(stack).rules, match(stack).state, chance.choice(allowed), chance))
