"""The wiring: the pins, displays and ports of this box, as configured.

>>> faults = []
>>> wiring = read_wiring({"keys": {"ok": 4}, "table": {"kind": "sh1106", "address": 61}}, faults)
>>> wiring.keys["ok"], wiring.table, faults
(4, DisplayWiring(kind='sh1106', bus=1, address=61, channel=None, interface='i2c', dc=24, reset=25), [])
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from engine.acts import shown
from engine.values import KeyPath, number, table, yes_or_no
from engine.verdicts import Sentence, say
from firmware_py.config.boards import BOARDS, NO_BUZZER, with_board
from firmware_py.config.events import Events, events_lines, read_events
from firmware_py.config.mqtt import Mqtt, mqtt_lines, read_mqtt

MODES = ("auto", "real", "simulated")
KINDS = ("ssd1306", "ssd1309", "sh1106")
INTERFACES = ("i2c", "spi")
CENTRE = "centre"
"""The middle of a stick: another ok."""
KEYS = ("up", "down", "left", "right", "ok", "back", CENTRE, "1", "2", "3", "4", "5", "6")
PINS = range(28)
KEY_PINS = range(4, 28)
"""GPIO 0 to 3 belong to the HAT's memory and to I²C, and have resistors of their own."""
PORTS = range(1, 65536)
LONGEST_PORT = 200
LONGEST_PROGRAM = 1000
LONGEST_INTERFACE = 16


class DisplayWiring(NamedTuple):
    """A display: its controller and its address on the bus."""

    kind: str = "ssd1306"
    bus: int = 1
    address: int = 0x3C
    channel: int | None = None
    """The channel of a TCA9548A, if the display is connected through one."""
    interface: str = "i2c"
    """`i2c`, or `spi`: then `address` and `channel` mean nothing."""
    dc: int = 24
    reset: int = 25
    """The two pins that a display on SPI needs besides."""

    @property
    def path(self) -> str:
        """The device of the kernel that it is reached by."""
        return f"/dev/spidev{self.bus}.0" if self.interface == "spi" else f"/dev/i2c-{self.bus}"


class Network(NamedTuple):
    """The network interfaces and the port on which the table page is served."""

    interfaces: tuple[str, ...] = ()
    """Their names. If empty: all interfaces that are up on a real box, localhost only without hardware."""
    port: int = 8080


class Wiring(NamedTuple):
    """The hardware of the box."""

    mode: str = "auto"
    """`auto`: real hardware if there is any."""
    keys: Mapping[str, int] = {"up": 5, "down": 6, "left": 13, "right": 19, "ok": 26, "back": 21}
    """GPIO numbers by key; the six seat keys are named 1 to 6."""
    prompt: DisplayWiring = DisplayWiring()
    table: DisplayWiring = DisplayWiring(address=0x3D)
    buzzer: int | None = 18
    dice: str = "auto"
    """A port, `auto`, or `none`."""
    network: Network = Network()
    poll_keys: bool = False
    """Read the levels of the keys all the time, because their pins report no edges."""
    camera: str = "auto"
    """A program that writes JPEGs to its standard output, `auto`, or `none`."""
    mqtt: Mqtt = Mqtt()
    board: str = ""
    """The ready board that the rest comes from (`boards`)."""
    keyboard: str = "auto"
    """A device of a USB keyboard, `auto` (every one, on a real box), or `none`."""
    events: Events = Events()

    @property
    def pins(self) -> dict[int, str]:
        """The key of each pin."""
        return {pin: "ok" if name == CENTRE else name for name, pin in self.keys.items()}


TABLES = (
    *("hardware", "board", "poll_keys", "keys", "keyboard"),
    *("prompt", "table", "buzzer", "dice", "camera", "network", "mqtt", "events"),
)
"""The keys of a configuration that describe the wiring."""


def read_wiring(values: Mapping[str, object], faults: list[tuple[KeyPath, Sentence]]) -> Wiring:
    """Return the wiring of a configuration; append every fault with its place to `faults`."""
    wiring = Wiring()
    mode = _choice(values.get("hardware", wiring.mode), MODES, ("hardware",), faults)
    board = _choice(values.get("board", wiring.board), ("", *BOARDS), ("board",), faults)
    values = with_board(values)
    poll_keys = yes_or_no(values.get("poll_keys", wiring.poll_keys), ("poll_keys",), faults)
    keys = dict(wiring.keys)
    for name, pin in table(values.get("keys", {}), KEYS, ("keys",), faults).items():
        if name in KEYS:
            keys[name] = number(pin, KEY_PINS, ("keys", name), faults)
    pin = table(values.get("buzzer", {}), ("pin",), ("buzzer",), faults).get("pin", wiring.buzzer)
    buzzer = number(pin, range(NO_BUZZER, len(PINS)), ("buzzer", "pin"), faults)
    prompt, table_display = (_display(values, name, getattr(wiring, name), faults) for name in ("prompt", "table"))
    pins = [*keys.values(), buzzer, *_pins_of(prompt)]
    twice = sorted({pin for pin in pins if pins.count(pin) > 1})
    faults.extend((("keys",), say("config.pin-twice", pin=pin)) for pin in twice)
    return Wiring(
        mode,
        keys,
        prompt,
        table_display,
        None if buzzer == NO_BUZZER else buzzer,
        _port(values, "dice", wiring.dice, faults),
        _network(values, faults),
        poll_keys,
        _camera(values, faults),
        read_mqtt(values, faults),
        board,
        _port(values, "keyboard", wiring.keyboard, faults),
        read_events(values, faults),
    )


