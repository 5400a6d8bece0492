"""Offline, rule by rule: each test names the rule it holds. The score has its own file."""

import pytest

from engine.acts import read_act
from engine.game import Setup
from engine.offline import start
from engine.offline.owner_data import NETS, PLACEHOLDER, Net, owner_tags
from engine.offline.state import MARKETS, Phase, Web
from engine.offline.tiles import FEATURES, NAMES, SHARED, TILES, spelled
from engine.offline.worth import openings, worth_by_tile
from engine.verdicts import BadSetup, Impossible, player, say
from tests.engine.games import say_all, texts
from tests.engine.offline.tables import DEALT, NET_C, SHOWN, VERIFIED, bag, begin, fill, played, refused, scored

# --- parts and setting up


def test_of_1_there_are_64_tiles_no_two_alike_and_sixteen_of_each_type():
    assert len(set(NAMES)) == 64
    assert all(sum(kind in features for features in FEATURES) == 16 for kind in range(12))
    assert {SHARED[a][b] for a in range(64) for b in range(64)} == {0, 1, 2, 3}


def test_of_1_more_than_sixteen_of_a_type_cannot_lead():
    match = scored("lead A company Y 7", "lead B company Y 6")
    refusal = refused(match, "lead C company Y 4", "OF-1")
    assert refusal.why == say("offline.sixteen", card=say("offline.type-yellow"), most=16)
    say_all(match, "lead C company Y 3", "lead D company R 5")


def test_of_2_there_are_eight_nets_and_a_site_is_a_net_and_a_number():
    state = begin().state
    assert [net.size for net in state.deal.nets][0::2] == [7, 5, 5, 6]
    refusal = refused(played(*DEALT, *SHOWN), "1 put RST F5", "OF-2")
    assert refusal.why == say("offline.no-site-unverified", given="F5", net="F", size=4)
    refusal = refused(played(*DEALT, *SHOWN, **VERIFIED), "1 put RST C6", "OF-2")
    assert refusal.why == say("offline.no-site", given="C6", net="C", size=5)
    assert refused(begin(), "deal K1 YDM", None).why.key == "offline.site-words"
    assert refused(begin(), "deal A11 YDM", None).why.key == "offline.site-words"


def test_of_3_the_offline_area_has_four_spaces():
    match = played(*NET_C, "fix offline GEC GEM GET GDC")
    assert refused(match, "fix offline GEC GEM GET GDC GDM", "OF-3").why == say("offline.too-long-offline", most=4)


def test_of_4_two_tiles_go_into_each_net_before_anything_else():
    match = begin()
    assert match.ask().what == say("offline.ask-deal", site="A1")
    refusal = refused(match, "show YDM", "OF-4")
    assert refusal.why == say("offline.deal-first", nets=tuple(NETS))
    say_all(match, "deal A1 YDM", "deal A7 REC")
    assert refused(match, "deal A2 REM", "OF-4").why == say("offline.two-already", net="A")
    assert refused(match, "deal A1 REM", "OF-4").why == say("offline.taken", site="A1", tile=spelled("YDM"))
    assert match.ask().what == say("offline.ask-deal", site="B1")
    assert "deal A2 *" not in texts(match.legal())
    assert refused(match, "1 clear", "OF-4").why.key == "offline.deal-first"
    assert refused(match, "1 put YDM A2", "OF-4").why.key == "offline.deal-first"


def test_of_4_five_more_are_the_display_and_then_the_first_player_begins():
    match = played(*DEALT)
    assert match.legal() == [read_act("show *")]
    assert match.ask().what == say("offline.ask-show", count=5)
    assert refused(match, "deal A3 YDM", "OF-4").why.key == "offline.dealt"
    say_all(match, *SHOWN)
    assert match.state.phase is Phase.TURN
    assert say_all(begin(seats=3, first=2), *DEALT, *SHOWN).state.turn == 2


