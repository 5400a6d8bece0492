"""Live pictures of a match: acts are entered once, what is open is asked, and people stay in charge."""

import pytest

from engine.acts import read_act
from engine.game import Setup
from firmware_py.games import taught
from firmware_py.sight.looking import Seen
from firmware_py.sight.reading import State
from firmware_py.ui.flows.match import begin
from firmware_py.ui.match.kept_pictures import Around, KeptPictures
from firmware_py.ui.screens.effects import EnterSeen
from tests.firmware_py.sight.readings import TAUGHT, after, looked, seen_of, with_cubes
from tests.firmware_py.ui.stacks import box, new_stack, press, read_on, text

FIRST, SECOND = "1 place L310", "2 place D220"


class Table:
    """A table under a camera, and the box beside it."""

    def __init__(self) -> None:
        self.stack = new_stack()
        begin(self.stack, Setup("inside", ("Anna", "Ben")))
        read_on(self.stack)
        self.screen = box(self.stack)
        self.lies = self.screen.match.state
        self.before = None

    def lay(self, *acts, **cubes):
        """Lay cubes, and let the camera see them."""
        self.lies = with_cubes(after(self.lies, *acts), **cubes)
        return self.look()

    def look(self, times=2, unsure=()):
        """Let the camera see what lies there, a few times."""
        for time in range(times):
            seen = seen_of(self.lies, self.screen.match.state, unsure)
            behind = [state.cubes for state in self.screen.match.earlier(4)]
            if seen.finding.differs is not None and self.lies.cubes in behind:
                seen = seen._replace(
                    behind=behind.index(self.lies.cubes) + 1, finding=seen.finding._replace(differs=None)
                )
            self.stack.take_looked(looked(self.screen, seen, is_again=time > 0))
        return self

    def see(self, state, times=2):
        for time in range(times):
            self.stack.take_looked(looked(self.screen, Seen(state), is_again=time > 0))

    @property
    def log(self):
        return [str(act) for act in self.screen.match.log]

    @property
    def notice(self):
        return "" if self.screen.dialog is None else text(self.stack)

    @property
    def news(self):
        return "" if self.screen.news is None else self.screen.translations.text(self.screen.news.text)


@pytest.fixture(name="table")
def fixture_table(tmp_path, monkeypatch):
    monkeypatch.setenv("SIDELINE_DATA", str(tmp_path))
    taught.save("inside", TAUGHT)
    return Table()


def test_a_match_is_looked_at_once_its_owner_has_taught_where_it_lies(table, tmp_path):
    assert table.stack.wanted.taught == TAUGHT
    (tmp_path / "inside-photos.toml").unlink()
    assert Table().stack.wanted is None
    (tmp_path / "inside-photos.toml").write_text("[board\n")
    assert Table().stack.wanted is None


def test_acts_are_entered_as_seen(table):
    table.lay(FIRST)
    assert (table.log, table.notice) == ([FIRST], "")
    assert "310" in table.news
    table.lay(SECOND)
    assert table.log == [FIRST, SECOND]


def test_what_is_seen_waits_until_nobody_is_asked_anything(table):
    press(table.stack, "BACK")  # the menu
    table.lay(FIRST)
    assert table.log == []
    press(table.stack, "BACK")
    assert table.log == [FIRST]


def test_what_is_undone_at_the_box_is_not_entered_again(table):
    table.lay(FIRST)
    press(table.stack, "BACK!")
    assert table.log == [FIRST, "undo"]
    table.look(5)
    assert table.log == [FIRST, "undo"]
    assert table.news == "Seen, not entered"
    table.lies = table.screen.match.state  # they take the cube away
    table.look()
    table.lay(FIRST)
    assert table.log == [FIRST, "undo", FIRST]


def test_another_move_after_an_undo_is_entered(table):
    table.lay(FIRST)
    press(table.stack, "BACK!")
    table.look()
    table.lies = table.screen.match.state
    table.lay("1 place D400")
    assert table.log == [FIRST, "undo", "1 place D400"]


def test_several_acts_of_one_picture_are_undone_with_one_hold(table):
    seen = seen_of(table.lies, table.lies)
    finding = seen.finding._replace(acts=(read_act(FIRST), read_act(SECOND)))
    table.stack.take_looked(looked(table.screen, seen._replace(finding=finding)))
    assert table.log == [FIRST, SECOND]
    press(table.stack, "BACK!")
    assert table.log == [FIRST, SECOND, "undo", "undo"]


