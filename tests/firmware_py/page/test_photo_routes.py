"""Photos by phone: within limits, one at a time, entered or asked or named; and what was tapped is kept."""

import threading

import pytest

from engine.acts import read_act
from engine.verdicts import say
from firmware_py.errors import UserError
from firmware_py.games import taught
from firmware_py.page.photo_routes import MOST_BYTES
from firmware_py.sight.looking import Seen
from firmware_py.sight.reading import State, Taps
from firmware_py.storage.journal import JournalFault
from tests.firmware_py.page.pages import PATIENCE, Table
from tests.firmware_py.page.test_types import FIELDS
from tests.firmware_py.sight.readings import TAUGHT, after, looked, seen_of, with_cubes

JPEG = b"\xff\xd8\xff a photo"
TAPS = tuple(say(f"inside.tap-{cell}") for cell in ("400", "040", "004"))


class Looker:
    """Sees what a test says, in place of the process that looks."""

    def __init__(self):
        self.asked = []
        self.see = lambda _: Seen(State.NO_SHEET)

    def look(self, asked):
        self.asked.append(asked)
        return self.see(asked)


@pytest.fixture(name="table")
def fixture_table(tmp_path, monkeypatch):
    monkeypatch.setenv("SIDELINE_DATA", str(tmp_path))
    taught.save("inside", TAUGHT)
    with Table(tmp_path / "box", is_virtual=False, looker=Looker()) as table:
        table.looker = table.program._helpers.looker
        yield table


def photo(table, phone=None, path="/photo", data=JPEG):
    return (phone or table.paired()).ask("POST", path, data, Content_Type="image/jpeg")


def shows(table, *acts, unsure=(), **cubes):
    """Let the table show what lies there after acts, with other cubes."""
    table.looker.see = lambda asked: seen_of(with_cubes(after(asked.state, *acts), **cubes), asked.state, unsure)


def test_acts_are_entered_as_seen(table):
    shows(table, "1 place L310")
    answer = photo(table)
    assert (answer.status, answer.json["title"]) == (200, "Entered: light cube on 310")
    assert table.log == ["1 place L310"]
    assert table.looker.asked[0].taught == TAUGHT
    assert {(spot["place"], spot["kind"]) for spot in answer.json["spots"]} == {("310", "read")}
    assert set(answer.json) == FIELDS["PhotoAnswer"]
    phone = table.paired()
    kept = phone.get("/seen/1/after")
    assert (kept.body, kept.headers["Content-Type"]) == (JPEG, "image/jpeg")
    assert [phone.get(f"/seen/{path}").status for path in ("1/before", "2/after", "1/it")] == [404] * 3
    assert table.phone().get("/seen/1/after").status == 403
    shows(table)
    assert photo(table).json["title"] == "Table and box agree."
    assert len(table.log) == 1


def test_acts_that_cannot_be_saved_are_not_told_as_entered(table):
    def fail(*_args, **_more):
        raise JournalFault(say("journal.full", path="journal.db"))

    table.ask(lambda stack: setattr(stack.match_screen.live.session, "keep", fail))
    shows(table, "1 place L310")
    assert photo(table).json["title"] == "Not saved!"
    assert table.log == []


def test_several_explanations_are_asked_and_one_is_entered_with_a_button(table):
    shows(table, unsure=("310",))
    answer = photo(table).json
    assert [choice["label"] for choice in answer["answers"]] == ["Light cube on 310", "Dark cube on 310"]
    assert set(answer["answers"][0]) == FIELDS["SeenActs"]
    assert table.log == []
    phone = table.paired()
    phone.do("enter-seen", acts=answer["answers"][1]["acts"], count=answer["acts"])
    assert table.log == ["1 place D310"]
    phone.do("enter-seen", acts=["2 place L220"], count=answer["acts"])
    assert table.log == ["1 place D310"]


def test_what_the_rules_forbid_is_named_and_not_entered(table):
    acts = ("1 place L310", "2 place L220", "1 place D004", "2 place D040", "1 place L211")
    table.ask(lambda stack: [stack.match_screen.submit(read_act(act)) for act in acts])
    shows(table, c022="D")  # by Ben, while Anna still owes the bonus
    answer = photo(table).json
    assert (answer["rule"], answer["differs"]) == ("ID-6", True)
    assert answer["lines"][0] == "The table shows: dark cube on 022"
    assert len(table.log) == len(acts)