def test_of_4_play_runs_clockwise():
    match = played(*DEALT, *SHOWN, seats=3)
    refusal = refused(match, "2 put RST A3", "OF-4")
    assert refusal.why == say("offline.not-your-turn", who=player(2), other=player(1))
    assert refusal.allowed == (read_act("1 put RST A3"),)
    for seat in (1, 2, 3):
        assert match.state.turn == seat
        tile = NAMES[match.state.display[0]]
        say_all(match, f"{seat} put {tile} A{seat + 2}", f"show {bag(match)[0]}")
    assert match.state.turn == 1


@pytest.mark.parametrize(
    ("players", "first", "tags", "tag", "key"),
    [
        (("Anna",), 1, {}, "Players", "offline.players"),
        (("A", "B", "C", "D", "E"), 1, {}, "Players", "offline.players"),
        (("Anna", "Ben"), 3, {}, "First", "offline.no-first"),
        (("Anna", "Ben"), 1, {"Depth": "deep"}, "Depth", "offline.option"),
        (("Anna", "Ben"), 1, {"Mode": "hard"}, "Mode", "offline.option"),
        (("Anna", "Ben"), 1, {"Market": "both"}, "Market", "offline.option"),
        (("Anna", "Ben"), 1, {"Map": "123456789abc"}, "Map", "my-copy.no-data"),
    ],
)
def test_a_bad_setup_is_refused_with_its_tag(players, first, tags, tag, key):
    with pytest.raises(BadSetup) as caught:
        start(Setup("offline", players, first, tags))
    assert (caught.value.tag, caught.value.why.key) == (tag, key)


def test_of_5_cards_stay_hidden_until_the_end_and_each_exists_once():
    match = played(*NET_C, seats=3)
    assert refused(match, "1 reveal R F B", "OF-5").why.key == "offline.hidden"
    fill(match)
    assert texts(match.legal()) == [f"{seat} reveal * * *" for seat in (1, 2, 3)]
    say_all(match, "2 reveal R F B")
    refusal = refused(match, "1 reveal R E C", "OF-5")
    assert refusal.why == say("offline.card-taken", card=say("offline.type-red"), who=player(2))
    assert refused(match, "2 reveal Y E C", "OF-5").why == say("offline.revealed", who=player(2))
    assert refused(match, "1 reveal Y E", None).why.key == "offline.reveal-words"
    assert refused(match, "1 reveal Y E R", None).why.key == "offline.reveal-words"
    assert refused(match, "1 reveal Y E * *", None).why.key == "offline.reveal-words"
    say_all(match, "1 reveal Y E C", "3 reveal B S M")
    assert match.standing().over


def test_of_5_the_seats_reveal_in_any_order_and_each_once():
    match = fill(played(*NET_C, seats=3))
    say_all(match, "3 reveal B S M", "1 reveal Y E C")
    assert texts(match.legal()) == ["2 reveal * * *"]
    assert refused(match, "3 reveal R F B", "OF-5").why == say("offline.revealed", who=player(3))
    assert refused(match, "2 reveal R F M", "OF-5").why.key == "offline.card-taken", "the same card twice"
    assert match.is_ruling(refused(match, "2 reveal R F M", "OF-5"))
    assert not match.is_ruling(refused(match, "3 reveal R F B", "OF-5"))


# --- worth


def test_of_6_the_worked_example_of_the_rules():
    net = Web(5, ((1, 3), (0, 2, 3), (1,), (0, 1), ()))
    tiles = (*(TILES[name] for name in ("YFB", "YEM", "YSM", "GEB")), -1)
    free, better = openings(net, tiles)
    assert list(free) == [0, 0, 0, 0, 1, 0, 0]
    worths = [worth_by_tile(tiles, others) for others in net.linked[:4]]
    assert [worth[lying] for worth, lying in zip(worths, tiles, strict=False)] == [2, 4, 2, 2]
    assert [worth[TILES["YSB"]] for worth in worths] == [2, 5, 1, 3]
    assert list(better[TILES["YSB"] :: 64]) == [0, 1, 0, 1, 0, 0, 0], "worth more than what lies there"


