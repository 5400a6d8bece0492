"""Online as SVG: the tableau of each party, bank and discards, and one of every card, to tap what is played.

A tap answers with all its values in turn, the most specific first: `choice:e-mail choice:2` on a pile is that pile
and its party, `choice:category choice:e-mail` on a card its group and the card. Values that are not asked for are
skipped. A value that could answer two questions answers the first one: so the first party tapped is the source of
a capture, and the second its target. With the class `wide` and the viewBox of `data-wide` there are two columns.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.online.cards import (
    ANTIVIRUS,
    CATEGORIES,
    EXTRA_MEMORY,
    NAMES,
    NONE,
    ON_LINE,
    PASSWORD_ERROR,
    PASSWORD_OK,
    VIRUS,
)
from engine.online.judge import seats
from engine.online.scoring import notes_losses, score
from engine.online.state import FULL_HAND, Party, Phase, State, card_name, party_name
from firmware_py.games.drawing import svg_elements
from firmware_py.games.drawing.lettering import cut, fitted, width
from firmware_py.games.drawing.svg_views import SvgView
from firmware_py.games.online.svg_cards import GROUPS, LOCK, SIGNS, back, face, pile, sign
from firmware_py.i18n.translations import Translations

WIDTH, GAP = 390, 8
WIDE = WIDTH - 2 * GAP
PARTY_HIGH, BANK_HIGH, RACK_HIGH = 232, 112, 396
COLUMN = 3
"""Parties in the first column of the wide drawing."""
CHIPS_AT, CARDS_AT = 34, 86
CARD = (100.0, 120.0)
FILES = (68.0, 57.0)
SMALL = (68.0, 84.0)
TEN = 10
"""The first goal that needs smaller digits; players may agree on such high goals."""
SQUEEZE = 1.2
"""How much a name may be condensed before it is cut."""
RACK_CARD = 72.0


class Look(NamedTuple):
    """A position with names and translations."""

    state: State
    translations: Translations
    names: tuple[str, ...]

    def name(self, seat: int) -> str:
        """Return the name of a seat; with five players one of them plays the sixth seat too (ON-6)."""
        return self.names[seats(self.state)[seat - 1] - 1]

    def is_turn_of(self, at: int) -> bool:
        """Return whether a player of a party has the turn."""
        return self.state.end is None and self.state.deal.party_of[self.state.turn - 1] == at


def draw(view: SvgView) -> str:
    """Return the drawing of a position."""
    state: State = view.state
    look = Look(state, view.translations, view.names)
    count = len(state.parties)
    bank, rack = count * PARTY_HIGH, count * PARTY_HIGH + BANK_HIGH
    column = max(min(count, COLUMN) * PARTY_HIGH, BANK_HIGH + RACK_HIGH + (count > COLUMN) * PARTY_HIGH)
    return svg_elements.element(
        "svg",
        svg_elements.named(view.translations("online.name")),
        *(_party(look, at) for at in range(count)),
        svg_elements.element("g", *_bank(look), class_="bank", transform=f"translate({GAP} {bank})"),
        svg_elements.element("g", *_rack(look), class_="rack", transform=f"translate({GAP} {rack})"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {rack + RACK_HIGH}",
        data_wide=f"0 0 {2 * WIDTH - GAP} {column}",
        data_watch=f"0 0 {WIDTH} {rack}"
        if count < COLUMN
        else f"0 0 {2 * WIDTH - GAP} {2 * PARTY_HIGH + BANK_HIGH}",
        class_=f"online parties-{count}",
        role="group",
    )


# --- a party


def _party(look: Look, at: int) -> str:
    state = look.state
    members = state.deal.parties[at]
    kinds = ["party", f"party-{at + 1}"]
    kinds += ["turn"] if look.is_turn_of(at) else []
    kinds += ["won"] if state.end is not None and at in state.end.winners else []
    wide = (WIDE - 20 - 6 * (len(members) - 1)) / len(members)
    return svg_elements.element(
        "g",
        svg_elements.element("rect", y=2, width=WIDE, height=PARTY_HIGH - GAP, rx=12, class_="panel"),
        _head(look, at),
        *(_seat(look, seat, 10 + place * (wide + 6), wide) for place, seat in enumerate(members)),
        _stack(look, at, "line"),
        _stack(look, at, "memory"),
        *(_files(look, at, card) for card in CATEGORIES),
        class_=" ".join(kinds),
        transform=f"translate({GAP} {at * PARTY_HIGH})",
    )


def _head(look: Look, at: int) -> str:
    """Draw the names of a party, its downloads, and at the end its score (ON-35)."""
    state, translations = look.state, look.translations
    number = state.deal.parties[at][0]
    name = party_name(state, at)
    title = translations.text(name)
    if state.end is not None:
        noted = score(state)[str(number)]
        gain = "?" if noted["gain"] is None else noted["gain"]
        key = "online.scored" if notes_losses(state) else "online.scored-gain"
        title = translations(key, party=name, gain=gain, loss=noted["loss"] or 0)
    won = "★ " if state.end is not None and at in state.end.winners else ""
    have, goal = sum(state.parties[at].piles), sum(state.deal.goals)
    return svg_elements.element(
        "g",
        svg_elements.named(title),
        svg_elements.element("rect", x=4, y=5, width=WIDE - 8, height=28, rx=9, class_="target"),
        svg_elements.text(won + title, 14, 24, class_="party-name"),
        svg_elements.text(f"{have} / {goal}", WIDE - 14, 24, class_="total"),
        class_="head",
        data_tap=f"choice:{number}",
    )


def _seat(look: Look, seat: int, x: float, wide: float) -> str:
    """Draw a player: number, name, number of cards in the hand, and special states."""
    state, translations = look.state, look.translations
    name, is_turn = look.name(seat), seat == state.turn and state.end is None
    kinds = ["seat", *(["turn"] if is_turn else []), *(["gone"] if seat in state.left else [])]
    notes = []
    if seat in state.left:
        notes.append(translations("online.seen-gone"))
    if state.owed[seat - 1]:
        notes.append(translations("online.shown-misses", turns=state.owed[seat - 1]))
    if state.holds[seat - 1] >= 0:
        notes.append(translations("online.seen-held", count=state.holds[seat - 1]))
    hand = str(state.hands[seat - 1])
    shown = ("▶ " if is_turn else "") + cut(name, (wide - 44) * SQUEEZE - 16 * is_turn, 14)
    title = ", ".join([translations("online.seen-hand", seat=seat, who=name, count=state.hands[seat - 1]), *notes])
    return svg_elements.element(
        "g",
        svg_elements.named(title),
        svg_elements.element("rect", width=wide, height=46, rx=9, class_="chip"),
        svg_elements.element("circle", cx=19, cy=23, r=12, class_=f"badge seat-{seat}"),
        svg_elements.text(str(seat), 19, 28, class_="badge-number"),
        fitted(shown, 38, 19, wide - 44, 14, class_="name"),
        svg_elements.element("path", d="M38 29l7-2 3 10-7 2zM47 27h8v11h-6", class_="hand"),
        svg_elements.text(hand, 60, 38, class_="count"),
        *(fitted(", ".join(notes), 76, 38, wide - 82, 12, class_="note") for _ in notes[:1]),
        class_=" ".join(kinds),
        data_tap=f"seat:{seat}",
        transform=f"translate({x:g} {CHIPS_AT})",
    )


def _stack(look: Look, at: int, name: str) -> str:
    """Draw the line or the memory of a party, and the card that it needs (ON-21, ON-22)."""
    state, translations = look.state, look.translations
    party, number = state.parties[at], state.deal.parties[at][0]
    cards = party.line if name == "line" else party.memory
    label = translations(f"online.pile-{name}")
    card_names = ", ".join(translations.text(card_name(card)) for card in cards) or translations("online.no-top")
    caption, kinds = label, [name]
    if party.is_ill(name):
        is_fresh = (at, name) in state.fresh
        needed = translations.text(card_name(_needed(party, name)))
        caption = translations("online.seen-needs-now" if is_fresh else "online.seen-needs", card=needed)
        kinds += ["ill", "fresh"] if is_fresh else ["ill"]
    elif cards:
        caption = f"✓ {label}"
        kinds.append("works")
    taps = [f"choice:{name}", *(["choice:link"] if look.is_turn_of(at) else []), f"choice:{number}"]
    return svg_elements.element(
        "g",
        svg_elements.named(
            translations("online.seen-pile", party=party_name(state, at), pile=label, cards=card_names)
        ),
        svg_elements.element("rect", x=-3, y=-3, width=CARD[0] + 6, height=CARD[1] + 24, rx=9, class_="target"),
        pile(cards, translations, *CARD, label=label, name=f"{name}-{number}"),
        fitted(caption, CARD[0] / 2, CARD[1] + 15, CARD[0] - 3, 12.5, class_="caption") if cards else "",
        class_=" ".join(["stack", *kinds]),
        data_tap=" ".join(taps),
        transform=f"translate({10 if name == 'line' else 118} {CARDS_AT})",
    )


def _needed(party: Party, name: str) -> int:
    """Return the card that repairs a pile, or that it still needs (ON-21)."""
    if name == "memory":
        return EXTRA_MEMORY
    return {PASSWORD_ERROR: PASSWORD_OK, VIRUS: ANTIVIRUS}.get(party.line_top, ON_LINE)


def _files(look: Look, at: int, card: int) -> str:
    """Draw the downloads of a category; a complete one of the current party can be secured by a tap."""
    state, translations = look.state, look.translations
    party, number, which = state.parties[at], state.deal.parties[at][0], card - CATEGORIES[0]
    count, goal, secured = party.piles[which], state.deal.goals[which], party.secured[which]
    kinds = ["files", *(["done"] if count == goal else []), *(["secured"] if secured else [])]
    wide, high = FILES
    key = "online.seen-secured" if secured else "online.seen-files"
    label = translations.text(card_name(card))
    is_long = goal >= TEN
    middle = wide - 34 if is_long else wide - 28
    can_secure = count == goal and not secured and look.is_turn_of(at)
    taps = [*(["choice:secure"] if can_secure else []), f"choice:{NAMES[card]}", f"choice:{number}"]
    x, y = 226 + which % 2 * (wide + 4), CARDS_AT + which // 2 * (high + 6)
    under = [
        svg_elements.element(
            "rect",
            x=1.5 * place,
            y=-1.5 * place,
            width=wide - 6,
            height=high,
            rx=6,
            class_="edge",
            data_piece=f"{NAMES[card]}-{number}.{count - place}",
        )
        for place in range(min(count - 1, 3), 0, -1)
    ]
    return svg_elements.element(
        "g",
        svg_elements.named(translations(key, party=party_name(state, at), card=label, count=count, goal=goal)),
        svg_elements.element("rect", x=-2, y=-6, width=wide + 4, height=high + 8, rx=8, class_="target"),
        *under,
        svg_elements.element(
            "rect",
            width=wide - 6,
            height=high,
            rx=6,
            class_="paper" if count else "empty",
            **({"data_piece": f"{NAMES[card]}-{number}.{count}"} if count else {}),
        ),
        sign(LOCK if secured else SIGNS[NAMES[card]], 9 if is_long else 15, 18, 0.5 if is_long else 0.8),
        svg_elements.text(str(count), middle, 25, class_="have long" if is_long else "have"),
        svg_elements.text(f"/{goal}", middle + 1, 25, class_="goal"),
        _progress(count, goal, wide - 16),
        fitted(("✓ " if count == goal else "") + label, (wide - 6) / 2, high - 7, wide - 16, 12.5, class_="title"),
        class_=" ".join(kinds),
        data_tap=" ".join(taps),
        transform=f"translate({x:g} {y:g})",
    )


def _progress(count: int, goal: int, room: float) -> str:
    return svg_elements.element("rect", x=5, y=32, width=room, height=5, rx=2.5, class_="way") + (
        svg_elements.element("rect", x=5, y=32, width=room * count / goal, height=5, rx=2.5, class_="done-way")
        if count
        else ""
    )


# --- bank, discards and cards


def _bank(look: Look) -> list[str]:
    """Draw the bank and the discards; a tap on the discards exchanges or discards a card."""
    state, translations = look.state, look.translations
    known = [translations.text(card_name(card)) for card in state.discards if card != NONE]
    named = ", ".join(known) or translations("online.no-top")
    taps = ["choice:discard"]
    if state.end is None and state.phase is Phase.BEGUN:
        taps.insert(0, "choice:exchange")
    elif state.end is None and state.hands[state.turn - 1] > FULL_HAND:
        taps.insert(0, "choice:end")
    bank = translations("online.seen-bank", count=state.bank)
    return [
        svg_elements.element("rect", width=WIDE, height=BANK_HIGH - GAP, rx=12, class_="panel"),
        svg_elements.element(
            "g",
            svg_elements.named(bank),
            svg_elements.element("rect", x=-3, y=-3, width=168, height=90, rx=9, class_="target"),
            back(*SMALL) if state.bank else pile((), translations, *SMALL, label=translations("online.no-top")),
            svg_elements.text(str(state.bank), 78, 44, class_="pile-count"),
            fitted(translations("online.seen-the-bank"), 78, 62, 84, 13, class_="pile-name"),
            class_="stack-of-all",
            data_tap="choice:draw choice:bank",
            transform="translate(10 10)",
        ),
        svg_elements.element(
            "g",
            svg_elements.named(translations("online.seen-discards", count=len(state.discards), cards=named)),
            svg_elements.element("rect", x=-3, y=-3, width=174, height=90, rx=9, class_="target"),
            svg_elements.element(
                "g", face(state.discards[-1], translations, *SMALL), data_piece=f"discards.{len(state.discards)}"
            )
            if state.discards
            else pile((), translations, *SMALL, label=translations("online.no-top")),
            svg_elements.text(str(len(state.discards)), 78, 44, class_="pile-count"),
            fitted(translations("online.discard-pile"), 78, 62, 84, 13, class_="pile-name"),
            class_="discards hacking" if state.phase is Phase.HACKING else "discards",
            data_tap=" ".join(taps),
            transform="translate(188 10)",
        ),
    ]


def _rack(look: Look) -> list[str]:
    """Draw one of every card, to tap the card that is played: hands are hidden."""
    translations, found, y = look.translations, [], 0.0
    for group, cards in GROUPS.items():
        title = translations(f"online.group-{group}")
        found.append(
            svg_elements.element(
                "g",
                svg_elements.named(title),
                svg_elements.element("rect", y=-15, width=width(title, 13) + 14, height=21, rx=6, class_="target"),
                svg_elements.text(title, 7, 0, class_="group-name"),
                class_=f"group {group}",
                data_tap=f"choice:{group} choice:more" if group in {"obstruct", "power"} else f"choice:{group}",
                transform=f"translate(0 {y + 16:g})",
            )
        )
        wide = (WIDE - 6 * 4) / 5 if group in {"link", "power"} else (WIDE - 6 * 3) / 4
        for place, card in enumerate(cards):
            taps = [f"choice:{NAMES[card]}"]
            taps = ["choice:patrol", *taps] if NAMES[card] == "cyber-patrol" else taps
            found.append(
                svg_elements.element(
                    "g",
                    svg_elements.named(translations.text(card_name(card))),
                    face(card, translations, wide, RACK_CARD),
                    class_="rack-card",
                    data_tap=" ".join(taps),
                    transform=f"translate({place * (wide + 6):g} {y + 22:g})",
                )
            )
        y += RACK_HIGH / len(GROUPS)
    return found
