"""A real table of Online: real cards in real hands, the rules in plain words, and no line of the engine."""

from itertools import product

DECK = (
    ["on-line"] * 13 + ["turbo-line"] * 3 + ["extra-memory"] * 5 + ["password-ok"] * 8 + ["antivirus"] * 8
    + ["under-construction"] * 3 + ["memory-full"] * 4 + ["password-error"] * 3 + ["virus"] * 3
    + ["e-mail"] * 22 + ["music"] * 14 + ["movie"] * 8 + ["game"] * 8
    + ["hacker"] * 6 + ["cyber-patrol"] * 2 + ["search"] * 2
)  # fmt: skip
GOALS = {"e-mail": 6, "music": 4, "game": 2, "movie": 2}
LINES = {"on-line", "turbo-line"}
BAD_LINES = {"virus", "password-error", "under-construction"}
LINKS = {"on-line", "turbo-line", "extra-memory", "password-ok", "antivirus"}


class RealTable:
    def __init__(self, parties, chance, *, is_line_late=False):
        self.parties = {party[0]: party for party in parties}
        self.party = {seat: party[0] for party in parties for seat in party}
        self.seats = len(self.party)
        self.is_line_late = is_line_late
        self.deck = list(DECK)
        self.chance = chance
        chance.shuffle(self.deck)
        self.hands = {seat: [self.deck.pop() for _ in range(7)] for seat in range(1, self.seats + 1)}
        self.line = {party: [] for party in self.parties}
        self.memory = {party: [] for party in self.parties}
        self.piles = {party: dict.fromkeys(GOALS, 0) for party in self.parties}
        self.face_down = set()
        self.trash = []
        self.missing = dict.fromkeys(self.hands, 0)
        self.left = set()
        self.winner = None
        self.begin(1)

    # --- asking

    def up(self, party):
        return bool(self.line[party]) and self.line[party][-1] in LINES

    def young(self, party):
        """Whether the only card of a line is an on-line that was laid in this turn."""
        return self.is_line_late and party in self.begun and self.line[party] == ["on-line"]

    def top(self, pile):
        return pile[-1] if pile else None

    def fits(self, card, party, by):
        """Whether a card can be laid on the tableau of a party, by somebody of the party `by`."""
        line, memory = self.top(self.line[party]), self.top(self.memory[party])
        if card in GOALS:
            large = card in {"game", "movie"}
            return (
                self.up(party)
                and not self.young(party)
                and self.piles[party][card] < GOALS[card]
                and (not large or memory == "extra-memory")
            )
        if card in BAD_LINES:
            return party != by and self.up(party)
        return {
            "memory-full": party != by and memory == "extra-memory",
            "extra-memory": memory != "extra-memory",
            "on-line": line in {None, "under-construction", "password-ok", "antivirus"},
            "turbo-line": line in {None, "under-construction", "password-ok", "antivirus", "on-line"},
            "password-ok": line == "password-error",
            "antivirus": line == "virus",
        }.get(card, False)

    def pile_of(self, card):
        return card if card in GOALS else "memory" if card in {"extra-memory", "memory-full"} else "line"

    def legal(self):
        """Every play that the real hands allow."""
        if self.winner is not None:
            return set()
        me, party, hand = self.turn, self.party[self.turn], set(self.hands[self.turn])
        if self.moment == "hacker":
            patrols = {
                f"{seat} patrol" for seat, cards in self.hands.items() if seat != me and "cyber-patrol" in cards
            }
            return patrols | self.captures(me, party)
        out = self.repairs(party)
        if self.moment == "stop only":
            return out | {f"{me} stop"}
        out |= {
            f"{me} secure {kind}" for kind, goal in GOALS.items()
            if self.piles[party][kind] == goal and (party, kind) not in self.face_down
        }  # fmt: skip
        if self.moment == "begin":
            return out | {f"{me} draw"} | {f"{me} exchange {n}" for n in range(1, len(self.hands[me]) + 1)}
        out.add(f"{me} discard ?" if len(self.hands[me]) > 7 else f"{me} stop")
        out |= {f"{me} lay {card}" for card in hand & LINKS if self.fits(card, party, party)}
        allowed = 0 if not self.up(party) else 2 if self.line[party][-1] == "turbo-line" else 1
        if self.loaded < allowed:
            out |= {f"{me} download {card}" for card in hand & set(GOALS) if self.fits(card, party, party)}
        bad = hand & (BAD_LINES | {"memory-full"})
        out |= {
            f"{me} block {card} {other}"
            for card, other in product(bad, self.parties)
            if self.fits(card, other, party)
        }
        if "hacker" in hand:
            out.add(f"{me} hacker")
        if "search" in hand and self.deck:
            for card in set(self.deck):
                out.add(f"{me} search {card} discard")
                out |= {
                    f"{me} search {card} {other}.{self.pile_of(card)}"
                    for other in self.parties if self.fits(card, other, party)
                }  # fmt: skip
        return out

    def repairs(self, party):
        out = set()
        for hurt, pile in self.hurt:
            top = self.top(self.memory[hurt] if pile == "memory" else self.line[hurt])
            if hurt == party or top in {None, "extra-memory", *LINES}:
                continue
            for seat in self.parties[hurt]:
                for card in set(self.hands[seat]) & LINKS:
                    if self.pile_of(card) == pile and self.fits(card, hurt, hurt):
                        out.add(f"{seat} lay {card}")
        return out

    def captures(self, me, party):
        out = {f"{me} capture nothing"}
        if len(self.trash) > 1:
            out.add(f"{me} capture discard hand")
        for owner in self.parties:
            tops = [self.top(self.line[owner]), self.top(self.memory[owner])]
            tops += [
                kind for kind in GOALS
                if owner != party and self.piles[owner][kind] and (owner, kind) not in self.face_down
            ]  # fmt: skip
            for card in filter(None, tops):
                source = f"{owner}.{self.pile_of(card)}"
                out.add(f"{me} capture {source} discard")
                out |= {
                    f"{me} capture {source} {other}.{self.pile_of(card)}"
                    for other in self.parties if other != owner and self.fits(card, other, party)
                }  # fmt: skip
        return out

    # --- doing

    def begin(self, seat):
        self.turn, self.moment, self.loaded, self.hurt = seat, "begin", 0, set()
        self.begun = set()
        while len(self.hands[seat]) < 7 and self.take(seat):
            pass

    def next(self):
        seat = self.turn
        while True:
            seat = seat % self.seats + 1
            if seat in self.left:
                continue
            if not self.missing[seat]:
                return self.begin(seat)
            self.missing[seat] -= 1

    def take(self, seat):
        if not self.deck:
            self.shuffle()
        if not self.deck:
            return False
        self.hands[seat].append(self.deck.pop())
        if not self.deck:
            self.shuffle()
        return True

    def shuffle(self):
        self.deck = self.trash
        self.trash = []
        for piles in (self.line, self.memory):
            for party, cards in piles.items():
                self.deck += cards[:-1]
                if piles is self.line and len(cards) > 1:
                    self.begun.discard(party)
                piles[party] = cards[-1:]
        self.chance.shuffle(self.deck)

    def put(self, card, target):
        if target == "discard":
            self.trash.append(card)
            return
        party, pile = int(target.split(".")[0]), target.split(".")[1]
        if card in GOALS:
            self.piles[party][card] += 1
        else:
            if card == "on-line" and not self.line[party]:
                self.begun.add(party)
            (self.line if pile == "line" else self.memory)[party].append(card)
            if card in BAD_LINES | {"memory-full"}:
                self.hurt.add((party, pile))
        is_there = not self.left.issuperset(self.parties[party])
        if is_there and all(self.piles[party][kind] == goal for kind, goal in GOALS.items()):
            self.winner = party

    def do(self, sentence):
        seat, verb, *words = sentence.split()
        seat = int(seat)
        getattr(self, f"do_{verb}")(seat, *words)

    def do_draw(self, seat):
        self.take(seat)
        self.moment = "play"

    def do_exchange(self, seat, count):
        for _ in range(int(count)):
            self.trash.append(self.hands[seat].pop(self.chance.randrange(len(self.hands[seat]))))
        for _ in range(int(count)):
            self.take(seat)
        self.next()

    def do_lay(self, seat, card):
        self.hands[seat].remove(card)
        self.put(card, f"{self.party[seat]}.{self.pile_of(card)}")

    def do_download(self, seat, card):
        self.do_lay(seat, card)
        self.loaded += 1

    def do_block(self, seat, card, party):
        self.hands[seat].remove(card)
        self.put(card, f"{party}.{self.pile_of(card)}")

    def do_hacker(self, seat):
        self.hands[seat].remove("hacker")
        self.trash.append("hacker")
        self.moment = "hacker"

    def do_patrol(self, seat):
        self.hands[seat].remove("cyber-patrol")
        self.trash.append("cyber-patrol")
        self.missing[self.turn] += 1
        self.begin(seat)

    def do_capture(self, seat, source, target=None):
        self.moment = "play"
        if source == "discard":
            self.hands[seat].append(self.trash.pop(-2))
        elif source != "nothing":
            party, pile = int(source.split(".")[0]), source.split(".")[1]
            if pile in GOALS:
                self.piles[party][pile] -= 1
                card = pile
            else:
                card = (self.line if pile == "line" else self.memory)[party].pop()
            self.put(card, target)

    def do_search(self, seat, card, target):
        self.hands[seat].remove("search")
        self.trash.append("search")
        self.deck.remove(card)
        if not self.deck:
            self.shuffle()
        self.put(card, target)

    def do_secure(self, seat, kind):
        self.face_down.add((self.party[seat], kind))

    def do_discard(self, seat, _card):
        self.trash.append(self.hands[seat].pop(self.chance.randrange(len(self.hands[seat]))))
        self.moment = "stop only"

    def do_stop(self, _seat):
        self.next()

    def do_quit(self, seat):
        """Leave the table: the hand is discarded, under a hacker that waits for an answer."""
        at = len(self.trash) - (self.moment == "hacker")
        self.trash[at:at] = self.hands[seat]
        self.hands[seat], self.missing[seat] = [], 0
        self.left.add(seat)
        there = [party for party, seats in self.parties.items() if not self.left.issuperset(seats)]
        if len(there) == 1:
            self.winner = there[0]
        elif seat == self.turn:
            self.next()