def test_of_6_a_swap_shows_its_arithmetic_feature_by_feature():
    match = played(*NET_C)
    told = match.explain(match.state, read_act("1 swap YSB C2"))
    assert told == say(
        "offline.arithmetic",
        site="C2",
        old=spelled("YEM"),
        new=spelled("YSB"),
        now=4,
        then=5,
        features=(
            say("offline.points-company", now=2, then=2),
            say("offline.points-language", now=1, then=1),
            say("offline.points-product", now=1, then=2),
        ),
    )
    assert match.explain(match.state, read_act("overrule 1 swap YSB C1")).key == "offline.arithmetic"
    assert match.explain(match.state, read_act("1 put YSB C5")) is None
    say_all(match, "1 swap YSB C2")
    assert dict(match.explain(match.state, read_act("1 swap A1")).args)["new"] == spelled("YEM")


# --- the turn


def test_of_7_a_tile_of_the_display_goes_onto_an_empty_site_and_the_turn_ends():
    match = played(*NET_C)
    refusal = refused(match, "1 put YDM C5", "OF-7")
    assert refusal.why == say(
        "offline.not-in-display",
        tile=spelled("YDM"),
        tiles=tuple(map(spelled, ("YSB", "RST", "RSB", "YEC", "YET"))),
    )
    refusal = refused(match, "1 put YSB C1", "OF-7")
    assert refusal.why == say("offline.taken", site="C1", tile=spelled("YFB"))
    assert texts(refusal.allowed) == ["1 swap YSB C2", "1 swap YSB C4", "1 put YSB C5"]
    say_all(match, "1 put YSB C5")
    assert (match.state.turn, match.state.phase) == (2, Phase.SHOW)
    assert refused(match, "1 put", None).why.key == "offline.lay-words"
    assert refused(match, "1 put YSX A3", None).why == say("offline.no-such-tile", given="YSX")


def test_of_8_a_swap_needs_a_tile_that_is_worth_strictly_more():
    match = played(*NET_C, **VERIFIED)
    equal = refused(match, "1 swap YSB C1", "OF-8")
    assert dict(equal.why.args)["missing"] == 1
    assert not equal.is_advice
    assert texts(equal.allowed) == ["1 swap YSB C2", "1 swap YSB C4", "1 put YSB C5"]
    less = refused(match, "1 swap YSB C3", "OF-8")
    assert dict(less.why.args)["missing"] == 2
    assert refused(match, "1 swap YSB C5", "OF-8").why == say("offline.nothing-there", site="C5")
    assert refused(match, "1 swap YDM C2", "OF-8").why.key == "offline.not-in-display"
    say_all(match, "1 swap YSB C4")
    assert NAMES[match.state.hand] == "GEB"


def test_of_9_the_tile_that_came_off_is_put_or_goes_offline_or_is_swapped():
    match = played(*NET_C, "1 swap YSB C2")
    assert match.ask().what == say("offline.ask-swapped", who=player(1), tile=spelled("YEM"))
    for sentence in ("1 put RST A3", "1 swap RST A1", "1 clear", "1 pass"):
        refusal = refused(match, sentence, "OF-9")
        assert refusal.why == say("offline.lay-first", tile=spelled("YEM"), who=player(1))
    assert refused(match, "1 put A1", "OF-9").why == say("offline.taken", site="A1", tile=spelled("REC"))
    assert refused(match, "show YDM", "OF-9").why.key == "offline.lay-first"
    put = say_all(played(*NET_C, "1 swap YSB C2"), "1 put C5").state
    assert put.nets[2][4] == TILES["YEM"]
    say_all(match, "1 offline")
    assert match.state.offline == (TILES["YEM"],)
    for state in (put, match.state):
        assert (state.phase, state.turn, state.hand) == (Phase.SHOW, 2, -1)
    say_all(match, "show YEB")
    for sentence in ("2 put A3", "2 swap A1", "2 offline"):
        assert refused(match, sentence, "OF-9").why.key == "offline.nothing-came-off"


