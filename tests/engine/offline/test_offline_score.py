"""Offline's score, rule by rule, and against a scorer that knows nothing of the engine."""

import random

import pytest

from engine import GAMES
from engine.acts import read_act
from engine.game import Setup
from engine.offline import start
from engine.offline.owner_data import MARKET_CARDS, NETS, PLACEHOLDER
from engine.offline.scoring import sheet_of
from engine.offline.state import MARKETS
from engine.offline.tiles import CATEGORIES, NAMES, spelled
from engine.verdicts import player, say
from tests.depth import seeds
from tests.engine.games import NAMES as PLAYERS
from tests.engine.games import random_game, say_all, texts
from tests.engine.offline.slow_offline import COLUMNS, leader, score, worth
from tests.engine.offline.tables import NET_C as NET_C_PLAYED
from tests.engine.offline.tables import VERIFIED, begin, played, refused, scored

NET_C = ("site C1 YEB", "site C2 YDB", "site C3 YEM", "site C4 YDM", "site C5 RFB")
"""Four yellow, three books, languages tied: net C of the rule sheet."""


def points(match):
    return dict(match.standing().points)


def test_of_16_the_net_of_the_rule_sheet_pays_4_and_3_and_the_tie_nothing():
    match = scored(*NET_C, "1 reveal Y E M", "2 reveal R D B")
    assert points(match) == {1: 4, 2: 3}
    by_leads = scored(
        "lead C company Y 4", "lead C language -", "lead C product B 3", "1 reveal Y E M", "2 reveal R D B"
    )
    assert points(by_leads) == {1: 4, 2: 3}
    assert match.standing().winners == (1,)


def test_of_16_a_type_whose_card_nobody_holds_scores_for_nobody():
    match = scored(*NET_C, "1 reveal G E M", "2 reveal R D B")
    assert points(match) == {1: 0, 2: 3}
    field = match.standing().details["sheet"]["C"]["company"]
    assert field == {"leads": "Y", "count": 4, "times": 1, "points": 4, "seat": None}


def test_of_16_tiles_and_leads_are_not_told_of_the_same_net():
    match = scored("lead A company Y 4", "site B1 YDM")
    assert refused(match, "site A1 REC", "OF-16").why == say("offline.has-leads", net="A")
    assert refused(match, "lead B company Y 4", "OF-16").why == say("offline.has-tiles", net="B")
    assert refused(match, "lead A company R 4", "OF-16").why == say("offline.lead-told", net="A")
    assert refused(match, "site B1 REC", "OF-13").why == say("offline.taken", site="B1", tile=spelled("YDM"))
    assert refused(match, "site B2 YDM", "OF-13").why == say("offline.on-site", tile=spelled("YDM"), site="B1")
    say_all(match, "fix lead A company R 3", "fix lead A language -", "fix B1 REC")
    assert match.state.leads[0][:2] == ((0, 3), (-1, 0))
    assert refused(match, "fix A1 YDM", "OF-16").why == say("offline.has-leads", net="A")
    assert refused(match, "fix lead B company R 3", "OF-16").why == say("offline.has-tiles", net="B")
    for words in ("fix lead", "fix display YDM", "fix lead A company"):
        assert refused(match, words, None).why.key in {"offline.fix-words-score", "offline.lead-words"}


def test_of_16_leads_of_a_net_that_do_not_go_together_are_refused():
    match = scored("lead A company Y 1", "lead B company Y 2", "lead C company -", "lead D product M 5")
    assert refused(match, "lead A language E 2", "OF-16").why == say("offline.lead-unlike", net="A")
    refused(match, "lead A language -", "OF-16")
    refused(match, "lead B language E 6", "OF-16")
    refused(match, "lead C language E 1", "OF-16")
    refused(match, "lead D company R 1", "OF-16")
    say_all(match, "lead A language E 1", "lead B language E 5", "lead C language E 2", "lead D company R 2")
    refused(match, "fix lead A company Y 2", "OF-16")


def test_of_16_a_net_is_told_anew_after_its_leads_are_taken_back():
    match = scored("lead A company Y 4", "fix lead A -", "site A1 YDM", "site A2 -")
    assert refused(match, "site A2 REC", "OF-16").why == say("offline.closed", net="A")
    assert "site A3 *" not in texts(match.legal())
    say_all(match, "fix A2 REC", "site A3 REM")


