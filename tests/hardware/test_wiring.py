"""The wiring: one source for the default configuration, the diagram, the table, the pictures, the build guide."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest
from gpiozero.pins.pi import PiBoardInfo

from drivers.wire import Kind, open_device
from firmware_py.config.configuration import load
from firmware_py.config.wiring import DisplayWiring, Wiring, read_wiring
from firmware_py.i18n.translations import Translations
from hardware.wiring import harness
from hardware.wiring.__main__ import pictures
from hardware.wiring.plan import HEADER, SEATS, bundles, wires
from hardware.wiring.rehearsal import BOXES, QUOTE, doctor_says, quoted
from hardware.wiring.table import wiring_page
from hardware.wiring.tools import MissingTool

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "hardware"
EXAMPLE = (ROOT / "firmware_py/sideline.toml").read_text()
BOARDS = {"Zero 2 W": 0x902120, "3A+": 0x9020E0, "4": 0xC03111, "5": 0xC04170}
TAKEN = {"ID": (0, 1), "I²C": (2, 3), "UART": (14, 15), "SPI": (7, 8, 9, 10, 11)}


def drawn(source):
    """Read a diagram as somebody who wires by it: from each part's end to the header pin."""
    pi = source["connectors"][harness.PI]
    names = dict(zip(pi["pins"], pi["pinlabels"], strict=True))
    found, pins = {}, []
    for way in source["connections"]:
        (start, from_), (cable, strands), (part, ends) = (next(iter(step.items())) for step in way)
        assert strands == list(range(1, len(source["cables"][cable]["colors"]) + 1)), "no strand is left over"
        assert ends == source["connectors"][part]["pins"], "no end of a part is left over"
        if start == harness.PI:
            pins += from_
            found |= {(part, end): (pin, names[pin]) for end, pin in zip(ends, from_, strict=True)}
        else:
            assert from_ == ends, "a chain joins what has the same name"
    assert sorted(pins) == pi["pins"], "the header shows what is wired, and nothing else"
    return found


def said_by(wiring, seats=SEATS):
    """Give what a configuration says of the pins, in the words of the diagram."""
    said = {("Keys", name): gpio for name, gpio in wiring.keys.items()}
    said |= {("Seat keys", f"seat {seat}"): gpio for seat, gpio in seats.items()}
    said |= {("Buzzer", "signal"): wiring.buzzer, ("Prompt display", "SDA"): 2, ("Prompt display", "SCL"): 3}
    return {end: f"GPIO{gpio}" for end, gpio in said.items()}


def pins_in(source):
    return {end: name for end, (_, name) in drawn(source).items() if name.startswith("GPIO")}


def test_the_diagram_has_every_pin_of_the_default_configuration_and_no_other():
    assert pins_in(harness.source()) == said_by(Wiring())


def test_what_is_not_gpio_is_supply_or_ground_as_the_parts_want_it():
    rest = {end: name for end, (_, name) in drawn(harness.source()).items() if not name.startswith("GPIO")}
    assert {(end[1], name) for end, name in rest.items()} == {("VCC", "3V3"), ("GND", "GND")}
    assert len(rest) == 6, "four grounds, and two parts that need a supply"


@pytest.mark.parametrize("name", [*Wiring().keys, "buzzer"])
def test_another_default_pin_would_be_another_diagram_another_page_and_so_a_failure(name):
    keys = Wiring().keys
    other = Wiring(buzzer=12) if name == "buzzer" else Wiring(keys={**keys, name: 12})
    assert pins_in(harness.source(other)) == said_by(other)
    assert harness.source(other) != harness.source()
    assert wiring_page(other) != (FOLDER / "WIRING.md").read_text()


def test_another_address_or_controller_would_be_another_diagram():
    other = Wiring(table=DisplayWiring("sh1106", address=0x3E))
    assert "0x3E" in str(harness.source(other))
    assert "SH1106" in str(harness.source(other))
    assert "table 0x3E" in wiring_page(other)


