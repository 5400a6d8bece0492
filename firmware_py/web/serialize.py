"""Serialize a snapshot for the page: its parts as JSON, in the language of each browser.

Each part is serialized once per language, and once more for phones that are not paired: they get no names, no
displays and no questions. Everything here runs in the server's thread.
"""

from __future__ import annotations

import json
from base64 import b64encode
from functools import cache, partial
from typing import TYPE_CHECKING

from engine import GAMES
from engine.acts import is_open
from firmware_py.display.prompt import BACK_KEY, CHECK, label
from firmware_py.games.lookup import display_of, svg_of
from firmware_py.games.plot import number
from firmware_py.games.svg_views import SvgView
from firmware_py.i18n.capitals import capital, capitalised
from firmware_py.i18n.default_names import default_name
from firmware_py.i18n.translations import Translations
from firmware_py.web.history import Replay

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_py.ui.view_model import Message, News, ViewModel
    from firmware_py.web.moments import Moment
    from firmware_py.web.simulated_box import BoxView
    from firmware_py.web.snapshot import Played, Refused, Snapshot

PARTS = ("box", "ask", "game", "log")
LINES = 15
"""Lines of the log that are sent."""
SIGNS: dict[tuple[str, ...], str] = {CHECK: "✓ ", BACK_KEY: "↶ "}
"""The characters for the icons before the line of news."""
ANSWERS = 12
"""Acts that are offered to a seat that may act out of turn."""


@cache
def translations_of(language: str) -> Translations:
    """Return the translations of a language, loaded once."""
    return Translations(language)


