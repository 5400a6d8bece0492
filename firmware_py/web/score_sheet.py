"""The printable score sheet of a match: a separate HTML page, black on white, for A4 and Letter.

The page is valid both as XHTML and as HTML, so that tests can parse it strictly. Colours and paper sizes are in
`static/sheet.css`. All text is escaped where it is written.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from engine import GAMES
from engine.colours import marks_of
from engine.game import option_value
from firmware_py import __version__
from firmware_py.games.chart_views import seat_labels
from firmware_py.games.lookup import scores_of
from firmware_py.games.plot import number
from firmware_py.games.standings import winners
from firmware_py.i18n.capitals import capital
from firmware_py.web.analysis import mistakes
from firmware_py.web.charts import Chart, charts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.advisor import Verdict
    from firmware_py.games.score_tables import Table
    from firmware_py.i18n.translations import Translations
    from firmware_py.storage.people import Thought
    from firmware_py.web.history import Line, Replay

STYLES = ("/static/sheet.css", "/static/charts.css")
SHORT = 14
"""Longest word, in letters, that fits into every column."""
NUMBER = re.compile(r"[+−-]?\d+( / \d+)?|\?")


def score_sheet(
    replay: Replay,
    translations: Translations,
    verdicts: Sequence[Verdict] = (),
    *,
    hints: bool = True,
    thoughts: Sequence[Thought] = (),
) -> str:
    """Return the page: players and result, score tables, charts, mistakes, notes, and every act."""
    translations = translations.naming(replay.now.names, marks_of(replay.setup))
    game = translations(f"{replay.setup.game}.name")
    title = translations("sheet.title", game=game)
    return "".join(
        (
            f'<!DOCTYPE html>\n<html lang="{translations.language}" xmlns="http://www.w3.org/1999/xhtml">\n',
            _head(title, replay.now.players),
            f'<body>\n<p class="print"><button type="button">{escape(translations("page.print"))}</button></p>\n',
            _heading(replay, title, translations),
            _players(replay, translations),
            *map(_table, _tables(replay, translations)),
            _charts(charts(replay, translations, verdicts, hints=hints, thoughts=thoughts), translations),
            _mistakes(replay, verdicts, translations),
            _notes(replay, translations),
            _acts(replay, translations),
            _p(f"Sideline {__version__}", "colophon"),
            "</body>\n</html>\n",
        )
    )


def _head(title: str, players: Iterable[str]) -> str:
    links = "".join(f'<link rel="stylesheet" href="{style}"/>\n' for style in STYLES)
    return (
        '<head>\n<meta charset="utf-8"/>\n<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{escape(title)}: {escape(', '.join(players))}</title>\n"
        f'<link rel="icon" href="/static/icon.svg" type="image/svg+xml"/>\n{links}'
        '<script type="module" src="/static/print.js"></script>\n</head>\n'
    )


def _heading(replay: Replay, title: str, translations: Translations) -> str:
    tags = replay.setup.tags
    about = [tags["Date"]] if "Date" in tags else []
    options = (option for option in GAMES[replay.setup.game].options if not option.is_for_each)
    chosen = dict.fromkeys(option.tag for option in options if option.tag in tags)
    about += [translations.page_text(option_value(replay.setup.game, tag, tags[tag])) for tag in chosen]
    about.append(translations("desk.acts", count=len(replay.moments) - 1))
    standing = replay.standing
    if standing.is_decided:
        result = _p(translations("box.won", winners=winners(standing, replay.now.names)), "result")
    else:
        result = _p(translations("sheet.not-over"), "result open")
    return f"<header>\n<h1>{escape(title)}</h1>\n{_p(' · '.join(about), 'about')}{result}</header>\n"


def _players(replay: Replay, translations: Translations) -> str:
    standing = replay.standing
    columns = (
        translations("sheet.seat"),
        translations("sheet.player"),
        translations(f"{replay.setup.game}.points"),
    )
    heads = "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
    rows = []
    for seat, name in enumerate(replay.now.names, start=1):
        has_won = seat in standing.winners
        star = f" <strong>★ {escape(translations('sheet.winner'))}</strong>" if has_won else ""
        rows.append(
            f'<tr><td class="number">{translations.mark(seat)}</td><th scope="row">{escape(name)}{star}</th>'
            f'<td class="number">{number(standing.points[seat])}</td><td class="signature"></td></tr>\n'
        )
    signature = f'<th scope="col" class="signature">{escape(translations("sheet.signature"))}</th>'
    return (
        f'<table class="players">\n<thead><tr>{heads}{signature}</tr></thead>\n'
        f"<tbody>\n{''.join(rows)}</tbody>\n</table>\n"
    )


# --- tables and charts


def _tables(replay: Replay, translations: Translations) -> list[Table]:
    scores = scores_of(replay.setup.game)
    return scores.tables(replay.now.state, seat_labels(replay.now.names, translations.marks), translations)


def _table(table: Table) -> str:
    heads = "".join(map(_column, table.columns[1:]))
    foot = f"<tfoot>\n{_rows(table.totals)}</tfoot>\n" if table.totals else ""
    return (
        f'<table class="score">\n<caption>{escape(capital(table.caption))}</caption>\n'
        f"<thead><tr><td></td>{heads}</tr></thead>\n<tbody>\n{_rows(table.rows)}</tbody>\n{foot}</table>\n"
    )


def _column(text: str) -> str:
    """Return the head of a column; only long words may be broken anywhere."""
    kind = ' class="short"' if max(map(len, text.split()), default=0) <= SHORT else ""
    return f'<th scope="col"{kind}>{_lines(text)}</th>'


def _rows(rows: Iterable[Sequence[str]]) -> str:
    return "".join(
        f'<tr><th scope="row">{_lines(row[0])}</th>{"".join(map(_cell, row[1:]))}</tr>\n' for row in rows
    )


def _cell(text: str) -> str:
    kind = ' class="number"' if NUMBER.fullmatch(text) else ""
    return f"<td{kind}>{_lines(text)}</td>"


def _lines(text: str) -> str:
    return "<br/>".join(map(escape, text.split("\n")))


def _p(text: str, kind: str) -> str:
    return f'<p class="{kind}">{escape(text)}</p>\n'


def _charts(found: list[Chart], translations: Translations) -> str:
    figures = (
        f"<figure>\n<figcaption>{escape(chart.title)}</figcaption>\n{chart.svg}\n</figure>\n" for chart in found
    )
    content = "".join(figures)
    head = f"<h2>{escape(translations('sheet.charts'))}</h2>"
    return f'<section class="charts">\n{head}\n{content}</section>\n' if found else ""


# --- mistakes, notes and acts


def _mistakes(replay: Replay, verdicts: Sequence[Verdict], translations: Translations) -> str:
    """Return the decisive mistakes, each with what would have been better."""
    if not verdicts:
        return ""
    items = "".join(
        f"<li>{escape(f'{one.place}. {one.text}')}<br/>"
        f"{escape(translations('sheet.better', acts=', '.join(better.label for better in one.better)))}</li>\n"
        for one in mistakes(replay, verdicts, translations)
    )
    title, none = escape(translations("sheet.mistakes")), _p(translations("sheet.no-mistakes"), "none")
    return f'<section class="notes">\n<h2>{title}</h2>\n{f"<ul>{items}</ul>" if items else none}</section>\n'


def _notes(replay: Replay, translations: Translations) -> str:
    """Return what the players have overruled and corrected, and what rests on unchecked owner data."""
    found = [
        f"{line.place}. {_decided(replay, line, translations)}"
        for line in replay.lines(translations)
        if line.act.startswith(("overrule ", "fix ")) and not line.is_undone
    ]
    found += scores_of(replay.setup.game).notes(replay.now.state, translations)
    if replay.problem is not None:
        found.append(translations.text(replay.problem))
    if not found:
        return ""
    items = "".join(f"<li>{escape(note)}</li>\n" for note in found)
    title = escape(translations("sheet.notes"))
    return f'<section class="notes">\n<h2>{title}</h2>\n<ul>\n{items}</ul>\n</section>\n'


def _decided(replay: Replay, line: Line, translations: Translations) -> str:
    moment = replay.moments.line(line.place)
    refusal = moment.overruled
    if refusal is None or refusal.rule is None:
        return line.text
    rule = translations("cli.ruling", rule=refusal.rule) if replay.is_ruling(refusal) else refusal.rule
    why = translations.naming(moment.speakers).text(refusal.why)
    return translations("sheet.overruled", what=line.text, rule=rule, why=why)


def _acts(replay: Replay, translations: Translations) -> str:
    items = "".join(map(_act, replay.lines(translations)))
    if not items:
        return ""
    head = f"<h2>{escape(translations('sheet.acts'))}</h2>"
    return f'<section class="acts">\n{head}\n<ol>\n{items}</ol>\n</section>\n'


def _act(line: Line) -> str:
    text = escape(line.text)
    return f'<li value="{line.place}">{f"<s>{text}</s>" if line.is_undone else text}</li>\n'
