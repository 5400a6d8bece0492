"""The views beside the match: results whole, the set-up form, people, rules."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from engine import GAMES
from engine.acts import read_act
from engine.game import Setup
from engine.match import Match
from engine.records import read_records
from engine.verdicts import Sentence
from firmware_py import page
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations, folder_of
from firmware_py.page.actions import carry_out, read_action
from firmware_py.page.devices import Devices
from firmware_py.page.more.results import round_tables
from firmware_py.page.more.rule_texts import rules_of
from firmware_py.page.more.setup_form import read_setup
from firmware_py.page.snapshot import Played
from firmware_py.storage.entries import ThinkingTime
from firmware_py.ui.flows.match import begin, resume
from tests.firmware_py.page.pages import PLAYERS, Table
from tests.firmware_py.page.replays import replayed
from tests.firmware_py.page.test_types import fields_of

WEB_JS = Path(__file__).parents[2] / "web_js"
RECORDS = Path(__file__).parents[2] / "records"
FIELDS = fields_of((WEB_JS / "more.d.ts").read_text())
FIELDS_OF_PAGE = fields_of((WEB_JS / "types.d.ts").read_text())
ENGLISH = Translations("en")
STAIR = Setup("insider", ("Anna", "Ben", "Carla"))
EVALUATED = ("card 4: 3 2 1 0 / -4", "1 seat 1", "1 seat 3", "2 seat 2", "2 seat 4")


class Told(NamedTuple):
    """What a record says."""

    setup: Setup
    acts: list[str]


def recorded_acts(name):
    (record,) = read_records((RECORDS / name).read_text(encoding="utf-8"))
    match = Match(GAMES[record.setup.game].rules(), record.setup)
    for _, sentence in record.lines:
        match.play(read_act(sentence))
    return Told(record.setup, [str(act) for act in match.log])


def has_fields(name, value):
    assert set(value) == FIELDS[name], name


@pytest.fixture(name="evaluated")
def fixture_evaluated(tmp_path):
    with Table(tmp_path / "stair", STAIR) as table:
        for sentence in EVALUATED:
            table.box(lambda screen, sentence=sentence: screen.play(read_act(sentence)))
        yield table


# --- results


def test_an_evaluation_is_one_table_with_its_arithmetic_and_one_press_closes_it(evaluated):
    phone = evaluated.paired()
    with phone.listen() as stream:
        notice = stream.until(lambda seen: seen["ask"] and seen["ask"]["notice"])["ask"]["notice"]
        (table,) = notice["tables"]
        has_fields("ScoreTable", table)
        assert table["columns"][1:5] == ["1\n+3", "2\n+2", "3\n+1", "4\n0"]
        assert table["rows"] == [
            ["Anna", "+3", "", "+1", "", "", "+4", "4"],
            ["Ben", "", "+2", "", "0", "", "+2", "2"],
            ["Carla", "", "", "", "", "−4", "−4", "−4"],
        ]
        assert table["details"][0] == "tables 1, 3: 3 + 1 = +4 · 0 → 4"
        phone.do("press", key="back", ask=stream.seen["ask"]["id"])
        assert stream.until(lambda seen: seen["ask"]["notice"] is None)


def test_the_log_names_the_act_that_completed_an_evaluation_and_its_table_stays_there(evaluated):
    phone = evaluated.paired()
    with phone.listen() as stream:
        lines = stream.until(lambda seen: seen["log"] and len(seen["log"]["lines"]) == 5)["log"]["lines"]
    assert [line["round"] for line in lines] == [None] * 4 + [1]
    assert [act["round"] for act in phone.get("/history").json["acts"]] == [None] * 4 + [1]
    answer = phone.get("/round/1").json
    has_fields("RoundAnswer", answer)
    assert answer["tables"][0]["caption"] == "Evaluation 1 of 7"
    correction = answer["corrections"][1]
    has_fields("Correction", correction)
    has_fields("Field", correction["fields"][0])
    assert correction["act"] == "fix round 1 table 1 *"
    assert correction["fields"][0]["options"][-1] == ["-", "nobody"]
    assert phone.get("/round/2").status == phone.get("/round/0").status == 404
    assert evaluated.phone("127.0.0.2").get("/round/1").status == 403


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["insider", "offline"])
def test_every_round_of_the_sample_games_is_a_table_of_all_players(name, language):
    for path in sorted((RECORDS / name).glob("*.txt")):
        for record in read_records(path.read_text()):
            rules = GAMES[name].rules()
            state = rules.start(record.setup)
            for _, sentence in record.lines:
                act = read_act(sentence)
                if rules.judge(state, act) is None:
                    state = rules.play(state, act)
            played = Played(1, record.setup, state, record.setup.players, (), (), replayed(record.setup))
            for number in range(1, 8):
                for table in round_tables(played, number, Translations(language)):
                    assert {len(row) for row in table["rows"]} == {len(table["columns"])}


def test_the_result_has_tables_charts_and_a_text_to_share(virtual):
    phone = virtual.paired()
    phone.do("say", act="1 place L310")
    result = phone.get("/result").json
    has_fields("Result", result)
    assert result["line"] == ENGLISH("sheet.not-over")
    assert result["tables"][0]["rows"]
    assert result["charts"][0]["svg"].startswith("<svg")
    assert result["text"].splitlines()[0] == "Inside · 2026-11-20"
    assert set(PLAYERS) == {line.partition(":")[0] for line in result["text"].splitlines()[2:4]}


def test_a_rematch_takes_one_tap_and_only_once_the_match_is_over(virtual):
    phone = virtual.paired()
    phone.do("rematch")
    assert virtual.ask(lambda stack: stack.match_screen.live.session.number) == 1
    virtual.box(lambda screen: screen.play(read_act("2 quit")))
    phone.do("rematch")
    number, players = virtual.ask(
        lambda stack: (stack.match_screen.live.session.number, stack.match_screen.match.players)
    )
    assert (number, players) == (2, PLAYERS[::-1])


# --- the set-up form


def test_the_form_has_everything_that_the_box_asks_and_proposes_what_was_played_last(virtual):
    phone = virtual.paired()
    form = phone.get("/setup").json
    has_fields("SetupForm", form)
    for game in form["games"]:
        has_fields("SetupGame", game)
        for option in game["options"]:
            has_fields("SetupOption", option)
            assert option["about"], (game["name"], option["tag"])
    assert [game["name"] for game in form["games"]] == list(GAMES)
    has_fields("SetupDraft", form["last"])
    assert (form["last"]["game"], form["last"]["players"]) == ("inside", list(PLAYERS))
    assert form["is_playing"]
    assert set(PLAYERS) <= set(form["players"])


def test_a_match_begins_as_the_form_says_and_what_was_on_the_table_is_parked(virtual):
    phone = virtual.paired()
    given = {
        "game": "offline",
        "players": ["Zoë", ""],
        "tags": {"Mode": "expert", "Market": "per-player"},
        "first": 2,
    }
    assert phone.post("/setup", given).status == 204
    setup, parked = virtual.ask(
        lambda stack: (stack.match_screen.match.setup, [kept.status.value for kept in stack.journal.entries()])
    )
    assert (setup.game, setup.players, setup.first) == ("offline", ("Zoë", "Player 2"), 2)
    assert (setup.tags["Mode"], setup.tags["Market"]) == ("expert", "per-player")
    assert parked == ["open", "parked"]


def test_a_match_against_the_box_begins_from_the_form(virtual):
    given = {"game": "inside", "players": ["Zoë", "x"], "opponent": {"seat": 2, "level": "easy"}}
    assert virtual.paired().post("/setup", given).status == 204
    setup = virtual.ask(lambda stack: stack.match_screen.match.setup)
    assert (setup.players, setup.tags["Opponent"]) == (("Zoë", "Box"), "2 easy")


@pytest.mark.parametrize(
    "given",
    [
        None, [], {}, {"game": []}, {"game": "chess"}, {"game": "inside"}, {"game": "inside", "players": ["a"]},
        {"game": "inside", "players": ["a", 2]}, {"game": "inside", "players": ["a", "b"], "tags": 3},
        {"game": "inside", "players": ["Anna", "Anna"]}, {"game": "inside", "players": ["A" * 16, "b"]},
        {"game": "inside", "players": ["a\u0007", "b"]},
        {"game": "offline", "players": ["a", "b"], "tags": {"Mode": "hard"}},
        {"game": "offline", "players": ["a", "b"], "tags": {"Mode": ["expert"]}},
        {"game": "offline", "players": ["a", "b"], "first": 3},
        {"game": "offline", "players": ["a", "b"], "first": True},
        {"game": "insider", "players": ["a", "b"], "tags": {"Depth": "board", "Homes": "a1 a1"}},
        {"game": "inside", "players": ["a", "b"], "opponent": {"seat": 3, "level": "easy"}},
        {"game": "inside", "players": ["a", "b"], "opponent": {"seat": 1, "level": "godlike"}},
        {"game": "offline", "players": ["a", "b"], "opponent": {"seat": 1, "level": "easy"}},
        {"game": "inside", "players": ["a", "b"], "opponent": "me"},
    ],
)  # fmt: skip
def test_a_form_that_cannot_be_is_refused_with_a_sentence(given):
    why = read_setup(given, ENGLISH)
    assert isinstance(why, Sentence)
    assert ENGLISH.text(why)


def test_homes_that_nobody_chose_are_different_for_everybody():
    setup = read_setup({"game": "insider", "players": ["", "", ""], "tags": {"Depth": "board"}}, ENGLISH)
    assert isinstance(setup, Setup)
    assert setup.tags["Homes"] == "a1 a5 e1"
    assert GAMES["insider"].rules().start(setup)


def test_only_paired_phones_see_the_form_and_only_their_own_page_begins_a_match(real):
    stranger, phone = real.phone("127.0.0.2"), real.paired()
    given = {"game": "inside", "players": ["a", "b"]}
    assert stranger.get("/setup").status == stranger.get("/result").status == 403
    assert stranger.post("/setup", given).status == 403
    phone.token = "wrong"  # noqa: S105 - it is
    assert phone.post("/setup", given).status == 403
    assert real.ask(lambda stack: stack.match_screen.live.session.number) == 1


def test_the_box_is_nobody_whatever_language_it_was_named_in(virtual):
    phone = virtual.paired()
    given = {"game": "inside", "players": ["Zoë", ""], "opponent": {"seat": 2, "level": "easy"}}
    assert phone.post("/setup", given, Accept_Language="fr").status == 204
    assert virtual.ask(lambda stack: stack.match_screen.match.players) == (
        "Zoë",
        Translations("fr")("opponent.name"),
    )
    form = phone.get("/setup", Accept_Language="de").json
    assert form["last"]["players"] == ["Zoë", ""]
    assert set(form["players"]) == {"Zoë", *PLAYERS}


# --- the television


def test_the_television_view_needs_no_pairing_and_shows_nothing_secret(real):
    stranger = real.phone("127.0.0.2")
    page, code = stranger.get("/tv"), stranger.get("/qr")
    assert (page.status, code.status) == (200, 200)
    assert b"/tv.js" in page.body
    assert code.headers["Content-Type"] == "image/svg+xml"
    assert code.body.startswith(b"<svg")
    assert stranger.get("/tv", Sec_Fetch_Site="cross-site").status == 200, "a link may lead there"
    with stranger.listen() as stream:
        game = stream.until(lambda seen: seen["game"])["game"]
    assert not any(name.encode() in stream.raw for name in PLAYERS)
    assert game["series"] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_television_view_is_there(language):
    television = (Path(page.__file__).parent / "static" / "tv.html").read_text()
    keys = re.findall(r'data-word(?:-label)?="([^"]+)"', television)
    assert keys
    assert [key for key in keys if key not in Translations(language).table] == []
    assert not re.search(r"\sstyle=|<style|\son[a-z]+=", television)


# --- people


def end_match(table):
    table.box(lambda screen: screen.play(read_act("2 quit")))


def test_matches_and_players_are_listed_with_results(virtual):
    phone = virtual.paired()
    end_match(virtual)
    answer = phone.get("/people").json
    has_fields("PeopleAnswer", answer)
    (match,) = answer["matches"]
    has_fields("MatchEntry", match)
    assert match["title"] == "Inside"
    assert match["players"] == ", ".join(PLAYERS)
    assert match["result"].startswith(f"{PLAYERS[0]} won!")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", match["date"])
    first, second = answer["players"]
    has_fields("Player", first)
    has_fields("PlayerGame", first["by_game"][0])
    assert (first["name"], first["wins"], first["games"]) == (PLAYERS[0], 1, 1)
    assert (second["name"], second["wins"], second["games"]) == (PLAYERS[1], 0, 1)


def test_a_player_is_renamed_and_merged_with_all_results_and_separated_again(virtual):
    phone = virtual.paired()
    end_match(virtual)
    assert phone.post("/people", {"name": PLAYERS[1], "to": "Zoë"}).status == 204
    assert [player["name"] for player in phone.get("/people").json["players"]] == [PLAYERS[0], "Zoë"]
    assert phone.post("/people", {"name": "Zoë", "to": PLAYERS[0]}).status == 204
    (player,) = phone.get("/people").json["players"]
    assert (player["name"], player["also"], player["games"]) == (PLAYERS[0], sorted([PLAYERS[1], "Zoë"]), 2)
    assert phone.post("/people", {"name": PLAYERS[1], "to": PLAYERS[1]}).status == 204
    assert {player["name"] for player in phone.get("/people").json["players"]} == set(PLAYERS)
    for given in (
        None,
        {},
        {"name": "Nobody", "to": "Anna"},
        {"name": PLAYERS[0], "to": " "},
        {"name": 1, "to": "x"},
    ):
        assert phone.post("/people", given).status == 422
    assert "A" * 16 in phone.post("/people", {"name": PLAYERS[0], "to": "A" * 16}).why


def test_a_match_of_the_list_is_put_on_the_table(virtual):
    phone = virtual.paired()
    phone.post("/setup", {"game": "inside", "players": ["a", "b"]})
    phone.do("open-match", number=1)
    assert virtual.ask(lambda stack: stack.match_screen.live.session.number) == 1
    phone.do("open-match", number=99)
    assert virtual.ask(lambda stack: stack.match_screen.live.session.number) == 1


def begin_another(phone):
    with phone.listen() as stream:
        assert phone.post("/setup", {"game": "inside", "players": ["a", "b"]}).status == 204
        stream.until(lambda seen: seen["game"] and seen["game"]["number"] == 2)


def play_to_the_end(table):
    for act in ("1 place L310", "2 place D211", "1 quit"):
        table.box(lambda screen, act=act: screen.play(read_act(act)))


def test_a_finished_match_is_looked_at_while_another_one_is_played(virtual):
    phone = virtual.paired()
    play_to_the_end(virtual)
    begin_another(phone)
    phone.do("claim", seat=2)
    phone.do("open-match", number=1)
    on_table = virtual.ask(lambda stack: stack.match_screen.live.session.number)
    assert on_table == 2, "an old result takes nobody's table away"
    with phone.listen() as stream:
        assert stream.until(lambda seen: seen["me"])["me"]["seat"] == 2
    result = phone.get("/result?match=1").json
    assert result["line"] == "Xaverl won!"
    assert set(result["game"]) == FIELDS_OF_PAGE["Game"]
    assert [result["game"]["number"], result["game"]["acts"], result["game"]["is_over"]] == [1, 3, True]
    assert len(phone.get("/history?match=1").json["acts"]) == 3
    assert phone.get("/moment/1?match=1").json["svg"] != phone.get("/moment/3?match=1").json["svg"]
    assert phone.get("/record?match=1").body.decode().count("place") == 2
    assert "Quirina" in phone.get("/sheet?match=1").body.decode()
    assert len(phone.get("/history").json["acts"]) == 0, "the one on the table"
    assert phone.get("/result?match=2").json["game"] is None
    for number in ("99", "x", "-1", "9" * 30, "%00"):
        assert phone.get(f"/result?match={number}").status == 404
    assert virtual.phone("127.0.0.2").get("/result?match=1").status == 403


def test_a_finished_match_that_was_continued_is_read_again(virtual):
    phone = virtual.paired()
    play_to_the_end(virtual)
    begin_another(phone)
    assert len(phone.get("/history?match=1").json["acts"]) == 3
    virtual.ask(lambda stack: resume(stack, stack.journal.entry(1)))
    phone.do("press", key="back", kind="long")
    virtual.ask(lambda stack: resume(stack, stack.journal.entry(2)))
    assert phone.get("/result?match=1").json["line"] == ENGLISH("sheet.not-over")


def test_an_evaluation_of_a_stored_match_cannot_be_corrected(evaluated):
    phone = evaluated.paired()
    begin_another(phone)
    answer = phone.get("/round/1?match=1").json
    assert answer["tables"]
    assert answer["corrections"] == []


def test_only_paired_phones_see_people(real):
    assert real.phone("127.0.0.2").get("/people").status == 403
    assert real.phone("127.0.0.2").post("/people", {"name": PLAYERS[0], "to": "x"}).status == 403


# --- time


def test_the_clock_runs_for_whoever_is_asked_and_can_be_paused(virtual):
    phone = virtual.paired()
    with phone.listen() as stream:
        phone.do("clock", mode="20")
        clock = stream.until(lambda seen: seen["game"] and seen["game"]["clock"])["game"]["clock"]
        has_fields("MatchClock", clock)
        assert (clock["seat"], clock["is_paused"], len(clock["spent"])) == (1, False, 2)
        assert clock["since"] >= 0
        assert stream.seen["me"]["now"] >= clock["since"]
        phone.do("pause", is_paused=True)
        stream.until(lambda seen: seen["game"]["clock"]["is_paused"])
        phone.do("say", act="1 place L310")
        clock = stream.until(lambda seen: seen["game"]["acts"] == 1)["game"]["clock"]
        assert (clock["seat"], clock["is_paused"]) == (2, False), "a move starts the clock again"
    for mode in ("", "0x1", "-5", "1000", 5, None):
        assert phone.do("clock", mode=mode).status == 422
    assert virtual.ask(lambda stack: [thought.seat for thought in stack.journal.thinking_times(1)]) == [1]


def test_thinking_times_are_in_the_charts(virtual):
    virtual.box(lambda screen: screen.live.session.clock._add(ThinkingTime(0, 1, 61_000)))
    phone = virtual.paired()
    phone.do("say", act="1 place L310")
    titles = [chart["title"] for chart in phone.get("/result").json["charts"]]
    assert ENGLISH("chart.thought-seconds") in titles
    assert phone.get("/result").json["duration"] == "1 min"
    assert ENGLISH("chart.thought-seconds").encode() in phone.get("/sheet").body


# --- rules and language


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_a_game_can_be_read_in_every_language(game, language):
    told = rules_of(game, Translations(language))
    has_fields("RulesAnswer", told)
    ids = re.findall(r"^- \*\*([A-Z]{1,2}-\d+)", Path(folder_of(game), "RULES.md").read_text(), re.MULTILINE)
    assert [rule["id"] for rule in told["rules"] if not rule["id"].startswith("M-")] == ids
    assert {rule["id"] for rule in told["rules"]} >= {"M-1"}


def test_rules_need_no_pairing_and_the_reader_chooses_the_language(real):
    stranger = real.phone("127.0.0.2")
    assert stranger.get("/rules/inside").json["title"] == "Inside"
    assert stranger.get("/rules/chess").status == 404
    answer = stranger.get("/games").json
    has_fields("GamesAnswer", answer)
    has_fields("GameName", answer["games"][0])
    assert stranger.get("/words", Cookie="sideline-language=de", Accept_Language="fr").json["language"] == "de"
    assert stranger.get("/words", Cookie="sideline-language=xx", Accept_Language="fr").json["language"] == "fr"


# --- play by text


def test_a_move_is_typed_and_a_refusal_is_told(virtual):
    phone = virtual.paired()
    answer = phone.get("/moves").json
    has_fields("MovesAnswer", answer)
    assert {"act": "1 place L310", "label": "Light cube on 310"} in answer["moves"]
    assert phone.do("write", acts=["1 place L310"]).status == 204
    assert virtual.log == ["1 place L310"]
    with phone.listen() as stream:
        phone.do("write", acts=["2 place D210"])
        notice = stream.until(lambda seen: seen["ask"] and seen["ask"]["notice"])["ask"]["notice"]
    assert notice["is_refusal"]
    assert phone.do("write", acts=[""]).status == 422
    phone.do("write", acts=["undo"])
    assert virtual.log == ["1 place L310", "undo"]


# --- a whole score in one form

TOLD = recorded_acts("offline/score-by-leads.txt")


@pytest.fixture(name="score")
def fixture_score(tmp_path):
    with Table(tmp_path / "score", TOLD.setup) as table:
        yield table


def filled(phone, acts):
    """Return a form's acts with the values of a record in the place of what is open."""
    form = phone.get("/round/0").json
    assert form["tables"] == []
    for correction in form["corrections"]:
        has_fields("Correction", correction)
        for field in correction["fields"]:
            has_fields("Field", field)
        before, _, _ = correction["act"].partition(" *")
        yield from (act for act in acts if act.startswith(f"{before} "))


