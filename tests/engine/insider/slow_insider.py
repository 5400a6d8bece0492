"""Insider's stair once more, naively: a diary of what was said, added up from the beginning each time.

It has no line of the engine. It believes every act it is told: whether one is allowed is not its business.
"""


class SlowInsider:
    def __init__(self, players):
        self.players = players
        self.diary = []
        """Rounds: values, corner, {table: player}, who had left. Corrections: player, by how much, who left."""
        self.values = None
        self.corner = None
        self.sitting = {}
        self.left = []
        self.rumours = []
        self.missing = dict.fromkeys(range(1, players + 1), 0)
        self.turn = 1
        self.buried = []
        """Cards that bombs have put under the pile."""
        self.ignored = 0
        """Before this evaluation nobody has won: the table has played on."""

    def steps(self):
        return self.climb(self.diary)

    def over(self):
        """Since when it is over, and who has won: the first time that somebody was on 35, or the end; or None."""
        last = self.evaluations()
        for number in range(last + 1):
            pages = self.until(number)
            steps = self.climb(pages)
            for gone in (pages[-1][-1] if pages else [], self.left)[: 1 + (number == last)]:
                there = [player for player in range(1, self.players + 1) if player not in gone]
                best = max(steps[player - 1] for player in there)
                is_end = number == last and gone == self.left and (number == 7 or len(there) == 1)
                if is_end or (number >= self.ignored and best >= 35):
                    return number, tuple(player for player in there if steps[player - 1] == best)
        return None

    def until(self, number):
        """The diary up to the page before evaluation `number + 1`."""
        pages, seen = [], 0
        for page in self.diary:
            seen += len(page) == 4
            if seen > number:
                break
            pages.append(page)
        return pages

    def climb(self, diary):
        stair = dict.fromkeys(range(1, self.players + 1), 0)
        for page in diary:
            if len(page) == 3:
                player, by, _ = page
                stair[player] = max(stair[player] + by, -10)
                continue
            values, corner, sitting, left = page
            for player in stair:
                if player in left:
                    continue
                mine = [values[table - 1] for table in sitting if sitting[table] == player]
                stair[player] += sum(mine) if mine else corner
                stair[player] = max(stair[player], -10)
        return tuple(stair[player] for player in sorted(stair))

    def evaluations(self):
        return sum(len(page) == 4 for page in self.diary)

    def evaluate(self):
        self.diary.append((self.values, self.corner, dict(self.sitting), list(self.left)))
        self.values, self.sitting, self.rumours = None, {}, []

    def stop(self, player):
        while True:
            player = 1 if player == self.players else player + 1
            if player in self.left:
                continue
            if self.missing[player] == 0:
                self.turn = player
                return
            self.missing[player] -= 1

    def is_pile_known(self):
        return bool(self.buried) and self.evaluations() + len(self.buried) == 7

    def cards_due(self):
        """Return what can be said of the next card: a certain one, or one of a size of which one is left."""
        if self.is_pile_known():
            values, corner = self.buried[0]
            return [f"card {len(values)}: {' '.join(map(str, values))} / {corner}"]
        seen = [len(page[0]) for page in self.diary if len(page) == 4] + [len(values) for values, _ in self.buried]
        sizes = range(self.players + 1, self.players + 4)
        return [f"card {size}: * / *" for size in sizes if seen.count(size) < 4]

    def hear(self, act):
        self.say(str(act))

    def say(self, sentence):
        words = sentence.split()
        if words[0] != "fix" and words[1:] != ["quit"] and self.over() is not None:
            self.ignored = self.evaluations() + 1
        if words[0] == "card":
            if self.is_pile_known():
                self.buried.pop(0)
            self.values, self.corner = self.card(words[1:])
        elif words[0] == "fix":
            self.fix(*words[1:])
        else:
            self.do(int(words[0]), *words[1:])
        if self.values is not None and len(self.sitting) == len(self.values):
            self.evaluate()

    def do(self, player, verb, *words):
        if verb == "vip":
            self.sitting = {table: int(word) for table, word in enumerate(words, start=1) if word != "-"}
        else:
            getattr(self, f"do_{verb}", lambda *_: None)(player, *map(int, words))

    def do_seat(self, player, table):
        self.sitting[table] = player

    def do_leave(self, _player, table):
        del self.sitting[table]

    def do_swap(self, _player, table, other):
        self.sitting[table] = other

    def do_hype(self, _player):
        self.evaluate()

    def do_bomb(self, _player):
        self.sitting = {}
        if self.evaluations() < 6:
            self.buried.append((self.values, self.corner))
            self.values = None

    def do_meeting(self, _player, gone):
        self.sitting = {table: who for table, who in self.sitting.items() if who != gone}

    def do_quit(self, player):
        self.do_meeting(player, player)
        self.left.append(player)
        self.rumours = [who for who in self.rumours if who != player]
        self.missing[player] = 0
        if self.turn == player:
            self.stop(player)

    def do_scandal(self, _player, other):
        self.missing[other] += 1

    def do_rumours(self, _player, other):
        self.rumours.append(other)

    def do_again(self, player):
        self.turn = player

    def do_stop(self, player):
        self.stop(player)

    def fix(self, what, *words):
        if what == "step":
            player, step = map(int, words)
            self.diary.append((player, step - self.steps()[player - 1], list(self.left)))
        elif what == "round" and words[1] == "table":
            self.put(self.page(words[0])[2], words[2], words[3])
        elif what == "round":
            values, corner = self.card(words[2:])
            old = self.page(words[0])
            self.diary = [(values, corner, *page[2:]) if page is old else page for page in self.diary]
        elif what == "card":
            self.values, self.corner = self.card(words)
        elif what == "table":
            self.put(self.sitting, *words)
        elif what == "turn":
            self.turn = int(words[0])
        elif what == "owed":
            self.missing[int(words[0])] = int(words[1])
        else:
            self.rumours = [who for who in self.rumours if who != int(words[0])]
            self.rumours += [int(words[0])] * (words[1] == "yes")

    def page(self, number):
        return [page for page in self.diary if len(page) == 4][int(number) - 1]

    @staticmethod
    def card(words):
        return [int(word) for word in words[1:-2]], int(words[-1])

    @staticmethod
    def put(sitting, table, who):
        sitting.pop(int(table), None)
        if who != "-":
            sitting[int(table)] = int(who)
