"""Offline: overruling, corrections and leaving."""

from engine.offline.state import Phase
from engine.offline.tiles import TILES
from engine.verdicts import player, say
from tests.engine.games import say_all
from tests.engine.offline.tables import DEALT, NET_C, SHOWN, bag, fill, played, refused

# --- overruling


def test_the_table_can_insist_on_what_the_position_can_hold():
    match = played(*DEALT, *SHOWN, "overrule 2 put RST A3")
    assert (match.state.turn, match.state.phase) == (1, Phase.SHOW)
    say_all(match, "overrule 1 put RSB A4")
    assert len(match.state.display) == 3
    say_all(match, "overrule deal A5 GEC", "overrule 1 reveal R F B")
    assert match.state.cards[0] is not None
    match = played("deal A1 YDM", "deal A2 YDB")
    say_all(match, "overrule deal A3 GEC", "overrule show YFM", "overrule 1 put YFM A4")
    assert refused(match, "overrule 1 offline", "M-4").why.key == "match.cannot-hold"
    assert refused(match, "overrule 1 swap RST A1", "M-4").why.key == "match.cannot-hold"
    match = fill(played(*NET_C))
    refused(match, "overrule 1 clear", "M-4")


# --- corrections


def test_a_site_is_corrected_and_the_wrong_tile_goes_back_into_the_bag():
    match = played(*NET_C)
    before = match.state.bag
    say_all(match, "fix C1 YDM")
    assert match.state.nets[2][0] == TILES["YDM"]
    assert (match.state.bag, match.state.is_seen(TILES["YFB"])) == (before, False)
    say_all(match, "fix C1 -", "fix C1 -", "fix A3 YFB")
    assert match.state.nets[2][0] == -1
    refused(match, "fix A3 YEM", "OF-13")
    refused(match, "fix C9 YDM", "OF-2")
    for words in (
        "fix",
        "fix A3",
        "fix A3 YDX",
        "fix display",
        "fix display YDX",
        "fix turn",
        "fix lead A company -",
    ):
        keys = {"offline.fix-words", "offline.deal-words", "offline.no-such-tile"}
        assert refused(match, words, None).why.key in keys
    assert refused(match, "fix A3 *", None).why.key == "act.open-value"
    assert refused(match, "1 fix A3 YDM", None).why.key == "act.table-only"
    assert refused(match, "fix turn 3", None).why.key == "act.no-such-seat"


def test_display_and_offline_area_are_corrected():
    match = played(*NET_C)
    say_all(match, "fix display YSB RST RSB")
    assert match.state.phase is Phase.SHOW
    say_all(match, "fix display YSB RST RSB YEC YET")
    assert match.state.phase is Phase.TURN
    assert refused(match, "fix display YSB RST RSB YEC YET GDM", "OF-12").why.key == "offline.too-long-display"
    say_all(match, "fix offline GEC GEM", "1 clear", "1 pass")
    assert match.state.out == (TILES["GEC"], TILES["GEM"])
    say_all(match, "fix offline GEC")
    assert (match.state.out, match.state.offline) == ((TILES["GEM"],), (TILES["GEC"],))
    say_all(match, "fix offline -", "fix turn 1")
    assert (match.state.offline, match.state.turn) == ((), 1)


def test_a_correction_can_end_the_game_and_take_the_end_back():
    match = fill(played(*NET_C, "1 swap YSB C2"))
    assert (match.state.phase, match.state.out) == (Phase.END, (TILES["YEM"],))
    say_all(match, "1 reveal R F B", "fix C1 -")
    assert match.state.phase is Phase.SHOW
    say_all(match, "fix C1 YFB", "2 reveal Y D M")
    assert match.standing().over
    say_all(match, "fix cards 1 B F B")
    assert match.state.cards[0] == (3, 6, 11)
    refused(match, "fix cards 1 Y F B", "OF-5")
    assert refused(match, "fix cards 1 Y F", None).why.key == "offline.fix-cards-words"
    refused(match, "fix cards 3 Y F B", None)
    say_all(match, f"fix C1 {bag(match)[0]}")
    assert match.standing().over


def test_what_left_the_game_and_what_was_analysed_is_corrected():
    match = played(*NET_C, "1 analyse YSB", "show YEB", Mode="expert")
    refused(match, "fix analysed 1 B RST", "OF-13")
    say_all(match, "fix analysed 1 B GEC")
    assert match.state.analysed[0] == (1, TILES["GEC"])
    assert not match.state.is_seen(TILES["YSB"])
    refused(match, "fix analysed 2 B GEM", "OF-19")
    say_all(match, "fix analysed 1 -", "fix out GEC GEM")
    assert (match.state.analysed[0], match.state.out) == (None, (TILES["GEC"], TILES["GEM"]))
    for words in ("fix analysed 1", "fix analysed 1 K GEC", "fix analysed 1 B GEX"):
        assert refused(match, words, None).why.key == "offline.fix-words"
    say_all(match, "fix out -")
    assert match.state.out == ()


# --- leaving


def test_m_6_who_leaves_is_skipped_and_the_cards_still_count():
    match = played(*NET_C, "fix turn 1", "1 swap YSB C2", "1 quit", seats=3)
    assert (match.state.turn, match.state.phase, match.state.offline) == (2, Phase.SHOW, (TILES["YEM"],))
    say_all(match, "show YEB", "2 put RST A3", "show GDM")
    assert match.state.turn == 3
    assert refused(match, "1 put RSB A4", "M-6").why == say("offline.gone", who=player(1))
    assert refused(match, "1 quit", "M-6").why == say("offline.gone", who=player(1))
    assert refused(match, "fix turn 1", "M-6").why == say("offline.gone", who=player(1))
    say_all(match, "3 put RSB A4", "show GDT")
    assert match.state.turn == 2
    fill(match)
    assert refused(match, "2 quit", "M-6").why.key == "offline.nobody-leaves"
    say_all(match, "1 reveal Y F B", "2 reveal R E C", "3 reveal G S M")
    assert match.standing().points[1] > 0


def test_m_6_who_leaves_in_the_middle_of_a_turn_leaves_nothing_in_the_hand():
    full = played(*NET_C, "fix offline GEC GEM GET GDC", "1 swap YSB C2", "1 quit")
    assert full.state.out == (TILES["YEM"],)
    cleared = played(*NET_C, "fix offline GEC GEM", "1 clear", "1 quit")
    assert (cleared.state.offline, cleared.state.out) == ((), (TILES["GEC"], TILES["GEM"]))
    assert played(*NET_C, "2 quit").state.turn == 1
    assert played(*NET_C, "1 quit").state.turn == 2
    assert played("1 quit").state.turn == 2, "also while the board is set up"


def test_m_6_when_nobody_is_left_the_game_is_scored_as_it_lies():
    match = played(*NET_C, "1 swap YSB C2", "2 quit", "1 quit")
    assert (match.state.phase, match.state.hand) == (Phase.END, -1)
    assert refused(match, "1 clear", "M-6").why.key == "offline.gone"
    assert refused(match, "show YDM", "M-6").why.key == "offline.over-left"
    say_all(match, "1 reveal Y F B", "2 reveal R E C", "fix C5 GDM")
    assert match.standing().over
