"""The yardstick of the engines: python-chess, playing random games in the same process."""

import random
from time import process_time

GAMES = 4
PLIES = 80


def chess_games() -> tuple[float, float]:
    """Play random games of chess; return the seconds of CPU per ply and per legal move listed."""
    import chess  # late: only `make bench` installs it

    chance = random.Random(1)
    plies = moves = 0
    began = process_time()
    for _ in range(GAMES):
        board = chess.Board()
        for _ in range(PLIES):
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(legal[int(chance.random() * len(legal))])
            plies += 1
            moves += len(legal)
    took = process_time() - began
    return took / plies, took / moves
