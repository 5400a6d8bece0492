"""Offline's table picture: the eight nets with who leads in them, the display and the offline area.

The upper part shows all nets, or one of them while a site is chosen and after a swap; the lower part stays.

All nets: a column for each, with its letter and the number of free sites, then who leads by company, language and
product, and with how many tiles; `=` is a tie. One net: its sites and links, and who leads; after a swap the worth
of the old and the new tile, and what each feature adds to it. Inverted is the chosen site, that of a swap, or the
next one to set up; a refused one has a frame.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PIL import Image

from engine.acts import Act
from engine.offline.crosses import GROUPS
from engine.offline.layout import SITES
from engine.offline.owner_data import NETS
from engine.offline.scoring import leads_of, sheet_of, winners_of
from engine.offline.state import DISPLAY, OFFLINE, Lead, Phase, Place, State, Swapped, room_to_deal, site_name
from engine.offline.tiles import FEATURES, NONE, TYPES, letter_of, tile_name, type_name
from engine.offline.timing import due, over
from engine.offline.worth import swap_at
from engine.verdicts import Sentence, player, say
from firmware_py.display.canvas import BOTTOM, LIT, OFF, RIGHT, TINY, Canvas, Font
from firmware_py.games.offline.text import account_lines, unchecked_notes
from firmware_py.games.views import Scene, TableView
from firmware_py.i18n.sentences import pair

COLUMN = 15
HEAD, LEADS = 0, (10, 19, 28)
RULE = 38
DISPLAY_ROW, OFFLINE_ROW = 40, 51
TILE_PITCH, CROWDED_PITCH = 25, 20
SPACE_WIDTH, SPACE_HEIGHT = 21, 9
BAG_X = 104
BAG = (" ## ", "####", "#  #", "#  #", "####")
POINTS_PITCH = 31

NET_WIDTH, SITE_WIDTH, SITE_HEIGHT = 92, 25, 7
ASIDE = 96
"""The x of the text beside an enlarged net."""


def draw(view: TableView) -> Image.Image:
    """Return the picture of a position: all nets or one, above the display and the offline area, or the points."""
    canvas = Canvas()
    net = _enlarged(view)
    if net is None:
        _all_nets(canvas, view)
    else:
        _net(canvas, view, net)
    canvas.draw.line((0, RULE, RIGHT - 1, RULE), fill=LIT)
    if view.state.phase in {Phase.END, Phase.ENTRY}:
        _points(canvas, view)
    else:
        _tiles(canvas, view)
    return canvas.image


def _enlarged(view: TableView) -> int | None:
    """Return the net to show large: the one being chosen, the last one with a swap, or the next one to set up."""
    state: State = view.state
    net = _chosen_net(view)
    if net is None and state.phase is Phase.DEAL:
        return next(at for at, tiles in enumerate(state.nets) if room_to_deal(tiles))
    if net is None and state.swapped is not None and state.phase is not Phase.END and not view.chosen:
        return state.swapped.place.net
    return net


def _chosen_net(view: TableView) -> int | None:
    """Return the net under the cursor, or that of the answers so far, if they name one."""
    if view.cursor is not None and _is_site(view.cursor):
        return NETS.index(view.cursor[0])
    net, group = None, ""
    for value in view.chosen:
        is_group = _is_group(view, value)
        if (is_group and len(value) == 1) or (group and value in group) or _is_site(value):
            net = NETS.index(value[0])
        group = value if is_group else ""
    return net


def _is_group(view: TableView, value: str) -> bool:
    """Return whether an answer is a group of nets, not the letter of a market card."""
    return value in GROUPS and "analysed" not in view.chosen


def _is_site(value: str) -> bool:
    return len(value) == len("A1") and value[0] in NETS and value[1].isdecimal()


# --- all nets


def _all_nets(canvas: Canvas, view: TableView) -> None:
    leads = _leads(view)
    for at, name in enumerate(NETS):
        _column(canvas, view, at, name, leads[at])


def _leads(view: TableView) -> Sequence[tuple[Lead | None, ...]]:
    """Return who leads in each net; hidden without hints while a game is played on the board."""
    state: State = view.state
    if view.hints or not state.deal.is_board or state.is_over:
        return leads_of(state)
    return [(None,) * len(LEADS)] * len(NETS)


def _column(canvas: Canvas, view: TableView, at: int, name: str, leads: tuple[Lead | None, ...]) -> None:
    state: State = view.state
    x = at * COLUMN + 3
    here = any(name in group for group in view.chosen if _is_group(view, group))
    ink = OFF if here else LIT
    if here:
        canvas.draw.rectangle((x - 2, HEAD, x + 11, HEAD + 8), fill=LIT)
    canvas.text(x, HEAD, name, ink=ink)
    if state.deal.is_board:
        canvas.tiny(x + 7, HEAD + 3, str(state.nets[at].count(NONE)), ink)
    for y, lead in zip(LEADS, leads, strict=True):
        if lead is None:
            continue
        canvas.text(x, y, f"{_letter(view, lead.kind)}{lead.tiles}" if lead.kind != NONE else "=")


def _letter(view: TableView, kind: int) -> str:
    return view.translations.text(letter_of(kind))


def _name(view: TableView, tile: int) -> str:
    return view.translations.text(tile_name(tile))


def _tiles(canvas: Canvas, view: TableView) -> None:
    """Write the display, and below it the four spaces of the offline area, and what the bag holds."""
    state: State = view.state
    is_crowded = state.hand != NONE and len(state.display) == DISPLAY
    pitch = CROWDED_PITCH if is_crowded else TILE_PITCH
    for at, tile in enumerate(state.display):
        canvas.text(at * pitch + 2, DISPLAY_ROW, _name(view, tile))
    if state.hand != NONE:
        came_off = f"+{_name(view, state.hand)}"
        canvas.text(RIGHT - len(came_off) * Font.SMALL.width, DISPLAY_ROW, came_off)
    for at in range(OFFLINE):
        x = at * TILE_PITCH
        canvas.draw.rectangle((x, OFFLINE_ROW, x + SPACE_WIDTH, OFFLINE_ROW + SPACE_HEIGHT), outline=LIT)
        if at < len(state.offline):
            canvas.text(x + 2, OFFLINE_ROW + 1, _name(view, state.offline[at]))
    canvas.icon(BAG_X, OFFLINE_ROW + 3, BAG)
    canvas.text(BAG_X + 6, OFFLINE_ROW + 1, str(state.bag))


def _points(canvas: Canvas, view: TableView) -> None:
    """Write each player's points, and below them the preference cards that are shown; winners are lit."""
    state: State = view.state
    winners = winners_of(state)
    for account, cards in zip(sheet_of(state).accounts, state.cards, strict=True):
        x = (account.seat - 1) * POINTS_PITCH
        won = account.seat in winners
        if won:
            canvas.draw.rectangle((x, DISPLAY_ROW + 1, x + POINTS_PITCH - 2, BOTTOM - 1), fill=LIT)
        ink = OFF if won else LIT
        canvas.draw.rectangle((x + 1, DISPLAY_ROW + 3, x + 5, DISPLAY_ROW + 9), fill=ink)
        canvas.icon(x + 2, DISPLAY_ROW + 4, TINY[str(account.seat)], LIT - ink)
        if cards is not None:
            canvas.text(x + 8, DISPLAY_ROW + 1, str(account.points), ink=ink)
            canvas.text(x + 8, OFFLINE_ROW - 1, "".join(_letter(view, kind) for kind in cards), ink=ink)