def test_of_9_the_offline_area_needs_a_free_space():
    match = played(*NET_C, "fix offline GEC GEM GET GDC", "1 swap YSB C2")
    assert refused(match, "1 offline", "OF-9").why == say("offline.offline-full", spaces=4)
    assert "1 offline" not in texts(match.legal())
    assert refused(match, "1 clear", "OF-9").why == say("offline.put-first", tile=spelled("YEM"), who=player(1))


def test_of_10_what_comes_off_in_the_second_swap_goes_offline_by_itself():
    match = played(*NET_C, "fix B1 GSC", "1 swap YSB C2")
    assert refused(match, "1 swap C1", "OF-8").is_advice
    say_all(match, "1 swap B1")
    assert match.state.offline == (TILES["GSC"],)
    assert match.state.nets[1][0] == TILES["YEM"]
    assert (match.state.phase, match.state.turn) == (Phase.SHOW, 2)


def test_of_10_without_a_free_space_there_is_no_second_swap():
    match = played(*NET_C, "fix offline GEC GEM GET GDC", "1 swap YSB C2")
    assert refused(match, "1 swap B1", "OF-10").why == say("offline.no-second-swap", spaces=4)
    assert {act.verb for act in match.legal()} == {"put"}


def test_of_11_the_offline_area_is_cleared_and_one_of_its_tiles_may_be_laid():
    match = played(*NET_C)
    assert refused(match, "1 clear", "OF-11").why.key == "offline.offline-empty"
    say_all(match, "fix offline GEC GEM GET", "1 clear")
    assert match.ask().what == say("offline.ask-cleared", who=player(1))
    for sentence in ("1 swap GEC A1", "1 swap YSB C2", "1 clear", "1 put A3", "1 analyse GEC"):
        refusal = refused(match, sentence, "OF-11")
        assert refusal.why == say(
            "offline.cleared", tiles=tuple(map(spelled, ("GEC", "GEM", "GET"))), who=player(1)
        )
    assert refused(match, "1 put YSB A3", "OF-11").why.key == "offline.not-cleared"
    assert refused(match, "1 put GEC A1", "OF-11").why.key == "offline.taken"
    say_all(match, "1 put GEM A3")
    state = match.state
    assert (state.offline, state.out, state.nets[0][2]) == ((), (TILES["GEC"], TILES["GET"]), TILES["GEM"])
    assert (state.turn, state.phase) == (2, Phase.TURN), "the display is full: nothing is drawn"


def test_of_11_an_area_that_was_corrected_away_is_passed():
    match = played(*NET_C, "fix offline GEC", "1 clear", "fix offline -")
    assert refused(match, "1 clear", "OF-11").why == say("offline.cleared-empty", tiles=(), who=player(1))
    say_all(match, "1 pass")


def test_of_11_none_need_be_laid():
    match = played(*NET_C, "fix offline GEC GEM", "1 clear", "1 pass")
    assert match.state.out == (TILES["GEC"], TILES["GEM"])
    assert refused(match, "2 pass", "OF-11").why.key == "offline.nothing-cleared"


def test_of_12_the_display_is_filled_after_every_turn():
    match = played(*NET_C, "1 put YSB C5")
    refusal = refused(match, "2 put RST A3", "OF-12")
    assert refusal.why == say("offline.show-first", count=1)
    assert refused(match, "2 offline", "OF-12").why == say("offline.show-first", count=1)
    assert texts(match.legal()) == ["show *"]
    say_all(match, "show YEB")
    assert refused(match, "show YDM", "OF-12").why.key == "offline.shown"
    assert refused(match, "show YDX", None).why.key == "offline.no-such-tile"
    assert refused(match, "show Y YD *", None).why.key == "offline.show-words"
    assert refused(match, "show K *", None).why.key == "offline.show-words"
    assert refused(match, "show YDM *", None).why.key == "offline.show-words"


def test_of_12_an_analysis_is_a_turn_too():
    match = played(*NET_C, "1 analyse YSB", Mode="expert")
    assert match.state.phase is Phase.SHOW


