"""What the page is told of a snapshot: its parts as JSON, in the language of whoever looks.

Each part is worked out once for each language, and once more for those who are not paired: they see no names, no
displays and no questions. All of it happens in the server's thread.
"""

from __future__ import annotations

import json
from base64 import b64encode
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from engine import GAMES
from engine.acts import is_open
from firmware_py.display.prompt import label
from firmware_py.games.lookup import display_of, svg_of
from firmware_py.games.svg_views import SvgView
from firmware_py.i18n.capitals import capital, capitalised
from firmware_py.i18n.default_names import default_name
from firmware_py.i18n.translations import TranslatedText, Translations
from firmware_py.web.history import Replay

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_py.ui.view_model import Message, ViewModel
    from firmware_py.web.history import Moment
    from firmware_py.web.simulated_box import Shown
    from firmware_py.web.snapshot import Played, Refused, Snapshot

PARTS = ("box", "ask", "game", "log")
LINES = 15
"""Of the log that everybody sees."""
ANSWERS = 12
"""Of a seat that may speak out of turn."""


@cache
def words_of(language: str) -> Translations:
    """Give the words of a language, read once."""
    return Translations(language)


def as_json(value: object) -> str:
    """Write plain values as JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Serializer:
    """Turns snapshots into parts; what has not changed is not worked out again."""

    def __init__(self, snapshot: Snapshot, note: Callable[[Exception], None]) -> None:
        """Begin with a first snapshot; `note` takes what goes wrong: the rest is told all the same."""
        self.snapshot, self._note = snapshot, note
        self._replay: Replay | None = None
        self._told: dict[tuple[str, bool], dict[str, str]] = {}
        self._drawn: tuple[object, dict[object, str]] = (None, {})

    def take(self, snapshot: Snapshot) -> None:
        """Take the next snapshot."""
        self.snapshot = snapshot
        self._told.clear()

    @property
    def replay(self) -> Replay | None:
        """The match on the table, played again as soon as somebody wants to know."""
        played = self.snapshot.played
        if played is None:
            self._replay = None
        elif self._replay is None:
            self._replay = Replay(played.setup, played.log, played.base)
        else:
            self._replay.follow(played.setup, played.log, played.base)
        return self._replay

    def parts(self, language: str, *, is_paired: bool) -> dict[str, str]:
        """Give every part as JSON."""
        key = (language, is_paired)
        if key not in self._told:
            self._told[key] = {name: as_json(part) for name, part in self._parts(language, is_paired)}
        return self._told[key]

    def _parts(self, language: str, is_paired: bool) -> list[tuple[str, object]]:  # noqa: FBT001 - one of two keys
        snapshot, translations = self.snapshot, words_of(language)
        shown, played = snapshot.shown, snapshot.played
        told: dict[str, Callable[[], object]] = {}
        if played is not None and (replay := self.replay) is not None:
            translations = self._named(translations, is_paired=is_paired)
            told["game"] = partial(self._game, played, replay, translations)
            told["log"] = partial(_log, played, replay, translations, is_paired=is_paired)
        if is_paired:
            told["ask"] = partial(_ask, snapshot, translations)
        if is_paired and shown is not None:
            told["box"] = partial(_box, shown, translations)
        return [(name, self._tried(told[name]) if name in told else None) for name in PARTS]

    def _tried(self, part: Callable[[], object]) -> object:
        """Leave out a part that goes wrong."""
        try:
            return part()
        except Exception as error:  # noqa: BLE001 - whatever it is, people go on playing
            self._note(error)
            return None

    def _named(self, translations: Translations, *, is_paired: bool) -> Translations:
        """Call players by their names, or for those who are not paired by their seats."""
        played = self.snapshot.played
        assert played is not None  # there are players
        if is_paired:
            return translations.naming(played.names)
        seats = range(1, len(played.names) + 1)
        return translations.naming(tuple(default_name(played.setup.game, seat, translations) for seat in seats))

    # --- the table

    def _game(self, played: Played, replay: Replay, translations: Translations) -> dict[str, object]:
        name = played.setup.game
        return {
            "title": translations(f"{name}.name"),
            "number": played.number,
            "svg": self._svg(name, played.state, translations),
            "acts": len(played.log),
            "notes": notes(replay, translations),
            "waits": waits(replay, replay.now, translations),
            **standing(replay, replay.now, translations),
        }

    def _svg(self, game: str, state: Any, translations: Translations) -> str:
        """Draw the table, unless it was drawn before and nothing has changed since."""
        drawn_of, drawn = self._drawn
        if drawn_of is not state:
            self._drawn = (state, drawn := {})
        key = (translations.language, translations.players, self.snapshot.hints)
        if key not in drawn:
            drawn[key] = str(
                self._tried(partial(draw, game, state, translations, hints=self.snapshot.hints)) or ""
            )
        return drawn[key]

    def moment(self, place: int, language: str) -> dict[str, object] | None:
        """Tell how the table was after so many lines of the log; None if there were not so many."""
        replay = self.replay
        if replay is None or place not in range(len(replay.moments)):
            return None
        then = replay.moments[place]
        translations = words_of(language).naming(then.names)
        text = "" if then.told is None else translations.naming(then.speakers).text(then.told)
        svg = draw(replay.setup.game, then.state, translations, hints=self.snapshot.hints)
        return {"svg": svg, "text": text, **standing(replay, then, translations)}

    # --- one phone

    def answers(self, seat: int, language: str) -> object:
        """List what a seat could say out of turn, each with one tap."""
        return self._tried(partial(self._answers, seat, language)) or []

    def _answers(self, seat: int, language: str) -> list[dict[str, str]]:
        played = self.snapshot.played
        if played is None or seat > len(played.names) or not self.snapshot.hints:
            return []
        rules, state = GAMES[played.setup.game].rules(), played.state
        if rules.ask(state).seats[:1] == (seat,):
            return []  # it is asked anyway; the others may speak as well
        translations = self._named(words_of(language), is_paired=True)
        acts = [act for act in rules.legal(state) if act.seat == seat and not is_open(act)]
        offered = [act for act in acts if rules.steps(state, act)][:ANSWERS]
        told = [capital(translations.text(rules.tell(state, act))) for act in offered]
        return [{"act": str(act), "label": text} for act, text in zip(offered, told, strict=True)]


def _log(played: Played, replay: Replay, translations: Translations, *, is_paired: bool) -> dict[str, object]:
    """Tell the last lines of the log, and what was refused meanwhile."""
    told: list[tuple[int, dict[str, object]]] = [
        (
            line.place,
            {
                "place": line.place,
                "text": line.text,
                "kind": line.kind,
                "rule": None,
                "why": None,
                "is_undone": line.is_undone,
            },
        )
        for line in replay.lines(translations, len(replay.moments) - LINES, is_named=is_paired)
        if is_paired or not line.act.startswith("name ")
    ]
    told += [
        (refused.place, _refused(refused, replay, translations, is_paired=is_paired)) for refused in played.refused
    ]
    return {"lines": [line for _, line in sorted(told, key=lambda pair: pair[0])][-LINES:]}


def _refused(
    refused: Refused, replay: Replay, translations: Translations, *, is_paired: bool
) -> dict[str, object]:
    act, refusal = refused.act, refused.refusal
    is_told = refusal.rule is not None and not is_open(act) and (is_paired or act.verb != "name")
    return {
        "place": refused.place,
        "text": replay.told(act, translations) if is_told else "",
        "kind": "refused",
        "rule": refusal.rule,
        "why": capital(translations.text(refusal.why)),
        "is_undone": False,
    }


def draw(game: str, state: Any, translations: Translations, *, hints: bool) -> str:
    """Draw a table as SVG; the words know the names."""
    svg: str = svg_of(game).draw(SvgView(state, translations.players, translations, hints))
    return svg


def waits(replay: Replay, then: Moment, translations: Translations) -> str:
    """Return what the box waited for at a moment; after the end, who has won."""
    rules = GAMES[replay.setup.game].rules()
    stands = rules.standing(then.state)
    if stands.is_decided and stands.winners:
        return translations("box.won", winners=tuple(translations.players[seat - 1] for seat in stands.winners))
    return translations.text(rules.ask(then.state).what)


def standing(replay: Replay, then: Moment, translations: Translations) -> dict[str, object]:
    """Return how a game stood at a moment, seat by seat."""
    rules, name = GAMES[replay.setup.game].rules(), replay.setup.game
    stands, ask = rules.standing(then.state), rules.ask(then.state)
    turns = (
        () if len(ask.seats) == len(translations.players) else ask.seats
    )  # if all may speak it is nobody's turn
    return {
        "points": translations(f"{name}.points"),
        "seats": [
            {
                "seat": seat,
                "name": player,
                "points": str(stands.points[seat]),
                "is_turn": seat in turns and not stands.is_decided,
                "is_winner": seat in stands.winners,
            }
            for seat, player in enumerate(translations.players, start=1)
        ],
    }


def notes(replay: Replay, translations: Translations) -> list[str]:
    """Tell what a table rests on that nobody has compared with a real box."""
    scenes = display_of(replay.setup.game).opening(replay.moments[0].state, translations)
    return [_again(text, translations) for scene in scenes for text in scene.text]


def _again(text: str, translations: Translations) -> str:
    """Say a text in another language, and as the page says it where that differs from the box."""
    if isinstance(text, TranslatedText) and (key := translations.for_page(text.key)) != text.key:
        return translations(key, **text.args)
    return translations.retranslate(text)


def _box(shown: Shown, translations: Translations) -> dict[str, object]:
    """Tell what the virtual box looks like."""
    return {
        "displays": [
            {
                "role": glass.role,
                "name": translations(f"part.{glass.role}"),
                "dots": b64encode(glass.dots).decode(),
                "contrast": glass.contrast,
                "is_lit": glass.is_lit,
                "is_plugged": glass.is_plugged,
            }
            for glass in shown.glasses
        ],
        "reader": {"is_plugged": shown.is_reader_plugged},
        "tray": {"state": shown.tray[0], "faces": shown.tray[1]},
        "sound": {"name": shown.sound[0], "number": shown.sound[1]},
    }


def _ask(snapshot: Snapshot, translations: Translations) -> dict[str, object]:
    """Tell what is asked, with every answer."""
    asked = snapshot.asked
    return {
        "id": snapshot.ask,
        "title": translations.retranslate(asked.title),
        "text": translations.retranslate(asked.text),
        "shape": asked.shape,
        "options": [
            {
                "label": label(option, asked.names, translations),
                "tap": option.step.tap,
                "is_hollow": option.hollow and snapshot.hints,
            }
            for option in asked.options
        ],
        "cursor": asked.cursor,
        "answered": [label(option, asked.names, translations) for option in asked.answered],
        "chosen": [option.step.tap for option in asked.answered],
        "taps": _taps(asked, hints=snapshot.hints),
        "can_back": asked.can_back,
        "news": asked.sign + translations.retranslate(asked.news),
        "is_for_box": asked.is_for_box,
        "notice": None if asked.telling is None else _notice(asked.telling, translations),
    }


def _taps(asked: ViewModel, *, hints: bool) -> dict[str, bool]:
    """List everything that a tap can mean now, whatever act it leads to; true if nothing lawful lies behind it."""
    taps: dict[str, bool] = {}
    for option in asked.options:
        for path in option.paths:
            is_hollow = hints and path.leaf not in asked.lawful
            for step in path.steps[asked.depth :]:
                taps[step.tap] = taps.get(step.tap, True) and is_hollow
    return taps


def _notice(telling: Message, translations: Translations) -> dict[str, object]:
    lines, refusal = [_again(text, translations) for text in telling.paragraphs], telling.refusal
    return {
        "title": _again(telling.title, translations),
        "lines": lines if refusal is None else capitalised(lines),
        "is_refusal": refusal is not None,
        "rule": None if refusal is None else refusal.rule,
        "yes": translations(telling.yes),
        "no": None if telling.no is None else translations(telling.no),
        "marked": sorted(telling.marked),
    }
