"""The printable score sheet: strict HTML, every name escaped, every number of the score on it."""

import re
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import firmware_py
from engine.game import Setup
from engine.inside.scoring import squares
from firmware_py.games.drawing.plot import number
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations
from firmware_py.page.history import lines
from firmware_py.page.more.score_sheet import STYLES, score_sheet
from tests.engine.games import EVERY_SETUP, NAMES, setups_of
from tests.firmware_py.page.replays import mixed_match, name_of, played, replayed, shadow_of, whole_game

HTML = "{http://www.w3.org/1999/xhtml}"
ENGLISH = Translations("en")
EVIL = ("<script>alert(1)</script>", '"><img src=x onerror=a>', "A & B </title>", "O'Neil", "{who}", "名 «é»")
VOID = frozenset({"meta", "link", "br"})


def read(sheet: str) -> ET.Element:
    return ET.fromstring(sheet.partition("\n")[2])


def texts(root: ET.Element, path: str) -> list[str]:
    return ["".join(node.itertext()) for node in root.iterfind(path.replace("//", f"//{HTML}"))]


def rows(root: ET.Element, kind: str) -> list[list[str]]:
    """The cells of the tables of a kind, row by row."""
    tables = [table for table in root.iter(f"{HTML}table") if table.get("class") == kind]
    return [["\n".join(cell.itertext()) for cell in row] for table in tables for row in table.iter(f"{HTML}tr")]


