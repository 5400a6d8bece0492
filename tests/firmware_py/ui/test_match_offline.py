"""The box beside a game of Offline: what people see and do with the keys."""

from functools import partial

import pytest

from engine import GAMES
from engine.acts import read_act
from engine.game import Setup
from engine.match import Match
from engine.offline.state import Phase
from firmware_py.ui.match.screen import unsaved_screen
from firmware_py.ui.screens.dialog import BLINKS
from tests.depth import seeds
from tests.engine.offline.tables import DEALT, NET_C, SHOWN, VERIFIED
from tests.firmware_py.screens import NAMES, TOLD
from tests.firmware_py.ui import match_screens as boxes
from tests.firmware_py.ui.match_screens import WORDS, ending, news, play_to_the_end, reading, replayed, said, shake
from tests.firmware_py.ui.stacks import choose, press

box_of = partial(boxes.box_of, game="offline")


def test_of_23_the_box_says_at_the_start_that_the_map_is_a_placeholder():
    def opened(**tags):
        return unsaved_screen(Match(GAMES["offline"].rules(), Setup("offline", NAMES[:2], tags=tags)), WORDS)

    assert "not checked: the map. Enter your own" in reading(opened())
    assert "the map and the market cards" in reading(opened(Mode="expert"))
    assert reading(opened(**VERIFIED)).startswith("Before you begin")
    assert opened(Depth="score").dialog is None, "the basic score needs no map"
    box = press(opened(), "OK", "OK")
    assert box.dialog is None
    assert "not checked: the map" in " ".join(ending(box))


def test_the_board_is_set_up_site_by_site_three_letters_a_tile():
    box = press(box_of(), "RIGHT", "RIGHT", "UP")
    assert said(box) == ["deal A1 YDT"]
    press(box, "LEFT", "LEFT", "LEFT", "LEFT", "LEFT", "RIGHT")
    assert said(box)[1:] == ["deal A2 REC", "deal B1 REM"]


def test_in_the_set_up_another_site_lies_in_the_menu():
    box = press(box_of("deal A1 YDT"), "BACK", "DOWN")
    assert [option.step.value for option in box.turn.navigator.options] == ["A3", "A4", "A5", "A6", "A7"]
    choose(box, "A4", "R", "E", "C")
    assert said(box)[-1] == "deal A4 REC"


def test_a_drawn_tile_is_three_presses():
    assert said(press(box_of(*DEALT, *SHOWN[:4]), "UP", "LEFT", "LEFT"))[-1] == "show GEC"


def test_a_tile_that_lies_somewhere_is_hollow_and_the_refusal_says_where():
    box = press(box_of(*DEALT), "RIGHT", "LEFT", "RIGHT")
    assert "OF-13" in reading(box)
    assert "YEM is already on C2" in reading(box)
    press(box, "OK", "LEFT")
    assert said(box)[-1] == "show YEC"


def test_net_site_and_tile_put_or_swap_by_what_lies_there():
    box = press(box_of(*NET_C), "UP", "UP", "OK", "LEFT")
    assert said(box)[-1] == "1 put YSB C5", "the cursor begins on the only free site"
    box = press(box_of(*NET_C), "UP", "UP", "SEAT_2", "LEFT")
    assert said(box)[-1] == "1 swap YSB C2", "a number key points at the site of that number"
    box = choose(box_of(*NET_C), "BCD", "C", "C2", "YSB")
    assert said(box)[-1] == "1 swap YSB C2"
    assert news(box) == "YSB on C2: 4 → 5"
    assert said(press(box, "DOWN"))[-1] == "1 offline"
    assert box.match.state.phase is Phase.SHOW


def test_of_24_advice_is_insisted_on_and_everybody_is_asked():
    box = choose(box_of(*NET_C), "BCD", "C", "C1", "rest", "YSB")
    assert "Allowed? (OF-8)" in reading(box)
    assert "1 point too few" in reading(box)
    assert "YSB on C2: 4 → 5" in reading(box)
    assert said(press(box, "OK"))[-1] == "show YET"
    assert box.dialog is None, "ok means understood"
    press(box, "LEFT", "OK!", "OK")  # insist; all agree
    assert said(box)[-1] == "overrule 1 swap YSB C1"
    assert news(box) == "YSB on C1: 2 → 2"


def test_arrows_on_a_net_point_where_they_go_and_stop_at_its_edge():
    box = choose(box_of(*DEALT, *SHOWN), "A")
    site = box.turn.navigator.option.step.value
    assert site == "A5"
    for arrow, there in [("RIGHT", "A4"), ("RIGHT", "A3"), ("RIGHT", "A3"), ("LEFT", "A4"), ("LEFT", "A5")]:
        press(box, arrow)
        assert box.turn.navigator.option.step.value == there


