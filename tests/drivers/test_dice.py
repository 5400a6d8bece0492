"""The dice reader's language: what is sent is read, and what was not sent is not."""

import random
import re
from binascii import crc32
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.dice import Findings, Hello, Parser, Roll, State, Trouble, read, write
from drivers.frames import MAX_LINE_BYTES, Ask, Dropped, Question, next_sequence
from tests.drivers import slow_dice

CONTRACT = Path("hardware/dice-protocol.md")
MEGABYTES = 10_000_000

numbers = st.integers(0, 65535)
faces = st.lists(st.integers(1, 99), max_size=12).map(tuple)
names = st.text("abcxyzABCXYZ0123456789._-", min_size=1, max_size=24)
rolls = st.one_of(
    st.builds(Roll, numbers, st.sampled_from([State.ROLLING, State.HANDLED, State.UNSURE]), st.just(())),
    st.builds(Roll, numbers, st.just(State.SETTLED), faces.filter(bool)),
    st.builds(Roll, numbers, st.sampled_from([State.COCKED, State.FEW]), faces),
)
hellos = st.one_of(
    st.builds(Hello, numbers, st.just(1), st.integers(1, 12), names),
    st.tuples(numbers, st.integers(0, 999)).filter(lambda said: said[1] != 1).map(lambda said: Hello(*said)),
)
troubles = st.lists(st.sampled_from(Trouble), unique=True).map(tuple)
findings = st.builds(Findings, numbers, troubles)
frames = st.one_of(rolls, hellos, findings, st.builds(Question, numbers, st.sampled_from(Ask)))


def checked(body):
    return b"%b *%08X\n" % (body, crc32(body))


def heard(*pieces):
    parser = Parser()
    return [frame for piece in pieces for frame in parser.feed(piece)]


def dropped(data):
    parser = Parser()
    assert parser.feed(data) == []
    return {reason: count for reason, count in parser.dropped.items() if count}


@given(frames)
def test_every_frame_comes_back_as_it_was_sent(frame):
    assert heard(write(frame)) == [frame]


@given(frames)
def test_a_line_is_readable_and_fits(frame):
    line = write(frame)
    assert line.isascii()
    assert line[:-1].decode().isprintable()
    assert len(line) <= MAX_LINE_BYTES + 1


@given(frames)
def test_a_frame_may_be_split_at_every_byte(frame):
    line = write(frame)
    for at in range(len(line) + 1):
        assert heard(line[:at], line[at:]) == [frame]
    assert heard(*(line[at : at + 1] for at in range(len(line)))) == [frame]


@given(frames)
def test_a_carriage_return_before_the_line_end_does_no_harm(frame):
    assert heard(write(frame)[:-1] + b"\r\n") == [frame]


