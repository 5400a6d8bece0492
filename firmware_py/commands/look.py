"""`sideline look`: what the box sees in pictures of the table, and which moves explain it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

from engine import GAMES
from engine.acts import Act
from engine.game import Setup
from engine.match import Match
from engine.verdicts import Sentence, say
from firmware_py.commands.shared.options import Arguments, with_suggestion
from firmware_py.commands.shared.output import json_line, report_error
from firmware_py.commands.shared.records import cite, play_all, read_input
from firmware_py.config.text_files import read_text
from firmware_py.config.toml import read_toml
from firmware_py.errors import UserError
from firmware_py.games import taught as kept
from firmware_py.games.lookup import has_sight, sight_of
from firmware_py.i18n.translations import Translations
from firmware_py.runtime.looker import Looker
from firmware_py.sight.follower import Difference, Finding
from firmware_py.sight.looking import Request, Seen
from firmware_py.sight.picture import read_picture
from firmware_py.sight.reading import State

MOST_TAUGHT_BYTES = 100_000
TAUGHT_KEYS = ("sheet", "board")
LEAST_SHEET_MM, MOST_SHEET_MM = 100, 2000
NOT_A_PICTURE = 2


class Taught(NamedTuple):
    """What `--teach` names, or the box has kept: the owner's board, and the sheet if it is made of single tags."""

    board: Mapping[str, object] | None = None
    sheet: tuple[float, float] | None = None
    """Its width and height, in millimetres."""


class Looked(NamedTuple):
    """A picture, what was seen, and what follows from it."""

    game: str
    source: str
    seen: Seen
    finding: Finding | None = None
    """None if the pictures are not followed, or this one is not good enough."""


def main(given: Arguments, translations: Translations) -> int:
    """Look at every picture in turn; return 1 if one leaves something open, 2 if one is no picture."""
    if len(given.arguments) < len(("GAME", "PICTURE")):
        raise UserError(say("look.which-picture"))
    game, *sources = given.arguments
    if game not in GAMES:
        why = say("record.unknown-game", given=game, games=tuple(GAMES))
        raise UserError(with_suggestion(why, game, GAMES))
    taught = _taught(given.value("teach")) if "teach" in given else Taught(kept.load(game))
    match = _match(game, given.value("record"), translations) if "record" in given else None
    if match is not None and (not has_sight(game) or taught.board is None):
        raise UserError(say("look.not-followed" if not has_sight(game) else "look.needs-teaching", game=game))
    worst = 0
    with Looker() as looker:
        for source in sources:
            try:
                looked = _look(looker, source, game, match, taught)
            except UserError as error:
                sys.stdout.flush()
                report_error(error, translations)
                worst = NOT_A_PICTURE
                continue
            report = _json(looked, match, translations) if "json" in given else _text(looked, match, translations)
            sys.stdout.write(report)
            worst = max(worst, int(_is_open(looked)))
    return worst


def _taught(source: str) -> Taught:
    """Return what a file teaches. Raises a `UserError`."""
    values = read_toml(source, read_text(source, what="my-copy", most=MOST_TAUGHT_BYTES, may_be_empty=True))
    unknown = [key for key in values if key not in TAUGHT_KEYS or not isinstance(values[key], dict)]
    if unknown:
        raise UserError(say("look.bad-teaching", source=source, given=unknown[0], known=TAUGHT_KEYS))
    sheet = None
    if "sheet" in values:
        match values["sheet"]:
            case {"width": int() | float() as width, "height": int() | float() as height} if all(
                LEAST_SHEET_MM <= side <= MOST_SHEET_MM for side in (width, height)
            ):
                sheet = (width, height)
            case _:
                raise UserError(say("look.bad-sheet", source=source, least=LEAST_SHEET_MM, most=MOST_SHEET_MM))
    return Taught(values.get("board"), sheet)


def _match(game: str, source: str, translations: Translations) -> Match[object]:
    """Return the last match of a record. Raises a `UserError` if it is of another game, or cannot be played."""
    read_input(source)
    *_, (_, match, refused) = play_all(source, translations)
    if match.setup.game != game:
        raise UserError(say("look.other-game", source=source, game=match.setup.game, wanted=game))
    if refused:
        raise UserError(say("look.refused", source=source, count=refused))
    return match


def _look(looker: Looker, source: str, game: str, match: Match[object] | None, taught: Taught) -> Looked:
    """Look at one picture; what explains it is played. Raises a `UserError`."""
    if match is None and taught.board is not None and has_sight(game):
        state: Any = GAMES[game].rules().start(Setup(game, tuple(map(str, range(1, max(GAMES[game].seats) + 1)))))
    else:
        state = None if match is None else match.state
    data, is_followed = read_picture(source), match is not None
    seen = looker.look(Request(source, data, game, state, taught.board, taught.sheet, is_followed=is_followed))
    if match is not None and seen.finding is not None:
        for act in seen.finding.acts:
            match.play(act)
    return Looked(game, source, seen, seen.finding)