def test_of_1_tiles_and_leads_are_counted_together():
    tiles = [f"Y{language}{product}" for language in "EDF" for product in "CMTB"]
    match = scored(
        *(f"site {'ABC'[at // 5]}{at % 5 + 1} {tile}" for at, tile in enumerate(tiles)), "lead D company Y 4"
    )
    assert refused(match, "lead E company Y 2", "OF-1").why.key == "offline.sixteen"
    assert refused(match, "site F1 YSC", "OF-1").why.key == "offline.sixteen"
    offered = match.rules.answers(match.state, read_act("site F1 *"))
    assert [answer.hollow for answer in offered][:4] == [False, True, False, False]
    say_all(match, "site F1 RSC")


def test_of_17_most_points_win_and_a_tie_is_shared():
    match = scored(
        "lead A company Y 3", "lead B company R 3", "1 reveal Y E M", "2 reveal R D B", "3 reveal G F C", seats=3
    )
    assert match.standing().winners == (1, 2)
    assert scored("1 reveal Y E M").standing().winners == ()


def test_of_20_points_are_multiplied_by_the_sites_of_the_net():
    match = scored(*NET_C, "1 reveal Y E M", "2 reveal R D B", Mode="expert")
    assert points(match) == {1: 20, 2: 15}
    half = scored("lead A company Y 2", "1 reveal Y E M", "2 reveal R D B", Mode="expert")
    assert points(half)[1] == 14, "filled or not"


def test_of_21_a_card_that_leads_in_several_nets_is_multiplied_by_their_number():
    leads = ("lead C language S 4", "lead F language S 2", "lead D language S 3", "lead A language D 3")
    match = scored(*leads, "1 reveal Y S M", "2 reveal R D B", Mode="expert")
    assert points(match) == {1: (20 + 8 + 15) * 3, 2: 21}
    assert points(match)[1] == 129


SHEET = ("lead E language D 4", "lead A company Y 5", "lead B product M 3")


@pytest.mark.parametrize(
    ("cards", "bonus"), [("R F B", 32), ("Y F B", 12), ("R D B", 12), ("Y D B", 0), ("R F M", 32)]
)
def test_of_22_the_bonus_of_the_rule_sheet(cards, bonus):
    analyses = "1 analysed B YDM", "2 analysed A GSC"
    match = scored(*SHEET, *analyses, f"1 reveal {cards}", "2 reveal G S T", Mode="expert")
    account = sheet_of(match.state).accounts[0]
    assert account.bonus.points == bonus
    assert account.points == sum(earning.points for earning in account.earnings) + bonus
    assert match.standing().details["accounts"]["1"]["bonus"]["points"] == bonus


def test_of_22_a_third_feature_pays_the_highest_value_too():
    analyses = "1 analysed B YDM", "2 analysed A GSC"
    match = scored(*SHEET[:2], "lead B product M 4", *analyses, "1 reveal R F B", Mode="expert")
    assert sheet_of(match.state).accounts[0].bonus.values == (12, 20, 32)
    assert match.standing().details["analysed"]["1"] == {"card": "B", "tile": "YDM"}


def test_of_19_an_analysis_is_told_with_a_card_that_is_in_the_game_and_free():
    match = scored("1 analysed D YDM", seats=4, Mode="expert")
    assert refused(match, "2 analysed B RDM", "OF-19").why == say("offline.card-not-free", cards=("A",))
    assert refused(match, "2 analysed D RDM", "OF-19").why == say("offline.card-not-free", cards=("A",))
    assert refused(match, "1 analysed A RDM", "OF-18").why == say("offline.analysed-once", who=player(1))
    assert refused(match, "2 analysed A YDM", "OF-13").why == say("offline.is-analysed", tile=spelled("YDM"))
    say_all(match, "2 analysed A RDM")
    assert refused(match, "3 analysed A REC", "OF-19").why.key == "offline.no-card-free"
    assert "3 analysed * *" not in texts(match.legal())
    assert refused(scored(), "1 analysed A YDM", "OF-18").why.key == "offline.expert-only"


