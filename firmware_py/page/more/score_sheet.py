"""The printable score sheet of a match: a separate HTML page, black on white, for A4 and Letter.

The page is valid both as XHTML and as HTML, so that tests can parse it strictly. Colours and paper sizes are in
`static/sheet.css`. All text is escaped where it is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

from engine import GAMES
from engine.advisor import Verdict
from engine.colours import marks_of
from engine.game import option_value
from engine.match import is_ruling
from firmware_py import __version__
from firmware_py.games.drawing.chart_views import seat_labels
from firmware_py.games.drawing.plot import number
from firmware_py.games.drawing.score_tables import Table
from firmware_py.games.lookup import scores_of
from firmware_py.games.standings import winners
from firmware_py.i18n.capitals import capital
from firmware_py.i18n.translations import Translations
from firmware_py.page.history import Line, lines
from firmware_py.page.more.analysis import mistakes
from firmware_py.page.more.charts import Chart, charts
from firmware_py.storage.entries import ThinkingTime
from firmware_py.ui.match.history import History

STYLES = ("/static/sheet.css", "/static/charts.css")
SHORT = 14
"""Longest word, in letters, that fits into every column."""
NUMBER = re.compile(r"[+−-]?\d+( / \d+)?|\?")


def score_sheet(
    history: History,
    translations: Translations,
    verdicts: Sequence[Verdict] = (),
    *,
    hints: bool = True,
    thoughts: Sequence[ThinkingTime] = (),
) -> str:
    """Return the page: players and result, score tables, charts, mistakes, notes, and every act."""
    translations = translations.naming(history.now.names, marks_of(history.setup))
    game = translations(f"{history.setup.game}.name")
    title = translations("sheet.title", game=game)
    return "".join(
        (
            f'<!DOCTYPE html>\n<html lang="{translations.language}" xmlns="http://www.w3.org/1999/xhtml">\n',
            _head(title, history.now.players),
            f'<body>\n<p class="print"><button type="button">{escape(translations("page.print"))}</button></p>\n',
            _heading(history, title, translations),
            _players(history, translations),
            *map(_table, _tables(history, translations)),
            _charts(charts(history, translations, verdicts, hints=hints, thoughts=thoughts), translations),
            _mistakes(history, verdicts, translations),
            _notes(history, translations),
            _acts(history, translations),
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


def _heading(history: History, title: str, translations: Translations) -> str:
    tags = history.setup.tags
    about = [tags["Date"]] if "Date" in tags else []
    options = (option for option in GAMES[history.setup.game].options if not option.is_for_each)
    chosen = dict.fromkeys(option.tag for option in options if option.tag in tags)
    about += [translations.page_text(option_value(history.setup.game, tag, tags[tag])) for tag in chosen]
    about.append(translations("home.acts", count=len(history.moments) - 1))
    standing = history.standing
    if standing.is_decided:
        result = _p(translations("box.won", winners=winners(standing, history.now.names)), "result")
    else:
        result = _p(translations("sheet.not-over"), "result open")
    return f"<header>\n<h1>{escape(title)}</h1>\n{_p(' · '.join(about), 'about')}{result}</header>\n"


def _players(history: History, translations: Translations) -> str:
    standing = history.standing
    columns = (
        translations("sheet.seat"),
        translations("sheet.player"),
        translations(f"{history.setup.game}.points"),
    )
    heads = "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
    rows = []
    for seat, name in enumerate(history.now.names, start=1):
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


def _tables(history: History, translations: Translations) -> list[Table]:
    scores = scores_of(history.setup.game)
    return scores.tables(history.state_now, seat_labels(history.now.names, translations.marks), translations)


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


def _mistakes(history: History, verdicts: Sequence[Verdict], translations: Translations) -> str:
    """Return the decisive mistakes, each with what would have been better."""
    if not verdicts:
        return ""
    items = "".join(
        f"<li>{escape(f'{one.number}. {one.text}')}<br/>"
        f"{escape(translations('sheet.better', acts=', '.join(better.label for better in one.better)))}</li>\n"
        for one in mistakes(history, verdicts, translations)
    )
    title, none = escape(translations("sheet.mistakes")), _p(translations("sheet.no-mistakes"), "none")
    return f'<section class="notes">\n<h2>{title}</h2>\n{f"<ul>{items}</ul>" if items else none}</section>\n'


def _notes(history: History, translations: Translations) -> str:
    """Return what the players have overruled and corrected, and what rests on unchecked owner data."""
    found = [
        f"{'' if line.number is None else f'{line.number}. '}{_decided(history, line, translations)}"
        for line in lines(history, translations)
        if line.act.startswith(("overrule ", "fix ")) and not line.is_undone
    ]
    found += scores_of(history.setup.game).notes(history.state_now, translations)
    if not found:
        return ""
    items = "".join(f"<li>{escape(note)}</li>\n" for note in found)
    title = escape(translations("sheet.notes"))
    return f'<section class="notes">\n<h2>{title}</h2>\n<ul>\n{items}</ul>\n</section>\n'


def _decided(history: History, line: Line, translations: Translations) -> str:
    moment = history.moments[line.place]
    refusal = moment.overruled
    if refusal is None or refusal.rule is None:
        return line.text
    rule = translations("cli.ruling", rule=refusal.rule) if is_ruling(history.rules, refusal) else refusal.rule
    why = translations.naming(moment.speakers).text(refusal.why)
    return translations("sheet.overruled", what=line.text, rule=rule, why=why)


def _acts(history: History, translations: Translations) -> str:
    items = "".join(map(_act, lines(history, translations)))
    if not items:
        return ""
    head = f"<h2>{escape(translations('sheet.acts'))}</h2>"
    return f'<section class="acts">\n{head}\n<ol>\n{items}</ol>\n</section>\n'


def _act(line: Line) -> str:
    text = escape(line.text)
    kind = "" if line.number is not None else ' class="no-move"'
    return f'<li value="{line.moves}"{kind}>{f"<s>{text}</s>" if line.is_undone else text}</li>\n'
