"""Who knows the code comes in, who guesses waits, and nobody at the table is kept out by a guesser."""

import itertools
import random
import secrets

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_py.http.sessions import (
    LONGEST_WAIT_SECONDS,
    MOST_PEERS,
    MOST_SESSIONS,
    MOST_SESSIONS_EACH,
    SESSION_TIMEOUT_SECONDS,
    WRONG_AT_ONCE,
    WRONG_EVERY_SECONDS,
    Session,
    Sessions,
    Wait,
    Wrong,
)
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations

EVENING = 12 * 3600.0
PEER = "10.0.0.1"


class Clock:
    def __init__(self):
        self.now = 50_000.0

    def __call__(self):
        return self.now


class Dice:
    """Secrets that a test knows."""

    def __init__(self, seed=0):
        self._random = random.Random(seed)

    def randbelow(self, below):
        return self._random.randrange(below)

    def token_urlsafe(self, nbytes):
        return self._random.randbytes(nbytes).hex()


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def sessions(clock):
    return Sessions(clock, Dice())


def other(code):
    return f"{(int(code) + 1) % 10 ** len(code):0{len(code)}}"


def besiege(sessions):
    """Guess from ever new addresses until everybody has to wait; tell how often that was."""
    guess = other(sessions.code)
    return next(number for number in itertools.count() if isinstance(sessions.pair(f"peer {number}", guess), Wait))


def test_the_codes_have_six_and_twelve_digits_even_if_they_begin_with_zeros():
    class Low(Dice):
        def randbelow(self, below):
            assert below in {10**6, 10**12}
            return 7

    sessions = Sessions(Clock(), Low())
    assert (sessions.code, sessions.long_code) == ("000007", "000000000007")


def test_every_switch_on_has_codes_of_its_own_and_ends_the_sessions_before():
    before, after = Sessions(Clock()), Sessions(Clock())
    assert before.long_code != after.long_code
    session = before.open_session(PEER)
    assert after.of(before.cookie(session), PEER) is None
    assert not after.allows(session, session.token)


def test_who_knows_a_code_is_let_in(sessions):
    for code in (sessions.code, sessions.long_code):
        session = sessions.pair("10.0.0.1", code)
        assert isinstance(session, Session)
        assert sessions.of(f"sideline={session.secret}", PEER) == session


@pytest.mark.parametrize(
    "write",
    [
        lambda code: f" {code[:3]} {code[3:]}\n",
        lambda code: f"{code[:3]}-{code[3:]}",
        lambda code: "".join(chr(0xFF10 + int(digit)) for digit in code),
        lambda code: "".join(chr(0x0660 + int(digit)) for digit in code),
    ],
    ids=["groups", "hyphen", "full-width", "arabic"],
)
def test_a_code_may_be_typed_in_groups_and_in_the_digits_of_any_script(sessions, write):
    assert isinstance(sessions.pair("10.0.0.1", write(sessions.code)), Session)


@pytest.mark.parametrize(
    "odd", ["", "abcdef", "12345", "1234567", "²²²²²²", "½" * 6, "\ud800" * 6, "9" * 10**6, "\0"]
)
def test_what_is_no_code_is_wrong_and_nobody_waits_for_it(sessions, odd):
    assert sessions.pair("10.0.0.1", odd) == Wrong(0.0)
    assert isinstance(sessions.pair("10.0.0.1", sessions.code), Session)


@given(st.text())
def test_no_text_but_the_code_lets_anybody_in(text):
    sessions = Sessions(Clock(), Dice(5))
    typed = "".join(text.split()).replace("-", "")
    if typed not in {sessions.code, sessions.long_code}:
        assert isinstance(sessions.pair("10.0.0.1", text), Wrong)


def test_a_peer_waits_longer_after_every_wrong_code_but_never_more_than_a_minute(sessions, clock):
    waits = []
    for _ in range(9):
        answer = sessions.pair("10.0.0.1", other(sessions.code))
        assert isinstance(answer, Wrong)
        waits.append(answer.seconds)
        clock.now += answer.seconds
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_while_a_peer_waits_not_even_the_right_code_is_looked_at_and_asking_costs_nothing(sessions, clock):
    sessions.pair("10.0.0.1", other(sessions.code))
    clock.now += 0.25
    for code in [sessions.code, sessions.long_code] * 50:
        assert sessions.pair("10.0.0.1", code) == Wait(0.75, is_own=True)
    assert isinstance(sessions.pair("10.0.0.2", sessions.code), Session), "another phone does not wait"
    clock.now += 0.75
    assert isinstance(sessions.pair("10.0.0.1", sessions.code), Session)


