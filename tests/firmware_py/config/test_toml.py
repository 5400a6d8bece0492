"""TOML: the line of every key that people write, and no text that takes long to read."""

import time
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_py.config.toml import MOST_DOTS, MOST_FAULTS, line_of, read_toml, with_lines

TEXT = """\
# night = 1
language = "fr"
"night" = true
dice.port = "night = 3"
[keys]
ok = 5  # back
'back' = 6
[prompt]
kind = "ok = 1"
bus = 1
[table]
bus = 2
[map.B]
links = [
  "B1-B2",
]
[[cards]]
corner = 7
[[cards]]
values = [1, 2]
corner = 8
[rest]
cards = [ {corner = 1},
  {corner = 2, values = [3]},
]
"""


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ((), 1),
        (("language",), 2),
        (("night",), 3),
        (("dice", "port"), 4),
        (("keys",), 5),
        (("keys", "ok"), 6),
        (("keys", "back"), 7),
        (("prompt", "bus"), 10),
        (("table", "bus"), 12),
        (("map", "B", "links", 0), 14),
        (("cards", 0, "corner"), 18),
        (("cards", 0, "values"), 17),
        (("cards", 1, "corner"), 21),
        (("cards", 1, "colour"), 19),
        (("rest", "cards", 1, "values"), 24),
        (("nowhere",), 1),
    ],
)
def test_the_line_of_a_place(place, line):
    assert line_of(place, TEXT) == line


@pytest.mark.parametrize(
    "text",
    [
        ".".join("a" * 40_000) + " = 1",
        "[" + " . ".join(["'a'"] * 10_000) + "]",
        "x = {" + ".".join(['"a"'] * 20_000) + " = 1}",
        "[[" + ".".join("a" * 40_000) + "]]",
    ],
)
def test_a_key_with_many_dots_is_refused_before_it_costs_time_and_memory(text):
    tracemalloc.start()
    values, fault = read_toml(f"\n{text}\n")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (values, fault[0], fault[1].key) == ({}, 2, "house.deep-key")
    assert most < 5 * len(text)


def test_a_key_may_have_some_dots_and_a_text_any_number():
    key = ".".join("abcdefghi")
    assert key.count(".") == MOST_DOTS
    assert read_toml(f"{key} = 1")[1] is None
    assert read_toml('version = "1.2.3.4.5.6.7.8.9.10.11.12"')[1] is None
    assert read_toml("dots = '" + "." * 1000 + "'\n# a.b.c.d.e.f.g.h.i.j.k.l\nx = [1.5, 2.5]")[1] is None


def test_only_the_first_faults_are_reported():
    text = "".join(f"key{number} = 1\n" for number in range(10 * MOST_FAULTS))
    faults = [((f"key{number}",), "?") for number in range(10 * MOST_FAULTS)]
    assert with_lines(faults, text) == [(number + 1, "?") for number in range(MOST_FAULTS)]


@pytest.mark.parametrize(
    "letter", ['"', "'", "a", "a.", "a .", "[", "{", "= ", '"a".', "\\", "\n", "a=1\n", "[[a]]\n"]
)
def test_reading_takes_time_in_proportion(letter):
    """Ten times the text takes at most some twenty times as long; a square would be a hundred times."""

    def seconds(length):
        text = letter * (length // len(letter))
        began = time.process_time()
        read_toml(text)
        return time.process_time() - began

    short = max(min(seconds(10_000) for _ in range(3)), 0.002)
    assert min(seconds(100_000) for _ in range(3)) < 25 * short


@given(st.text(alphabet="ab.=[]{}\"' \n#1,", max_size=60), st.lists(st.sampled_from(["a", "b", 0, 1]), max_size=4))
def test_whatever_is_read_there_is_a_line_in_the_text(text, place):
    _, fault = read_toml(text)
    assert fault is None or 1 <= fault[0] <= text.count("\n") + 1
    assert 1 <= line_of(tuple(place), text) <= text.count("\n") + 1