def test_of_12_with_an_empty_bag_play_goes_on_with_what_is_left():
    match = _with_empty_bag("YSB RST")
    assert match.state.bag == 0
    say_all(match, "1 put YSB C5")
    assert (match.state.phase, match.state.turn, match.state.display) == (Phase.TURN, 2, (TILES["RST"],))


def _with_empty_bag(display, **tags):
    """Play with a display, some sites still empty, and every other tile out of the game."""
    match = played(*NET_C, f"fix display {display}", **tags)
    state = match.state
    out = tuple(tile for tile in range(64) if not state.is_seen(tile))
    match._states[match.undoable] = state._replace(out=out, seen=2**64 - 1, phase=Phase.TURN)
    return match


def test_of_13_every_tile_exists_once():
    match = played(*DEALT, *SHOWN[:4])
    for sentence, why in (
        ("show YEM", say("offline.on-site", tile=spelled("YEM"), site="C2")),
        ("show YSB", say("offline.in-display", tile=spelled("YSB"))),
    ):
        assert refused(match, sentence, "OF-13").why == why
    match = played(*NET_C, "fix offline GEC GEM", "1 clear", "1 put GEC C5", "2 analyse RST", Mode="expert")
    assert refused(match, "show GEM", "OF-13").why == say("offline.out-of-game", tile=spelled("GEM"))
    assert refused(match, "show RST", "OF-13").why == say("offline.is-analysed", tile=spelled("RST"))
    match = played(*NET_C, "1 swap YSB C2", "fix offline GEC")
    refusal = refused(match, "fix A3 YEM", "OF-13")
    assert refusal.why == say("offline.in-hand", tile=spelled("YEM"), who=player(1))
    assert refused(match, "fix A3 GEC", "OF-13").why == say("offline.in-offline", tile=spelled("GEC"))
    assert refused(match, "fix display GDM GDM", "OF-13").why == say("offline.tile-twice", tile=spelled("GDM"))


def test_of_13_letters_that_no_tile_in_the_bag_has_are_hollow_and_refused():
    match = played(*DEALT, "show RSB")
    rules, state = match.rules, match.state
    offered = rules.answers(state, read_act("show RS *"))
    assert [(answer.step.value, answer.hollow) for answer in offered] == [
        ("C", True),
        ("M", True),
        ("T", False),
        ("B", True),
    ]
    red = state._replace(seen=state.seen | 0xFFFF)
    assert rules.answers(red, read_act("show *"))[0].hollow
    refusal = rules.judge(red, read_act("show R *"))
    assert (refusal.rule, refusal.why) == ("OF-13", say("offline.none-in-bag", letters=spelled("R??")))


# --- the end


def test_of_14_the_game_ends_at_once_when_every_site_holds_a_tile():
    match = fill(played(*NET_C), "C5")
    say_all(match, "1 put YSB C5")
    assert (match.state.phase, len(match.state.display)) == (Phase.END, 4)
    for sentence in ("show YDM", "2 put RST A1", "2 clear", "deal A1 YDM", "2 analyse A1"):
        assert refused(match, sentence, "OF-14").why.key == "offline.over-full"
    assert match.ask().what == say("offline.ask-reveal")
    assert (match.standing().over, match.standing().played_out) == (False, True)
    assert refused(match, "2 quit", "M-6").why == say("offline.nobody-leaves")
    say_all(match, "1 reveal R F B", "2 reveal Y D M")
    assert (match.standing().over, match.standing().played_out) == (True, False)
    assert match.ask() == (((), say("offline.over-full"), None, False))


def test_of_14_also_in_the_middle_of_a_swap_or_after_a_clear():
    match = fill(played(*NET_C, "1 swap YSB C2"), "C5")
    assert say_all(match, "1 put C5").state.phase is Phase.END
    match = fill(played(*NET_C, "fix offline GEC GEM", "1 clear"), "C5")
    state = say_all(match, "1 put GEC C5").state
    assert (state.phase, state.offline, state.out) == (Phase.END, (), (TILES["GEM"],))