def test_errors_are_forgotten_when_the_code_was_right_or_long_ago(sessions, clock):
    for _ in range(3):
        clock.now += sessions.pair("10.0.0.1", other(sessions.code)).seconds
    sessions.pair("10.0.0.1", sessions.code)
    assert sessions.pair("10.0.0.1", other(sessions.code)) == Wrong(1.0)
    clock.now += 3600
    assert sessions.pair("10.0.0.1", other(sessions.code)) == Wrong(1.0)


def test_wrong_long_codes_are_delayed_for_the_peer(sessions):
    assert sessions.pair("10.0.0.1", other(sessions.long_code)) == Wrong(1.0)
    assert isinstance(sessions.pair("10.0.0.1", sessions.long_code), Wait)


def test_from_however_many_addresses_an_evening_has_room_for_380_guesses(sessions, clock):
    """The guesser has a fresh address for every try and always asks as soon as it may."""
    guesses, end = 0, clock.now + EVENING
    while clock.now <= end:
        answer = sessions.pair(f"peer {guesses}", other(sessions.code))
        if isinstance(answer, Wrong):
            guesses += 1
        else:
            clock.now += answer.seconds
    assert guesses == WRONG_AT_ONCE + EVENING / WRONG_EVERY_SECONDS == 380
    assert guesses / 10**6 < 1 / 2600


def test_a_million_guesses_take_years():
    assert (10**6 - WRONG_AT_ONCE) * WRONG_EVERY_SECONDS > 3.5 * 365 * 24 * 3600


def test_a_siege_never_keeps_out_who_reads_the_long_code_on_the_display(sessions):
    assert not sessions.is_besieged
    assert besiege(sessions) == WRONG_AT_ONCE
    assert sessions.is_besieged
    assert isinstance(sessions.pair("192.168.0.7", sessions.code), Wait)
    assert isinstance(sessions.pair("192.168.0.7", sessions.long_code), Session)


def test_after_a_siege_six_digits_wait_for_two_minutes_at_most(sessions, clock):
    besiege(sessions)
    answer = sessions.pair("192.168.0.7", sessions.code)
    assert isinstance(answer, Wait)
    assert not answer.is_own
    assert answer.seconds <= WRONG_EVERY_SECONDS
    clock.now += answer.seconds
    assert isinstance(sessions.pair("192.168.0.7", sessions.code), Session)
    assert not sessions.is_besieged


def test_right_codes_are_never_rationed(sessions):
    for number in range(100):
        assert isinstance(sessions.pair(f"10.0.0.{number}", sessions.code), Session)


def test_a_guesser_with_many_addresses_does_not_grow_the_memory(sessions):
    for number in range(5000):
        sessions.pair(f"peer {number}", other(sessions.long_code))
    assert len(sessions._errors) <= MOST_PEERS


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_answers_say_in_every_language_how_long_to_wait(language):
    translations = Translations(language)
    assert "8" in translations.text(Wait(7.2, is_own=True).why)
    assert "QR" in translations.text(Wait(7.2, is_own=False).why)
    assert translations.text(Wrong(1.0).why)


def test_a_cookie_is_out_of_reach_of_scripts_and_other_sites(sessions):
    session = sessions.open_session(PEER)
    cookie = sessions.cookie(session)
    assert cookie.startswith(f"sideline={session.secret}; ")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))
    assert "Secure" not in cookie
    assert "Secure" in sessions.cookie(session, is_secure=True).split("; ")


def test_ids_and_tokens_cannot_be_guessed_nor_told_from_each_other():
    sessions = Sessions(Clock(), secrets)
    drawn = [value for _ in range(50) for value in sessions.open_session(PEER)[:2]]
    assert len(set(drawn)) == 100
    assert min(map(len, drawn)) >= 32


@pytest.mark.parametrize(
    "header",
    [
        None,
        "",
        "sideline",
        "sideline=",
        "sideline=x",
        "{id}",
        "other={id}",
        "sideline={id}x",
        'sideline="{id}"',
        "sideline={id}; " + "x" * 5000,
    ],
)
def test_a_header_without_the_very_cookie_has_no_session(sessions, header):
    session = sessions.open_session(PEER)
    assert sessions.of(header and header.format(id=session.secret), PEER) is None


def test_the_cookie_is_found_among_others_and_behind_a_stale_one(sessions):
    session = sessions.open_session(PEER)
    assert sessions.of(f"a=b; sideline=stale;sideline={session.secret}; c", PEER) == session


def test_two_boxes_on_one_machine_have_cookies_of_their_own():
    one, two = Sessions(Clock(), cookie="sideline-8080"), Sessions(Clock(), cookie="sideline-8081")
    first, second = one.open_session(PEER), two.open_session(PEER)
    header = f"sideline-8080={first.secret}; sideline-8081={second.secret}"
    assert (one.of(header, PEER), two.of(header, PEER)) == (first, second)