def _pins_of(display: DisplayWiring) -> tuple[int, ...]:
    return (display.dc, display.reset) if display.interface == "spi" else ()


def _port(values: Mapping[str, object], name: str, default: str, faults: list[tuple[KeyPath, Sentence]]) -> str:
    """Return the port of a device, or one of the words in its place."""
    port = table(values.get(name, {}), ("port",), (name,), faults).get("port", default)
    if not isinstance(port, str) or not 0 < len(port) <= LONGEST_PORT:
        faults.append(((name, "port"), say("config.no-port", given=shown(port))))
        return default
    return port


def _camera(values: Mapping[str, object], faults: list[tuple[KeyPath, Sentence]]) -> str:
    """Return the program of the camera, or one of the words in its place."""
    program = table(values.get("camera", {}), ("program",), ("camera",), faults).get("program", "auto")
    if not isinstance(program, str) or not 0 < len(program) <= LONGEST_PROGRAM:
        faults.append((("camera", "program"), say("config.no-program", given=shown(program))))
        return "auto"
    return program


def _network(values: Mapping[str, object], faults: list[tuple[KeyPath, Sentence]]) -> Network:
    given = table(values.get("network", {}), Network._fields, ("network",), faults)
    names = given.get("interfaces", [])
    is_good = isinstance(names, list) and all(
        isinstance(name, str) and 0 < len(name) < LONGEST_INTERFACE for name in names
    )
    if not is_good:
        faults.append((("network", "interfaces"), say("config.no-interfaces", given=shown(names))))
    port = number(given.get("port", Network().port), PORTS, ("network", "port"), faults)
    return Network(tuple(map(str, names)) if isinstance(names, list) and is_good else (), port)


def _display(
    values: Mapping[str, object], name: str, default: DisplayWiring, faults: list[tuple[KeyPath, Sentence]]
) -> DisplayWiring:
    given = table(values.get(name, {}), DisplayWiring._fields, (name,), faults)
    channel = given.get("channel")
    return DisplayWiring(
        _choice(given.get("kind", default.kind), KINDS, (name, "kind"), faults),
        number(given.get("bus", default.bus), range(256), (name, "bus"), faults),
        number(given.get("address", default.address), range(0x03, 0x78), (name, "address"), faults),
        None if channel is None else number(channel, range(8), (name, "channel"), faults),
        _choice(given.get("interface", default.interface), INTERFACES, (name, "interface"), faults),
        number(given.get("dc", default.dc), PINS, (name, "dc"), faults),
        number(given.get("reset", default.reset), PINS, (name, "reset"), faults),
    )


def _choice(value: object, known: tuple[str, ...], place: KeyPath, faults: list[tuple[KeyPath, Sentence]]) -> str:
    if not isinstance(value, str) or value not in known:
        faults.append((place, say("config.no-such", given=shown(value), known=tuple(filter(None, known)))))
        return known[0]
    return value


def wiring_lines(wiring: Wiring) -> list[str]:
    """Return the wiring as lines of a configuration.

    >>> wiring_lines(Wiring())[:3]
    ['hardware = "auto"', 'poll_keys = false', '[keyboard]']
    """
    lines = [f'hardware = "{wiring.mode}"', f"poll_keys = {str(wiring.poll_keys).lower()}"]
    lines += [f'board = "{wiring.board}"'] if wiring.board else []
    lines += ["[keyboard]", f'port = "{wiring.keyboard}"']
    lines += ["[keys]", *(f"{name} = {pin}" for name, pin in wiring.keys.items())]
    for name, display in (("prompt", wiring.prompt), ("table", wiring.table)):
        lines += [
            f"[{name}]",
            f'kind = "{display.kind}"',
            f"bus = {display.bus}",
        ]
        if display.interface == "spi":
            lines += ['interface = "spi"', f"dc = {display.dc}", f"reset = {display.reset}"]
        else:
            lines.append(f"address = 0x{display.address:02x}")
        if display.channel is not None:
            lines.append(f"channel = {display.channel}")
    lines += ["[buzzer]", f"pin = {NO_BUZZER if wiring.buzzer is None else wiring.buzzer}"]
    names = ", ".join(f'"{name}"' for name in wiring.network.interfaces)
    lines += ["[dice]", f'port = "{wiring.dice}"']
    lines += ["[camera]", f"program = {json.dumps(wiring.camera, ensure_ascii=False)}"]
    lines += ["[network]", f"interfaces = [{names}]", f"port = {wiring.network.port}"]
    return [*lines, *mqtt_lines(wiring.mqtt), *events_lines(wiring.events)]
