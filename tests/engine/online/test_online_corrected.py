"""Online, whole games in which the table corrects and changes its mind; some beside real cards in real hands."""

import random
from copy import deepcopy

from engine import GAMES
from engine.acts import read_act
from engine.match import Match, about
from tests.engine.games import SETUPS
from tests.engine.online.slow_online import RealTable
from tests.engine.online.test_online_games import in_hand, same_table, whole
from tests.engine.random_games import ACTIONS, MANY, REDO, UNDO, corrected, games, replays, wish


@games(MANY // 2)
def test_corrected_games_lose_no_card(seed):
    setup = SETUPS["online"][seed % len(SETUPS["online"])]
    for match, _ in corrected(setup, seed, lambda state: whole(state, allowed=False)):
        standing, state = match.standing(), match.state
        assert standing.is_decided == (state.end is not None)
        downloaded = {seat: sum(state.party(seat).piles) for seat in state.seats}
        assert standing.points == downloaded
        if state.end is not None and state.end.rule == "ON-2":
            assert all(downloaded[seat] == sum(state.deal.goals) for seat in standing.winners)


class Minds:
    """A match beside a real table; both go back and forth."""

    def __init__(self, setup, seed):
        self.chance = random.Random(seed)
        self.match = Match(GAMES["online"].rules(), setup)
        deal = self.match.state.deal
        self.tables = [RealTable(deal.parties, self.chance, is_line_late=deal.is_line_late)]
        self.undone = []

    @property
    def table(self):
        return self.tables[-1]

    def accepted(self, act):
        refusal = self.match.play(act)
        assert refusal is None, (act, refusal)

    def play(self, act, said=None):
        table = deepcopy(self.table)
        table.do(str(act))
        self.accepted(said or act)
        self.tables.append(table)
        self.undone.clear()

    def undo(self):
        self.accepted(UNDO)
        self.undone.append(self.tables.pop())

    def redo(self):
        self.accepted(REDO)
        self.tables.append(self.undone.pop())

    def amend(self):
        """Type the last entry again, as it could have been too."""
        last = self.match.amendable()
        before = self.tables[-2] if len(self.tables) > 1 else self.table
        alike = [act for act in map(read_act, sorted(before.legal())) if last and act[:2] == last[:2]]
        if alike:
            self.tables.pop()
            act = self.chance.choice(alike)
            self.play(act, about("amend", act))

    def be_mistaken(self):
        """Correct and insist on what is not so, and take it all back."""
        before, count = self.match.state, 0
        for _ in range(self.chance.randint(1, 4)):
            act = wish(self.match, self.chance)
            if act.verb in {"fix", "overrule", "quit"} and self.match.play(act) is None:
                count += 1
        for _ in range(count):
            self.accepted(UNDO)
        assert self.match.state == before
        if count and self.table.winner is None:
            self.go_on()  # nothing can be brought back any more

    def go_on(self):
        allowed = sorted(self.table.legal())
        verbs = sorted({sentence.split()[1] for sentence in allowed})
        verb = self.chance.choice([verb for verb in verbs if verb not in {"exchange", "stop"}] * 4 + verbs)
        self.play(read_act(self.chance.choice([said for said in allowed if said.split()[1] == verb])))

    def compare(self):
        state, table = self.match.state, self.table
        same_table(state, table)
        listed = {
            str(act) for act in self.match.legal() if act.verb not in {"time", "holds"} and in_hand(table, act)
        }
        assert listed == table.legal()
        assert (table.winner is None) == (state.end is None)


@games(MANY // 2)
def test_a_real_table_that_changes_its_mind_is_followed_exactly(seed):
    setups = [setup for setup in SETUPS["online"] if len(setup.players) != 5]
    minds = Minds(setups[seed % len(setups)], seed)
    for _ in range(ACTIONS):
        kind = minds.chance.random()
        there = [seat for seat in minds.table.hands if seat not in minds.table.left]
        if minds.undone and minds.chance.random() < 0.4:
            minds.redo()
        elif kind < 0.07 and len(minds.tables) > 1:
            minds.undo()
        elif kind < 0.17:
            minds.amend()
        elif kind < 0.2 and not minds.undone:
            minds.be_mistaken()
        elif minds.table.winner is not None:
            break
        elif kind < 0.204:
            minds.play(read_act(f"{minds.chance.choice(there)} quit"))
        else:
            minds.go_on()
        minds.compare()
    assert replays(minds.match)
