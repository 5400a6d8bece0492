"""The pawns of Insider once more, naively: each is followed by itself, with what it did in this turn.

It believes every act that it is told. Only where nothing in an act shows it does it look at the cards: which power
waits, and when a card is evaluated, it finds out by itself from the tables.
"""

from collections import Counter

HOMES = {2: ("a1", "e5"), 3: ("a1", "a5", "e5"), 4: ("a1", "a5", "e5", "e1")}
CORNERS = {"a1", "a5", "e5", "e1"}


class Pawn:
    def __init__(self, seat, home):
        self.seat, self.home = seat, home
        self.place = home
        self.arrived = self.robbed = False

    def put(self, place, *, arrives=False):
        self.place = place
        self.arrived = arrives and "-" not in place and "insider" not in place and place not in CORNERS

    def go_home(self):
        self.put(self.home)


class SlowBoard:
    def __init__(self, setup):
        self.homes = HOMES[len(setup.players)]
        self.pawns = [Pawn(seat, home) for seat, home in enumerate(self.homes, start=1) for _ in range(7)]
        self.turn = setup.first
        self.missing = dict.fromkeys(range(1, len(self.homes) + 1), 0)
        self.left = set()
        self.tables = 0
        """Tables of the open card; 0 while the next one is due."""
        self.evaluations = 0
        self.waiting = None
        """The power that waits for an answer, and how many bodyguards were offered."""
        self.offers = 0

    # --- asking

    def of(self, seat, place):
        """The pawns of a player on a spot in the order in which they are taken."""
        there = [pawn for pawn in self.pawns if pawn.seat == seat and pawn.place == place]
        return sorted(there, key=lambda pawn: (pawn.robbed, pawn.arrived))

    def seated(self):
        return {pawn.place: pawn for pawn in self.pawns if pawn.place.startswith("insider")}

    def named(self, word):
        """The pawn that a swap names: `b2.1` or `insider.3`."""
        place, _, seat = word.partition(".")
        return self.seated()[word] if place == "insider" else self.of(int(seat), place)[0]

    def compare(self, state):
        names = {spot: name for name, spot in state.town.plan.spots.items()}

        def called(spot):
            return f"insider.{-spot}" if spot < 0 else names[spot]

        mine = [pawn for pawn in self.pawns if pawn.seat == self.turn]
        assert state.turn == self.turn
        assert Counter(map(called, state.town.done)) == Counter(pawn.place for pawn in mine if pawn.robbed)
        assert Counter(map(called, state.town.fresh)) == Counter(pawn.place for pawn in mine if pawn.arrived)
        for seat, home in enumerate(self.homes, start=1):
            away = [pawn.place for pawn in self.pawns if pawn.seat == seat and pawn.place != home]
            outside = [place for place in away if not place.startswith("insider")]
            assert sorted(outside) == sorted(names[spot] for spot in state.town.pawns[seat - 1])
        tables = [self.seated().get(f"insider.{at + 1}") for at in range(self.tables)]
        assert [pawn.seat if pawn else 0 for pawn in tables] == list(state.inn.tables)
        assert (state.inn.evaluations, dict(zip(self.missing, state.owed, strict=True))) == (
            self.evaluations,
            self.missing,
        )

    # --- doing

    def hear(self, act):
        seat, verb, words = act
        getattr(self, f"do_{verb}", lambda *_: None)(seat, *words)
        if self.tables and len(self.seated()) == self.tables:
            self.evaluate()

    def evaluate(self):
        for pawn in self.seated().values():
            pawn.go_home()
        self.tables = 0
        self.evaluations += 1

    def new_turn(self, seat):
        self.turn, self.waiting = seat, None
        for pawn in self.pawns:
            pawn.arrived = pawn.robbed = False

    def next_turn(self):
        seat = self.turn
        while True:
            seat = seat % len(self.homes) + 1
            if seat in self.left:
                continue
            if not self.missing[seat]:
                return self.new_turn(seat)
            self.missing[seat] -= 1

    def do_card(self, _seat, size, *_values):
        self.tables = int(size[:-1])

    def do_draw(self, *_):
        self.next_turn()

    def do_stop(self, *_):
        self.next_turn()

    def do_move(self, seat, start, target):
        self.of(seat, start)[0].put(target, arrives=True)

    def do_rob(self, seat, place):
        pawn = next(pawn for pawn in self.of(seat, place) if pawn.arrived)
        pawn.arrived, pawn.robbed = False, True

    def do_out(self, _seat, *pairs):
        for target in pairs[1::2]:
            for pawn in self.pawns:
                if pawn.place == target:
                    pawn.go_home()

    # --- powers

    def do_play(self, seat, _kind, _count, use, *words):
        struck = {"fly": False, "again": False, "out": False}.get(use, True)
        if use == "swap":
            struck = {self.named(word).seat for word in words} != {seat}
        self.waiting, self.offers = (use, *words), 0
        if not struck:
            self.do_unopposed()

    def do_guard(self, _seat, count):
        self.offers += int(count)
        if self.waiting[0] != "vip" or self.offers == 3:
            self.waiting = None

    def do_unopposed(self, *_):
        use, *words = self.waiting
        self.waiting = None
        getattr(self, f"use_{use}")(*words)

    def use_swap(self, one, other):
        first, second = self.named(one), self.named(other)
        first_place, second_place = first.place, second.place
        first.put(second_place)
        second.put(first_place)

    def use_fly(self, start, target):
        self.of(self.turn, start)[0].put(target, arrives=True)

    def use_vip(self, *words):
        self.seat_all({f"insider.{at}": int(who) for at, who in enumerate(words, start=1) if who != "-"})

    def seat_all(self, sitting):
        """Rearrange who sits: who can stay stays; those with something to remember are moved first."""
        before = self.seated()
        waiting = [pawn for place, pawn in before.items() if sitting.get(place) != pawn.seat]
        free = [place for place, seat in sitting.items() if place not in before or before[place].seat != seat]
        for place in free:
            alike = [pawn for pawn in waiting if pawn.seat == sitting[place]]
            pawn = min(alike, key=lambda pawn: not pawn.robbed)
            waiting.remove(pawn)
            pawn.put(place)

    def use_meeting(self, whom):
        for pawn in self.pawns:
            if pawn.seat == int(whom):
                pawn.go_home()

    def use_scandal(self, whom):
        self.missing[int(whom)] += 1

    def use_rumours(self, _whom):
        pass

    def use_bomb(self):
        for pawn in self.pawns:
            pawn.go_home()
        if self.evaluations < 6:
            self.tables = 0

    def use_again(self):
        self.new_turn(self.turn)

    def use_out(self, *pairs):
        self.do_out(self.turn, *pairs)

    def use_hype(self):
        self.evaluate()

    # --- corrections

    def do_quit(self, seat):
        self.waiting = None
        self.left.add(seat)
        self.missing[seat] = 0
        self.use_meeting(seat)
        if seat == self.turn and len(self.left) < len(self.homes) - 1:
            self.next_turn()

    def do_fix(self, _seat, what, *words):
        self.waiting = None
        if what == "turn":
            self.new_turn(int(words[0]))
        elif what == "owed":
            self.missing[int(words[0])] = int(words[1])
        elif what == "card":
            self.tables = int(words[0][:-1])
        elif what == "table":
            self.fix_table(f"insider.{words[0]}", 0 if words[1] == "-" else int(words[1]))
        elif what == "pawn":
            self.fix_pawns(int(words[0]), [] if words[1] == "-" else sorted(words[1:], key=self.order))

    @staticmethod
    def order(name):
        """Places come before squares, and squares in the order of their paths."""
        return ("-" in name, name)

    def fix_table(self, table, seat):
        sitting = self.seated().get(table)
        if sitting is not None and sitting.seat != seat:
            sitting.go_home()
        if seat and (sitting is None or sitting.seat != seat):
            self.of(seat, self.homes[seat - 1])[0].put(table)

    def fix_pawns(self, seat, places):
        """Who can stay stays, those with something to remember first; the others come to what is left.

        Of the pawns that come, those that have robbed take the first spots: nothing says which pawn goes where.
        """
        waiting = [p for p in self.pawns if p.seat == seat and not p.place.startswith("insider")]
        waiting.sort(key=lambda pawn: (not pawn.robbed, not pawn.arrived))
        left = list(places)
        for pawn in list(waiting):
            if pawn.place in left:
                left.remove(pawn.place)
                waiting.remove(pawn)
        away = [pawn for pawn in waiting if pawn.place != self.homes[seat - 1]]
        at_home = [pawn for pawn in reversed(waiting) if pawn.place == self.homes[seat - 1]]
        coming = sorted([*away, *at_home][: len(left)], key=lambda pawn: not pawn.robbed)
        for place, pawn in zip(left, coming, strict=True):
            pawn.put(place)
        for pawn in away[len(left) :]:
            pawn.go_home()
