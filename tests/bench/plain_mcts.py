"""A plain Monte Carlo tree search for Inside, the opponent that the levels are measured against.

UCT with random playouts and nothing else: no table, no knowledge of the game. It uses the packed positions of the
engine, so that it is fast enough to be measured.
"""

import math
import random

from engine.inside.search.position import Position, after, moves, winner

EXPLORATION = 1.0


class Node:
    """A position in the tree."""

    __slots__ = ("children", "position", "untried", "visits", "wins")

    def __init__(self, position: Position, chance: random.Random) -> None:
        self.position = position
        self.untried = [] if winner(position) is not None else moves(position)
        chance.shuffle(self.untried)
        self.children: list[tuple[int, Node]] = []
        self.visits = 0
        self.wins = [0, 0]

    def select(self) -> "Node":
        """Return the child with the best upper confidence bound for the player to move."""
        log, player = math.log(self.visits), self.position[6]
        return max(
            (child for _, child in self.children),
            key=lambda child: child.wins[player] / child.visits + EXPLORATION * math.sqrt(log / child.visits),
        )


def choose(position: Position, playouts: int, chance: random.Random) -> int:
    """Return the move that was visited most."""
    root = Node(position, chance)
    for _ in range(playouts):
        path = [root]
        while not path[-1].untried and path[-1].children:
            path.append(path[-1].select())
        leaf = path[-1]
        if leaf.untried:
            move = leaf.untried.pop()
            child = Node(after(leaf.position, move), chance)
            leaf.children.append((move, child))
            path.append(child)
        won = play_out(path[-1].position, chance)
        for node in path:
            node.visits += 1
            node.wins[won] += 1
    return max(root.children, key=lambda entry: entry[1].visits)[0]


def play_out(position: Position, chance: random.Random) -> int:
    """Play at random to the end; return the winner."""
    while (won := winner(position)) is None:
        found = moves(position)
        position = after(position, found[int(chance.random() * len(found))])
    return won