def test_a_box_without_a_buzzer_has_no_wires_for_one():
    assert "Buzzer" not in str(harness.source(Wiring(buzzer=None)))
    assert "## Buzzer" not in wiring_page(Wiring(buzzer=None))


def test_the_example_configuration_has_the_pins_that_are_drawn(monkeypatch):
    monkeypatch.setenv("SIDELINE_CONFIG", str(ROOT / "firmware_py/sideline.toml"))
    wiring = load(Translations("en")).wiring
    assert wiring == Wiring()
    assert pins_in(harness.source(wiring)) == said_by(wiring)


def test_the_example_configuration_proposes_the_seat_keys_that_are_drawn():
    proposed = re.findall(r"^# ([1-6]) = (\d+)$", EXAMPLE, re.MULTILINE)
    assert {seat: int(gpio) for seat, gpio in proposed} == SEATS
    faults = []
    taken_over = re.sub(r"^# ([1-6] = \d+)$", r"\1", EXAMPLE, flags=re.MULTILINE)
    wiring = read_wiring(tomllib.loads(taken_over), faults)
    assert (faults, wiring.keys) == ([], {**Wiring().keys, **SEATS})
    assert pins_in(harness.source(wiring)) == said_by(Wiring())


@pytest.mark.parametrize("board", BOARDS)
def test_the_header_is_that_of_gpiozero(board):
    pins = PiBoardInfo.from_revision(BOARDS[board]).headers["J8"].pins
    assert dict(enumerate(HEADER, 1)) == {number: pin.name for number, pin in pins.items()}


def test_no_pin_is_taken_twice_and_no_wire_is_on_5_volts():
    planned = bundles()
    assert len(wires(planned)) == sum(len(bundle.wires) for bundle in planned.values())
    assert "5V" not in {wire.name for _, wire in wires(planned).values()}


def test_the_seat_keys_leave_alone_what_the_pi_or_the_box_uses():
    taken = {gpio for pins in TAKEN.values() for gpio in pins} | {*Wiring().keys.values(), Wiring().buzzer}
    assert not taken & set(SEATS.values())
    assert list(SEATS) == list("123456")


def test_the_page_and_the_pictures_are_what_would_be_written():
    written = {"WIRING.md": wiring_page(), **pictures()}
    old = [name for name, text in written.items() if (FOLDER / name).read_text() != text]
    assert not old, "run: python -m hardware.wiring --pages"
    drawn_here = {path for path in (FOLDER / "pictures").glob("*.svg") if not path.name.startswith("manual-")}
    assert {f"pictures/{path.name}" for path in drawn_here} == set(pictures())


@pytest.fixture(name="said", scope="module")
def fixture_said():
    return {name: doctor_says(box) for name, box in BOXES.items()}


def test_every_situation_is_quoted_and_each_quote_is_what_the_doctor_says(said):
    guide = (FOLDER / "BUILD.md").read_text()
    quotes = {found["name"]: found["said"] for found in QUOTE.finditer(guide)}
    assert quotes == {name: quoted(name) for name in said}, "run: python -m hardware.wiring --pages"
    assert all(quotes.values()), "a line that matters is there"
    assert guide.count("$ sudo sideline setup") == len(quotes), "no quote without its mark"


def test_the_table_of_faults_begins_its_lines_as_the_doctor_does(said):
    rows = re.findall(r"^\| `(✗ .*?) ?…` \|", (FOLDER / "BUILD.md").read_text(), re.MULTILINE)
    heard = "".join(said.values()) + "✗ Pins: \n✗ Keys: GPIO"
    assert len(rows) == 7
    assert [row for row in rows if row not in heard] == []


def test_without_a_bus_the_rehearsal_fails_as_luma_does():
    with pytest.raises(Exception, match="I2C device not found: /dev/i2c-99"):
        open_device(Kind.SSD1306, bus=99)


