"""A camera is a program: real child processes that write real JPEGs, slowly, wrongly or without end."""

import io
import os
import select
import signal
import sys
import threading
from pathlib import Path

import pytest
from PIL import Image

from drivers import camera as camera_module
from drivers.camera import Camera, CameraFault, CameraReason, CameraTiming, end_of_picture, find_camera, finder

PYTHON = (sys.executable, "-S", "-c")
QUICK = CameraTiming(first_seconds=30.0, next_seconds=30.0)


def jpeg(brightness: int, *, thumbnail: bool = False) -> bytes:
    """Return a picture of one brightness; with a thumbnail it has an end within."""
    file = io.BytesIO()
    exif = Image.Exif()
    if thumbnail:
        exif[0x010E] = jpeg(1).decode("latin-1")
    Image.new("L", (64, 48), brightness).save(file, "JPEG", exif=exif)
    return file.getvalue()


def program(folder: Path, body: str, **pictures: bytes) -> tuple[str, ...]:
    """Return the command of a program that can write pictures by name."""
    for name, data in pictures.items():
        (folder / name).write_bytes(data)
    start = f"import os, sys, time; os.chdir({str(folder)!r})\n"
    start += "def write(data): sys.stdout.buffer.write(data); sys.stdout.buffer.flush()\n"
    start += "def file(name): return open(name, 'rb').read()\n"
    return (*PYTHON, start + body)


def brightness(picture: bytes) -> int:
    """Return how bright the middle of a picture is; it must be a whole one."""
    return Image.open(io.BytesIO(picture)).convert("L").getpixel((32, 24))


def test_pictures_come_whole_however_they_are_cut(tmp_path):
    body = "for at in range(len(file('one'))): write(file('one')[at:at+1])\ntime.sleep(99)"
    one = jpeg(200, thumbnail=True)
    with Camera(lambda: program(tmp_path, body, one=one), QUICK) as camera:
        assert camera.picture() == one


def test_only_the_newest_picture_is_returned(tmp_path):
    body = "write(file('old') * 5 + file('new')); open('done', 'w').close(); time.sleep(99)"
    with Camera(lambda: program(tmp_path, body, old=jpeg(40), new=jpeg(220)), QUICK) as camera:
        seen = brightness(camera.picture())
        while seen < 200:  # all that was written before is skipped
            seen = brightness(camera.picture())


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("sys.stderr.write('no such camera\\n'); sys.exit(3)", CameraReason.ENDED),
        ("write(b'not a picture')", CameraReason.GARBAGE),
        ("write(b'\\xff\\xd8\\xff\\xe0' + b'\\xff' * 1000 + b'\\0' * 9_000_000)", CameraReason.TOO_LARGE),
        ("write(file('one')[:-2])\nwhile True: write(b'\\0' * 65536)", CameraReason.TOO_LARGE),
    ],
)
def test_a_program_that_fails_is_named(tmp_path, body, reason):
    with Camera(lambda: program(tmp_path, body, one=jpeg(9)), QUICK) as camera:
        with pytest.raises(CameraFault) as fault:
            camera.picture()
        assert fault.value.reason is reason
        assert not camera.is_running
        assert fault.value.detail == ("no such camera" if reason is CameraReason.ENDED else "")


def test_a_silent_program_is_named_and_ended(tmp_path):
    with Camera(lambda: program(tmp_path, "time.sleep(99)"), CameraTiming(first_seconds=0.1)) as camera:
        with pytest.raises(CameraFault) as fault:
            camera.picture()
        assert fault.value.reason is CameraReason.SILENT


def test_a_camera_that_dies_is_found_again(tmp_path):
    body = "write(file('one'))"
    with Camera(lambda: program(tmp_path, body, one=jpeg(130)), QUICK) as camera:
        assert brightness(camera.picture()) == 130
        with pytest.raises(CameraFault) as fault:
            camera.picture()
        assert fault.value.reason is CameraReason.ENDED
        assert brightness(camera.picture()) == 130