class Balanced(HTMLParser):
    """Reads as a browser does: a tag that closes itself closes only where it is empty by its nature, or in SVG."""

    def __init__(self, sheet: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.feed(sheet)
        self.close()

    def handle_starttag(self, tag, _attrs):
        self.tags.add(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, _attrs):
        assert tag in VOID or "svg" in self.open, f"<{tag}/> stays open"

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("setup", EVERY_SETUP, ids=name_of)
def test_a_sheet_is_strict_html_without_anything_that_a_name_has_smuggled_in(setup):
    evil = setup._replace(players=EVIL[: len(setup.players)], tags={**setup.tags, "Date": "<i>today</i>"})
    shadows = replayed(evil), whole_game(evil, 5), shadow_of(mixed_match(evil, 8))
    for language, replay in product(LANGUAGES, shadows):
        sheet = score_sheet(replay, Translations(language))
        root = read(sheet)
        parsed = Balanced(sheet)
        assert parsed.open == []
        assert not parsed.tags & {"img", "i", "b", "style"}
        assert re.findall(r"<script[^>]*>", sheet) == ['<script type="module" src="/static/print.js">']
        assert not re.search(r"\s(style|on\w+)=", re.sub(r">[^<]*<", "><", sheet))
        assert root.get("lang") == language
        assert "<i>today</i>" in "".join(root.itertext())
        names = [row[1] for row in rows(root, "players")[1:]]
        assert len(names) == len(replay.now.names)
        assert all(shown.startswith(name) for shown, name in zip(names, replay.now.names, strict=True))


@pytest.mark.parametrize("setup", EVERY_SETUP, ids=name_of)
def test_every_player_stands_there_with_the_final_points_and_winners_are_marked(setup):
    for replay in (whole_game(setup, 2), shadow_of(mixed_match(setup, 9))):
        standing, root = replay.standing, read(score_sheet(replay, ENGLISH))
        shown = rows(root, "players")[1:]
        assert [row[2] for row in shown] == [number(points) for points in standing.points.values()]
        assert [seat for seat, row in enumerate(shown, start=1) if "★" in row[1]] == list(standing.winners)
        result = " ".join(texts(root, ".//header"))
        assert ("not over" in result) is not standing.over
        assert ("won!" in result) is standing.over


@pytest.mark.parametrize("setup", setups_of("insider"), ids=name_of)
def test_insider_evaluation_by_evaluation(setup):
    replay = whole_game(setup, 3)
    _, *shown, total = rows(read(score_sheet(replay, ENGLISH)), "score")
    rounds = replay.standing.details["rounds"]
    assert len(shown) == len(rounds)
    for row, evaluated in zip(shown, rounds, strict=True):
        for cell, gain in zip(row[1:], evaluated["gains"], strict=True):
            assert f"{number(gain['before'])} → {number(gain['after'])}" in cell
            signed = f"{gain['change']:+}".replace("-", "−") if gain["change"] else "0"
            assert signed in cell
    assert total[1:] == [number(step) for step in replay.standing.points.values()]


def test_insider_corrections_between_the_evaluations_are_on_it():
    card = ("card 4: 3 2 1 0 / -4", "1 seat 1", "1 seat 3", "2 seat 2", "2 seat 4")
    replay = played(Setup("insider", NAMES[:3]), *card, "fix step 2 -3")
    shown = rows(read(score_sheet(replay, ENGLISH)), "score")
    assert shown[2] == ["Corrected", "–", "−5", "–"]
    assert shown[-1][1:] == ["4", "−3", "−4"]


@pytest.mark.parametrize("setup", setups_of("online"), ids=name_of)
def test_online_downloads_of_each_party(setup):
    replay = whole_game(setup, 4)
    shown = {row[0]: row[1:] for row in rows(read(score_sheet(replay, ENGLISH)), "score")}
    details = replay.standing.details
    for at, party in enumerate(details["parties"]):
        for name, count in party["downloaded"].items():
            assert shown[name][at].startswith(f"{count} / {party['goals'][name]}")
        assert shown["downloaded"][at].startswith(f"{sum(party['downloaded'].values())} / ")
    if replay.standing.over:
        assert shown["loss"] == [str(entry["loss"]) for entry in details["score"].values()]


def test_inside_face_by_face():
    replay = whole_game(Setup("inside", NAMES[:2]), 1)
    _, *shown, total = rows(read(score_sheet(replay, ENGLISH)), "score")
    for row, (face, counts) in zip(shown, squares(replay.state_now).items(), strict=True):
        assert row[0] == f"Face {face}"
        assert [int(cell.removesuffix(", taken")) for cell in row[1:]] == list(counts)
        assert [cell.endswith("taken") for cell in row[1:]] == [count >= 8 for count in counts]
    assert total[1:] == [str(taken) for taken in replay.standing.points.values()]


@pytest.mark.parametrize("setup", setups_of("offline"), ids=name_of)
def test_offline_net_by_net_and_player_by_player(setup):
    replay = whole_game(setup, 2)
    assert replay.standing.over
    shown = {
        row[0].removeprefix("Net ").split()[0]: row[1:]
        for row in rows(read(score_sheet(replay, ENGLISH)), "score")
        if row[0]
    }
    details = replay.standing.details
    for net, fields in details["sheet"].items():
        for at, field in enumerate(fields.values()):
            if field is None:
                assert shown.get(net, "–––")[at] == "–"
            elif field["leads"] is None:
                assert shown[net][at] == "tied"
            else:
                assert re.search(rf"\b{field['points']}\b", shown[net][at])
                who = NAMES[field["seat"] - 1] if field["seat"] else "nobody"
                assert shown[net][at].endswith(who)
    for seat, entry in details["accounts"].items():
        *_, points = shown[NAMES[int(seat) - 1]]
        assert points == str(entry["points"])


@pytest.mark.parametrize("setup", EVERY_SETUP, ids=name_of)
def test_every_line_of_the_log_is_on_it_and_what_was_undone_is_struck_out(setup):
    replay = shadow_of(mixed_match(setup, 10))
    root = read(score_sheet(replay, ENGLISH))
    items = list(root.iterfind(f".//{HTML}ol/{HTML}li"))
    told = lines(replay, ENGLISH)
    assert [(int(item.get("value")), "".join(item.itertext())) for item in items] == [
        (line.moves, line.text) for line in told
    ]
    assert [item.find(f"{HTML}s") is not None for item in items] == [line.is_undone for line in told]


def test_what_the_table_has_decided_is_on_it_with_the_rule_that_was_overruled():
    inside = Setup("inside", NAMES[:2])
    replay = played(inside, "1 place L310", "overrule 1 place L400", "fix turn 1", "fix turn 2", "undo")
    notes = texts(read(score_sheet(replay, ENGLISH)), ".//ul//li")
    assert notes == [
        "2. overruled: Anna: light cube on 400 (against ID-5: it is not Light’s turn: Dark plays)",
        "correction: Light plays",
    ]
    assert texts(read(score_sheet(replayed(inside), ENGLISH)), ".//ul//li") == []


def test_placeholders_are_named():
    notes = texts(read(score_sheet(replayed(Setup("offline", NAMES[:2])), ENGLISH)), ".//ul//li")
    assert notes == [ENGLISH("offline.unverified-map")]
    board = Setup("insider", NAMES[:2], tags={"Depth": "board"})
    assert texts(read(score_sheet(replayed(board), ENGLISH)), ".//ul//li") == [ENGLISH("insider.unverified")]


def test_the_heading_tells_what_was_played():
    tags = {"Date": "2026-11-16", "Parties": "trios", "Goals": "3 2 1 1", "Limit": "60"}
    root = read(score_sheet(replayed(Setup("online", NAMES, tags=tags)), ENGLISH))
    about = next(node.text for node in root.iter(f"{HTML}p") if node.get("class") == "about")
    assert about == "2026-11-16 · trios · goals 3 2 1 1 · 60 minutes · 0 moves"


def test_hints_that_are_off_keep_the_charts_of_leads_away_until_the_end():
    replay = played(Setup("inside", NAMES[:2]), "1 place L310")
    assert score_sheet(replay, ENGLISH).count("<figure>") == 2
    assert score_sheet(replay, ENGLISH, hints=False).count("<figure>") == 1


def test_its_styles_are_there_know_paper_and_need_nothing_from_outside():
    folder = Path(firmware_py.__file__).parent / "page"
    styles = [(folder / style.lstrip("/")).read_text() for style in STYLES]
    assert "@media print" in styles[0]
    assert "@page" in styles[0]
    assert all("url(" not in style and "@import" not in style for style in styles)
    used = set(re.findall(r"var\((--[\w-]+)\)", "".join(styles)))
    assert used <= set(re.findall(r"(--[\w-]+):", styles[0])), "it is printed without the page's colours"
