"""The boot configuration of a Raspberry Pi as text: I²C with our own lines, and a read-only root.

Our lines are between two markers. Everything else belongs to the owner and is never changed.

>>> text = turned_on("dtparam=audio=on")
>>> print(text)
dtparam=audio=on
# >>> sideline: written by "sudo sideline setup"; "sudo sideline setup --undo" takes it out
[all]
dtparam=i2c_arm=on,i2c_arm_baudrate=400000
# <<< sideline
>>> turned_on(text) == text
True
>>> without_ours(text)
'dtparam=audio=on'
"""

from __future__ import annotations

from collections.abc import Iterator

FAST = 400_000
"""Bits per second. A whole picture takes 23 ms; at the default of 100,000 it would take 93 ms."""
MOST_DIGITS = 9
BEGIN, END = "# >>> sideline", "# <<< sideline"
LINES = (
    f'{BEGIN}: written by "sudo sideline setup"; "sudo sideline setup --undo" takes it out',
    "[all]",  # the owner's last line may be in another section
    f"dtparam=i2c_arm=on,i2c_arm_baudrate={FAST}",
    END,
)
SPI_LINE = "dtparam=spi=on"
"""For a display on SPI; it takes GPIO 7 to 11."""
SWITCHES = ("i2c_arm", "i2c", "i2c1")
SPEEDS = ("i2c_arm_baudrate", "i2c_baudrate", "i2c1_baudrate")
OVERLAY = "overlayroot"
"""The parameter of the kernel that Debian's package of this name reads."""
OVERLAY_IN_MEMORY = f"{OVERLAY}=tmpfs:recurse=0"
"""What is written to the root stays in memory; other partitions, such as the boot files, stay as they are."""
ON = ("on", "true", "yes", "1", "")


def is_fast(text: str) -> bool:
    r"""Return whether I²C is on and fast on every Pi that starts with this configuration.

    The last setting counts. A setting for some models only, such as `[pi4]`, counts only if it turns I²C off.

    >>> is_fast("dtparam=i2c=on,i2c_baudrate=1000000"), is_fast("dtparam=i2c_arm=on")
    (True, False)
    >>> is_fast("[pi4]\ndtparam=i2c_arm=on,i2c_arm_baudrate=400000")
    False
    """
    is_on = has_speed = False
    for is_certain, name, value in _parameters(text):
        if name in SWITCHES:
            is_on = value in ON and (is_certain or is_on)
        elif name in SPEEDS:
            has_speed = _is_enough(value) and (is_certain or has_speed)
    return is_on and has_speed


def has_spi(text: str) -> bool:
    """Return whether SPI is on on every Pi that starts with this configuration; the last setting counts."""
    is_on = False
    for is_certain, name, value in _parameters(text):
        if name == "spi":
            is_on = value in ON and (is_certain or is_on)
    return is_on


def turned_on(text: str, *, with_spi: bool = False) -> str:
    """Return the text with our lines at the end, or unchanged if I²C is already on and fast (and SPI on)."""
    if is_fast(text) and (has_spi(text) or not with_spi):
        return text
    lines = without_ours(text).split("\n")
    ending = [lines.pop()] if not lines[-1] else []
    *ours, end = LINES
    return "\n".join([*lines, *ours, *([SPI_LINE] if with_spi else []), end, *ending])


def without_ours(text: str) -> str:
    """Return the text without our lines; a marker without its counterpart is not ours."""
    kept: list[str] = []
    begins: list[int] = []
    for line in text.split("\n"):
        kept.append(line)
        if line.startswith(BEGIN):
            begins.append(len(kept) - 1)
        elif line.strip() == END and begins:
            del kept[begins.pop() :]
    return "\n".join(kept)


def with_overlay(text: str) -> str:
    r"""Return the command line of the kernel with a read-only root.

    >>> with_overlay("console=tty1 rootwait\n")
    'console=tty1 rootwait overlayroot=tmpfs:recurse=0\n'
    """
    line, *rest = without_overlay(text).split("\n")
    return "\n".join([f"{line} {OVERLAY_IN_MEMORY}".lstrip(), *rest])


def without_overlay(text: str) -> str:
    r"""Return the command line of the kernel without a read-only root, whoever has set it.

    >>> without_overlay("overlayroot=tmpfs console=tty1 rootwait\n")
    'console=tty1 rootwait\n'
    """
    line, *rest = text.split("\n")
    words = [word for word in line.split(" ") if word.partition("=")[0] != OVERLAY]
    return "\n".join([" ".join(words), *rest])


def _parameters(text: str) -> Iterator[tuple[bool, str, str]]:
    """Yield each device tree parameter: whether it applies to every model, its name and its value."""
    is_certain = True
    for line in map(str.strip, text.split("\n")):
        if line.startswith("["):
            is_certain = line.lower() == "[all]"
        key, _, parameters = line.partition("=")
        if key.strip() in {"dtparam", "device_tree_param"}:
            for parameter in parameters.split(","):
                name, _, value = parameter.partition("=")
                yield is_certain, name.strip(), value.strip().lower()


def _is_enough(speed: str) -> bool:
    return speed.isdecimal() and len(speed) <= MOST_DIGITS and int(speed) >= FAST