def test_of_15_the_game_ends_after_a_turn_that_leaves_display_and_bag_empty():
    match = _with_empty_bag("YSB")
    say_all(match, "1 swap YSB C2")
    assert match.state.phase is Phase.SWAPPED, "what was begun with the last tile is finished first"
    say_all(match, "1 put C5")
    assert match.state.phase is Phase.END
    refusal = refused(match, "2 clear", "OF-15")
    assert refusal.why.key == "offline.over-empty"
    assert say_all(_with_empty_bag("YSB", Mode="expert"), "1 analyse YSB").state.phase is Phase.END


# --- market analysis


def test_of_18_once_in_the_game_a_player_takes_any_tile_instead_of_a_turn():
    match = played(*NET_C, Mode="expert")
    assert refused(played(*NET_C), "1 analyse C1", "OF-18").why.key == "offline.expert-only"
    assert refused(match, "1 analyse C5", "OF-18").why == say("offline.nothing-there", site="C5")
    assert refused(match, "1 analyse YDM", "OF-18").why == say("offline.not-to-analyse", tile=spelled("YDM"))
    assert refused(match, "1 analyse", None).why.key == "offline.analyse-words"
    say_all(match, "1 analyse C1")
    assert match.state.nets[2][0] == -1
    assert (match.state.phase, match.state.turn) == (Phase.TURN, 2), "the display is full"
    say_all(match, "fix offline GEC", "2 analyse GEC")
    assert match.state.offline == ()
    assert refused(match, "1 analyse C2", "OF-18").why == say("offline.analysed-once", who=player(1))
    assert "analyse" not in {act.verb for act in match.legal()}


def test_of_18_a_tile_on_a_site_is_named_by_its_site_and_any_other_by_itself():
    match = played(*NET_C, Mode="expert")
    on_site, shown = NAMES[match.state.nets[2][0]], NAMES[match.state.display[0]]
    assert refused(match, f"1 analyse {on_site}", "OF-18").why.key == "offline.not-to-analyse"
    listed = texts(match.legal())
    assert {f"1 analyse {shown}", "1 analyse C1"} <= set(listed)
    assert f"1 analyse {on_site}" not in listed


def test_of_19_the_cards_are_taken_in_order_while_there_are_some():
    match = played(*NET_C, "fix turn 1", "1 analyse C1", "2 analyse C2", seats=4, Mode="expert")
    assert [made.card for made in match.state.analysed if made] == [0, 3]
    assert refused(match, "3 analyse C3", "OF-19").why == say("offline.no-market-card", cards=("A", "D"))
    assert "3 analyse C3" not in texts(match.legal())


# --- owner data


def test_of_23_the_placeholder_agrees_with_all_that_is_known_and_is_not_checked():
    sizes = [net.size for net in PLACEHOLDER.nets]
    assert sizes == [7, 6, 5, 5, 5, 4, 6, 4]
    assert 37 <= sum(sizes) <= 49
    assert PLACEHOLDER.nets[2].links == ((1, 2), (1, 4), (2, 3), (2, 4), (3, 5), (4, 5))
    assert (PLACEHOLDER.map_verified, PLACEHOLDER.market_verified) == (False, False)
    assert begin().standing().details["verified"] == {"map": False, "market": False}


def test_of_24_on_an_unchecked_map_a_refused_swap_is_advice_and_can_be_insisted_on():
    match = played(*NET_C)
    assert refused(match, "1 swap YSB C1", "OF-8").is_advice
    assert not refused(match, "1 swap YSB C5", "OF-8").is_advice, "nothing lies there, whatever the map"
    say_all(match, "overrule 1 swap YSB C1", "1 offline")
    assert match.state.offline == (TILES["YFB"],)


