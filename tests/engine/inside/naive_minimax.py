"""Who wins a position of Inside, by plain minimax on the slow second implementation: no line of the engine."""

from tests.engine.inside.slow_inside import SlowInside


def copied(game: SlowInside) -> SlowInside:
    other = SlowInside()
    other.cubes = dict(game.cubes)
    other.stock = {seat: list(stock) for seat, stock in game.stock.items()}
    other.turn, other.bonus = game.turn, list(game.bonus)
    return other


def after(game: SlowInside, play) -> SlowInside:
    other = copied(game)
    other.do(*play)
    return other


def winner(game: SlowInside, known: dict) -> int:
    """Play everything to the end: 35 cubes, no early decision, nothing left out but positions seen before."""
    name = (
        frozenset(game.cubes.items()),
        game.turn,
        frozenset(game.bonus),
        *(game.stock[seat].count(colour) for seat in (1, 2) for colour in "LD"),
    )
    if name not in known:
        plays = game.legal()
        if not plays:
            faces = sum(counts["light"] > counts["dark"] for counts in game.faces().values())
            known[name] = 1 if faces >= 2 else 2
        elif any(winner(after(game, play), known) == game.turn for play in sorted(plays)):
            known[name] = game.turn
        else:
            known[name] = 3 - game.turn
    return known[name]


def winning(game: SlowInside, known: dict) -> set:
    """Find every play that keeps the win."""
    return {play for play in game.legal() if winner(after(game, play), known) == game.turn}