def test_the_guide_names_the_pins_of_the_plan():
    guide = (FOLDER / "BUILD.md").read_text()
    steps = {int(step[0]): step for step in re.split(r"^## ", guide, flags=re.MULTILINE) if step[0].isdigit()}
    for bundle in bundles().values():
        told = {(end, int(pin)) for end, pin in re.findall(r"([A-Z]{3}|signal) to pin (\d+)", steps[bundle.step])}
        assert told in (set(), {(wire.end, wire.pin) for wire in bundle.wires})
        ground = next(wire for wire in bundle.wires if wire.end == "GND")
        assert re.search(rf"pin {ground.pin}\b", steps[bundle.step])


@pytest.mark.parametrize("page", ["BUILD.md", "PARTS.md"])
def test_the_lines_for_the_configuration_are_good(page):
    faults, blocks = [], re.findall(r"```toml\n(.*?)```", (FOLDER / page).read_text(), re.DOTALL)
    wirings = [read_wiring(tomllib.loads(block), faults) for block in blocks]
    assert (len(wirings), faults) == (1, [])
    if page == "BUILD.md":
        assert wirings == [Wiring(keys={**Wiring().keys, **SEATS})]
    else:
        assert wirings == [Wiring(prompt=DisplayWiring(channel=0), table=DisplayWiring(channel=1))]


@pytest.mark.parametrize("page", ["BUILD.md", "PARTS.md", "WIRING.md"])
def test_every_picture_and_page_that_is_named_is_there(page):
    named = re.findall(r"\]\(([^)#]+)\)", (FOLDER / page).read_text())
    assert named
    # made from sources of their own
    assert [name for name in named if not (FOLDER / name).exists()] == []


def test_nothing_is_written_over_the_edge_of_a_picture():
    for name, picture in pictures().items():
        width, height = map(float, re.search(r'viewBox="0 0 (\S+) (\S+)"', picture).groups())
        for x, y in re.findall(r'<text x="(\S+)" y="(\S+)"', picture):
            assert 0 <= float(x) < width, name
            assert 0 < float(y) < height - 4, name


@pytest.fixture(name="wireviz")
def fixture_wireviz():
    if shutil.which("dot") is None or find_spec("wireviz") is None:
        pytest.skip("needs graphviz (Debian's package) and wireviz (requirements/test.txt)")


@pytest.mark.slow
@pytest.mark.usefixtures("wireviz")
def test_wireviz_draws_every_wire(tmp_path):
    names = harness.draw(str(tmp_path))
    assert names == ["wiring.yml", "wiring.svg", "wiring.png"]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names)
    picture = (tmp_path / "wiring.svg").read_text()
    for end, (pin, name) in drawn(harness.source()).items():
        assert f"{harness.PI}:{pin}:{name}" in picture, end
    assert (tmp_path / "wiring.png").read_bytes().startswith(b"\x89PNG")


def test_without_graphviz_one_sentence_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingTool, match="sudo apt install graphviz"):
        harness.draw(str(tmp_path))


def test_the_command_writes_what_needs_no_tools_and_names_the_missing_one(tmp_path):
    """In a copy, so that nothing is written here; without a PATH there is no graphviz."""
    for folder in ("hardware", "firmware_py", "drivers", "engine"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "hardware/WIRING.md").unlink()
    shutil.rmtree(tmp_path / "hardware/pictures")
    done = subprocess.run(
        [sys.executable, "-m", "hardware.wiring"],
        cwd=tmp_path,
        env={**os.environ, "PATH": "", "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        check=False,
        text=True,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "graphviz draws the wiring diagram and is not here: sudo apt install graphviz\n"
    assert (tmp_path / "hardware/WIRING.md").read_text() == wiring_page()
    assert (tmp_path / "hardware/BUILD.md").read_text() == (FOLDER / "BUILD.md").read_text()
    assert (tmp_path / "hardware/pictures/step-8.svg").exists()