def test_of_24_only_what_was_chosen_is_insisted_on_on_a_net_too():
    box = box_of(*NET_C, "fix display YSB YEC YET GDC GDM")
    choose(box, "BCD", "B")
    at = next(option for option in box.turn.navigator.options if option.hollow)
    choose(box, at.step.value)
    assert box.dialog is None, "the way leads on through the hollow site"
    choose(box, "rest", "GDC")
    assert "Allowed? (OF-8)" in reading(box)
    press(box, "OK!", "OK")  # insist; all agree
    assert said(box)[-1].startswith("overrule 1 swap GDC B")


def test_on_a_checked_map_a_refusal_is_a_refusal():
    box = choose(box_of(*NET_C, **VERIFIED), "BCD", "C", "C1", "rest", "YSB")
    assert "Not allowed (OF-8)" in reading(box)
    press(box, "OK")
    assert said(box)[-1] == "show YET"


@pytest.mark.parametrize(
    ("sentences", "chosen", "refused"),
    [
        ((), ("BCD", "C", "C1"), "1 swap YSB C1"),
        (("1 swap YSB C2",), (), "1 swap C3"),
        (("1 swap YSB C2",), (), "1 swap C2"),
    ],
)
def test_a_refused_site_blinks_and_then_stands_out(sentences, chosen, refused):
    box = choose(box_of(*NET_C, *sentences), *chosen)
    plain = box.table().tobytes()
    box.submit(read_act(refused))
    assert box.dialog.blinks == BLINKS
    seen = [box.table().tobytes()]
    while box.dialog.blinks:
        box.dialog.blinks -= 1
        seen.append(box.table().tobytes())
    assert set(seen[1::2]) == {plain}
    assert set(seen[::2]) == {seen[-1]} != {plain}


def test_the_offline_area_is_cleared_and_one_tile_laid():
    box = press(box_of(*NET_C, "fix offline GEC GEM"), "DOWN")
    assert said(box)[-1] == "fix offline GEC GEM", "it throws tiles away: somebody has to be sure"
    assert said(press(box, "OK"))[-1] == "1 clear"
    assert said(choose(box, "GEC", "BCD", "C", "C5"))[-1] == "1 put GEC C5"
    assert said(press(box_of(*NET_C, "fix offline GEC", "1 clear"), "DOWN", "OK"))[-1] == "1 pass"
    full = box_of(*NET_C, "fix offline GEC GEM GET GDC", "1 clear")
    assert said(press(full, "OK"))[-1] == "1 clear", "ok throws nothing away"


def test_a_market_analysis_lies_behind_more():
    box = choose(box_of(*NET_C, Mode="expert"), "more", "analyse", "board", "BCD", "C", "C1")
    assert said(box)[-1] == "1 analyse C1"
    box = choose(box_of(*NET_C, Mode="expert"), "more", "analyse", "display", "YSB")
    assert said(box)[-1] == "1 analyse YSB"
    offline = box_of(*NET_C, "fix offline GEC", Mode="expert")
    assert said(choose(offline, "more", "analyse", "offline"))[-1] == "1 analyse GEC"


def test_a_site_is_corrected_from_the_menu():
    box = press(box_of(*NET_C), "BACK")
    choose(box, "correct", "fix", "site", "BCD", "C", "C1", "G", "F", "M")
    assert said(box)[-1] == "fix C1 GFM"
    assert news(box) == "GFM on C1"


def test_a_score_by_leads_is_asked_net_by_net_and_told_player_by_player():
    box = box_of(Depth="score")
    for sentence in TOLD:
        kind, *count = sentence.split()[3:]
        if kind == "-":
            press(box, "DOWN")
            continue
        (count,) = count
        choose(box, *([count] if count in "23" else ["other", count]), kind)
    assert tuple(said(box)) == TOLD
    choose(box, "1", "Y", "D", "B", "R", "E", "C")
    assert said(box)[-2:] == ["1 reveal Y D B", "2 reveal R E C"]
    assert box.match.standing().over
    assert reading(box).startswith("Anna: 23 yellow: net A 4 + B 3 + C 4 = 11")
    press(box, "OK")
    assert reading(box).startswith("Maximilian-Luca: 11 red: net E 3 = 3")
    press(box, "OK")
    assert "Anna won!" in " ".join(ending(box))
    assert "score sheet" in WORDS.text(press(box, "BACK", "UP").turn.navigator.options[0].step.label)


