"""The eye on drawn pictures: good ones are read whole, and no tag is told that is not there."""

import random

import pytest

from tests.depth import depth
from tests.hardware import eye_rates
from tests.hardware.eye_pictures import MIXTURE, picture
from tests.hardware.eye_rates import Rates, read, wrong_tags

GOAL = 0.99
MANY = 500


@pytest.mark.parametrize("kind", MIXTURE)
def test_no_tag_is_told_that_is_not_there(kind):
    chance = random.Random(8)
    for _ in range(depth(4, full=40)):
        drawn = picture(chance, kind)
        assert wrong_tags(drawn.scene, read(drawn.image)) == []


@pytest.mark.parametrize(("kind", "states"), [("hand", {"hidden"}), ("away", {"no-frame"})])
def test_a_hand_and_a_missing_frame_are_told(kind, states):
    chance = random.Random(9)
    assert {read(picture(chance, kind).image)[0] for _ in range(depth(5, full=60))} == states


def test_the_command_tells_the_rates_and_keeps_what_went_wrong(capsys, tmp_path, monkeypatch):
    sheet = tmp_path / "sheet.png"
    assert eye_rates.main(["--seed", "5", "--count", "4", "--sheet", str(sheet)]) == 0
    assert "seed 5, 4 pictures" in capsys.readouterr().out
    assert sheet.exists()
    monkeypatch.setattr(eye_rates, "read", lambda _image: ("seen", (47, 1, 1, 0)))
    assert eye_rates.main(["--seed", "5", "--count", "2", "--kind", "bare", "--wrong", str(tmp_path)]) == 1
    assert "a tag that is not there: 2" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("seed", [401, 402, 403, 404])
def test_two_thousand_pictures_are_read_rightly_or_not_at_all(seed):
    """`make test-eye` tries fresh ones."""
    chance, rates = random.Random(seed), Rates()
    for _ in range(MANY):
        assert not rates.add(*picture(chance)), f"seed {seed}"
    assert rates.share("good") >= GOAL, f"seed {seed}"
