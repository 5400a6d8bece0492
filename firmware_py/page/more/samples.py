"""The sample match of each game: it plays itself on the page, with what the box shows at every step.

A sample is a record beside the game's other modules. Acts that are refused stay in it: they show what a referee is
for. Nothing of it touches the match on the table.
"""

from __future__ import annotations

import asyncio
from base64 import b64encode
from importlib.resources import files
from typing import Any, NamedTuple

from engine import GAMES
from engine.acts import Act, read_act
from engine.colours import marks_of
from engine.game import Setup
from engine.match import Base, Match
from engine.records import read_records
from engine.verdicts import Refusal
from firmware_py import games
from firmware_py.i18n.capitals import capital
from firmware_py.i18n.translations import Translations, panel_translations_of
from firmware_py.page.picture import draw
from firmware_py.page.serialize import standing, waits
from firmware_py.ui.match.history import told_by
from firmware_py.ui.match.screen import unsaved_screen


class Step(NamedTuple):
    """One line of a sample."""

    before: Base[Any]
    act: Act
    refusal: Refusal | None


class Sample(NamedTuple):
    """A sample match: what was tried, one after the other."""

    setup: Setup
    steps: tuple[Step, ...]


class Samples:
    """The samples of all games, each played once, when somebody asks for it. For the server's thread only."""

    def __init__(self) -> None:
        """Start without samples."""
        self._known: dict[str, Sample] = {}

    async def overview(self, translations: Translations) -> list[dict[str, object]]:
        """Return the games: each with a picture out of its sample."""
        return [await self._overview_of(game, translations) for game in GAMES]

    async def _overview_of(self, game: str, translations: Translations) -> dict[str, object]:
        sample = await self._sample(game)
        setup, state = sample.setup, sample.steps[-1].before.state
        return {
            "name": game,
            "title": translations(f"{game}.name"),
            "about": translations(f"{game}.about"),
            "players": GAMES[game].usual_players,
            "steps": len(sample.steps),
            "svg": draw(setup, state, translations.naming(setup.players, marks_of(setup)), hints=True),
        }

    async def step(self, game: str, number: int, translations: Translations) -> dict[str, object] | None:
        """Return what a step shows, on the table and on the box; None if there is no such step."""
        if game not in GAMES:
            return None
        sample = await self._sample(game)
        return _shown(sample.setup, sample.steps[number], translations) if number < len(sample.steps) else None

    async def _sample(self, game: str) -> Sample:
        if game not in self._known:
            self._known[game] = await _play(game)
        return self._known[game]


async def _play(game: str) -> Sample:
    """Play a sample, line by line, so that other requests are answered meanwhile.

    It begins when the first player is to move: what is entered before that is long in some games.
    """
    (record,) = read_records(files(games).joinpath(game, "sample.txt").read_text("utf-8"))
    rules, steps, has_begun = GAMES[game].rules(), list[Step](), False
    match = Match(rules, record.setup)
    for _, line in record.lines:
        before, act = Base(tuple(match.log), match.state, match.players), read_act(line)
        has_begun = has_begun or match.ask().turn is not None
        refusal = match.play(act)
        steps += [Step(before, act, refusal)] if has_begun else []
        await asyncio.sleep(0)
    return Sample(record.setup, tuple(steps))


def _shown(setup: Setup, step: Step, translations: Translations) -> dict[str, object]:
    rules, refusal = GAMES[setup.game].rules(), step.refusal
    named = translations.naming(setup.players, marks_of(setup))
    screen = unsaved_screen(Match(rules, setup, step.before), panel_translations_of(translations.language))
    screen.submit(step.act)
    state = screen.match.state
    return {
        "svg": draw(setup, state, named, hints=True),
        "text": capital(named.text(told_by(rules, step.before.state, step.act))),
        "rule": "" if refusal is None else refusal.rule,
        "why": "" if refusal is None else capital(named.text(refusal.why)),
        "waits": waits(setup, state, named),
        "displays": [b64encode(picture.tobytes()).decode() for picture in (screen.table(), screen.prompt())],
        **standing(setup, state, named),
    }
