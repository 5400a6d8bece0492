"""`sideline look`: pictures, a record and what was taught, as files; the pictures are drawn."""

import json
import random

import pytest

from engine import online
from engine.acts import read_act
from tests.firmware_py.command import call_sideline as look
from tests.firmware_py.command import sideline
from tests.firmware_py.sight.inside_figures import PHOTO_TILT, SMALL_PHOTO, Table

MOVES = ("1 place L310", "2 place D220", "1 place D004", "2 place L130", "1 place L211")
RECORD = '[Game "inside"]\n[Players "Anna, Ben"]\n\n'


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Make pictures after the third, fourth and fifth move, a record of three moves, and what was taught."""
    made = tmp_path_factory.mktemp("pictures")
    table = Table(random.Random(5), SMALL_PHOTO, PHOTO_TILT)
    for number, act in enumerate(map(read_act, MOVES), start=1):
        table.put(act)
        if number >= 3:
            (made / f"{number}.jpg").write_bytes(table.picture())
    table.laid.put("310", "D")
    (made / "changed.jpg").write_bytes(table.picture())
    corners = [[round(float(value), 1) for value in place] for place in table.laid.taught()]
    (made / "board.toml").write_text(f"[board]\ncorners = {corners}\n")
    (made / "game.txt").write_text(RECORD + "\n".join(MOVES[:3]) + "\n")
    return made


def lines(*arguments):
    status, out, err = look("look", "inside", "--json", *arguments)
    assert err == ""
    return status, [json.loads(line) for line in out.splitlines()]


def test_pictures_are_followed_one_after_the_other(folder):
    pictures = [folder / f"{number}.jpg" for number in (3, 4, 5)]
    status, seen = lines("--teach", folder / "board.toml", "--record", folder / "game.txt", *pictures)
    assert status == 0
    assert [line["acts"] for line in seen] == [[], [MOVES[3]], [MOVES[4]]]
    assert [line["picture"] for line in seen] == list(map(str, pictures))
    assert seen[-1]["state"] == "seen"
    assert seen[-1]["pieces"] == {"310": "L", "220": "D", "004": "D", "130": "L", "211": "L"}
    assert {tag["id"] for tag in seen[-1]["tags"]} == {0, 1, 2, 3}
    assert abs(seen[-1]["tags"][2]["x"] - 261) < 2


def test_what_no_legal_move_explains_differs(folder):
    (folder / "five.txt").write_text(RECORD + "\n".join(MOVES) + "\n")
    given = ("--teach", folder / "board.toml", "--record", folder / "five.txt", folder / "changed.jpg")
    status, (line,) = lines(*given)
    assert status == 1
    assert line["differs"]["places"]["310"] == {"seen": "D", "box": "L"}
    _, out, _ = look("look", "inside", *given)
    assert "310: the picture shows D, the box has L" in out


def test_without_a_record_the_pieces_are_read_and_the_faces_counted(folder):
    _, (line,) = lines("--teach", folder / "board.toml", folder / "5.jpg")
    assert line["pieces"].items() <= {"310": "L", "220": "D", "004": "D", "130": "L", "211": "L"}.items()
    assert line["counted"]["Z"]["taken"] is None


def test_without_teaching_only_the_sheet_is_read(folder):
    _, (line,) = lines(folder / "3.jpg")
    assert (line["state"], line["pieces"], len(line["tags"])) == ("seen", {}, 4)
    assert "first teach where the board lies: --teach FILE" in look("look", "inside", folder / "3.jpg")[1]


@pytest.mark.parametrize("given", [(), ("inside",)])
def test_it_asks_for_a_game_and_a_picture(given):
    status, _, err = look("look", *given)
    assert (status, err) == (2, "sideline: which game, and which picture? See: sideline look --help\n")


def test_a_bad_picture_among_good_ones_is_named_and_the_others_are_read(folder):
    (folder / "cut.jpg").write_bytes((folder / "4.jpg").read_bytes()[:50_000])
    status, out, err = sideline("look", "inside", "--json", folder / "cut.jpg", folder / "4.jpg")
    assert status == 2
    assert err == f"sideline: {folder / 'cut.jpg'}: the picture is damaged or cut off\n"
    assert json.loads(out)["state"] == "seen"


@pytest.mark.parametrize(
    ("taught", "sentence"),
    [
        ("[board]\n", "[board] needs corners"),
        ("[bord]\n", "“bord” is not taught here"),
        ("[sheet]\nwidth = 3\nheight = 2\n", "[sheet] needs width and height"),
        ("[sheet]\nwidth = 200\nheight = nan\n", "[sheet] needs width and height"),
        ("board = 3\n", "“board” is not taught here"),
        ("[board\n", "line 1"),
    ],
)
def test_wrong_teaching_gets_one_sentence(folder, taught, sentence):
    (folder / "wrong.toml").write_text(taught)
    status, out, err = look("look", "inside", "--teach", folder / "wrong.toml", folder / "3.jpg")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert sentence in err


def test_a_game_without_sight_begins_no_match_and_only_the_sheet_is_read(folder, monkeypatch):
    monkeypatch.setattr(online, "start", lambda _: pytest.fail("it may be a game for three or more"))
    status, out, err = look("look", "online", "--json", "--teach", folder / "board.toml", folder / "3.jpg")
    assert (status, err) == (0, "")
    assert json.loads(out)["pieces"] == {}


def test_a_record_that_does_not_fit_gets_one_sentence(folder):
    (folder / "insider.txt").write_text('[Game "insider"]\n[Players "Anna, Ben"]\n')
    teach = ("--teach", folder / "board.toml")
    (folder / "refused.txt").write_text(RECORD + "1 place L000\n")
    for arguments, sentence in (
        (("--record", folder / "game.txt"), "first teach where the board lies"),
        (("--record", folder / "insider.txt", *teach), "this is a match of insider, not of inside"),
        (("--record", folder / "refused.txt", *teach), "refused moves: 1"),
    ):
        status, out, err = look("look", "inside", *arguments, folder / "3.jpg")
        assert (status, out) == (2, "")
        assert sentence in err
    assert "unknown game" in look("look", "chess", folder / "3.jpg")[2]
    (folder / "online.txt").write_text('[Game "online"]\n[Players "Anna, Ben"]\n')
    _, _, err = look("look", "online", *teach, "--record", folder / "online.txt", folder / "3.jpg")
    assert "cannot be compared" in err