def test_a_doubt_is_asked_and_ok_takes_the_likeliest(table):
    table.look(1, unsure=("310",))
    assert table.notice == ""
    table.look(unsure=("310",))
    assert table.notice == "What was played? Light cube on 310"
    press(table.stack, "OK")
    assert table.log == [FIRST]


def test_back_leads_to_the_other_answers_and_to_none(table):
    table.look(unsure=("310",))
    press(table.stack, "BACK")
    assert table.notice == "What was played? Dark cube on 310"
    press(table.stack, "BACK")
    assert (table.notice, table.log) == ("", [])
    table.look(unsure=("310",))
    assert table.notice == ""


def test_a_question_stays_while_a_hand_is_there_and_goes_when_the_table_answers_it(table):
    table.look(unsure=("310",))
    table.see(State.HAND)
    table.see(State.MOVING)
    assert "What was played?" in table.notice
    table.lay("1 place D310")
    assert (table.notice, table.log) == ("", ["1 place D310"])


def test_a_forbidden_move_is_named_by_its_rule_and_nothing_is_entered(table):
    for act in ("1 place L310", "2 place L220", "1 place D004", "2 place D040", "1 place L211"):
        table.lay(act)
    entered = table.log
    table.lay(c022="D")
    assert "ID-6" in table.notice
    assert "The table shows: dark cube on 022" in table.notice
    press(table.stack, "OK")
    table.look(4)
    assert (table.notice, table.log) == ("", entered)
    table.lies = table.screen.match.state
    table.look()
    assert table.lay("1 bonus L210").log[-1] == "1 bonus L210"


def test_a_cube_that_is_gone_is_a_difference(table):
    table.lay(FIRST).lay(SECOND)
    table.lay(c310="-")
    assert table.notice.startswith("Table and box differ")
    assert "310: the picture shows nothing, the box has a light cube" in table.notice


def test_a_move_that_was_entered_with_the_keys_first_is_waited_for(table):
    table.screen.submit(read_act(FIRST))
    table.look(4)
    assert (table.notice, table.news) == ("", "Now on the table, too")
    table.lay(FIRST)
    assert (table.log, table.notice) == ([FIRST], "")


def test_a_picture_of_an_earlier_position_enters_nothing(table):
    late = looked(table.screen, seen_of(after(table.lies, FIRST), table.lies))
    table.screen.submit(read_act("1 place L400"))
    table.stack.take_looked(late)
    assert table.log == ["1 place L400"]


@pytest.mark.parametrize("state", [State.DARK, State.NO_SHEET, State.LIGHT])
def test_why_nothing_is_seen_is_told_once(table, state):
    table.see(state)
    assert table.news.startswith("Camera: ")


def test_the_pictures_around_an_act_are_kept_until_the_match_ends(table):
    kept = table.screen.live.sight.pictures
    seen = seen_of(table.lies, table.lies)
    table.stack.take_looked(looked(table.screen, seen)._replace(picture=b"empty"))
    after_first = seen_of(after(table.lies, FIRST), table.lies)
    table.stack.take_looked(looked(table.screen, after_first)._replace(picture=b"one cube"))
    assert kept.names == {1: ("before", "after")}
    assert kept.get(1) == (b"empty", b"one cube")
    assert kept.get(2) is None
    table.screen.submit(read_act("1 quit"))
    assert table.screen.match.standing().is_decided
    assert kept.names == {}


def test_old_pictures_make_room():
    kept = KeptPictures(most_bytes=5)
    for place in range(1, 9):
        kept.keep(range(place, place + 1), Around(b"", bytes([place, place])))
    assert sorted(kept.names) == [7, 8]
    kept.keep(range(9, 12), Around(b"", b"five!"))
    assert sorted(kept.names) == [9, 10, 11]
    kept.keep(range(12, 14), Around(b"", b"larger than all"))
    assert kept.names == {}


def test_of_the_act_that_ends_a_match_no_pictures_are_kept(table):
    sight = table.screen.live.sight
    table.stack.take_looked(looked(table.screen, seen_of(table.lies, table.lies))._replace(picture=b"empty"))
    table.screen.carry_out((EnterSeen((read_act("1 quit"),), b"a photo"),))
    assert table.screen.match.standing().is_decided
    assert sight.pictures.names == {}
