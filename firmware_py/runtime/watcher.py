"""Watches the table with a camera: pictures are taken and looked at in a thread, for the match that wants them.

    watch(wanted) ──> a picture ──> the process that looks ──> `Looked`, when something has changed
    watch(None)   ──> the camera is off

At most one picture a second is looked at while nothing moves. The keys never wait for any of this.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import NamedTuple, Protocol

from drivers.camera import CameraFault, CameraReason
from firmware_py.errors import UserError
from firmware_py.sight.looking import Looked, Looker, Seen, Wanted
from firmware_py.sight.reading import State

CALM_SECONDS, MOVING_SECONDS, RETRY_SECONDS = 1.0, 0.3, 10.0
"""Pauses between two pictures: nothing moves, something does, there was none."""
STOP_SECONDS = 0.5
"""How often a camera that was just switched on is switched off again."""
MOVING = frozenset({State.MOVING, State.HAND, State.LIGHT})


class CameraState(NamedTuple):
    """Whether the camera works."""

    why: str = ""
    """The key of what is wrong, after `part.`; empty if it works."""
    detail: str = ""
    """What its program says."""


class Camera(Protocol):
    """A camera, real or simulated."""

    def picture(self) -> bytes:
        """Return the newest picture, each only once. Raises a `CameraFault`."""

    def stop(self) -> None:
        """Switch it off; the next picture switches it on again."""


class Watcher:
    """Takes pictures while a match wants them."""

    def __init__(self, camera: Camera, looker: Looker, put: Callable[[object], object]) -> None:
        """Start nothing yet; `put` gets `Looked` and `CameraState`, on a thread of its own."""
        self._camera, self._looker, self._put = camera, looker, put
        self._changed = threading.Condition()
        self._wanted: Wanted | None = None
        self._is_stopping = False
        self._is_on = False
        """Whether the camera may be on; for the thread."""
        self._thread: threading.Thread | None = None
        self._state: CameraState | None = None
        self._last: Looked | None = None

    def watch(self, wanted: Wanted | None) -> None:
        """Look for a position of a match from now on, or for none; this does not wait."""
        with self._changed:
            if wanted is self._wanted:
                return
            self._wanted = wanted
            self._changed.notify_all()
        if wanted is not None and self._thread is None:
            self._thread = threading.Thread(target=self._run, name="watcher", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Switch the camera off for good; a picture is finished first, or given up by the looker."""
        with self._changed:
            self._is_stopping = True
            self._changed.notify_all()
        while self._thread is not None and self._thread.is_alive():
            self._camera.stop()  # nobody waits for its next picture any more
            self._thread.join(STOP_SECONDS)
        self._camera.stop()

    def _run(self) -> None:
        while (wanted := self._next()) is not None:
            self._pause(wanted, self._look(wanted))

    def _next(self) -> Wanted | None:
        """Wait until pictures are wanted; None if they never will be."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._is_on or self._wanted is not None or self._is_stopping)
                if self._is_stopping or self._wanted is not None:
                    return None if self._is_stopping else self._wanted
            self._camera.stop()  # without the lock: it takes a moment, and `watch` must not wait
            self._is_on, self._last = False, None

    def _pause(self, wanted: Wanted, seconds: float) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._wanted is not wanted or self._is_stopping, seconds)

    def _look(self, wanted: Wanted) -> float:
        """Look at one picture; return the seconds to the next."""
        self._is_on = True
        try:
            picture = self._camera.picture()
            seen = self._looker.look(wanted.request(picture))
        except CameraFault as fault:
            self._tell(CameraState(fault.reason.value, fault.detail))
            return RETRY_SECONDS
        except UserError:  # it is no picture, or takes too long
            self._tell(CameraState(CameraReason.GARBAGE.value))
            return RETRY_SECONDS
        self._tell(CameraState())
        self._report(wanted, seen, picture)
        return MOVING_SECONDS if seen.state in MOVING else CALM_SECONDS

    def _tell(self, state: CameraState) -> None:
        if self._state is None or state.why != self._state.why:  # a program may say something else each time
            self._state = state
            self._put(state)

    def _report(self, wanted: Wanted, seen: Seen, picture: bytes) -> None:
        """Report what is seen, once more when it is seen again, and then no more until it changes."""
        before = self._last
        is_again = before is not None and before.wanted is wanted and _means(before.seen) == _means(seen)
        if is_again and before is not None and before.is_again:
            return
        self._last = Looked(wanted, seen, is_again, picture)
        self._put(self._last)


def _means(seen: Seen) -> tuple[object, ...]:
    """Return what follows from a picture: noise in what was read does not matter."""
    return seen.state in MOVING, seen.state, seen.finding, seen.behind
