"""Inside once more, slowly: a dictionary of cubes and plain loops, and no line of the engine."""

from itertools import product

LEVELS = [(x, y, z) for x, y, z in product(range(5), repeat=3) if x + y + z <= 4]


class SlowInside:
    def __init__(self):
        self.cubes = {}
        self.stock = {1: ["L"] * 13 + ["D"] * 5, 2: ["D"] * 13 + ["L"] * 5}
        self.turn = 1
        self.bonus = []

    def carriers(self, cell):
        x, y, z = cell
        return [] if x + y + z == 4 else [(x + 1, y, z), (x, y + 1, z), (x, y, z + 1)]

    def is_open(self, cell):
        return cell not in self.cubes and all(carrier in self.cubes for carrier in self.carriers(cell))

    def lawful(self):
        if len(self.cubes) == 35:
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
        self.bonus = [other for other in self.bonus if other != cell]
        for other in LEVELS:
            under = {self.cubes.get(carrier) for carrier in self.carriers(other)}
            if other not in before and self.is_open(other) and len(under) == 1:
                self.bonus.append(other)
        if not self.stock[3 - seat]:
            self.bonus = []
        elif not self.bonus:
            self.turn = 3 - seat

    def faces(self):
        result = {}
        for axis, face in enumerate("XYZ"):
            shown = [colour for cell, colour in self.cubes.items() if cell[axis] == 0]
            result[face] = {"light": shown.count("L"), "dark": shown.count("D")}
        return result