def test_a_photo_of_an_earlier_position_enters_nothing(table):
    phone = table.paired()

    def see(asked):
        table.ask(lambda stack: stack.match_screen.submit(read_act("1 place L400")))
        return seen_of(after(asked.state, "1 place L310"), asked.state)

    table.looker.see = see
    assert photo(table, phone).json["title"].startswith("The match has gone on")
    assert table.log == ["1 place L400"]


def test_places_are_taught_with_taps_and_kept(table):
    table.ask(lambda stack: setattr(stack.match_screen.live, "taught", None))
    table.looker.see = lambda _: Seen(State.SEEN, asks=Taps(TAPS, is_needed=True))
    answer = photo(table).json
    assert (answer["must_tap"], answer["taps"]) == (True, ["corner 400", "corner 040", "corner 004"])
    other = {"corners": [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]}
    table.looker.see = lambda asked: seen_of(asked.state, asked.state)._replace(
        taught=other, learnt={"tones": [70, 20]}
    )
    assert photo(table, path="/photo?taps=0.5,0.1;0.75,0.5;0.25,0.5").json["must_tap"] is False
    assert table.looker.asked[-1].taps == ((0.5, 0.1), (0.75, 0.5), (0.25, 0.5))
    assert taught.load("inside") == {**other, "tones": [70, 20]}


@pytest.mark.parametrize("taps", ["2,0", "a,b", "0.5", "0.5,0.5,0.5", ";".join(["0,0"] * 41), "nan,0"])
def test_taps_that_are_none_are_refused(table, taps):
    assert photo(table, path=f"/photo?taps={taps}").status == 422
    assert table.looker.asked == []


def test_a_picture_that_cannot_be_read_gets_one_sentence(table):
    def see(asked):
        raise UserError(say("look.cut-off", source=asked.source))

    table.looker.see = see
    answer = photo(table)
    assert (answer.status, answer.why) == (422, "Photo: the picture is damaged or cut off")
    table.looker.see = lambda _: Seen(State.NO_SHEET)
    assert "sheet is not found" in photo(table).json["title"]


def test_strangers_large_files_and_a_second_photo_are_refused(table):
    assert photo(table, table.phone()).status == 403
    assert table.paired().ask("POST", "/photo", Content_Length=str(MOST_BYTES + 1)).status == 413
    is_looking, is_seen = threading.Event(), threading.Event()

    def see(_asked):
        is_looking.set()
        is_seen.wait(PATIENCE)
        return Seen(State.NO_SHEET)

    table.looker.see = see
    first = threading.Thread(target=photo, args=(table,))
    first.start()
    assert is_looking.wait(PATIENCE)
    assert photo(table).status == 503
    assert table.ask(lambda _: "the keys do not wait") == "the keys do not wait"
    is_seen.set()
    first.join(PATIENCE)
    assert len(table.looker.asked) == 1


def test_without_a_match_that_can_be_looked_at_a_photo_is_refused(table):
    table.ask(lambda stack: stack.go_home())
    assert photo(table).status == 409


def test_a_question_of_the_camera_has_its_answers_as_buttons_on_the_page(table):
    phone = table.paired()
    with phone.listen() as stream:
        for is_again in (False, True):
            table.ask(lambda stack, is_again=is_again: show_doubt(stack, is_again=is_again))
        notice = stream.until(lambda seen: seen["ask"] and seen["ask"]["notice"])["ask"]["notice"]
    light, dark = notice["choices"]
    assert (light["label"], dark["label"]) == ("Light cube on 310", "Dark cube on 310")
    phone.do("enter-seen", acts=dark["acts"], count=0)
    assert table.log == ["1 place D310"]


def show_doubt(stack, *, is_again):
    """Let a camera see a cube whose colour it cannot tell."""
    screen = stack.match_screen
    state = screen.match.state
    stack.take_looked(looked(screen, seen_of(state, state, unsure=("310",)), is_again=is_again))