@given(frames, st.data())
def test_up_to_three_flipped_bits_are_never_another_frame(frame, data):
    line = bytearray(write(frame))
    for at in data.draw(st.sets(st.integers(0, 8 * len(line) - 1), min_size=1, max_size=3)):
        line[at // 8] ^= 1 << at % 8
    assert heard(bytes(line) + b"\n") in ([], [frame])


pieces = st.one_of(
    frames.map(write),
    st.binary(max_size=120),
    frames.map(lambda frame: write(frame)[:-7]),
    st.sampled_from([b"\n", b"\r", b"\r\n", b" ", b"x" * 90, b" *00000000\n", checked(b"roll 70000 rolling")]),
    st.text("rolhesetdfw?*0129 \n", max_size=20).map(lambda text: checked(text.encode())),
)


@given(st.lists(pieces, max_size=12), st.lists(st.integers(0, 900)))
def test_the_cuts_change_nothing_and_a_slow_reader_of_the_contract_agrees(parts, cuts):
    data = b"".join(parts)
    whole, cut = Parser(), Parser()
    frames = whole.feed(data)
    edges = sorted({0, len(data), *(at for at in cuts if at < len(data))})
    assert [f for a, b in pairwise(edges) for f in cut.feed(data[a:b])] == frames
    assert cut.dropped == whole.dropped
    assert [read(body) for body in slow_dice.frames(data)] == frames


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\xff\x00garbage\n", Dropped.NOISE),
        (b"roll 17 settled 3\n", Dropped.NOISE),
        (b"roll 17 settled 3 5 *8B9143A\n", Dropped.NOISE),
        (b"roll 17 settled 3 5*8B9143A5\n", Dropped.NOISE),
        (b"roll 17 settled 3 6 *8B9143A5\n", Dropped.DAMAGED),
        (b"roll 17 settled 3 5 *8b9143a5\n", Dropped.DAMAGED),
        (b"x" * 97 + b"\n", Dropped.OVERLONG),
        (b"x" * 5000, Dropped.OVERLONG),
        (checked(b"roll 17 settled " + b"1 " * 60 + b"1"), Dropped.OVERLONG),
        (checked(b"dance 17"), Dropped.UNKNOWN),
        (checked(b"roll 17 settled"), Dropped.UNKNOWN),
        (checked(b"roll 17 rolling 3"), Dropped.UNKNOWN),
        (checked(b"roll 17 settled 0"), Dropped.UNKNOWN),
        (checked(b"roll 17 settled 100"), Dropped.UNKNOWN),
        (checked(b"roll 17 settled  3"), Dropped.UNKNOWN),
        (checked(b"roll 65536 rolling"), Dropped.UNKNOWN),
        (checked(b"roll 007 rolling"), Dropped.UNKNOWN),
        (checked("roll 17 settled ³".encode()), Dropped.UNKNOWN),
        (checked(b"roll 17 unsure 3"), Dropped.UNKNOWN),
        (checked(b"test 17"), Dropped.UNKNOWN),
        (checked(b"test 17 ok ok"), Dropped.UNKNOWN),
        (checked(b"test 17 ok dark"), Dropped.UNKNOWN),
        (checked(b"test 17 dark dark"), Dropped.UNKNOWN),
        (checked(b"test 17 hungry"), Dropped.UNKNOWN),
        (checked(b"hello 17 1 0 tray"), Dropped.UNKNOWN),
        (checked(b"hello 17 1 13 tray"), Dropped.UNKNOWN),
        (checked(b"hello 17 1 2"), Dropped.UNKNOWN),
        (checked(b"hello 17 1 2 my tray"), Dropped.UNKNOWN),
        (checked(b"hello 17 1 2 " + b"x" * 25), Dropped.UNKNOWN),
        (checked(b"hello 17 1 2 tr\xe9"), Dropped.UNKNOWN),
    ],
)
def test_what_is_no_frame_is_dropped_and_counted_once(data, reason):
    assert dropped(data) == {reason: 1}


def test_empty_lines_are_nothing():
    assert dropped(b"\n\r\n\n") == {}


def test_a_frame_after_garbage_is_read():
    roll = Roll(3, State.HANDLED)
    assert heard(b"\x00\xff" * 5000, b"\n", write(roll)) == [roll]


def test_half_a_line_costs_no_more_memory_than_the_longest_frame():
    parser = Parser()
    for _ in range(1000):
        parser.feed(b"x" * 1000)
        assert len(parser._half) <= MAX_LINE_BYTES + 1
    assert parser.dropped[Dropped.OVERLONG] == 1


def test_the_same_number_is_the_same_frame_and_is_read_once():
    parser, line = Parser(), write(Roll(17, State.SETTLED, (3, 5)))
    assert parser.feed(line * 3 + write(Roll(17, State.HANDLED))) == [Roll(17, State.SETTLED, (3, 5))]
    assert parser.dropped[Dropped.REPEATED] == 3


def test_a_reader_that_starts_anew_may_use_a_number_again():
    said = [Hello(1, 1, 2, "tray"), Roll(2, State.ROLLING), Hello(9, 1, 2, "tray"), Roll(2, State.ROLLING)]
    assert heard(*map(write, said)) == said


def test_a_hello_that_comes_twice_does_not_make_a_repeated_roll_a_new_one():
    parser, hello, roll = Parser(), Hello(1, 1, 2, "tray"), Roll(2, State.ROLLING)
    assert parser.feed((write(hello) + write(roll)) * 2) == [hello, roll]
    assert parser.dropped[Dropped.GREETED] == parser.dropped[Dropped.REPEATED] == 1


