"""Online in a terminal: each party with its piles, its hands, and at the end the score."""

from __future__ import annotations

from engine.online import State
from engine.online.cards import CATEGORIES, NONE
from engine.online.scoring import score
from engine.online.state import card_name
from engine.verdicts import player
from firmware_py.i18n.translations import Translations


def draw(state: State, translations: Translations) -> str:
    """Return a position as text.

    >>> from engine import GAMES
    >>> from engine.acts import read_act
    >>> from engine.game import Setup
    >>> from firmware_py.i18n.translations import Translations
    >>> rules = GAMES["online"].rules()
    >>> state = rules.start(Setup("online", ("Anna", "Ben")))
    >>> for said in ("1 draw", "1 lay on-line", "1 download e-mail", "1 stop", "2 draw", "2 block virus 1"):
    ...     state = rules.play(state, read_act(said))
    >>> print(draw(state, Translations("en").naming(("Anna", "Ben"))))
    Anna
      line on-line, virus; memory -
      e-mail 1/6  music 0/4  game 0/2  movie 0/2
      1 Anna: 6 cards
    Ben
      line -; memory -
      e-mail 0/6  music 0/4  game 0/2  movie 0/2
      2 Ben: 7 cards
    Bank 96, discards 0
    """
    lines = []
    for at, seats in enumerate(state.deal.parties):
        party = state.parties[at]
        lines.append(_head(seats, translations))
        line, memory = _pile(party.line, translations), _pile(party.memory, translations)
        both = translations("online.shown-line", line=line), translations("online.shown-memory", memory=memory)
        lines.append(f"  {'; '.join(both)}")
        counted = zip(CATEGORIES, party.piles, state.deal.goals, party.secured, strict=True)
        piles = [
            f"{translations.text(card_name(card))} {count}/{goal}{_secured(translations) if secured else ''}"
            for card, count, goal, secured in counted
        ]
        lines.append(f"  {'  '.join(piles)}")
        lines += [f"  {_hand(state, seat, translations)}" for seat in seats]
    top = f" ({translations.text(card_name(state.discards[-1]))})" if state.discards else ""
    lines.append(translations("online.shown-bank", bank=state.bank, discards=len(state.discards), top=top))
    return "\n".join([*lines, *_score(state, translations)])


def _pile(cards: tuple[int, ...], translations: Translations) -> str:
    return ", ".join(translations.text(card_name(card)) for card in cards if card != NONE) or "-"


def _secured(translations: Translations) -> str:
    return f" ({translations('online.shown-secured')})"


def _hand(state: State, seat: int, translations: Translations) -> str:
    hand = translations("online.shown-hand", seat=seat, who=player(seat), count=state.hands[seat - 1])
    owed = state.owed[seat - 1]
    return f"{hand}, {translations('online.shown-misses', turns=owed)}" if owed else hand


def _score(state: State, translations: Translations) -> list[str]:
    if state.end is None:
        return []
    return [
        translations(
            "online.shown-score",
            party=_head(seats, translations),
            gain="?" if noted["gain"] is None else noted["gain"],
            loss=noted["loss"] or 0,
        )
        for seats, noted in zip(state.deal.parties, score(state).values(), strict=True)
    ]


def _head(seats: tuple[int, ...], translations: Translations) -> str:
    """Return the number of a party and its players; a party of one is its player."""
    if len(seats) == 1:
        return translations.text(player(seats[0]))
    return translations("online.shown-party", party=seats[0], who=tuple(player(seat) for seat in seats))


def sheet(_state: State, _translations: Translations) -> str:
    """Return no score sheet: everything is in the standing."""
    return ""
