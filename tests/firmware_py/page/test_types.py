"""The types by which the page's scripts are checked are those of what the server sends and takes."""

import json
import re
from pathlib import Path

from engine.acts import read_act
from engine.game import Setup
from engine.records import read_records
from firmware_py import page
from firmware_py.i18n.translations import Translations
from firmware_py.page.actions import _ACTIONS, _OF_PARTS
from firmware_py.page.more.owner_forms import form_of, overview
from firmware_py.page.serialize import Serializer
from firmware_py.page.snapshot import SnapshotTaker
from firmware_py.ui.flows import match as match_flow
from tests.firmware_py.ui.stacks import box, new_stack, read_on

RECORDS = Path(__file__).parents[2] / "records"
SOURCE = (Path(__file__).parents[2] / "web_js" / "types.d.ts").read_text()
RECEIVED, SENT, _ = re.split(r"^// --- JSON to the server.*|^// --- inside the page", SOURCE, flags=re.MULTILINE)
SCRIPTS = "\n".join(path.read_text() for path in (Path(page.__file__).parent / "static").glob("*.js"))


def fields_of(text):
    """Give the fields of every interface."""
    found = re.findall(r"^interface (\w+)[^{]*\{[^\n]*\n(.*?)^\}", text, re.MULTILINE | re.DOTALL)
    return {name: set(re.findall(r"^  (\w+)\??:", body, re.MULTILINE)) for name, body in found}


FIELDS = fields_of(RECEIVED)
GRID = {"Grid", "GridRow", "GridCell"}


def told_of_a_match(table):
    """Give what the page gets of a match in which something was refused, each value with the name of its type."""
    phone = table.paired()
    with phone.listen() as stream:
        phone.do("say", act="1 place L310")
        phone.do("tap", taps=["spot:210"], acts=1)
        seen = stream.until(lambda seen: seen["ask"] and seen["ask"]["notice"] and seen["log"]["lines"][1:])
    history, game, ask, virtual = phone.get("/history").json, seen["game"], seen["ask"], seen["box"]
    return [
        ("Game", game), ("Seat", game["seats"][0]), ("Moment", phone.get("/moment/1").json),
        ("Log", seen["log"]), *(("LogLine", line) for line in seen["log"]["lines"]),
        ("HistoryAnswer", history), ("HistoryLine", history["acts"][0]), ("Chart", history["charts"][0]),
        ("Ask", ask), ("AnswerOption", ask["options"][0]), ("Notice", ask["notice"]),
        ("Box", virtual), ("Display", virtual["displays"][0]), ("Panel", virtual["tray"]),
        ("PanelButton", virtual["tray"]["buttons"][0]),
        ("Sound", virtual["sound"]),
        ("Me", seen["me"]), ("Words", phone.get("/words").json), ("BackupState", phone.get("/backup-state").json),
    ]  # fmt: skip


def told_of_owner_data():
    translations = Translations("en")
    insider, offline = form_of("insider", translations), form_of("offline", translations)
    return [
        *(("OwnerSummary", one) for one in overview(translations)), ("OwnerData", insider), ("OwnerData", offline),
        ("InsiderData", insider["owner_data"]), ("InsiderBoard", insider["owner_data"]["board"]),
        ("InsiderCard", insider["owner_data"]["cards"][0]), ("InsiderLimits", insider["limits"]),
        ("OfflineData", offline["owner_data"]), ("OfflineNet", offline["owner_data"]["map"]["A"]),
        ("OfflineLimits", offline["limits"]),
    ]  # fmt: skip


OTHERS = {"SeatAnswer", "Refusal", "Mistake", "Replay", "PhotoAnswer", "SeenActs", *GRID}


def test_every_value_has_the_fields_of_its_type(virtual):
    told = [*told_of_a_match(virtual), *told_of_owner_data()]
    wrong = {name: FIELDS[name] ^ set(value) for name, value in told if FIELDS[name] != set(value)}
    assert wrong == {}
    assert {name for name, _ in told} == set(FIELDS) - OTHERS, "those have tests of their own"


def test_what_a_seat_can_say_out_of_turn_has_the_fields_of_its_type():
    (record,) = read_records((RECORDS / "online" / "four-in-teams.txt").read_text())
    stack, offered = new_stack(), []
    match_flow.begin(stack, record.setup)
    for _, sentence in record.lines:
        read_on(stack)
        box(stack).play(read_act(sentence))
        serializer = Serializer(SnapshotTaker().take(stack), print)
        offered += [answer for seat in range(1, 5) for answer in serializer.answers(seat, "en")]
    assert {frozenset(answer) for answer in offered} == {frozenset(FIELDS["SeatAnswer"])}


def test_a_refusal_has_fields_of_its_type(virtual):
    stranger, phone = virtual.phone(), virtual.paired()
    answers = [
        stranger.post("/pair", {"code": "000000"}),
        phone.do("dance"),
        phone.post("/my-copy/insider", {"version": "", "owner_data": {}}),
    ]
    assert {status for status, *_ in answers} == {403, 422}
    assert set().union(*(answer.json for answer in answers)) == FIELDS["Refusal"]


def test_every_field_that_is_sent_is_read_by_a_script():
    unread = {
        (name, field)
        for name, fields in FIELDS.items()
        for field in fields
        if not re.search(rf"\b{field}\b", SCRIPTS)
    }
    assert unread == set()


def test_every_action_that_a_script_can_send_is_understood_and_the_other_way_round():
    assert set(re.findall(r'do: "([\w-]+)"', SENT)) == {*{*_ACTIONS, *_OF_PARTS}, "claim"}


def test_a_grid_of_values_has_the_fields_of_its_type():
    stack = new_stack()
    match_flow.begin(stack, Setup("offline", ("Anna", "Ben")))
    read_on(stack)
    ask = json.loads(Serializer(SnapshotTaker().take(stack), print).parts("en", is_paired=True)["ask"])
    rows = ask["grid"]["rows"]
    assert set(ask["grid"]) == FIELDS["Grid"]
    assert {frozenset(row) for row in rows} == {frozenset(FIELDS["GridRow"])}
    assert {frozenset(cell) for row in rows for cell in row["cells"]} == {frozenset(FIELDS["GridCell"])}
    assert sum(len(row["cells"]) for row in rows) == 64
    box(stack).submit(read_act(rows[0]["cells"][0]["act"]))
    assert len(box(stack).match.log) == 1