def test_on_another_connection_nothing_is_a_repeat_and_the_counts_stay():
    parser, line = Parser(), write(Roll(17, State.ROLLING))
    parser.feed(line + line + b"half")
    parser.restart()
    assert parser.feed(line) == [Roll(17, State.ROLLING)]
    assert parser.dropped[Dropped.REPEATED] == 1


def test_every_self_test_counts_even_if_it_found_the_same():
    found = Findings(7, (Trouble.DARK, Trouble.SLOW))
    assert heard(write(found) * 2) == [found] * 2
    assert write(Findings(7)).startswith(b"test 7 ok ")


def test_every_question_counts_whatever_its_number():
    question = Question(0, Ask.STATE)
    assert heard(write(question) * 2) == [question] * 2


def test_of_another_version_nothing_is_understood_but_the_version():
    assert heard(checked(b"hello 5 2 whatever comes: then!")) == [Hello(5, 2)]
    assert not Hello(5, 2).is_understood
    assert Hello(5, 1, 2, "tray").is_understood


def test_numbers_begin_again_after_the_last():
    assert next_sequence(65535) == 0


@pytest.mark.parametrize(
    "frame",
    [
        Roll(70_000, State.ROLLING),
        Roll(1, State.SETTLED),
        Roll(1, State.HANDLED, (1,)),
        Roll(1, State.SETTLED, (1,) * 13),
        Hello(1, 1, 2, "my tray"),
        Hello(1, 1, 0, "tray"),
        Hello(1, 2, 2, "tray"),
        Question(-1, Ask.HELLO),
    ],
)
def test_what_nobody_could_read_is_not_written(frame):
    with pytest.raises(ValueError, match="no reader could say"):
        write(frame)


def test_the_contract_tells_the_check_value_of_its_crc():
    assert slow_dice.crc32(b"123456789") == crc32(b"123456789") == 0xCBF43926
    assert "CBF43926" in CONTRACT.read_text()


def test_every_line_in_the_contract_is_a_frame():
    lines = re.findall(r"^\S+ [0-9]+.* \*[0-9A-F]{8}$", CONTRACT.read_text(), re.MULTILINE)
    assert len(lines) == 10
    assert len(heard(*(line.encode() + b"\n" for line in lines))) == 10


@pytest.mark.parametrize("state", State)
def test_the_contract_names_every_state(state):
    assert f"`roll NUMBER {state.value}" in CONTRACT.read_text()


@pytest.mark.parametrize("trouble", Trouble)
def test_the_contract_names_every_trouble(trouble):
    assert f"`{trouble.value}`" in CONTRACT.read_text()


def blocks(chance, size):
    """Give frames in blocks in which no number comes twice, until they are so many bytes."""
    number = 0
    while size > 0:
        sent = []
        for _ in range(30_000):
            number = next_sequence(number)
            state = chance.choice([*State, State.SETTLED])
            count = chance.randrange(1, 4) if state is State.SETTLED else 0
            sent.append(Roll(number, state, tuple(chance.choices(range(1, 7), k=count))))
        lines = [write(roll) for roll in sent]
        size -= sum(map(len, lines))
        yield sent, bytearray(b"".join(lines))


def is_part_of(got, sent):
    left = iter(sent)
    return all(frame in left for frame in got)


def test_ten_megabytes_of_random_bytes_are_no_frame():
    chance, parser = random.Random(8), Parser()
    for _ in range(MEGABYTES // 10_000):
        assert parser.feed(chance.randbytes(10_000)) == []
    assert sum(parser.dropped.values()) > 10_000


@pytest.mark.slow
def test_in_ten_megabytes_with_flipped_bits_there_is_no_roll_that_was_not_sent():
    chance, parser, total, wrong = random.Random(8), Parser(), 0, 0
    for sent, data in blocks(chance, MEGABYTES):
        rate = 10 ** chance.uniform(-5, -1.5)
        for _ in range(int(8 * len(data) * rate)):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        got = []
        for at in range(0, len(data), 4096):
            got += parser.feed(bytes(data[at : at + 4096]))
        assert is_part_of(got, sent)
        total, wrong = total + len(sent), wrong + len(sent) - len(got)
    assert 0 < wrong < total