def test_a_whole_score_is_told_in_one_form(score):
    phone = score.paired()
    acts = list(filled(phone, TOLD.acts))
    assert len(acts) == 24 + 2 + 3, "leads, analyses, cards"
    assert phone.do("write", acts=acts).status == 204
    assert sorted(score.log) == sorted(TOLD.acts)
    assert score.ask(lambda stack: stack.match_screen.match.standing().is_decided)


def test_what_was_told_is_corrected_in_the_same_form(score):
    phone = score.paired()
    with phone.listen() as stream:
        phone.do("write", acts=["lead A company Y 5"])
        stream.until(lambda seen: seen["game"] and seen["game"]["acts"] == 1)
    first = phone.get("/round/0").json["corrections"][0]
    assert (first["act"], first["fields"][0]["value"], first["group"]) == ("fix lead A company *", "Y 5", "Net A")
    assert "" not in dict(first["fields"][0]["options"])


def test_what_is_written_after_a_refused_act_is_left_out(score):
    phone = score.paired()
    phone.do("write", acts=["lead A company Y 5", "lead A company Y 4", "lead A product -"])
    assert score.log == ["lead A company Y 5"]
    assert phone.do("write", acts=["lead A product -"] * 41).status == 422


def test_between_the_acts_of_a_form_keys_are_heard_and_another_match_gets_none_of_them(score):
    phone = score.paired()
    action = read_action({"do": "write", "acts": list(filled(phone, TOLD.acts))})

    def slice_of(action):
        return score.ask(lambda stack: carry_out(action, stack, Devices(), "a phone"))

    rest = slice_of(action)
    assert len(score.log) == 4
    rest = slice_of(rest)
    assert len(score.log) == 8
    score.ask(lambda stack: begin(stack, TOLD.setup))
    assert slice_of(rest) is None
    assert score.log == []


def test_games_that_are_entered_move_by_move_have_no_such_form(evaluated):
    phone = evaluated.paired()
    assert phone.get("/round/0").status == 404
    with phone.listen() as stream:
        assert stream.until(lambda seen: seen["game"])["game"]["has_form"] is False
