"""Owner data on the page: what the editor is told, and what becomes of whatever it sends back."""

import errno
import json
import os
import re
import subprocess
import sys
from copy import deepcopy
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import firmware_py
from engine.insider import owner_data as insider
from engine.insider.cards import Card
from engine.insider.city import GRID, Link
from engine.offline import owner_data as offline
from firmware_py.games import owner_data
from firmware_py.games.lookup import owner_data_of
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations
from firmware_py.page.more.owner_forms import form_of, overview, save
from firmware_py.storage import paths
from tests.firmware_py.errors import user_error

WORDS = Translations("en")
SIDELINE = Path(sys.executable).with_name("sideline")
STATIC = Path(firmware_py.__file__).parent / "page" / "static"

INSIDERS = insider.OwnerData(
    insider.Board(-8, verified=True, links=tuple(Link(*pair, at % 7) for at, pair in enumerate(GRID))),
    (insider.KnownCard(Card((5, 3, 1), -2), verified=True), insider.KnownCard(Card((4, 4, 0, -1), -6))),
)
OFFLINES = offline.PLACEHOLDER._replace(
    nets=(offline.Net(4, ((1, 2), (2, 3), (2, 4))), *offline.PLACEHOLDER.nets[1:]),
    market=((1, 2, 999), *offline.PLACEHOLDER.market[1:]),
    map_verified=True,
)
SIZES_ALONE = offline.PLACEHOLDER._replace(nets=tuple(offline.Net(5, None) for _ in offline.NETS))
MINE = [("insider", INSIDERS), ("offline", OFFLINES), ("offline", SIZES_ALONE)]


@pytest.fixture(name="data")
def fixture_data():
    """Where owner data lies; every test has a machine of its own."""
    return Path(paths.data_folder())


def sent(game, *, translations=WORDS):
    """What a browser sends back that has changed nothing: it has gone through JSON."""
    told = json.loads(json.dumps(form_of(game, translations)))
    return {"version": told["version"], "owner_data": told["owner_data"]}


# --- what is told


@pytest.mark.parametrize("game", owner_data.games())
def test_without_a_file_the_placeholder_is_told_as_what_it_is(game, data):
    told = form_of(game, WORDS)
    assert (told["is_placeholder"], told["faults"], told["version"]) == (True, [], "")
    assert not any(one["verified"] for one in overview(WORDS))
    assert told["unknown"]
    assert not data.exists(), "telling writes nothing"


def test_what_is_still_unknown_is_told_until_it_is_known():
    assert form_of("offline", WORDS)["unknown"] == [
        "Nobody has compared the map with the board.",
        "Nobody has compared the market cards with the printed ones.",
    ]
    owner_data.save("offline", SIZES_ALONE._replace(map_verified=True, market_verified=True))
    assert form_of("offline", WORDS)["unknown"] == [
        "No links are entered: enough for the score, not for a game on the board.",
        "Net A has 5 sites here, but the rule sheet says 7.",
    ]
    owner_data.save("insider", INSIDERS)
    assert form_of("insider", WORDS)["unknown"][:2] == [
        "Evaluation cards that nobody has compared: 1",
        "Cards with 3 tables: 1 of 4 known",
    ]


def test_the_overview_lists_every_game_with_whether_it_is_checked():
    owner_data.save("offline", OFFLINES._replace(market_verified=True))
    assert [(one["game"], one["name"], one["verified"]) for one in overview(WORDS)] == [
        ("insider", "Insider", False),
        ("offline", "Offline", True),
    ]


def test_a_broken_file_is_told_with_its_faults_beside_the_placeholder_and_can_be_replaced(data):
    data.mkdir()
    (data / "insider.toml").write_text("[board]\ncellar = 4\nverified = true\n")
    told = form_of("insider", WORDS)
    assert told["faults"] == ["insider.toml, board.cellar: write a whole number from −40 to −1 here"]
    assert not overview(WORDS)[0]["verified"]
    assert save("insider", sent("insider"), WORDS) == []
    assert owner_data.load("insider") == insider.OwnerData()
    assert "cellar = 4" in (data / "insider.toml.old").read_text()


def test_a_game_without_owner_data_is_named():
    why = "“online” needs no data of your copy; games that do: insider, offline"
    with user_error("online"):
        form_of("online", WORDS)
    assert save("online", {}, WORDS) == [why]


# --- what is kept


