"""One of Offline's networks on a card: its sites with their links and tiles, and who leads there."""

from __future__ import annotations

from engine.offline.crosses import GROUPS
from engine.offline.owner_data import NETS
from engine.offline.scoring import leads_of
from engine.offline.state import Lead, Phase, Place, State, site_name
from engine.offline.tiles import CATEGORIES, LETTERS, NONE
from engine.offline.worth import swap_at
from firmware_py.games.drawing.svg_elements import element, named, text
from firmware_py.games.drawing.svg_views import SvgView
from firmware_py.games.offline.svg_layout import DOWN, RIGHT, sites_of
from firmware_py.games.offline.svg_tiles import (
    PRODUCT,
    TILE,
    emblem,
    face,
    icon,
    place,
    ring,
    tappable,
    tile_words,
    type_words,
)
from firmware_py.i18n.translations import Translations

WIDTH, HEIGHT, HEAD = 196, 216, 36
"""Size of a card, and height of its head."""
MIDDLE_X, MIDDLE_Y = WIDTH / 2, HEAD + (HEIGHT - HEAD) / 2 + 1
CHIPS = (65, 109, 152)
"""The x of the three leads in the head."""
ROW = 56
"""Height of a lead that was entered."""
IN_A_TURN = frozenset({Phase.TURN, Phase.SWAPPED, Phase.CLEARED})
"""Phases that ask for places. Others ask for letters of tiles, and the letter of a net could be one."""


def net_card(view: SvgView, number: int) -> str:
    """Return a net, with the origin at the upper left."""
    state: State = view.state
    leads = leads_of(state)[number]
    is_told = not state.deal.is_board and all(tile == NONE for tile in state.nets[number])
    body = _entered(view, number, leads) if is_told else _graph(view, number)
    return "".join(
        (
            element("rect", width=WIDTH, height=HEIGHT, rx=12, class_="card"),
            _head(view, number, (None,) * len(CATEGORIES) if is_told or not _shows_leads(view) else leads),
            body,
        )
    )


def _shows_leads(view: SvgView) -> bool:
    """Return whether to show who leads: not without hints while a game is played on the board."""
    state: State = view.state
    return view.hints or not state.deal.is_board or state.is_over


# --- the head


def _head(view: SvgView, number: int, leads: tuple[Lead | None, ...]) -> str:
    state: State = view.state
    name, translations = NETS[number], view.translations
    group = next(group for group in GROUPS if name in group)
    title = translations("offline.net", net=name)
    label = text(name, 12, 27, class_="net-name")
    if state.deal.is_board:
        lying = sum(tile != NONE for tile in state.nets[number])
        label += text(f"{lying}/{state.deal.nets[number].size}", 33, 26, class_="small muted")
    elif state.deal.is_expert:
        label += text(f"× {state.size(number)}", 33, 26, class_="small muted")
    hit = element("rect", x=1, y=1, width=WIDTH - 2, height=HEAD - 2, rx=11, class_="hit")
    return tappable(
        (name, group) if state.phase in IN_A_TURN else (group,),
        title,
        hit,
        label,
        *(_chip(title, at, lead, translations) for at, lead in enumerate(leads) if lead is not None),
        ring(1, 1, WIDTH - 2, HEAD - 2, 11),
    )


def _chip(net: str, category: int, lead: Lead, translations: Translations) -> str:
    """Draw who leads with how many tiles; two bars mean a tie."""
    x = CHIPS[category]
    title = named(lead_words(net, category, lead, translations))
    if lead.kind == NONE:
        tie = element("path", d="M-6-3H6M-6 3H6", transform=place(x + 16, 18), class_="tie")
        return element("g", title, tie, class_="lead")
    sign = (
        icon(LETTERS[lead.kind], x + 13, 18)
        if category == PRODUCT
        else emblem(lead.kind, x + 12, 18, translations)
    )
    count = text(str(lead.tiles), x + 27, 23.5, class_="count")
    return element(
        "g",
        title,
        sign,
        count,
        class_="lead",
    )


def lead_words(net: str, category: int, lead: Lead, translations: Translations) -> str:
    """Return a text that says who leads in a net."""
    known = (
        f"{type_words(lead.kind, translations)} {lead.tiles}"
        if lead.kind != NONE
        else translations("offline.tied")
    )
    return translations(
        "offline.drawn-lead", net=net, category=translations(f"offline.{CATEGORIES[category]}"), lead=known
    )


# --- the sites