def as_json(value: object) -> str:
    """Return plain values as compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Serializer:
    """Serializes snapshots part by part, with a cache."""

    def __init__(self, snapshot: Snapshot, note: Callable[[Exception], None]) -> None:
        """Start with a snapshot; `note` is called with the exception of a part that fails."""
        self.snapshot, self._note = snapshot, note
        self._replay: Replay | None = None
        self._serialized: dict[tuple[str, bool], dict[str, str]] = {}
        self._drawn: tuple[object, dict[object, str]] = (None, {})

    def take(self, snapshot: Snapshot) -> None:
        """Replace the snapshot by a newer one."""
        self.snapshot = snapshot
        self._serialized.clear()

    @property
    def replay(self) -> Replay | None:
        """The current match, replayed on demand."""
        played = self.snapshot.played
        if played is None:
            self._replay = None
        elif self._replay is None:
            self._replay = Replay(played.setup, played.log, played.base)
        else:
            self._replay.follow(played.setup, played.log, played.base)
        return self._replay

    def parts(self, language: str, *, is_paired: bool) -> dict[str, str]:
        """Return every part as JSON, by name."""
        key = (language, is_paired)
        if key not in self._serialized:
            self._serialized[key] = {name: as_json(part) for name, part in self._parts(language, is_paired)}
        return self._serialized[key]

    def _parts(self, language: str, is_paired: bool) -> list[tuple[str, object]]:  # noqa: FBT001 - one of two keys
        snapshot, translations = self.snapshot, translations_of(language)
        shown, played = snapshot.shown, snapshot.played
        parts: dict[str, Callable[[], object]] = {}
        if played is not None and (replay := self.replay) is not None:
            translations = self._named(translations, is_paired=is_paired)
            parts["game"] = partial(self._game, played, replay, translations)
            parts["log"] = partial(_log, played, replay, translations, is_paired=is_paired)
        if is_paired:
            parts["ask"] = partial(_ask, snapshot, translations)
        if is_paired and shown is not None:
            parts["box"] = partial(_box, shown, translations)
        return [(name, self._try(parts[name]) if name in parts else None) for name in PARTS]

    def _try(self, part: Callable[[], object]) -> object:
        """Return a part; None, after noting the exception, if it fails."""
        try:
            return part()
        except Exception as error:  # noqa: BLE001 - the other parts must still be sent
            self._note(error)
            return None

    def _named(self, translations: Translations, *, is_paired: bool) -> Translations:
        """Return translations with the names of the players; with default names for phones that are not paired."""
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
            "analysis": _analysis(played),
            "waits": waits(replay, replay.now, translations),
            **standing(replay, replay.now, translations),
        }

    def _svg(self, game: str, state: object, translations: Translations) -> str:
        """Return the drawing of the table, cached while the state stays the same."""
        drawn_of, drawn = self._drawn
        if drawn_of is not state:
            self._drawn = (state, drawn := {})
        key = (translations.language, translations.players, self.snapshot.hints)
        if key not in drawn:
            drawn[key] = str(self._try(partial(draw, game, state, translations, hints=self.snapshot.hints)) or "")
        return drawn[key]

    def moment(self, place: int, language: str) -> dict[str, object] | None:
        """Return the table after the first `place` lines of the log; None if the log is shorter."""
        replay = self.replay
        if replay is None or place not in range(len(replay.moments)):
            return None
        then = replay.moments[place]
        translations = translations_of(language).naming(then.names)
        text = "" if then.sentence is None else translations.naming(then.speakers).text(then.sentence)
        svg = draw(replay.setup.game, then.state, translations, hints=self.snapshot.hints)
        return {"svg": svg, "text": text, **standing(replay, then, translations)}

    # --- one phone

    def answers(self, seat: int, language: str) -> object:
        """Return the acts that a seat may play out of turn, each with its label."""
        return self._try(partial(self._answers, seat, language)) or []

    def _answers(self, seat: int, language: str) -> list[dict[str, str]]:
        played = self.snapshot.played
        if played is None or seat > len(played.names) or not self.snapshot.hints:
            return []
        rules, state = GAMES[played.setup.game].rules(), played.state
        if rules.ask(state).seats[:1] == (seat,):
            return []  # this seat is asked anyway
        translations = self._named(translations_of(language), is_paired=True)
        acts = [act for act in rules.legal(state) if act.seat == seat and not is_open(act)]
        offered = [act for act in acts if rules.steps(state, act)][:ANSWERS]
        labels = [capital(translations.text(rules.tell(state, act))) for act in offered]
        return [{"act": str(act), "label": text} for act, text in zip(offered, labels, strict=True)]


def _analysis(played: Played) -> dict[str, object] | None:
    """Return how far the analysis is; None if there is nothing to analyse."""
    if not played.can_examine:
        return None
    done, total = (0, 0) if played.analysed is None else played.analysed[:2]
    return {"is_asked": played.analysed is not None, "done": done, "total": total}


def _log(played: Played, replay: Replay, translations: Translations, *, is_paired: bool) -> dict[str, object]:
    """Return the last lines of the log, and the refusals between them."""
    lines: list[tuple[int, dict[str, object]]] = [
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
    lines += [
        (refused.place, _refused(refused, replay, translations, is_paired=is_paired)) for refused in played.refused
    ]
    return {"lines": [line for _, line in sorted(lines, key=lambda pair: pair[0])][-LINES:]}


def _refused(
    refused: Refused, replay: Replay, translations: Translations, *, is_paired: bool
) -> dict[str, object]:
    act, refusal = refused.act, refused.refusal
    is_shown = refusal.rule is not None and not is_open(act) and (is_paired or act.verb != "name")
    return {
        "place": refused.place,
        "text": replay.text_of(act, translations) if is_shown else "",
        "kind": "refused",
        "rule": refusal.rule,
        "why": capital(translations.text(refusal.why)),
        "is_undone": False,
    }


def draw(game: str, state: object, translations: Translations, *, hints: bool) -> str:
    """Return the table as SVG; the translations carry the names."""
    svg: str = svg_of(game).draw(SvgView(state, translations.players, translations, hints))
    return svg


def waits(replay: Replay, then: Moment, translations: Translations) -> str:
    """Return what the box waited for at a moment; after the end of the match, who has won."""
    rules = GAMES[replay.setup.game].rules()
    stands = rules.standing(then.state)
    if stands.is_decided and stands.winners:
        return translations("box.won", winners=tuple(translations.players[seat - 1] for seat in stands.winners))
    return translations.text(rules.ask(then.state).what)


def standing(replay: Replay, then: Moment, translations: Translations) -> dict[str, object]:
    """Return the standing at a moment, seat by seat."""
    rules, name = GAMES[replay.setup.game].rules(), replay.setup.game
    stands, ask = rules.standing(then.state), rules.ask(then.state)
    turns = (
        () if len(ask.seats) == len(translations.players) else ask.seats
    )  # if all seats are asked, it is nobody's turn
    return {
        "points": translations(f"{name}.points"),
        "seats": [
            {
                "seat": seat,
                "name": player,
                "points": number(stands.points[seat]),
                "is_turn": seat in turns and not stands.is_decided,
                "is_winner": seat in stands.winners,
            }
            for seat, player in enumerate(translations.players, start=1)
        ],
    }


def notes(replay: Replay, translations: Translations) -> list[str]:
    """Return the notes that a game shows at its start, such as about unchecked owner data."""
    scenes = display_of(replay.setup.game).opening(replay.moments[0].state)
    return [translations.page_text(paragraph) for scene in scenes for paragraph in scene.text]


def _box(shown: BoxView, translations: Translations) -> dict[str, object]:
    """Return what the simulated box shows."""
    return {
        "displays": [
            {
                "role": display.role,
                "name": translations(f"part.{display.role}"),
                "dots": b64encode(display.dots).decode(),
                "contrast": display.contrast,
                "is_lit": display.is_lit,
                "is_plugged": display.is_plugged,
            }
            for display in shown.displays
        ],
        "reader": {"is_plugged": shown.is_reader_plugged},
        "tray": {"state": shown.tray[0], "faces": shown.tray[1]},
        "sound": {"name": shown.sound[0], "number": shown.sound[1]},
    }


def _ask(snapshot: Snapshot, translations: Translations) -> dict[str, object]:
    """Return the current question with every answer."""
    asked = snapshot.asked
    return {
        "id": snapshot.ask,
        "title": translations.text(asked.title),
        "text": "" if asked.text is None else translations.text(asked.text),
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
        "can_hint": asked.can_hint,
        "news": "" if asked.news is None else _news(asked.news, translations),
        "is_for_box": asked.is_for_box,
        "notice": None if asked.message is None else _notice(asked.message, translations),
    }


def _taps(asked: ViewModel, *, hints: bool) -> dict[str, bool]:
    """Return everything that can be tapped now; the value is true if no legal act can follow from it."""
    taps: dict[str, bool] = {}
    for option in asked.options:
        for path in option.paths:
            is_hollow = hints and path.leaf not in asked.allowed
            for step in path.steps[asked.depth :]:
                taps[step.tap] = taps.get(step.tap, True) and is_hollow
    return taps


def _news(news: News, translations: Translations) -> str:
    return SIGNS.get(news.icon, "") + translations.text(news.text)


def _notice(message: Message, translations: Translations) -> dict[str, object]:
    lines, refusal = [translations.page_text(text) for text in message.paragraphs], message.refusal
    return {
        "title": translations.page_text(message.title),
        "lines": lines if refusal is None else capitalised(lines),
        "is_refusal": refusal is not None,
        "rule": None if refusal is None else refusal.rule,
        "yes": translations(message.yes),
        "no": None if message.no is None else translations(message.no),
        "marked": sorted(message.marked),
    }