@pytest.mark.parametrize(("game", "owned"), MINE)
def test_what_is_told_and_sent_back_is_the_same_data(game, owned, data):
    owner_data.save(game, owned)
    before = sent(game)
    (data / f"{game}.toml").unlink()
    assert save(game, {**before, "version": ""}, WORDS) == []
    assert owner_data.load(game) == owned
    assert not (data / f"{game}.toml.old").exists(), "there was nothing before"
    done = subprocess.run([SIDELINE, "my-copy", game], capture_output=True, check=True, text=True)
    shown = [line for head, items in owner_data_of(game).show(owned) for line in (head, *items)]
    assert [line.strip() for line in done.stdout.splitlines()][: len(shown)] == list(map(WORDS.text, shown))


def test_a_change_is_kept_and_what_was_there_before_lies_beside_it(data):
    owner_data.save("offline", OFFLINES)
    before = (data / "offline.toml").read_text()
    changed = sent("offline")
    changed["owner_data"]["map"]["A"]["links"].append("A3-A4")
    changed["owner_data"]["map"]["verified"] = False
    assert save("offline", changed, WORDS) == []
    owned = owner_data.load("offline")
    assert owned.nets[0].links == ((1, 2), (2, 3), (2, 4), (3, 4))
    assert (data / "offline.toml.old").read_text() == before


def test_saving_the_same_again_does_not_push_out_what_was_there_before(data):
    owner_data.save("insider", insider.OwnerData())
    changed = sent("insider")
    changed["owner_data"]["board"]["cellar"] = -3
    assert save("insider", changed, WORDS) == []
    assert save("insider", sent("insider"), WORDS) == []
    assert "cellar = -10" in (data / "insider.toml.old").read_text()


def test_checked_is_what_the_person_says_part_by_part():
    said = sent("offline")
    said["owner_data"]["market"]["verified"] = True
    assert save("offline", said, WORDS) == []
    owned = owner_data.load("offline")
    assert (owned.map_verified, owned.market_verified) == (False, True)
    said = sent("insider")
    said["owner_data"]["cards"][0]["verified"] = True
    del said["owner_data"]["board"]["verified"]
    assert save("insider", said, WORDS) == []
    owned = owner_data.load("insider")
    assert (owned.board.verified, owned.cards[0].verified) == (False, True)


def test_nobody_saves_over_what_was_learnt_meanwhile():
    mine = sent("insider")
    learnt = insider.learn(insider.OwnerData(), Card((1, 2, 3), -1))
    owner_data.save("insider", learnt)
    assert save("insider", mine, WORDS) == [WORDS("page.my-copy-changed-elsewhere")]
    assert owner_data.load("insider") == learnt
    mine["version"] = form_of("insider", WORDS)["version"]
    assert save("insider", mine, WORDS) == [], "who has been told may insist"


# --- faults


def faults_of_offline():
    bad = sent("offline")
    nets, market = bad["owner_data"]["map"], bad["owner_data"]["market"]
    nets["A"]["sites"] = 3
    nets["B"]["links"] = ["B1-B2", "B2-C3"]
    nets["C"]["links"] = ["C1-C2"]
    nets["<script>"] = 1
    market["B"] = [12, 12, 32]
    market["D"][2] = "many"
    return bad


def faults_of_insider():
    bad = sent("insider")
    board, cards = bad["owner_data"]["board"], bad["owner_data"]["cards"]
    board["cellar"], board["verified"], board["links"]["b1-b2"], board["links"]["a1-f5"] = 4, "yes", 7, 1
    cards += [{"values": [1, 2, 99], "corner": -1}, {"values": [1], "corner": 7}, deepcopy(cards[0]), None]
    bad["owner_data"]["roof"] = {}
    return bad


def test_every_fault_of_a_bad_map_is_a_sentence_with_its_place(data):
    told = save("offline", faults_of_offline(), WORDS)
    assert [line.partition(": ")[0] for line in told] == [
        "Map", "Net A, Sites", "Net B", "Net C", "Market card B", "Market card D",
    ]  # fmt: skip
    assert told[1] == "Net A, Sites: write a whole number from 4 to 7 here"
    assert told[2] == "Net B: B2-C3 leaves net B: links stay within a net"
    assert not data.exists()


def test_every_fault_of_a_bad_board_and_bad_cards_is_a_sentence_with_its_place(data):
    told = save("insider", faults_of_insider(), WORDS)
    assert [line.partition(": ")[0] for line in told] == [
        "Insider", "Cellar", "Board", "Path b1-b2", "Board",
        "Card 2, Table 3", "Card 3", "Card 3, Corner", "Card 5", "Card 4",
    ]  # fmt: skip
    assert not data.exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_faults_are_told_in_the_language_of_whoever_sends(language):
    translations = Translations(language)
    place = translations("page.my-copy-market-card", card="B")
    assert any(line.startswith(place) for line in save("offline", faults_of_offline(), translations))


