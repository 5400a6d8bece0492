"""TOML that people write: bad syntax names its line, and no text takes long to read."""

import time
import tracemalloc
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.verdicts import say
from firmware_py.config.toml import MOST_DOTS, MOST_FAULTS, in_file, key_text, read_toml
from firmware_py.errors import UserError


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (("night",), "night"),
        (("keys", "ok"), "keys.ok"),
        (("map", "B", "links", 0), "map.B.links[1]"),
        (("cards", 1, "corner"), "cards[2].corner"),
        (("a\x1b[31m",), r"'a\x1b[31m'"),
    ],
)
def test_a_place_as_people_read_it(place, text):
    assert key_text(place) == text


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
    with pytest.raises(UserError) as caught:
        read_toml("f", f"\n{text}\n")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert caught.value.why == (
        say("cli.in-line", source="f", line=2, why=say("my-copy.deep-key", most=MOST_DOTS)),
    )
    assert most < 5 * len(text)


def test_a_key_may_have_some_dots_and_a_text_any_number():
    key = ".".join("abcdefghi")
    assert key.count(".") == MOST_DOTS
    assert read_toml("f", f"{key} = 1")
    assert read_toml("f", 'version = "1.2.3.4.5.6.7.8.9.10.11.12"')
    assert read_toml("f", "dots = '" + "." * 1000 + "'\n# a.b.c.d.e.f.g.h.i.j.k.l\nx = [1.5, 2.5]")


def test_only_the_first_faults_are_reported():
    faults = [((f"key{number}",), say("value.not-boolean")) for number in range(10 * MOST_FAULTS)]
    assert [dict(why.args)["place"] for why in in_file("f", faults)] == [f"key{at}" for at in range(MOST_FAULTS)]


@pytest.mark.parametrize(
    "letter", ['"', "'", "a", "a.", "a .", "[", "{", "= ", '"a".', "\\", "\n", "a=1\n", "[[a]]\n"]
)
def test_reading_takes_time_in_proportion(letter):
    """Ten times the text takes at most some twenty times as long; a square would be a hundred times."""

    def seconds(length):
        text = letter * (length // len(letter))
        began = time.process_time()
        with suppress(UserError):
            read_toml("f", text)
        return time.process_time() - began

    short = max(min(seconds(10_000) for _ in range(3)), 0.002)
    assert min(seconds(100_000) for _ in range(3)) < 25 * short


@given(st.text(alphabet="ab.=[]{}\"' \n#1,", max_size=60))
def test_bad_syntax_names_a_line_of_the_text(text):
    try:
        read_toml("f", text)
    except UserError as error:
        (why,) = error.why
        assert 1 <= dict(why.args)["line"] <= text.count("\n") + 1
