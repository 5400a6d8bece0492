"""The notices before the first act of a match: the box shows them until somebody acts, on whichever screen."""

import pytest

from engine.acts import read_act
from engine.game import Setup
from firmware_py.ui.flows.match import begin
from firmware_py.ui.stack.phone_stack import PhoneStack
from tests.firmware_py.ui.stacks import PLAIN, box, new_stack, press, said, text

CARD = "card 4: 3 2 1 1 / -4"


@pytest.mark.parametrize("read_at_the_box", [0, 1])
def test_the_opening_goes_away_when_somebody_plays_on_a_phone(read_at_the_box):
    stack = new_stack(config=PLAIN._replace(teaching=True))
    begin(stack, Setup("insider", ("Anna", "Ben")))
    for _ in range(read_at_the_box):
        press(stack, "OK")
    assert text(stack)
    phone = PhoneStack(stack)
    box(phone).submit(read_act(CARD))
    assert said(stack) == [CARD]
    assert box(stack).dialog is None