def test_of_very_many_faults_the_rest_is_counted():
    bad = sent("insider")
    bad["owner_data"]["cards"] = [{"values": [99], "corner": 99}] * 90
    told = save("insider", bad, WORDS)
    assert len(told) == 21
    assert told[-1] == "and 160 more"


@pytest.mark.parametrize("part", ["map", "market"])
def test_a_part_that_is_left_out_does_not_become_the_placeholder(part):
    owner_data.save("offline", OFFLINES)
    half = sent("offline")
    del half["owner_data"][part]
    assert save("offline", half, WORDS) == [WORDS("page.my-copy-no-data")]
    assert owner_data.load("offline") == OFFLINES


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "much",
    [
        nested(9),
        nested(100_000),
        [0] * 100_000,
        "x" * 101,
        {str(key): 1 for key in range(2000)},
        10**5000,
        -(10**7),
    ],
    ids=["deep", "very deep", "many", "long", "keys", "huge", "low"],
)
def test_what_is_too_much_is_refused_at_once(much):
    bad = sent("offline")
    bad["owner_data"]["map"]["A"]["links"] = [much]
    assert save("offline", bad, WORDS) == [WORDS("page.my-copy-no-data")]


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=8,
)


def paths_in(value, path=()):
    """Every place in JSON values."""
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        yield from paths_in(inner, (*path, key))


@st.composite
def almost_houses(draw, game):
    """Good owner data in which a few places were replaced by anything, or left out."""
    values = sent(game)
    for _ in range(draw(st.integers(0, 3))):
        path = draw(st.sampled_from(sorted(paths_in(values), key=str)))
        if not path:
            return draw(ANYTHING)
        around = values
        for key in path[:-1]:
            around = around[key]
        if draw(st.booleans()):
            around[path[-1]] = draw(ANYTHING | st.integers(-20, 20))
        else:
            del around[path[-1]]
    return values


@pytest.mark.parametrize("game", owner_data.games())
@given(data=st.data())
def test_whatever_comes_is_kept_whole_or_refused_with_a_sentence(game, data):
    path = owner_data.path_of(game)
    Path(path).unlink(missing_ok=True)
    values = data.draw(almost_houses(game) | ANYTHING)
    told = save(game, values, WORDS)
    if told:
        assert not os.path.exists(path)
        assert "".join(told).encode(), "and it can be sent"
        assert all(line and "\n" not in line for line in told)
    else:
        owned, faults = owner_data_of(game).read(values["owner_data"])
        assert (owner_data.load(game), []) == (owned, faults)


# --- disks


def full(*_arguments):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_full_disk_is_a_sentence_and_the_file_stays_as_it_was(call, data, monkeypatch):
    owner_data.save("offline", OFFLINES)
    before = (data / "offline.toml").read_text()
    changed = sent("offline")
    changed["owner_data"]["market"]["A"] = [1, 2, 3]
    monkeypatch.setattr(paths.os, call, full)
    assert save("offline", changed, WORDS) == ["it could not be written: No space left on device"]
    assert (data / "offline.toml").read_text() == before
    monkeypatch.undo()


def test_a_folder_that_cannot_be_made_is_a_sentence(data):
    data.write_text("a file where a folder should be")
    (told,) = save("insider", sent("insider"), WORDS)
    assert told.startswith("it could not be written: ")


def test_an_old_file_that_is_no_text_is_left_alone(data):
    data.mkdir()
    (data / "insider.toml").write_bytes(b"\xff\xfe\x00")
    (told,) = save("insider", sent("insider"), WORDS)
    assert told.startswith("it could not be written: ")
    assert (data / "insider.toml").read_bytes() == b"\xff\xfe\x00"


# --- the words of the editors


def test_the_editors_say_what_is_in_the_table_and_nothing_is_left_over():
    scripts = "\n".join(path.read_text() for path in STATIC.glob("my-copy*.js"))
    home = Path(firmware_py.__file__).parent
    modules = [home / "page" / "more" / "owner_forms.py", *home.glob("games/*/owner_data.py")]
    code = "\n".join(path.read_text() for path in modules)
    named = set(re.findall(r'"(page\.my-copy-[a-z-]+)"', scripts + code))
    assert named == {key for key in WORDS.table if key.startswith("page.my-copy-")}


def test_every_placeholder_is_filled_by_the_editors():
    scripts = "\n".join(path.read_text() for path in STATIC.glob("my-copy*.js"))
    for key, values in re.findall(
        r'words\("(page\.my-copy-[a-z-]+)"(?:, \{([^}]*(?:\$\{[^}]*\}[^}]*)*)\})?', scripts
    ):
        for name in re.findall(r"{(\w+)}", WORDS.table[key]):
            assert re.search(rf"\b{name}\b", values), (key, name)