def _is_open(looked: Looked) -> bool:
    """Return whether a picture leaves something open."""
    if looked.finding is None:
        return looked.seen.state is not State.SEEN
    return bool(looked.finding.question) or looked.finding.differs is not None


def _json(looked: Looked, match: Match[object] | None, translations: Translations) -> str:
    seen, reading = looked.seen, looked.seen.reading
    line: dict[str, object] = {
        "picture": looked.source,
        "state": seen.state.value,
        "tags": [
            {"id": tag.number, "x": round(tag.x, 1), "y": round(tag.y, 1), "turn": round(tag.turn) % 360}
            for tag in seen.tags
        ],
        "pieces": {} if reading is None else reading.pieces,
        "unsure": [] if reading is None else list(reading.unsure),
    }
    sight = sight_of(looked.game)
    if seen.learnt:
        line["learnt"] = dict(seen.learnt)
    if match is None and reading is not None and sight is not None:
        line["counted"] = dict(sight.counted(reading))
    if reading is not None and reading.notes:
        line["notes"] = [_told(note, match, translations) for note in reading.notes]
    if looked.finding is not None and match is not None:
        if looked.finding.question:
            line["question"] = [_words(acts) for acts in looked.finding.question]
        elif looked.finding.differs is not None:
            line["differs"] = _difference(looked.finding.differs, match, translations)
        else:
            line["acts"] = _words(looked.finding.acts)
    return json_line(line)


def _difference(differs: Difference, match: Match[object], translations: Translations) -> dict[str, object]:
    """Return where table and box differ, and the refusal that names it if one does, as plain values."""
    values: dict[str, object] = {
        "places": {place: {"seen": seen, "box": box} for place, seen, box in differs.places}
    }
    if differs.act is not None and differs.refusal is not None:
        values["act"] = str(differs.act)
        values["rule"] = differs.refusal.rule
        values["why"] = _told(differs.refusal.why, match, translations)
        values["instead"] = _words(differs.refusal.allowed)
    return values


def _text(looked: Looked, match: Match[object] | None, translations: Translations) -> str:
    seen, reading = looked.seen, looked.seen.reading
    lines = [f"{looked.source}: {translations(f'look.state-{seen.state.value}')}"]
    if looked.finding is not None and match is not None:
        lines += [f"  {line}" for line in _finding_lines(looked.finding, match, translations)]
    elif reading is not None:
        lines += [f"  {place} {piece}" for place, piece in sorted(reading.pieces.items())]
    else:
        lines += [
            f"  {translations('look.tag', number=tag.number, x=round(tag.x), y=round(tag.y))}" for tag in seen.tags
        ]
        if seen.state is State.SEEN:
            lines.append(f"  {translations(_why_no_pieces(looked.game), game=looked.game)}")
    lines += [f"  {_told(note, match, translations)}" for note in (() if reading is None else reading.notes)]
    if reading is not None and reading.unsure:
        lines.append(f"  {translations('look.unsure', places=', '.join(reading.unsure))}")
    return "\n".join(lines) + "\n"


def _why_no_pieces(game: str) -> str:
    """Return the key of why only the sheet was read."""
    return "look.needs-teaching" if has_sight(game) else "look.not-followed"


def _finding_lines(finding: Finding, match: Match[object], translations: Translations) -> list[str]:
    """Return in words what follows from a picture."""
    if finding.question:
        answers = ["; ".join(_words(acts)) or translations("look.nothing") for acts in finding.question]
        return [translations("look.asks"), *(f"  {answer}" for answer in answers)]
    if finding.differs is None:
        return _words(finding.acts) or [translations("look.agrees")]
    lines = [translations("look.differs")]
    if finding.differs.act is not None and finding.differs.refusal is not None:
        refusal = finding.differs.refusal
        rule, why = cite(refusal, match, translations), _told(refusal.why, match, translations)
        lines.append(f"  {finding.differs.act}: {rule}: {why}")
        if refusal.allowed:
            lines.append(f"  {translations('cli.instead', acts=', '.join(_words(refusal.allowed)))}")
        return lines
    for place, seen, box in finding.differs.places:
        lines.append(f"  {translations('look.differs-place', place=place, seen=seen, box=box)}")
    return lines


def _told(sentence: Sentence, match: Match[object] | None, translations: Translations) -> str:
    """Return a sentence, with the names of the players if there is a match."""
    return (translations if match is None else translations.naming(match.names)).text(sentence)


def _words(acts: tuple[Act, ...]) -> list[str]:
    return [str(act) for act in acts]
