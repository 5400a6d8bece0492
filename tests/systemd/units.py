"""Reads unit files and udev rules as far as our own go, for the tests."""

import re
from collections import defaultdict
from fnmatch import fnmatchcase
from pathlib import Path

SYSTEMD = Path(__file__).parents[2] / "systemd"
SECONDS = {"": 1, "s": 1, "min": 60}


def read_unit(name):
    """Give every setting of a unit as the list of its values, in their order."""
    settings = defaultdict(list)
    for line in (SYSTEMD / name).read_text().splitlines():
        if line and not line.startswith(("#", "[")):
            key, _, value = line.partition("=")
            settings[key].append(value)
    return settings


def seconds(text):
    number, unit = re.fullmatch(r"(\d+)(s|min)?", text).groups()
    return int(number) * SECONDS[unit or ""]


def layout():
    """Give where each file goes, as the README tells who makes a package."""
    rows = re.findall(r"^\| `([^`]+)` \| `(/[^`]+)` \|", (SYSTEMD / "README.md").read_text(), re.MULTILINE)
    return dict(rows)


def links():
    return re.findall(r"^\| `(\w+\.target\.wants)/([^`]+)` \|", (SYSTEMD / "README.md").read_text(), re.MULTILINE)


# --- udev

RULE = re.compile(r'([A-Z_]+)(?:\{([^}]+)\})?(==|!=|\+=|=)"([^"]*)"(?:, |$)')
FROM_PARENTS = ("ATTRS", "SUBSYSTEMS")


def read_rules():
    """Give each rule as its (key, attribute, operator, value); a line with anything else in it is an error."""
    rules = []
    for line in (SYSTEMD / "udev/60-sideline.rules").read_text().splitlines():
        if line and not line.startswith("#"):
            assert RULE.sub("", line) == "", line
            rules.append(RULE.findall(line))
    return rules


def plug_in(device, parents=()):
    """Let a device go through the rules, as udev would; gives what was assigned.

    A device is a dict such as `{"SUBSYSTEM": "tty", "ATTR{product}": "…"}`, and so is each of its parents.
    """
    given, label = {}, None
    for rule in read_rules():
        if label is not None and ("LABEL", "", "=", label) not in rule:
            continue
        label = None
        wanted = [token for token in rule if token[2] in {"==", "!="}]
        own = [token for token in wanted if token[0] not in FROM_PARENTS]
        above = [token for token in wanted if token[0] in FROM_PARENTS]
        lineage = [device, *parents]
        if all(_holds(token, {**device, **given}) for token in own) and (
            not above or any(all(_holds(token, each, "S") for token in above) for each in lineage)
        ):
            for key, attribute, operator, value in rule:
                if operator in {"=", "+="} and key == "GOTO":
                    label = value
                elif operator in {"=", "+="} and key != "LABEL":
                    given[f"{key}{{{attribute}}}" if attribute else key] = value
    assert label is None, f"no label {label}"
    return given


def _holds(token, device, suffix=""):
    key, attribute, operator, value = token
    if key == "TEST":
        return f"ATTR{{{value}}}" in device
    name = f"{key.removesuffix(suffix)}{{{attribute}}}" if attribute else key.removesuffix(suffix)
    is_like = any(fnmatchcase(device.get(name, ""), pattern) for pattern in value.split("|"))
    return is_like is (operator == "==")
