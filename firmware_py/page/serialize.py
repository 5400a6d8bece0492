"""Serialize a snapshot for the page: its parts as JSON, in the language of each browser.

Each part is serialized once per language, and once more for phones that are not paired: they get no names, no
displays and no questions. Everything here runs in the server's thread.

The parts; all but `me` are the same for every listener of one language:

    box      what the two displays show, dot by dot, and which parts can be unplugged (simulated box only)
    ask      what the box asks, with every answer; or a message to confirm
    game     the table as SVG, whose turn it is, the standing
    log      the last acts and refusals
    me       whether this phone is paired, its seat, and the acts that this seat may play now
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from functools import partial

from engine import GAMES
from engine.acts import is_open
from engine.advisor import opponent_of
from engine.colours import marks_of
from engine.game import Setup
from firmware_py.display.prompt import label
from firmware_py.games.drawing.plot import number
from firmware_py.games.lookup import display_of, has_sight
from firmware_py.games.seats import party_of, seats_of
from firmware_py.http.responses import as_json
from firmware_py.i18n.capitals import capital
from firmware_py.i18n.default_names import default_names
from firmware_py.i18n.translations import Translations, translations_of
from firmware_py.page.history import lines
from firmware_py.page.more.results import corrections
from firmware_py.page.picture import draw
from firmware_py.page.question import question
from firmware_py.page.snapshot import Played, Refused, Snapshot
from firmware_py.page.virtual.dice_tray import tray_values
from firmware_py.page.virtual.simulated_box import BoxView
from firmware_py.page.virtual.virtual_table import table_values
from firmware_py.ui.match.history import History, told_by
from firmware_py.ui.match.verdicts import as_imperative
from firmware_py.ui.screens.view_model import ViewModel

PARTS = ("box", "ask", "game", "log")
LINES = 15
"""Lines of the log that are sent."""
ANSWERS = 12
"""Acts that are offered to a seat that may act out of turn."""


class Serializer:
    """Serializes snapshots part by part, with a cache."""

    def __init__(self, snapshot: Snapshot, note: Callable[[Exception], None]) -> None:
        """Start with a snapshot; `note` is called with the exception of a part that fails."""
        self.snapshot, self._note = snapshot, note
        self._serialized: dict[tuple[str, bool], dict[str, str]] = {}
        self._own: dict[tuple[int, str], str] = {}
        """What single phones show, by the number of the question and the language."""
        self._answered: dict[tuple[int, str], object] = {}
        self._drawn: tuple[object, dict[object, str]] = (None, {})

    def take(self, snapshot: Snapshot) -> None:
        """Replace the snapshot by a newer one; what it has in common with the one before stays serialized."""
        is_same, self.snapshot = snapshot.common == self.snapshot.common, snapshot
        self._own.clear()
        if not is_same:
            self._serialized.clear()
            self._answered.clear()

    @property
    def history(self) -> History | None:
        """The history of the current match."""
        return None if self.snapshot.played is None else self.snapshot.played.history

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
        if played is not None:
            translations = self._named(translations, is_paired=is_paired)
            parts["game"] = partial(self.game, played, translations, is_paired=is_paired)
            parts["log"] = partial(_log, played, translations, is_paired=is_paired)
        if is_paired:
            parts["ask"] = partial(question, snapshot, translations)
        if is_paired and shown is not None:
            parts["box"] = partial(_box, shown, snapshot, translations)
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
        marks = marks_of(played.setup)[: len(played.names)]
        if is_paired or self.snapshot.shows_names:
            return translations.naming(played.names, marks)
        return translations.naming(default_names(played.setup, translations, len(played.names)), marks)

    # --- the table

    def game(self, played: Played, translations: Translations, *, is_paired: bool = True) -> dict[str, object]:
        """Return a match: its table, the standing, what it waits for."""
        name = played.setup.game
        return {
            "title": translations(f"{name}.name"),
            "people": _people(played),
            "number": played.number,
            "svg": self._svg(played.setup, played.state, translations),
            "acts": len(played.log),
            "can_look": has_sight(name),
            "looks": _looks(played, translations),
            "notes": notes(played.history, translations),
            "analysis": _analysis(played),
            "has_form": bool(corrections(played, 0, translations)),
            "clock": None if played.clock is None or played.clock.mode == "off" else played.clock._asdict(),
            "series": [translations.text(line) for line in played.series] if is_paired else [],
            "waits": waits(played.setup, played.state, translations),
            **standing(played.setup, played.state, translations),
            "points": _caption(played, translations),
        }

    def _svg(self, setup: Setup, state: object, translations: Translations) -> str:
        """Return the drawing of the table, cached while the state stays the same."""
        drawn_of, drawn = self._drawn
        if drawn_of is not state:
            self._drawn = (state, drawn := {})
        key = (translations.language, translations.players, self.snapshot.hints)
        if key not in drawn:
            drawn[key] = str(self._try(partial(draw, setup, state, translations, hints=self.snapshot.hints)) or "")
        return drawn[key]

    # --- one phone

    def own_ask(self, session: str, language: str) -> str | None:
        """Return the question that only this phone shows, as JSON; None if it shows what all others do."""
        asked = self.snapshot.own.get(session)
        if asked is None:
            return None
        key = (asked.number, language)
        if key not in self._own:
            translations = translations_of(language)
            if self.snapshot.played is not None:
                translations = self._named(translations, is_paired=True)
            snapshot = self.snapshot._replace(ask=asked.number, asked=asked.view)
            self._own[key] = as_json(self._try(partial(question, snapshot, translations)))
        return self._own[key]

    def answers(self, seat: int, language: str) -> object:
        """Return the acts that a seat may play out of turn, each with its label."""
        if (seat, language) not in self._answered:
            self._answered[seat, language] = self._try(partial(self._answers, seat, language)) or []
        return self._answered[seat, language]

    def _answers(self, seat: int, language: str) -> list[dict[str, str]]:
        played = self.snapshot.played
        if played is None or seat > len(played.names) or not self.snapshot.hints:
            return []
        rules, state = GAMES[played.setup.game].rules(), played.state
        if rules.ask(state).first == seat:
            return []  # this seat is asked anyway
        translations = self._named(translations_of(language), is_paired=True)
        acts = [act for act in rules.legal(state) if act.seat == seat and not is_open(act)]
        offered = [act for act in acts if rules.steps(state, act)][:ANSWERS]
        told = (as_imperative(rules.tell(state, act), translations.table) for act in offered)
        labels = [capital(translations.text(each)) for each in told]
        return [{"act": str(act), "label": text} for act, text in zip(offered, labels, strict=True)]


def _people(played: Played) -> list[int]:
    """Return the seats of the people: all but that of the box."""
    opponent = opponent_of(played.setup, GAMES[played.setup.game].levels)
    return [seat for seat in range(1, len(played.names) + 1) if opponent is None or opponent[0] != seat]


def _caption(played: Played, translations: Translations) -> str:
    """Return what the points are, and how much time is left, if the match has a time limit."""
    points = translations(f"{played.setup.game}.points")
    if played.minutes_left is None:
        return points
    return f"{points} · {translations('page.minutes-left', minutes=played.minutes_left)}"


def _looks(played: Played, translations: Translations) -> str:
    """Return what a camera over the table sees; empty without one."""
    if not played.looks:
        return ""
    return f"{translations('part.camera')}: {translations(f'look.state-{played.looks}')}"


def _analysis(played: Played) -> dict[str, object] | None:
    """Return how far the analysis is; None if there is nothing to analyse."""
    if not played.can_analyse:
        return None
    done, total = (0, 0) if played.analysed is None else played.analysed[:2]
    return {"is_asked": played.analysed is not None, "done": done, "total": total}


def _log(played: Played, translations: Translations, *, is_paired: bool) -> dict[str, object]:
    """Return the last lines of the log, and the refusals between them."""
    history = played.history
    shown: list[tuple[int, dict[str, object]]] = [
        (
            line.place,
            {
                "place": line.place,
                "number": line.number,
                "text": line.text,
                "kind": line.kind,
                "rule": None,
                "why": None,
                "is_undone": line.is_undone,
                "round": None if line.is_undone else line.round,
                "then": line.then,
                "pictures": played.pictures.get(line.place, ()) if is_paired else (),
            },
        )
        for line in lines(history, translations, len(history.moments) - LINES, is_named=is_paired)
        if is_paired or not line.act.startswith("name ")
    ]
    shown += [(each.place, _refused(each, played, translations, is_paired=is_paired)) for each in played.refused]
    return {"lines": [line for _, line in sorted(shown, key=lambda pair: pair[0])][-LINES:]}


def _refused(
    refused: Refused, played: Played, translations: Translations, *, is_paired: bool
) -> dict[str, object]:
    act, refusal = refused.act, refused.refusal
    is_shown = refusal.rule is not None and not is_open(act) and (is_paired or act.verb != "name")
    return {
        "place": refused.place,
        "number": None,
        "text": translations.text(told_by(played.history.rules, played.state, act)) if is_shown else "",
        "kind": "refused",
        "rule": refusal.rule,
        "why": capital(translations.text(refusal.why)),
        "is_undone": False,
        "round": None,
        "then": [],
        "pictures": (),
    }


def moment(history: History, place: int, translations: Translations, *, hints: bool) -> dict[str, object] | None:
    """Return the table after the first `place` lines of the log; None if the log is shorter."""
    if place not in range(len(history.moments)):
        return None
    then = history.moments[place]
    translations = translations.naming(then.names, marks_of(history.setup))
    text = "" if then.sentence is None else translations.naming(then.speakers).text(then.sentence)
    state = history.state(place)
    svg = draw(history.setup, state, translations, hints=hints)
    return {"svg": svg, "text": text, **standing(history.setup, state, translations)}


def waits(setup: Setup, state: object, translations: Translations) -> str:
    """Return what the box waits for in a state; after the end of the match, who has won."""
    rules = GAMES[setup.game].rules()
    stands = rules.standing(state)
    if stands.is_decided and stands.winners:
        return translations("box.won", winners=tuple(translations.players[seat - 1] for seat in stands.winners))
    return translations.text(rules.ask(state).what)


def standing(setup: Setup, state: object, translations: Translations) -> dict[str, object]:
    """Return the standing in a state, seat by seat, and whether the match is over."""
    rules = GAMES[setup.game].rules()
    seats = seats_of(rules, state, translations.players, marks_of(setup))
    parties = party_of(rules.standing(state))
    return {
        "is_over": rules.standing(state).is_decided,
        "points": translations(f"{setup.game}.points"),
        "seats": [
            {**seat._asdict(), "points": number(seat.points), "party": parties.get(seat.seat, 0)} for seat in seats
        ],
    }


def notes(history: History, translations: Translations) -> list[str]:
    """Return the notes that a game shows at its start, such as about unchecked owner data."""
    scenes = display_of(history.setup.game).opening(history.state(0))
    return [translations.page_text(paragraph) for scene in scenes for paragraph in scene.text]


def _box(shown: BoxView, snapshot: Snapshot, translations: Translations) -> dict[str, object]:
    """Return what the simulated box shows, and what its prompt says, for people who cannot see it."""
    prompt = snapshot.prompt
    return {
        "said": "" if prompt is None else _said(prompt, translations),
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
        "tray": tray_values(shown.tray, translations),
        "has_dice": snapshot.played is None or GAMES[snapshot.played.setup.game].dice_verb is not None,
        "camera": table_values(
            shown.table, "" if snapshot.played is None else snapshot.played.looks, translations
        ),
        "sound": {"name": shown.sound[0], "number": shown.sound[1]},
    }


def _said(prompt: ViewModel, translations: Translations) -> str:
    """Return a dialog, or a question with the answer under the cursor."""
    if prompt.message is not None:
        return " ".join(map(translations.page_text, (prompt.message.title, *prompt.message.paragraphs)))
    said = [
        translations.page_text(prompt.title),
        "" if prompt.text is None else translations.page_text(prompt.text),
    ]
    if prompt.options:
        said.append(label(prompt.options[prompt.cursor], prompt.names, translations, prompt.marks))
    return " · ".join(dict.fromkeys(filter(None, said)))