def test_of_24_the_basic_score_needs_no_map_and_the_expert_score_only_its_sizes():
    say_all(scored(), "site F7 YDM", "lead H company Y 7")
    assert refused(scored(), "lead H company Y 8", "OF-2").why == say("offline.seven-sites", given="H", size=7)
    refused(scored(**VERIFIED), "site F7 YDM", "OF-2")
    assert refused(scored(**VERIFIED), "lead H company Y 5", "OF-2").why.key == "offline.too-many"
    sizes = owner_tags(PLACEHOLDER._replace(nets=tuple(Net(4, None) for _ in NETS), map_verified=True))
    assert say_all(scored(Mode="expert", **sizes), "lead A company Y 4").state.deal.nets[0].size == 4
    with pytest.raises(BadSetup) as caught:
        begin(**sizes)
    assert caught.value.why == say("offline.no-links")


def test_of_25_market_values_are_placeholders_but_for_b():
    assert PLACEHOLDER.market == ((15, 25, 40), (12, 20, 32), (9, 15, 24), (6, 10, 16))


@pytest.mark.parametrize(
    ("market", "cards"),
    [(None, ("ABCD", "ABD", "AD")), ("printed", ("ABCD", "ABD", "AD")), ("per-player", ("AD", "ABD", "ABCD"))],
)
def test_of_26_both_readings_of_the_market_cards_are_offered(market, cards):
    tags = {"Mode": "expert", **({"Market": market} if market else {})}
    for seats, letters in zip((2, 3, 4), cards, strict=True):
        state = begin(seats, **tags).state
        assert "".join("ABCD"[card] for card in state.deal.market) == letters
    assert set(MARKETS) == {"printed", "per-player"}


# --- words


@pytest.mark.parametrize(
    ("sentence", "key"),
    [
        ("1 dance", "act.unknown"),
        ("put RST A3", "act.needs-seat"),
        ("3 put RST A3", "act.no-such-seat"),
        ("1 show YDM", "act.table-only"),
        ("1 clear now", "act.stands-alone"),
        ("deal", "offline.deal-words"),
        ("deal A3", "offline.deal-words"),
        ("deal A3 -", "offline.no-such-tile"),
        ("site A3 YDM", "offline.other-depth"),
        ("lead A company Y 4", "offline.other-depth"),
        ("show *", "act.open-value"),
    ],
)
def test_words_that_are_no_act_are_answered_with_how_to_say_it(sentence, key):
    match = played(*DEALT)
    assert refused(match, sentence, None).why.key == key
    with pytest.raises(Impossible):
        match.rules.play(match.state, read_act(sentence))


def test_what_is_told_in_a_few_words():
    match = played(*NET_C)

    def told(sentence):
        return match.tell(read_act(sentence))

    assert told("1 put YSB C5") == say("offline.told-put", tile=spelled("YSB"), site="C5")
    assert told("1 swap YSB C2") == say("offline.told-swap", tile=spelled("YSB"), site="C2", now=4, then=5)
    assert told("deal A1 REC") == say("offline.told-put", tile=spelled("REC"), site="A1")
    assert told("1 swap YSB C5") == say("offline.told-put", tile=spelled("YSB"), site="C5")
    assert told("1 put C5") == say("offline.told-put", tile=spelled("?"), site="C5")
    assert told("1 analyse C1") == say("offline.told-analyse", what="C1")
    assert told("1 reveal R F B") == say("offline.told-reveal", who=player(1), letters=spelled("RFB"))
    assert told("show *") == say("offline.do-show")
    assert told("deal A3 *") == say("offline.ask-tile-at", site="A3")
    say_all(match, "1 swap YSB C2")
    assert told("1 put C5") == say("offline.told-put", tile=spelled("YEM"), site="C5")
    assert told("1 swap B1") == say("offline.told-swap", tile=spelled("YEM"), site="B1", now=2, then=1)
    say_all(match, "overrule 1 swap B1")
    assert told("1 swap B1") == say("offline.told-put", tile=spelled("YEM"), site="B1")
    assert told("1 clear") == say("offline.told-clear")


def test_m_1_undo_of_a_tile_asks_only_once_a_player_has_acted():
    assert played(*DEALT, *SHOWN).undo_asks() is None, "all have seen it, and nobody has used it"
    assert played(*NET_C).undo_asks() == say("match.undo-revealed")