def test_of_19_market_cards_are_told_in_any_order_while_somebody_can_have_taken_the_earlier_ones():
    match = scored(seats=2, Mode="expert")
    refusal = refused(match, "1 analysed D YDM", "OF-19")
    assert refusal.why == say("offline.card-skipped", card="D", first="A")
    offered = match.rules.answers(match.state, read_act("1 analysed * *"))
    assert [answer.hollow for answer in offered] == [False, False, True, True]
    say_all(match, "1 analysed B YDM")
    assert refused(match, "2 analysed C RDM", "OF-19").why == say("offline.card-skipped", card="C", first="A")
    say_all(match, "2 analysed A RDM")
    four = scored("1 analysed D YDM", "2 analysed C RDM", seats=4, Mode="expert", Market="per-player")
    say_all(four, "3 analysed B GEC", "4 analysed A REC")
    assert refused(match, "fix analysed 1 C YDM", "OF-19").why == say("offline.card-skipped", card="C", first="B")
    say_all(match, "fix analysed 1 -", "fix analysed 2 B RDM", "fix analysed 1 A YDM")


def test_of_19_a_market_card_pays_only_if_all_before_it_were_taken():
    match = scored(*SHEET, "1 analysed B YDM", "1 reveal R F B", "2 reveal G S T", Mode="expert")
    assert sheet_of(match.state).accounts[0].bonus is None
    say_all(match, "2 analysed A GSC")
    assert sheet_of(match.state).accounts[0].bonus.points == 32


def test_of_19_on_the_board_an_analysis_takes_the_first_card_that_is_left():
    match = played(*NET_C_PLAYED, "1 analyse C1", Mode="expert")
    say_all(match, "fix analysed 1 B YFB", "2 analyse C2")
    assert [made.card for made in match.state.analysed] == [1, 0]


@pytest.mark.parametrize("mode", ["basic", "expert"])
def test_of_2_sites_that_cannot_exist_are_refused_for_the_score_too(mode):
    match = scored(Mode=mode)
    assert refused(match, "site C6 YDM", "OF-2").why == say("offline.no-site", given="C6", net="C", size=5)
    assert refused(match, "site A8 YDM", "OF-2").why == say("offline.no-site", given="A8", net="A", size=7)
    assert refused(match, "site B8 YDM", "OF-2").why == say("offline.seven-sites", given="B8", size=7)
    assert refused(match, "lead C company Y 6", "OF-2").why == say("offline.too-many", given="C", net="C", size=5)
    assert refused(match, "fix C7 YDM", "OF-2").why.key == "offline.no-site"
    say_all(match, "site A7 YDM", "site C5 YDC", "site F7 YDT")


def test_of_20_a_net_that_has_more_sites_than_the_placeholder_is_multiplied_by_those_told():
    cards = "1 reveal Y E M", "2 reveal R D B"
    assert points(scored("site F7 YDM", *cards, Mode="expert"))[1] == 2 * 7
    assert points(scored("lead F company Y 5", *cards, Mode="expert"))[1] == 5 * 5
    assert points(scored("lead F company Y 2", *cards, Mode="expert"))[1] == 2 * 4


def test_of_16_entries_can_be_told_in_any_order_even_after_the_cards():
    match = scored("1 reveal Y E M", "2 reveal R D B")
    assert match.standing().over
    assert match.ask().what == say("offline.ask-leads", net="A", category=say("offline.company"))
    say_all(match, *NET_C)
    assert points(match) == {1: 4, 2: 3}
    assert refused(match, "1 reveal G E M", "OF-5").why.key == "offline.revealed"
    assert refused(match, "1 quit", "M-6").why.key == "offline.nobody-leaves"


def test_the_box_asks_net_by_net_for_leads_or_for_tiles_where_some_were_told():
    match = scored()
    asked = []
    for said in ("lead A company Y 3", "lead A language -", "lead A product M 2", "site B1 YDM", "site B2 -"):
        say_all(match, said)
        asked.append(match.ask().what)
    assert asked == [
        say("offline.ask-leads", net="A", category=say("offline.language")),
        say("offline.ask-leads", net="A", category=say("offline.product")),
        say("offline.ask-leads", net="B", category=say("offline.company")),
        say("offline.ask-tile-at", site="B2"),
        say("offline.ask-leads", net="C", category=say("offline.company")),
    ]
    for net in NETS[2:]:
        for category in ("company", "language", "product"):
            say_all(match, f"lead {net} {category} -")
    assert match.ask().what == say("offline.ask-reveal")
    assert match.ask().seats == (1, 2)
    assert [step.value for step in match.rules.steps(match.state, read_act("1 reveal * * *"))] == ["reveal"]
    assert match.rules.steps(match.state, read_act("1 analysed * *")) == ()
    assert match.amendable() == match.acts[-1]
    assert match.undo_asks() is None, "everybody has seen it"
    say_all(match, "1 reveal Y E M", "2 reveal R D B")
    assert match.ask().what == say("offline.over-told")


