"""The process that looks: limits of time, a process that dies, and a new one for the next picture."""

import io
import os
import signal
import threading

import pytest
from PIL import Image

from firmware_py.errors import UserError
from firmware_py.runtime import looker as looker_module
from firmware_py.runtime.looker import Looker
from firmware_py.sight.looking import Request
from firmware_py.sight.reading import State


def request():
    file = io.BytesIO()
    Image.new("RGB", (400, 300), (200, 200, 200)).save(file, "JPEG")
    return Request("grey.jpg", file.getvalue(), "inside", None)


def key_of(looker, asked):
    with pytest.raises(UserError) as error:
        looker.look(asked)
    return error.value.why[0].key


def test_a_picture_without_a_sheet_is_told():
    with Looker() as looker:
        assert looker.look(request()).state is State.NO_SHEET


def test_what_takes_too_long_is_given_up_and_the_next_picture_is_read():
    with Looker(time_limit=0) as looker:
        assert key_of(looker, request()) == "look.too-slow"
        looker._time_limit = 20
        assert looker.look(request()).state is State.NO_SHEET


def test_a_process_that_dies_is_told_and_replaced():
    with Looker() as looker:
        looker.look(request())
        process = looker._process
        os.kill(process.pid, signal.SIGKILL)
        assert process.wait(10) == -signal.SIGKILL
        assert key_of(looker, request()) == "look.broke"
        assert looker.look(request()).state is State.NO_SHEET


def test_a_picture_is_given_up_at_the_end_and_no_other_is_looked_at():
    looker, told = Looker(time_limit=3600), []
    looker.look(request())
    os.kill(looker._process.pid, signal.SIGSTOP)  # it hangs
    looking = threading.Thread(target=lambda: told.append(key_of(looker, request())), daemon=True)
    looking.start()
    looker.stop()
    looking.join(30)
    assert told == ["look.broke"]
    assert key_of(looker, request()) == "look.broke"
    assert looker._process is None


def test_a_process_that_cannot_be_started_is_told(monkeypatch):
    monkeypatch.setattr(looker_module, "COMMAND", ("/no/such/program",))
    with Looker() as looker:
        assert key_of(looker, request()) == "look.broke"


def test_no_process_is_left_behind():
    with Looker() as looker:
        looker.look(request())
        process = looker._process
    assert process.poll() is not None