@pytest.mark.parametrize("token", [None, "", "x", "é", "\ud800"])
def test_a_change_needs_the_token_of_its_session(sessions, token):
    session, another = sessions.open_session(PEER), sessions.open_session(PEER)
    assert sessions.allows(session, session.token)
    assert not sessions.allows(session, token)
    assert not sessions.allows(session, another.token)
    assert not sessions.allows(session, session.secret)


def test_one_phone_more_takes_the_place_of_the_one_longest_unused(sessions, clock):
    phones = [sessions.open_session(f"10.0.0.{number}") for number in range(MOST_SESSIONS)]
    clock.now += 60
    assert sessions.use(phones[0])
    sessions.claim(phones[1], 2)
    newest = sessions.open_session("10.0.1.1")
    assert not sessions.use(phones[1])
    assert sessions.of(sessions.cookie(phones[1]), phones[1].peer) is None
    assert not sessions.allows(phones[1], phones[1].token)
    assert sessions.seat(phones[1]) is None, "the seat of a phone that has gone is free"
    sessions.claim(newest, 2)
    assert sessions.seat(newest) == 2
    assert all(sessions.use(phone) for phone in (phones[0], *phones[2:], newest))


def test_a_phone_that_pairs_again_and_again_takes_only_its_own_places(sessions):
    friends = [sessions.open_session(f"10.0.0.{number}") for number in range(50)]
    for _ in range(1000):
        assert isinstance(sessions.pair("10.0.0.66", sessions.code), Session)
    assert len([session for session, _ in sessions.all() if session.peer == "10.0.0.66"]) == MOST_SESSIONS_EACH
    assert all(sessions.use(friend) for friend in friends)


def test_if_all_places_are_taken_the_address_with_the_most_gives_one(sessions):
    greedy = [sessions.open_session(f"10.0.1.{number % 2}") for number in range(2 * MOST_SESSIONS_EACH)]
    friends = [sessions.open_session(f"10.0.0.{number}") for number in range(MOST_SESSIONS - len(greedy) + 4)]
    assert all(sessions.use(friend) for friend in friends)
    assert len(sessions.all()) == MOST_SESSIONS
    assert sum(map(sessions.use, greedy)) == len(greedy) - 4


def test_a_cookie_is_worth_nothing_at_another_address(sessions):
    session = sessions.open_session(PEER)
    header = f"sideline={session.secret}"
    assert sessions.of(header, "10.0.0.66") is None
    assert sessions.of(header, PEER) == session, "nor is the session harmed by that"
    assert (sessions.has(PEER), sessions.has("10.0.0.66")) == (True, False)


def test_who_pairs_again_keeps_the_seat_and_has_one_session(sessions):
    old = sessions.open_session(PEER)
    sessions.claim(old, 2)
    new = sessions.pair(PEER, sessions.code)
    sessions.replace(old, new)
    assert sessions.all() == [(new, 2)]
    assert sessions.seat(new) == 2


@pytest.mark.parametrize(
    ("browser", "device"),
    [
        ("Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36", "Android"),
        ("Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X)", "iPad"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", "Mac"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:127.0)", "Linux"),
        ("<script>", ""),
        (None, ""),
    ],
)
def test_phones_are_numbered_and_say_what_they_are(sessions, browser, device):
    first, second = sessions.open_session(PEER, browser), sessions.open_session(PEER)
    assert [session.number for session, _ in sessions.all()] == [1, 2]
    assert (first.device, second.device) == (device, "")


def test_a_phone_that_is_forgotten_needs_the_new_code(sessions):
    bad, good = sessions.open_session(PEER), sessions.open_session("10.0.0.2")
    old = sessions.code, sessions.long_code
    sessions.forget(bad.number)
    assert [session for session, _ in sessions.all()] == [good]
    assert all(isinstance(sessions.pair(f"10.0.1.{at}", code), Wrong) for at, code in enumerate(old))
    assert isinstance(sessions.pair(PEER, sessions.code), Session)
    new = sessions.code
    sessions.forget(99)
    assert sessions.code == new, "nobody was forgotten"


def test_fifty_phones_fit():
    assert MOST_SESSIONS >= 50


def test_a_session_ends_after_half_a_day_without_use(sessions, clock):
    used, unused = sessions.open_session(PEER), sessions.open_session(PEER)
    clock.now += SESSION_TIMEOUT_SECONDS - 1
    assert sessions.of(f"sideline={used.secret}", PEER) == used
    clock.now += 2
    assert sessions.of(f"sideline={used.secret}", PEER) == used
    assert sessions.of(f"sideline={unused.secret}", PEER) is None