def test_a_net_whose_tiles_are_all_told_is_done():
    match = scored(
        *(f"site H{at} {tile}" for at, tile in enumerate(("YDM", "REC", "RDM", "GFB"), start=1)), **VERIFIED
    )
    for net in NETS[:7]:
        for category in ("company", "language", "product"):
            say_all(match, f"lead {net} {category} -")
    assert match.ask().what == say("offline.ask-reveal")


@pytest.mark.parametrize(
    ("sentence", "key"),
    [
        ("lead", "offline.lead-words"),
        ("lead K company Y 4", "offline.lead-words"),
        ("lead A colour Y 4", "offline.lead-words"),
        ("lead A company E 4", "offline.lead-words"),
        ("lead A company Y", "offline.lead-words"),
        ("lead A company Y 0", "offline.lead-words"),
        ("lead A company Y 10", "offline.lead-words"),
        ("lead A company Y 4 4", "offline.lead-words"),
        ("1 analysed", "offline.analysed-words"),
        ("1 analysed E YDM", "offline.analysed-words"),
        ("1 analysed A YDX", "offline.no-such-tile"),
        ("1 analysed A", "offline.analysed-words"),
        ("1 put YDM A1", "offline.other-depth"),
        ("lead A company * *", "act.open-value"),
        ("lead A company Y *", "act.open-value"),
        ("1 analysed * *", "act.open-value"),
    ],
)
def test_words_of_the_score_that_are_no_act(sentence, key):
    assert refused(begin(Depth="score", Mode="expert"), sentence, None).why.key == key


def test_what_is_told_of_the_score_in_a_few_words():
    match = scored(Mode="expert")

    def told(sentence):
        return match.tell(read_act(sentence))

    company = say("offline.company")
    assert told("lead A company Y 4") == say(
        "offline.told-lead", net="A", kind=say("offline.type-yellow"), count="4"
    )
    assert told("lead A company -") == say("offline.told-tie", net="A", category=company)
    assert told("lead A company * *") == say("offline.ask-leads", net="A", category=company)
    assert told("1 analysed B YDM") == say("offline.told-analysed", card="B", tile=spelled("YDM"))
    assert told("1 reveal * * *") == say("offline.do-reveal")


# --- against the naive scorer


def random_position(chance):
    """Lay tiles anywhere, deal cards, and let some have made an analysis."""
    tiles = list(NAMES)
    chance.shuffle(tiles)
    sizes = {net: web.size for net, web in zip(NETS, PLACEHOLDER.nets, strict=True)}
    full = chance.choice((0.3, 0.7, 1, 1))
    sites = [f"{net}{at}" for net in NETS for at in range(1, sizes[net] + 1)]
    board = {site: tiles.pop() for site in sites if chance.random() < full}
    seats = chance.choice((2, 3, 4))
    hands = [chance.sample(column, seats) for column in COLUMNS]
    cards = {seat: "".join(hand[seat - 1] for hand in hands) for seat in range(1, seats + 1)}
    market = chance.choice(list(MARKETS))
    letters = list(MARKETS[market][seats])
    chosen = chance.sample(range(1, seats + 1), min(seats, chance.randint(0, len(letters))))
    analyses = {seat: (card, tiles.pop()) for seat, card in zip(chosen, letters, strict=False)}
    return board, sizes, cards, analyses, market


def by_tiles(board):
    return [f"site {site} {tile}" for site, tile in board.items()]


def by_leads(board):
    told = []
    for net in NETS:
        tiles = [tile for site, tile in board.items() if site[0] == net]
        for column, category in enumerate(("company", "language", "product")):
            found = leader(tiles, column) if tiles else None
            told.append(f"lead {net} {category} {found[0]} {found[1]}" if found else f"lead {net} {category} -")
    return told


