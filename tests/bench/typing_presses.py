"""How many presses it takes to type values in, question by question.

Unlike `presses.py` this follows one path: each question is answered with the fewest presses, with arrows and ok
or with numbered keys.
"""

from collections.abc import Sequence

from firmware_py.display.shapes import Shape
from firmware_py.ui.match.screen import MatchScreen
from tests.firmware_py.ui.fingers import way
from tests.firmware_py.ui.stacks import press


def typed(box: MatchScreen, values: Sequence[str], *, seat_keys: bool = False) -> int:
    """Answer questions by the values of their answers; return the presses."""
    return sum(_answer(box, value, seat_keys=seat_keys) for value in values)


def _answer(box: MatchScreen, value: str, *, seat_keys: bool) -> int:
    navigator = box.turn.navigator
    assert navigator is not None
    at = [option.step.value for option in navigator.options].index(value)
    step = navigator.options[at].step
    if navigator.shape is Shape.CROSS:
        assert step.side is not None
        press(box, step.side.name)
        return 1
    digits = value.removeprefix("-")
    if seat_keys and digits and set(digits) <= set("123456") and navigator.shape in {Shape.GRID, Shape.NUMBER}:
        keys = [f"SEAT_{digit}" for digit in digits]
        if navigator.shape is Shape.GRID or len(keys) == 1:
            press(box, *keys)
            return len(keys)
    keys = [key.name for key in way(navigator, at)]
    press(box, *(f"{key}!" for key in keys), "OK")
    return len(keys) + 1