def test_tiles_of_a_net_are_told_instead_from_the_menu_and_then_asked_for_one_by_one():
    box = choose(press(box_of(Depth="score"), "BACK"), "game", "site", "BCD", "B", "Y", "D", "M")
    assert said(box) == ["site B1 YDM"]
    for category in ("company", "language", "product"):
        assert WORDS.text(box.match.ask().what) == f"Net A: {category}?"
        press(box, "DOWN")
    choose(box, "Y", "D", "C", "-")
    assert said(box)[-2:] == ["site B2 YDC", "site B3 -"]
    assert WORDS.text(box.match.ask().what) == "Net C: company?"


def test_cards_and_other_nets_can_be_told_early_from_the_menu():
    box = press(box_of(Depth="score", Mode="expert"), "BACK")
    choose(box, "game", "lead", "EFGH", "H", "product", "3", "C")
    assert said(box) == ["lead H product C 3"]
    box = choose(press(box_of(Depth="score"), "BACK"), "game", "player", "2", "R", "E", "C")
    assert said(box) == ["2 reveal R E C"]
    box = press(box_of(Depth="score"), "SEAT_1", "LEFT", "LEFT", "LEFT")
    assert said(box) == ["1 reveal R E C"]


def test_cards_that_are_shown_first_do_not_end_the_telling():
    box = box_of("1 reveal R F B", "2 reveal Y S C", Depth="score", Mode="expert")
    assert box.turn.navigator.option.step.asks.key == "offline.ask-count"
    for sentence in TOLD:
        assert box.play(read_act(sentence)) is None
    box.begin_turn()
    assert box.turn.navigator is None, "all is told"
    choose(press(box, "BACK"), "player", "1", "A", "Y", "D", "M")
    assert said(box)[-1] == "1 analysed A YDM", "a forgotten analysis is in the menu"


def test_numbered_keys_answer_for_sites_and_counts():
    assert said(press(box_of(*NET_C), "UP", "UP", "SEAT_5", "LEFT"))[-1] == "1 put YSB C5"
    assert said(press(box_of(*NET_C), "LEFT", "SEAT_3", "SEAT_1"))[-1] == "1 put YSB A3"
    assert said(press(box_of(Depth="score"), "RIGHT", "SEAT_4", "RIGHT")) == ["lead A company Y 4"]


def test_what_is_hollow_is_refused_by_an_arrow_too_and_in_words():
    box = press(box_of(*NET_C), "BACK")
    choose(box, "correct", "fix", "display", "R")
    hollow = next(option for option in box.turn.navigator.options if option.hollow)
    choose(box, hollow.step.value)
    assert "Not possible here" in reading(box)


def test_what_can_be_answered_is_listed_by_its_names():
    assert reading(press(box_of(*DEALT), "OK!")) == "Allowed now: 4 red yellow green blue"
    listed = reading(press(box_of(Depth="score"), "OK!"))
    assert listed == "Allowed now: 4 2 tiles 3 tiles other net A: company tied"


def test_a_correction_after_a_double_swap_can_be_drawn():
    box = box_of(*NET_C, "1 swap YSB C2", "overrule 1 swap C4", "fix offline -")
    assert box.match.state.swapped is None
    box.table()


def test_what_the_result_says_can_be_scrolled():
    scored = (*TOLD, "1 reveal R F B", "2 reveal Y S C", "3 reveal B D M", "4 reveal G E T")
    box = box_of(*scored, Depth="score", Mode="expert", seats=4)
    first = box.prompt().tobytes()
    assert press(box, "DOWN").prompt().tobytes() != first
    assert press(box, "UP", "UP").prompt().tobytes() == first


TABLES = [(2, {}), (3, {"Mode": "expert"}), (4, {"Mode": "expert"}), (2, {"Depth": "score"})]
TABLES += [(4, {"Depth": "score", "Mode": "expert"}), (4, VERIFIED)]


@pytest.mark.parametrize("seed", seeds(9, fast=4))
def test_no_sequence_of_keys_breaks_the_box_or_cuts_a_text_and_its_log_replays(seed):
    seats, tags = TABLES[seed % len(TABLES)]
    begun = () if seed % 3 == 0 or "Depth" in tags else (*DEALT, *SHOWN)
    box = box_of(*begun, seats=seats, displays=1 + seed % 2, **tags)
    shake(box, seed)
    assert replayed(box).state == box.match.state


@pytest.mark.parametrize("seed", seeds(6, fast=2))
def test_whole_games_through_the_keys_end_like_the_engine_alone(seed):
    seats, tags = TABLES[seed % len(TABLES)]
    box = box_of(seats=seats, **tags)
    play_to_the_end(box, seed)
    assert replayed(box).standing() == box.match.standing()