@pytest.mark.parametrize("seed", seeds(40, fast=2))
def test_thousands_of_boards_score_as_the_naive_scorer_says(seed):
    chance = random.Random(seed)
    rules = GAMES["offline"].rules()
    values = dict(zip(MARKET_CARDS, PLACEHOLDER.market, strict=True))
    for _ in range(50):
        board, sizes, cards, analyses, market = random_position(chance)
        for mode in ("basic", "expert"):
            for entries in (by_tiles(board), by_leads(board)):
                tags = {"Depth": "score", "Mode": mode, "Market": market}
                state = start(Setup("offline", PLAYERS[: len(cards)], tags=tags))
                if mode == "expert":
                    entries += [f"{seat} analysed {card} {tile}" for seat, (card, tile) in analyses.items()]
                entries += [f"{seat} reveal {' '.join(letters)}" for seat, letters in cards.items()]
                for said in entries:
                    state = rules.play(state, read_act(said))
                order = MARKETS[market][len(cards)]
                expected = score(board, sizes, cards, analyses if mode == "expert" else None, values, order=order)
                standing = rules.standing(state)
                assert dict(standing.points) == expected
                most = max(expected.values())
                assert standing.winners == tuple(seat for seat, total in expected.items() if total == most)


LINKS = [
    f"{name}{a}-{name}{b}" for name, net in zip(NETS, PLACEHOLDER.nets, strict=True) for a, b in net.links or ()
]


@pytest.mark.parametrize("seed", seeds(12, fast=3))
@pytest.mark.parametrize("mode", ["basic", "expert"])
def test_whole_games_on_the_board_agree_with_the_naive_arithmetic(mode, seed):
    setup = Setup("offline", PLAYERS[: 2 + seed % 3], tags={"Mode": mode})
    for rules, state, act in random_game(setup, seed):
        board = rules.standing(state).details["sites"]
        allowed = {str(other) for other in rules.legal(state)}
        if state.phase.value in {"turn", "swapped"}:
            can_swap = state.phase.value == "turn" or len(state.offline) < 4
            tiles = [NAMES[tile] for tile in state.display] if state.phase.value == "turn" else [NAMES[state.hand]]
            swaps = {
                f"{state.turn} swap {f'{tile} ' if state.phase.value == 'turn' else ''}{site}"
                for tile in tiles
                for site, lying in board.items()
                if can_swap and worth(board, LINKS, site, tile) > worth(board, LINKS, site, lying)
            }
            assert swaps == {said for said in allowed if said.split()[1] == "swap"}
        last = rules.play(state, act)
    sizes = {net: web.size for net, web in zip(NETS, PLACEHOLDER.nets, strict=True)}
    details = rules.standing(last).details
    cards = {
        seat: "".join("RYGBEDFSCMTB"[kind] for kind in own)
        for seat, own in zip(last.seats, last.cards, strict=True)
    }
    made = {int(seat): (each["card"], each["tile"]) for seat, each in details["analysed"].items()}
    values = dict(zip(MARKET_CARDS, PLACEHOLDER.market, strict=True))
    order = MARKETS["printed"][len(cards)]
    expected = score(details["sites"], sizes, cards, made if mode == "expert" else None, values, order=order)
    assert dict(rules.standing(last).points) == expected


def test_at_the_end_of_a_game_on_the_board_only_the_cards_are_asked_for():
    for _, state, act in random_game(Setup("offline", PLAYERS[:3]), 5):
        if state.phase.value == "end":
            assert act.verb == "reveal"
    assert state.phase.value == "end"


def test_a_record_on_the_own_map_names_it_and_replays_without_it_being_at_hand():
    match = played("deal A1 YDM", **VERIFIED)
    assert match.state.deal.map_verified
    assert set(match.setup.tags) == {"Map", "MapData"}


def test_whoever_may_have_an_analysis_is_asked_for_it_before_the_last_cards_end_the_game():
    leads = [f"lead {net} {category} -" for net in NETS for category in CATEGORIES]
    match = scored(*leads, "1 analysed B YDM", "1 reveal R F B", Mode="expert")
    rules = match.rules
    asked = [rules.steps(match.state, act) for act in rules.wellformed(match.state) if act.seat == 2]
    assert [step.label.key for (step,) in asked] == ["offline.do-analysed", "offline.do-no-analysis"]
    say_all(match, "2 analysed A RDM")
    (last,) = match.legal()
    assert [step.label.key for step in rules.steps(match.state, last)] == ["offline.do-reveal"]
