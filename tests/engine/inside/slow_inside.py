"""Inside once more, slowly: a dictionary of cubes and plain loops, and no line of the engine."""

from itertools import product

LEVELS = [(x, y, z) for x, y, z in product(range(5), repeat=3) if x + y + z <= 4]


class SlowInside:
    def __init__(self):
        self.cubes = {}
        self.stock = {1: ["L"] * 13 + ["D"] * 5, 2: ["D"] * 13 + ["L"] * 5}
        self.turn = 1
        self.bonus = []
        self.left = False

    def carriers(self, cell):
        x, y, z = cell
        return [] if x + y + z == 4 else [(x + 1, y, z), (x, y + 1, z), (x, y, z + 1)]

    def is_open(self, cell):
        return cell not in self.cubes and all(carrier in self.cubes for carrier in self.carriers(cell))

    def legal(self):
        if len(self.cubes) == 35 or self.left:
            return set()
        other = 3 - self.turn
        if self.bonus:
            return {(self.turn, "bonus", c, cell) for c in self.stock[other] for cell in self.bonus}
        cells = [cell for cell in LEVELS if self.is_open(cell)]
        return {(self.turn, "place", c, cell) for c in self.stock[self.turn] for cell in cells}

    def do(self, seat, verb, colour, cell):
        before = {other for other in LEVELS if self.is_open(other)}
        self.stock[seat if verb == "place" else 3 - seat].remove(colour)
        self.cubes[cell] = colour
        made = [
            other
            for other in LEVELS
            if other not in before and self.is_open(other) and self.is_of_one_colour(other)
        ]
        if (
            self.bonus
        ):  # a duty goes on, and stays with who has it though the table lets somebody else place a cube
            made = made if seat == self.turn else []
            seat = self.turn
        self.bonus = [other for other in self.bonus if other != cell] + made
        self.follow(seat)

    def follow(self, seat):
        """Pass the turn on from a seat, unless it owes a bonus or the other has no cube."""
        if not self.stock[3 - seat]:
            self.turn, self.bonus = seat, []
        else:
            self.turn = seat if self.bonus else 3 - seat

    def is_of_one_colour(self, cell):
        return len({self.cubes.get(carrier) for carrier in self.carriers(cell)}) == 1

    def hear(self, act):
        """Follow any act that was accepted, corrections too."""
        seat, verb, words = act
        if verb in {"place", "bonus"}:
            self.do(seat, verb, words[0][0], tuple(map(int, words[0][1:])))
        elif verb == "quit":
            self.left = True
        elif words[0] == "turn":
            if int(words[1]) != self.turn:
                self.turn, self.bonus = int(words[1]), []
        else:
            self.fix(tuple(map(int, words[0])), words[1])

    def fix(self, cell, colour):
        """Put a cube right: it comes from the player of its colour, and goes back there, if that can be."""
        old = self.cubes.get(cell, "-")
        if old == colour:
            return
        player = self.owner(colour if old == "-" else old)
        if old != "-":
            del self.cubes[cell]
            if self.stock[player].count(old) == 13:
                player = 3 - player
            self.stock[player].append(old)
        if colour != "-":
            giver = player if colour in self.stock[player] else 3 - player
            self.stock[giver].remove(colour)
            self.cubes[cell] = colour
        owed = bool(self.bonus)
        self.bonus = [other for other in self.bonus if self.is_open(other) and self.is_of_one_colour(other)]
        if owed or not self.stock[self.turn]:
            self.follow(self.turn)

    @staticmethod
    def owner(colour):
        return 1 if colour == "L" else 2

    def faces(self):
        result = {}
        for axis, face in enumerate("XYZ"):
            shown = [colour for cell, colour in self.cubes.items() if cell[axis] == 0]
            result[face] = {"light": shown.count("L"), "dark": shown.count("D")}
        return result
