"""Records: reading what people and programs write, and writing what can be read again."""

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.acts import read_act, unquote
from engine.game import Setup
from engine.records import LONGEST_TAG, MOST_LINES, MOST_TAGS, read_records, write_record
from engine.verdicts import BadRecord, NotAnAct

HEAD = '[Game "inside"]\n[Players "Anna, Ben"]\n'


def test_tags_come_first_then_acts_with_their_line_numbers():
    (record,) = read_records(
        HEAD + '[Date "2026-11-20"]\n\n1 place L310 ; here\n\n; only a comment\n2 place D400\n'
    )
    assert record.setup == Setup("inside", ("Anna", "Ben"), 1, {"Date": "2026-11-20"})
    assert record.lines == [(5, "1 place L310 ; here"), (8, "2 place D400")]


def test_a_tag_after_an_act_begins_the_next_game():
    records = list(read_records(HEAD + "1 place L310\n" + HEAD + "1 place L400\n" + HEAD))
    assert [record.lines for record in records] == [[(3, "1 place L310")], [(6, "1 place L400")], []]
    assert [record.places for record in records] == [{"Game": at, "Players": at + 1} for at in (1, 4, 7)]


def test_windows_line_ends_a_byte_order_mark_and_spaces_do_no_harm():
    text = "\ufeff" + (HEAD + "  1 place L310  \n").replace("\n", "\r\n")
    (record,) = read_records(text)
    assert record.lines == [(3, "1 place L310")]


def test_commas_quotes_and_backslashes_in_names():
    (record,) = read_records(r'[Game "inside"]' + "\n" + r'[Players "Smith\, J, Ben \"B\" C\\D"]')
    assert record.setup.players == ("Smith, J", 'Ben "B" C\\D')


def test_unknown_tags_are_kept_and_a_comment_may_follow_a_tag():
    (record,) = read_records(HEAD + '[Place "Café \\"Zur Linde\\""] ; upstairs\n')
    assert record.setup.tags == {"Place": 'Café "Zur Linde"'}


def test_who_begins_is_a_tag():
    (record,) = read_records(HEAD + '[First "2"]\n')
    assert record.setup.first == 2


def test_who_begins_is_written_unless_it_is_the_first():
    assert '[First "2"]' in write_record(Setup("inside", ("Anna", "Ben"), first=2), [])
    assert "First" not in write_record(Setup("inside", ("Anna", "Ben")), [])


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ("", 1, "record.lacks-tag"),
        ("1 place L310\n", 1, "record.lacks-tag"),
        ('[Players "Anna, Ben"]\n1 place L310', 1, "record.lacks-tag"),
        ('\n[Game "inside"]\n', 2, "record.lacks-tag"),
        ('[Game "inside"\n', 1, "record.broken-tag"),
        ("[Game inside]\n", 1, "record.broken-tag"),
        ('[Game "ins\x07ide"]\n', 1, "record.broken-tag"),
        (HEAD + '[Game "inside"]\n', 3, "record.tag-twice"),
        (HEAD + '[First "7"]\n1 place L310', 3, "record.bad-first"),
        (HEAD + '[First "12"]\n', 3, "record.bad-first"),
        (HEAD + '[First ""]\n', 3, "record.bad-first"),
        (HEAD + f'[Long "{"x" * LONGEST_TAG}"]\n', 3, "record.long-tag"),
        (HEAD + "".join(f'[T{number} ""]\n' for number in range(MOST_TAGS)), MOST_TAGS + 1, "record.many-tags"),
        (HEAD + "undo\n" * (MOST_LINES + 1), MOST_LINES + 3, "record.many-lines"),
    ],
)
def test_what_is_no_record_is_named_with_its_line(text, line, key):
    with pytest.raises(BadRecord) as caught:
        list(read_records(text))
    assert (caught.value.line, caught.value.why.key) == (line, key)


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("", "act.empty"),
        ("   ; nothing", "act.empty"),
        ("1", "act.no-verb"),
        ("99999999999999999999 place L310", "act.no-such-seat"),
        ("01 place L310", "act.no-such-seat"),
        ("x" * 601, "act.too-long"),
        ("1 x " + "y " * 601, "act.too-long"),
        ('name 2 "' + "x" * 10**6 + '"', "act.too-long"),
        ('name 2 "Dora"' + " x" * 10**6, "act.too-long"),
        ("1 place L\x1b[2J", "act.unprintable"),
        ('name 2 "Dora', "act.open-quote"),
    ],
)
def test_a_line_that_is_no_sentence_says_why(line, key):
    with pytest.raises(NotAnAct) as caught:
        read_act(line)
    assert caught.value.why.key == key


def test_spaces_and_comments_do_not_make_an_act_long():
    assert read_act('name   2 "Dora"' + " " * 10**5 + "; " + "x " * 10**5) == read_act('name 2 "Dora"')


SIZE = 200_000


@pytest.mark.parametrize(
    "text",
    [
        HEAD + '[Long "' + "x" * SIZE,
        HEAD + '[Long "' + "\\\\" * (SIZE // 2) + '"]',
        HEAD + "".join(f'[T{number} ""]\n' for number in range(SIZE // 10)),
        HEAD + "\n" * SIZE,
        HEAD + "; x\n" * (SIZE // 4),
        HEAD + "x " * (SIZE // 2),
        (HEAD + "undo\n") * (SIZE // 50),
        '[Game "inside"]\n[Players "' + "," * 9000 + '"]\n',
    ],
    ids=["tag", "escapes", "tags", "empty", "comments", "words", "games", "names"],
)
def test_reading_a_record_takes_no_more_than_five_times_its_size(text):
    tracemalloc.start()
    try:
        for record in read_records(text):
            for _, line in record.lines:
                read_act(line)
    except (BadRecord, NotAnAct):
        pass
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 5 * max(len(text), SIZE // 2)


@pytest.mark.parametrize("word", ["", '"', "Dora", '"Do"ra"', '"Dora\\"', '"a\\b"'])
def test_what_is_not_in_quotes_is_not_unquoted(word):
    assert unquote(word) is None


names = (
    st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), min_size=1, max_size=12)
    .map(str.strip)
    .filter(lambda name: name)
)


@given(
    st.lists(names, min_size=1, max_size=6).map(tuple),
    st.integers(1, 6),
    st.dictionaries(st.from_regex(r"[A-Z][a-z]{1,8}", fullmatch=True), names, max_size=4),
)
def test_what_is_written_can_be_read_again(players, first, tags):
    tags = {name: value for name, value in tags.items() if name not in {"Game", "Players", "First"}}
    setup = Setup("inside", players, first, tags)
    acts = [read_act("1 place L310"), read_act('name 1 "A; \\"B\\""'), read_act("undo")]
    (record,) = read_records(write_record(setup, acts))
    assert record.setup == setup
    assert [read_act(line) for _, line in record.lines] == acts