def test_a_program_that_floods_has_to_wait(tmp_path):
    body = "while True: write(file('one') * 100)"
    with Camera(lambda: program(tmp_path, body, one=jpeg(70)), QUICK) as camera:
        assert [brightness(camera.picture()) for _ in range(3)] == [70, 70, 70]


def test_what_a_program_has_started_ends_with_it(tmp_path):
    child = "import time; time.sleep(99)"
    body = (
        f"import subprocess\nchild = subprocess.Popen([sys.executable, '-S', '-c', {child!r}])\n"
        "open('child', 'w').write(str(child.pid)); write(file('one')); time.sleep(99)"
    )
    with Camera(lambda: program(tmp_path, body, one=jpeg(70)), QUICK) as camera:
        camera.picture()
        child_ends = os.pidfd_open(int((tmp_path / "child").read_text()))
    ready, _, _ = select.select([child_ends], [], [], 30)
    os.close(child_ends)
    assert ready, "it runs on"


def test_a_head_of_endless_segments_is_no_picture():
    head = b"\xff\xd8" + b"\xff\xe0\0\2" * 2000
    assert end_of_picture(bytearray(head[:4002] + jpeg(9)[2:])) is None
    assert end_of_picture(bytearray(head[:42] + jpeg(9)[2:])) == len(jpeg(9)) + 40


def test_what_keeps_the_pipes_of_a_program_open_does_not_hold_up_its_end(tmp_path, monkeypatch):
    monkeypatch.setattr(camera_module, "END_SECONDS", 0.1)
    child = "import time; time.sleep(99)"
    body = (
        f"import subprocess\nchild = [sys.executable, '-S', '-c', {child!r}]\n"
        "child = subprocess.Popen(child, start_new_session=True)\n"
        "open('child', 'w').write(str(child.pid)); write(file('one')); time.sleep(99)"
    )
    camera = Camera(lambda: program(tmp_path, body, one=jpeg(70)), QUICK)
    camera.picture()
    stopping = threading.Thread(target=camera.stop, daemon=True)
    stopping.start()
    stopping.join(30)
    is_held_up = stopping.is_alive()
    os.kill(int((tmp_path / "child").read_text()), signal.SIGKILL)
    assert not is_held_up


@pytest.mark.parametrize("name", ["/no/such/program", "", "'", "none"])
def test_without_a_program_the_camera_is_absent(name):
    with Camera(finder(name)) as camera, pytest.raises(CameraFault) as fault:
        camera.picture()
    assert fault.value.reason is CameraReason.ABSENT


def devices(folder: Path, **named: tuple[str, str, str]) -> str:
    """Make video devices like the kernel's: name, index, where they are connected."""
    for device, (name, index, where) in named.items():
        node = folder / device
        node.mkdir()
        (node / "name").write_text(name + "\n")
        (node / "index").write_text(index + "\n")
        (folder / where).mkdir(parents=True, exist_ok=True)
        os.symlink(folder / where, node / "device")
    return str(folder / "video*")


CODECS = {"video10": ("bcm2835-codec-decode", "0", "platform/vchiq")}
WEBCAM = {"video0": ("HD Webcam: HD Webcam", "0", "bus/usb1/1-1"), "video1": ("HD Webcam", "1", "bus/usb1/1-1")}


@pytest.mark.parametrize(
    ("connected", "installed", "starts"),
    [
        (CODECS, ("rpicam-vid", "ffmpeg"), None),
        (CODECS | WEBCAM, ("rpicam-vid", "ffmpeg"), "ffmpeg"),
        (WEBCAM, ("v4l2-ctl",), "v4l2-ctl"),
        (WEBCAM, (), None),
        (CODECS | {"video0": ("unicam-image", "0", "soc")}, ("rpicam-vid",), "rpicam-vid"),
        ({"video0": ("rp1-cfe-csi2_ch0", "0", "soc")}, ("libcamera-vid",), "libcamera-vid"),
    ],
)
def test_cameras_are_found_by_themselves(tmp_path, connected, installed, starts):
    found = find_camera(devices(tmp_path, **connected), lambda name: name if name in installed else None)
    assert (found and found[0]) == starts
