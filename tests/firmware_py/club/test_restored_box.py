"""A box whose journal goes back to a backup, or loses matches: the club counts each match once."""

import json
import shutil

import pytest

from engine.game import Setup, Standing
from firmware_py.club.club import Club
from firmware_py.club.store import Store
from firmware_py.mqtt.outbox import SENT, WITHDRAWN, Outbox
from firmware_py.mqtt.results import result_json
from firmware_py.storage.journal import Journal, Status
from firmware_py.storage.reconcile import open_journal
from firmware_py.storage.results import open_results


class Box:
    """A box that plays matches and sends their results to a club, without a broker between them."""

    def __init__(self, folder, club):
        folder.mkdir()
        self.folder, self.club = folder, club
        self.path = folder / "journal.db"
        self.journal = Journal(str(self.path))
        self.start()

    def start(self):
        self.results = open_results(str(self.path))
        self.outbox = Outbox(str(self.folder), self.results)

    def stop(self):
        self.journal.close()
        self.results.close()

    def play(self, winner, *acts, number=None):
        """Play a match to its end, or go on with one; the winner makes each match another one."""
        players = (winner, "Ben")
        if number is None:
            number = self.journal.begin(Setup("inside", players), date="2026-11-18")
        self.journal.keep(number, len(self.journal.lines(number)), *(acts or ("2 quit",)))
        self.journal.settle(number, Status.OVER, players, Standing(True, (1,), {1: 5, 2: 3}))
        return number

    def message(self, letter):
        about = {"box": self.outbox.identity.box, "table": "T", "id": self.outbox.result_id(letter.number)}
        if letter.what == WITHDRAWN:
            result = {"format": 1, "match": letter.number, "revision": letter.revision}
        else:
            result = result_json(self.results.result(letter.number), names=True, language="en")
        return {**result, **about, "status": letter.what}

    def tell(self, kind, value):
        return self.club.receive(f"sideline/box/{self.outbox.identity.box}/{kind}", json.dumps(value).encode())

    def send(self):
        """Send what is to be sent; return the numbers."""
        letters = self.outbox.pending()
        for letter in letters:
            self.tell("result", self.message(letter))
            self.outbox.confirm(letter)
        return [letter.number for letter in letters]

    def back_up(self):
        shutil.copytree(self.folder / "notebooks", self.folder / "backup")

    def restore(self, source=None):
        self.stop()
        for path in self.folder.glob("journal.db*"):
            path.unlink()
        shutil.rmtree(self.folder / "notebooks")
        shutil.copytree(source or self.folder / "backup", self.folder / "notebooks")
        work = open_journal(str(self.path))
        work.finish()
        self.journal = work.journal

    def index(self):
        about = {"format": 1, "box": self.outbox.identity.box, "journal": self.outbox.identity.journal}
        return {**about, "results": self.outbox.index(SENT), "withdrawn": self.outbox.index(WITHDRAWN)}


@pytest.fixture(name="club")
def fixture_club(tmp_path):
    store = Store(str(tmp_path / "club.db"))
    yield Club(store, "sideline")
    store.close()


@pytest.fixture(name="box")
def fixture_box(tmp_path, club):
    box = Box(tmp_path / "box", club)
    yield box
    box.stop()


def winners(club):
    """Give who has won the matches that the club counts."""
    return sorted(player.name for result in club.store.results() for player in result.players if player.won)


def play_four_with_a_backup_of_three(box):
    for winner in ("A", "B", "C"):
        box.play(winner)
    box.send()
    box.back_up()
    box.play("D")
    assert box.send() == [4]
    box.restore()


def test_after_an_older_backup_only_the_next_match_is_sent_and_replaces_none(box, club):
    play_four_with_a_backup_of_three(box)
    box.start()
    assert box.send() == []
    assert box.play("E") == 4
    assert box.send() == [4]
    assert winners(club) == ["A", "B", "C", "D", "E"]
    box.results.close()
    box.start()
    assert box.send() == []


def test_matches_after_an_older_backup_are_new_even_if_nothing_was_sent_between(box, club):
    play_four_with_a_backup_of_three(box)
    for winner in ("E", "F"):  # without a broker in the settings
        box.play(winner)
    box.start()
    assert box.send() == [4, 5]
    assert winners(club) == ["A", "B", "C", "D", "E", "F"]


def test_a_match_from_before_the_backup_keeps_its_id(box, club):
    play_four_with_a_backup_of_three(box)
    box.start()
    box.play("E")
    box.send()
    box.play("B", "undo", "2 quit", number=2)
    box.journal.delete(3)
    assert box.send() == [2, 3]
    assert winners(club) == ["A", "B", "D", "E"]


def test_a_match_that_was_not_sent_before_the_backup_is_sent_once(box, club):
    box.play("A")
    box.send()
    box.play("B")
    box.back_up()
    box.play("C")
    box.restore()
    box.start()
    assert box.send() == [2]
    assert winners(club) == ["A", "B"]


def test_a_deleted_match_that_a_backup_brings_back_counts_again(box, club):
    box.play("A")
    box.play("B")
    box.send()
    box.back_up()
    box.journal.delete(1)
    assert box.send() == [1]
    assert winners(club) == ["B"]
    box.restore()
    box.start()
    assert box.send() == [1]
    assert winners(club) == ["A", "B"]


def test_a_match_that_a_backup_opens_again_counts_as_it_ends_then(box, club):
    players = ("A", "Ben")
    number = box.journal.begin(Setup("inside", players), date="2026-11-18")
    box.back_up()
    box.play("A", "1 place L310", "undo", "2 quit", number=number)
    box.send()
    box.restore()
    box.start()
    assert box.send() == [number]
    assert winners(club) == []
    box.play("A", number=number)
    box.send()
    box.results.close()
    box.start()
    box.send()
    assert winners(club) == ["A"]


def test_what_the_journal_of_another_box_has_is_not_sent(box, club, tmp_path):
    other = Box(tmp_path / "other", club)
    for winner in ("X", "Y", "Z"):
        other.play(winner)
    other.send()
    other.back_up()
    other.stop()
    box.play("A")
    box.send()
    box.restore(other.folder / "backup")
    box.start()
    assert box.send() == []
    box.play("B")
    box.send()
    assert winners(club) == ["A", "B", "X", "Y", "Z"]


def test_a_journal_that_can_be_read_later_is_a_first_start_then(box, tmp_path):
    box.play("A")
    folder = str(tmp_path / "first")
    before = Outbox(folder, None)
    after = Outbox(folder, box.results)
    assert before.identity.box == after.identity.box
    assert after.pending() == []


# --- deletions


def test_a_deleted_match_is_withdrawn_once_and_others_stay(box, club):
    for winner in ("A", "B"):
        box.play(winner)
    box.send()
    box.journal.delete(2)
    assert box.send() == [2]
    assert box.send() == []
    assert winners(club) == ["A"]


def test_a_withdrawal_that_the_club_has_not_stored_is_asked_for_again(box, club):
    for winner in ("A", "B"):
        box.play(winner)
    box.send()
    box.journal.delete(2)
    (letter,) = box.outbox.pending()
    box.outbox.confirm(letter)  # the broker has it, the club has not
    assert winners(club) == ["A", "B"]
    (asked,) = box.tell("index", box.index())
    for lacking in box.outbox.again(json.loads(asked.payload)):
        box.tell("result", box.message(lacking))
    assert winners(club) == ["A"]
    assert box.tell("index", box.index()) == []
