"""What is told of a match in lines for the panel: what was understood, everything that was said, who has won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.acts import Act, is_open
from engine.game import MATCH_VERBS, Ask
from engine.match import Match, inner_of
from firmware_py.display.canvas import wrap
from firmware_py.display.prompt import COLUMNS, label
from firmware_py.games.standings import points, winners

if TYPE_CHECKING:
    from collections.abc import Iterable

    from firmware_py.i18n.translations import Translations
    from firmware_py.ui.navigator import Navigator

MOST_LISTED = 60
NEWS = 19
"""Characters of what was understood last."""


def wrapped(paragraphs: Iterable[str]) -> list[str]:
    """Break paragraphs into the lines of a panel."""
    return [line for paragraph in paragraphs for line in wrap(paragraph, COLUMNS)]


def act_line(act: Act, match: Match[Any], translations: Translations) -> str:
    """Say in one line what an act does."""
    if act.verb == "fix":
        told = translations("box.corrected-to", words=" ".join(act.args))
        return told if len(told) <= NEWS else translations("box.corrected")
    said = inner_of(act)
    told = translations.text(match.tell(said))
    return told if act.verb not in MATCH_VERBS or len(told) <= NEWS else translations(f"box.did-{act.verb}")


def sound_of(before: Ask, after: Ask | None, *, has_scenes: bool) -> str:
    """Choose the sound for an act by what the box waited for before and waits for now; nothing after the end.

    >>> from engine.verdicts import say
    >>> anna, ben = (Ask((seat,), say("inside.ask-place")) for seat in (1, 2))
    >>> [sound_of(anna, after, has_scenes=False) for after in (anna, ben, None)]
    ['accepted', 'your-turn', 'over']
    """
    if after is None:
        return "over"
    if has_scenes:
        return "evaluation"
    return "your-turn" if before.seats[:1] != after.seats[:1] else "accepted"


def allowed_now(match: Match[Any], navigator: Navigator, translations: Translations) -> list[str]:
    """List in words what is lawful from here on."""
    acts = [act for act in navigator.allowed_leaves() if isinstance(act, Act) and act.verb not in MATCH_VERBS]
    if acts and all(map(is_open, acts)):  # what is still to be said is in the answers
        return [label(option, match.names, translations) for option in navigator.options if not option.hollow]
    return [translations.text(match.tell(act)) for act in acts[:MOST_LISTED]]


def history(match: Match[Any], translations: Translations) -> list[str]:
    """List everything that was said, as it was understood then."""
    again = Match[Any](match.rules, match.setup, match.base)
    told = [f"{at} {act}" for at, act in enumerate(again.log, start=1)]
    for at, act in enumerate(match.log[len(told) :], start=len(told) + 1):
        told.append(f"{at} {translations.naming(again.names).text(again.tell(act))}")
        again.play(act)
    return told


def outcome(match: Match[Any], more: Iterable[str], translations: Translations) -> list[str]:
    """Say who has won, with how many points, and what else there is to say."""
    standing, players = match.standing(), match.names
    won = translations("box.won", winners=winners(standing, players))
    return [
        won,
        translations("box.points-are", points=translations(f"{match.setup.game}.points")),
        points(standing, players),
        *more,
    ]