def test_the_newest_claim_of_a_seat_wins(sessions):
    old, new = sessions.open_session(PEER), sessions.open_session(PEER)
    sessions.claim(old, 2)
    sessions.claim(old, 2)
    assert sessions.seat(old) == 2
    sessions.claim(new, 2)
    assert (sessions.seat(old), sessions.seat(new)) == (None, 2)


def test_a_phone_has_one_seat_at_most_and_can_give_it_back(sessions):
    phone = sessions.open_session(PEER)
    sessions.claim(phone, 1)
    sessions.claim(phone, 3)
    assert sessions.seat(phone) == 3
    sessions.claim(phone, None)
    assert sessions.seat(phone) is None


def test_in_another_match_a_phone_has_the_seat_of_its_person(sessions):
    anna, ben, shared = (sessions.open_session(PEER) for _ in range(3))
    sessions.claim(anna, 1, "Anna")
    sessions.claim(ben, 2, "Ben")
    sessions.seat_people(("Ben", "Anna"))
    assert [sessions.seat(phone) for phone in (anna, ben, shared)] == [2, 1, None]
    sessions.seat_people(("Carla", "Ben"))
    assert [sessions.seat(phone) for phone in (anna, ben, shared)] == [None, 2, None]
    sessions.seat_people(())
    assert sessions.seat(ben) is None
    assert sessions.use(ben), "it stays paired"
    sessions.seat_people(("Anna", "Ben"))
    sessions.rename_people(("Anna", "Benno"))
    sessions.seat_people(("Benno", "Ben"))
    assert sessions.seat(ben) == 1, "a new name in the middle of a match is the same person"


def test_phones_stay_paired_when_the_box_starts_again(clock):
    changes = []
    before = Sessions(clock, secrets, on_change=lambda: changes.append(1))
    phone, idle = (before.open_session(PEER, "(Linux; Android 14)") for _ in range(2))
    before.claim(phone, 2, "Ben")
    assert len(changes) == 3
    clock.now += 3600
    before.use(phone)
    assert len(changes) == 4, "how long it was not used is kept again now and then"
    kept = before.kept()
    assert phone.secret not in repr(kept)
    assert phone.token not in repr(kept), "nobody can pair with what is kept"
    clock.now += SESSION_TIMEOUT_SECONDS - 1800
    after = Sessions(clock, secrets, kept=[one._replace(idle_seconds=one.idle_seconds + 60) for one in kept])
    assert after.code != before.code
    again = after.of(f"sideline={phone.secret}", PEER)
    assert again is not None
    assert (again.number, again.device, again.token) == (1, "Android", phone.token)
    assert after.allows(again, phone.token)
    assert after.of(f"sideline={phone.secret}", "10.0.0.66") is None, "bound to its address as before"
    after.seat_people(("Anna", "Ben"))
    assert after.seat(again) == 2
    assert after.open_session(PEER).number == 3, "numbers are not given twice"
    clock.now += SESSION_TIMEOUT_SECONDS - 3600
    assert after.of(f"sideline={idle.secret}", PEER) is None, "twelve hours count over the restart"


def test_a_browser_is_told_why_it_is_not_paired_any_more(sessions):
    phone = sessions.open_session(PEER)
    header = f"sideline={phone.secret}"
    sessions.forget(phone.number)
    assert sessions.why_lost(header) == "removed"
    assert sessions.why_lost("sideline=x") == "unknown"
    assert sessions.why_lost("other=x") == sessions.why_lost(None) == ""


def test_a_phone_whose_seat_was_taken_over_does_not_get_it_back_after_a_restart(clock, sessions):
    old, new = sessions.open_session(PEER), sessions.open_session(PEER)
    sessions.claim(old, 1, "Anna")
    sessions.claim(new, 1, "Anna")
    sessions.use(old)  # used last, so it is kept last
    after = Sessions(clock, Dice(1), kept=sessions.kept())
    after.seat_people(("Anna", "Ben"))
    assert after.seat(new) == 1
    assert after.seat(old) is None


def test_a_phone_with_a_new_address_is_told_so(sessions):
    header = sessions.cookie(sessions.open_session(PEER))
    assert sessions.of(header, "10.0.0.99") is None
    assert sessions.why_lost(header) == "moved"


def test_who_shows_the_codes_asks_for_them_again_after_a_restart(clock, sessions):
    assert Sessions(clock, Dice(1)).choices != sessions.choices


def test_a_session_that_has_ended_claims_nothing(sessions):
    phone = sessions.open_session(PEER)
    sessions.end(phone)
    sessions.claim(phone, 1)
    assert sessions.seat(phone) is None


def test_own_errors_are_a_matter_of_a_minute():
    assert LONGEST_WAIT_SECONDS <= 60