# --- one net


def _net(canvas: Canvas, view: TableView, net: int) -> None:
    state: State = view.state
    centres = [_centre(at, len(state.nets[net])) for at in range(len(state.nets[net]))]
    linked = state.deal.nets[net].linked
    for at, others in enumerate(linked if len(linked) == len(centres) else ()):
        for other in others:
            canvas.draw.line((*centres[at], *centres[other]), fill=LIT)
    swapped = state.swapped if not view.chosen else None
    inverted = _inverted(view, net) if swapped is None else (site_name(swapped.place),)
    for at, centre in enumerate(centres):
        place = Place(net, at)
        _site(canvas, view, place, centre, is_inverted=site_name(place) in inverted)
    if swapped is not None:
        _arithmetic(canvas, view, swapped)
        return
    canvas.text(ASIDE, HEAD - 2, NETS[net], Font.BOLD)  # the font is empty above its capitals
    for y, lead in zip(LEADS, _leads(view)[net], strict=True):
        if lead is not None:
            canvas.text(ASIDE, y, f"{_letter(view, lead.kind)} {lead.tiles}" if lead.kind != NONE else "=")


def _inverted(view: TableView, net: int) -> Collection[str]:
    """Return the sites to draw inverted: the chosen one, or the one to set up next."""
    state: State = view.state
    if view.cursor is not None:
        return (view.cursor,)
    if state.phase is Phase.DEAL and _chosen_net(view) is None:
        return (site_name(Place(net, state.nets[net].index(NONE))),)
    return view.chosen