def _graph(view: SvgView, number: int) -> str:
    """Draw links, then sites over them; without a map only as many sites as needed, and no links."""
    state: State = view.state
    web, lying = state.deal.nets[number], state.nets[number]
    tiles = lying if any(tile != NONE for tile in lying[web.size :]) else lying[: web.size]
    is_mapped = state.deal.uses_map and len(tiles) == web.size
    links = [
        (at + 1, other + 1)
        for at, others in enumerate(web.linked if is_mapped else ())
        for other in others
        if at < other
    ]
    centres = [(MIDDLE_X + point.x * RIGHT, MIDDLE_Y + point.y * DOWN) for point in sites_of(len(tiles), links)]
    lines = "".join(f"M{_at(centres[a - 1])}L{_at(centres[b - 1])}" for a, b in links)
    return (element("path", d=lines, class_="links") if lines else "") + "".join(
        _site(view, Place(number, at), centre) for at, centre in enumerate(centres)
    )


def _at(centre: tuple[float, float]) -> str:
    return f"{centre[0]:.1f} {centre[1]:.1f}"


def _site(view: SvgView, where: Place, centre: tuple[float, float]) -> str:
    state: State = view.state
    tile, translations, name = state.tile(where), view.translations, site_name(where)
    half = TILE / 2
    inside = [ring(-half - 2, -half - 2, TILE + 4, TILE + 4, 10)]
    if tile == NONE:
        title = translations("offline.drawn-free", place=name)
        free = element("rect", x=-half, y=-half, width=TILE, height=TILE, rx=8, class_="free")
        inside = [free, text(str(where.at + 1), 0, 7, class_="site-number"), *inside]
    else:
        title = translations("offline.drawn-at", place=name, what=tile_words(tile, translations))
        tag = element("circle", cx=-21, cy=-21, r=8, class_="tag")
        inside = [face(tile, translations), *inside, tag, text(str(where.at + 1), -21, -16.5, class_="tag-number")]
    if state.swapped is not None and state.swapped.place == where:
        inside.append(_worth(state, centre))
    x, y = (round(way, 1) for way in centre)
    return element("g", named(title), *inside, data_tap=f"spot:{name}", transform=place(x, y))


def _worth(state: State, centre: tuple[float, float]) -> str:
    """Draw the value of the tile on a site before and after the swap, above or below it."""
    assert state.swapped is not None
    where, old = state.swapped
    swap = swap_at(state, where, old, state.tile(where))
    change = f"{sum(swap.now)} → {sum(swap.then)}"
    width = 14 + 6.5 * len(change)
    x = min(9, WIDTH - 3 - centre[0] - width / 2)
    y = -39 if centre[1] > MIDDLE_Y else 20
    pill = element("rect", x=x - width / 2, y=y, width=width, height=19, rx=9.5, class_="pill")
    return pill + text(change, x, y + 14, class_="pill-text")


# --- leads that were entered


def _entered(view: SvgView, number: int, leads: tuple[Lead | None, ...]) -> str:
    """Draw the leads of a net as they were entered, and what they pay."""
    translations, state = view.translations, view.state
    size = state.size(number) if state.deal.is_expert else 1
    title = translations("offline.net", net=NETS[number])
    rows = []
    for category, lead in enumerate(leads):
        y = HEAD + 4 + category * ROW + ROW / 2
        rows.append(element("path", d=f"M12 {y - ROW / 2:g}H{WIDTH - 12}", class_="rule"))
        if lead is None:
            rows.append(text(translations(f"offline.{CATEGORIES[category]}"), 49, y + 5, class_="small muted"))
            rows.append(text("…", 24, y + 3, class_="count muted middle"))
        elif lead.kind == NONE:
            tie = element("path", d="M-6-3H6M-6 3H6", transform=place(24, y), class_="tie")
            label = text(translations("offline.tied"), 49, y + 5, class_="small")
            rows.append(
                element("g", named(lead_words(title, category, lead, translations)), tie, label, class_="lead")
            )
        else:
            rows.append(
                _entered_lead(lead, lead_words(title, category, lead, translations), y, size, translations)
            )
    return "".join(rows)


def _entered_lead(lead: Lead, title: str, y: float, size: int, translations: Translations) -> str:
    """Draw one lead that was entered."""
    pays = (
        text(f"× {size} = {lead.tiles * size}", WIDTH - 12, y + 20, class_="small muted end") if size > 1 else ""
    )
    lift = 4 if pays else 0
    return element(
        "g",
        named(title),
        emblem(lead.kind, 24, y, translations),
        text(type_words(lead.kind, translations), 49, y + 5 - lift, class_="small"),
        text(str(lead.tiles), WIDTH - 12, y + 7 - lift, class_="big end"),
        pays,
        class_="lead",
    )
