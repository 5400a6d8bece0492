"""The eye's language: what is sent is read, and what was not sent is not."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.eye import Check, Hello, Parser, State, Tag, Trouble, View, read, write
from drivers.frames import Ask, Dropped, Question, seal

CONTRACT = Path("hardware/eye-protocol.md")
numbers = st.integers(0, 65535)
tags = st.builds(Tag, st.integers(0, 9999), st.integers(0, 1000), st.integers(0, 1000), st.integers(0, 359))
views = st.one_of(
    st.builds(View, numbers, st.sampled_from([state for state in State if state is not State.SEEN]), st.just(())),
    st.builds(
        View,
        numbers,
        st.just(State.SEEN),
        st.lists(tags, max_size=40, unique_by=lambda tag: tag.number).map(tuple),
    ),
)
frames = st.one_of(
    views,
    st.builds(Hello, numbers, st.just(1), st.integers(1, 2000), st.integers(1, 2000), st.just("openmv")),
    st.builds(Question, numbers, st.sampled_from(Ask)),
    st.builds(
        Check,
        numbers,
        st.integers(0, 4),
        st.integers(0, 40),
        st.integers(0, 999),
        st.integers(0, 255),
        st.lists(st.sampled_from(Trouble), unique=True).map(tuple),
    ),
)


@given(frames, st.integers(1, 60))
def test_what_is_sent_is_read_however_it_is_cut(frame, size):
    parser, data = Parser(), write(frame)
    heard = [each for at in range(0, len(data), size) for each in parser.feed(data[at : at + size])]
    assert heard == [frame]
    assert not parser.has_partial_line


@given(views, st.data())
def test_of_a_view_that_lost_a_line_nothing_is_told_and_the_loss_is_known(view, data):
    lines = write(view).splitlines(keepends=True)
    if len(lines) == 1:
        return
    del lines[data.draw(st.integers(0, len(lines) - 1))]
    parser = Parser()
    assert parser.feed(b"".join(lines)) == []
    assert parser.has_partial_line or parser.damage
    assert parser.feed(write(view)) == [view], "sent again it is whole"


@given(st.lists(st.binary(max_size=80), max_size=6), views)
def test_noise_makes_no_view(noise, view):
    parser = Parser()
    for piece in noise:
        assert parser.feed(piece) == []
    assert parser.feed(b"\n" + write(view)) == [view]


def test_a_view_is_told_once_until_its_number_changes():
    parser, view = Parser(), View(7, State.SEEN, (Tag(12, 1, 2, 3),))
    assert parser.feed(write(view) * 3) == [view]
    assert parser.dropped[Dropped.REPEATED] == 4
    again = view._replace(sequence=8)
    assert parser.feed(write(again)) == [again]
    assert parser.feed(write(Hello(3, 1, 160, 120, "eye")) + write(again)) == [Hello(3, 1, 160, 120, "eye"), again]


@pytest.mark.parametrize(
    "text",
    [
        "view 7 seen",
        "view 7 seen 41",
        "view 7 hidden 0",
        "view 07 moving",
        "view 7 gone",
        "tag 7 12 1 2",
        "tag 7 12 1001 2 3",
        "tag 7 12 1 2 360",
        "eye 7 1 160 openmv",
        "eye 7 1 0 120 openmv",
        "check 7 5 0 12 200 ok",
        "check 7 4 0 12 200",
        "check 7 4 0 12 200 dark dark",
        "check 7 4 0 12 200 ok dark",
        "hello 7 1 2 tray",
    ],
)
def test_what_is_no_line_of_the_contract_is_dropped(text):
    parser = Parser()
    assert read(text) is None
    assert parser.feed(seal(text)) == []
    assert parser.dropped[Dropped.UNKNOWN] == 1


def test_of_another_version_only_that_is_read():
    assert read("eye 7 2 anything at all") == Hello(7, 2)
    assert not Hello(7, 2).is_understood


@pytest.mark.parametrize("frame", [View(1, State.HIDDEN, (Tag(1, 2, 3, 4),)), View(70000, State.SEEN)])
def test_what_no_eye_could_say_is_not_written(frame):
    with pytest.raises(ValueError, match="no eye could say"):
        write(frame)


def test_every_line_of_the_contract_is_one():
    lines = re.findall(
        r"^((?:view|tag|eye|check|hello\?|state\?|test\?) .* \*[0-9A-F]{8})$", CONTRACT.read_text(), re.MULTILINE
    )
    assert len(lines) >= 10
    parser = Parser()
    parser.feed("".join(f"{line}\n" for line in lines).encode())
    assert parser.damage == parser.dropped[Dropped.UNKNOWN] == 0
