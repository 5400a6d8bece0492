"""The part of `sideline doctor` for the camera: is it found, does it see the sheet, is it sharp, is it fast."""

from __future__ import annotations

import time

from drivers.camera import AUTO, Camera, CameraFault, CameraReason, finder
from engine import GAMES
from engine.verdicts import Sentence, say
from firmware_py.commands.checks.finding import Finding, together
from firmware_py.errors import UserError
from firmware_py.runtime.looker import Looker
from firmware_py.sight.looking import Request, Seen
from firmware_py.sight.reading import State

LEAST_DOTS = 3.0
"""Dots of a module of a corner tag; soft pictures need four."""
BAD = frozenset({State.NO_SHEET, State.DARK})
MOST_CORNERS = 4


def check_camera(program: str) -> Finding | None:
    """Return what is wrong with the camera, and what it sees; None if there is none, and none is named."""
    remedy = say("doctor.do-camera")
    try:
        with Camera(finder(program)) as camera, Looker() as looker:
            looker.look(_request(camera.picture()))  # the process that looks has to be started
            picture, began = camera.picture(), time.monotonic()
            seen = looker.look(_request(picture))
            seconds = time.monotonic() - began
    except CameraFault as fault:
        if fault.reason is CameraReason.ABSENT and program == AUTO:
            return None
        return Finding("camera", say(f"part.{fault.reason.value}"), remedy, fault.detail)
    except UserError as error:
        return Finding("camera", together(error.why), remedy)
    corners = min(MOST_CORNERS, len(seen.tags))
    tenths = round(10 * seen.sharpness)
    name = say("doctor.camera", corners=corners, dots=f"{tenths / 10:g}", seconds=f"{seconds:.1f}")
    return Finding("camera", _wrong(seen), say("doctor.do-sheet"), name=name)


def _request(picture: bytes) -> Request:
    """Return what is asked of a picture: only the sheet, of no match."""
    return Request("camera", picture, next(iter(GAMES)), None)


def _wrong(seen: Seen) -> Sentence | None:
    if seen.state in BAD:
        return say(f"look.state-{seen.state.value}")
    return say("doctor.soft", least=f"{LEAST_DOTS:g}") if seen.sharpness < LEAST_DOTS else None
