"""Offline's arithmetic in plain words, written without a line of the engine: slow, and easy to believe.

Tiles are their three letters, a board is a dictionary from site to tile, sites are a letter and a number.
"""

COLUMNS = ("RYGB", "EDFS", "CMTB")


def worth(board, links, site, tile):
    """What a tile is worth on a site, whatever lies there."""
    points = 0
    for link in links:
        if site in link:  # "A1-A2": no site is part of another one's name
            other = board.get(link.replace(site, "").strip("-"))
            if other is not None:
                points += (tile[0] == other[0]) + (tile[1] == other[1]) + (tile[2] == other[2])
    return points


def leader(tiles, column):
    """The letter that is alone in front in a column, and how often it stands there."""
    letters = "".join(tile[column] for tile in tiles)
    ranking = sorted(((letters.count(letter), letter) for letter in COLUMNS[column]), reverse=True)
    if ranking[0][0] == ranking[1][0]:
        return None
    return ranking[0][1], ranking[0][0]


def score(board, sizes, cards, analyses=None, market=None, *, order="ABCD"):
    """The points of every seat; `cards` are three letters a seat, `analyses` a market card and a tile each.

    It is the expert game if there are analyses, even none at all. `order` has the market cards in the game: one
    that was taken before its turn pays nothing.
    """
    expert = analyses is not None
    points = {}
    taken = {card for card, _ in (analyses or {}).values()}
    for seat, own in cards.items():
        points[seat] = 0
        for column in range(3):
            won = []
            for net in "ABCDEFGH":
                found = leader([tile for site, tile in board.items() if site[0] == net], column)
                if found is not None and found[0] == own[column]:
                    won.append(found[1] * sizes[net] if expert else found[1])
            points[seat] += sum(won) * (len(won) if expert else 1)
        if expert and seat in analyses:
            card, tile = analyses[seat]
            right = 0
            if not set(order[: order.index(card)]) <= taken:
                continue
            for column in range(3):
                fours = [
                    net
                    for net in "ABCDEFGH"
                    if sum(t[column] == tile[column] for site, t in board.items() if site[0] == net) >= 4
                ]
                if fours and own[column] != tile[column]:
                    right += 1
            points[seat] += sum(sorted(market[card])[:right])
    return points