def _centre(at: int, count: int) -> tuple[int, int]:
    """Return the centre of a site: clockwise, the first one on top; with their edges all are in the upper part."""
    x, y = SITES[count][at]
    top = 1 + round(y * (RULE - SITE_HEIGHT - 2))
    return 1 + round(NET_WIDTH / 2 + x * (NET_WIDTH - SITE_WIDTH) / 2), top + SITE_HEIGHT // 2


def _site(canvas: Canvas, view: TableView, place: Place, centre: tuple[int, int], *, is_inverted: bool) -> None:
    """Draw a site: its number with its tile, or with a frame if it is free; in another frame if it is marked."""
    x, y = centre[0] - SITE_WIDTH // 2, centre[1] - SITE_HEIGHT // 2
    right, bottom = x + SITE_WIDTH - 1, y + SITE_HEIGHT - 1
    tile, is_marked = view.state.tile(place), site_name(place) in view.marked
    ground, ink = (LIT, OFF) if is_inverted and not is_marked else (OFF, LIT)
    if is_marked:
        canvas.draw.rectangle((x - 1, max(y - 2, 0), right + 1, bottom + 2), fill=OFF, outline=LIT)
    else:
        canvas.draw.rectangle((x, y - 1, right, bottom + 1), fill=ground)
    canvas.icon(x + 1, y + 1, TINY[str(place.at + 1)], ink)
    if tile == NONE:
        canvas.draw.rectangle((x + 6, y, right - 1, bottom), outline=ink)
    else:
        canvas.text(x + 6, y - 1, _name(view, tile), ink=ink)


def _arithmetic(canvas: Canvas, view: TableView, swapped: Swapped) -> None:
    """Write the worth of the old and the new tile, and how each feature adds to it."""
    state: State = view.state
    place, old = swapped
    new = state.tile(place)
    swap = swap_at(state, place, old, new)
    canvas.draw.rectangle((ASIDE - 1, HEAD, RIGHT - 1, HEAD + 8), fill=LIT)
    canvas.text(ASIDE, HEAD, f"{sum(swap.now):>2}→{sum(swap.then)}", ink=OFF)
    for y, before, after, now, then in zip(LEADS, FEATURES[old], FEATURES[new], swap.now, swap.then, strict=True):
        canvas.text(ASIDE, y, f"{_letter(view, before)}{now}→{_letter(view, after)}{then}")


# --- scenes


def legend(state: State) -> list[Sentence]:
    """Return what the numbers and signs of the picture mean."""
    is_played = state.deal.is_board and state.phase is not Phase.END
    parts = ("nets", "net", "display") if is_played else ("nets", "points")
    letters = tuple(pair(letter_of(kind), type_name(kind)) for kind in range(len(TYPES)))
    return [*(say(f"offline.picture-{part}") for part in parts), say("offline.picture-letters", kinds=letters)]


def opening(state: State) -> list[Scene]:
    """Return scenes about unchecked owner data (OF-23), and about the numbering of sites."""
    placeholder = [Scene(say("offline.stand-in"), (note,), state) for note in unchecked_notes(state)]
    if not state.deal.is_board:
        return placeholder
    return [*placeholder, Scene(say("box.orientation"), (say("offline.orientation"),), state)]


def summary(state: State) -> list[Sentence]:
    """Return a note if the score depends on unchecked owner data."""
    return unchecked_notes(state)


def rounds(state: State) -> int:
    """Return 1 once a player has shown cards: then the score sheet can be reviewed."""
    return int(any(state.cards))


def scenes(state: State, _number: int) -> list[Scene]:
    """Return the score, a scene for each player."""
    return [
        Scene(
            say("offline.scored", who=player(account.seat), points=account.points),
            tuple(account_lines(state, account)),
            state,
            "OF-16",
            1,
        )
        for account in sheet_of(state).accounts
        if account.earnings
    ]


def scenes_after(before: State, after: State) -> list[Scene]:
    """Return scenes for the end of the game, and for the score once all cards are shown."""
    is_new = not before.is_over or due(before) is not None or before.analysed != after.analysed
    if after.is_over and due(after) is None and is_new:
        return scenes(after, 1)
    if after.phase is Phase.END and before.phase is not Phase.END:
        return [Scene(say("box.over"), (over(after)[1], say("offline.show-cards")), after)]
    return []


def preview(state: State, _act: Act) -> State:
    """Return the current position."""
    return state
