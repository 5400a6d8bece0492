"""The command `sideline` for tests: as a process of its own, or as a call in this one, which is quicker."""

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from firmware_py.cli import main

SIDELINE = Path(sys.executable).with_name("sideline")


def sideline(*arguments, given="", cwd=None, env=None, **environment):
    """Run the command as people do; give its exit status, what it prints, and its errors.

    Its environment is ours, or `env`, with more of it by name.
    """
    done = subprocess.run(
        [SIDELINE, *map(str, arguments)],
        input=given.encode() if isinstance(given, str) else given,
        capture_output=True,
        check=False,
        timeout=60,
        cwd=cwd,
        env={**(os.environ if env is None else env), **environment},
    )
    assert b"Traceback" not in done.stderr
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def call_sideline(*arguments, given=""):
    """Call the command in this process; give what `sideline` gives."""
    streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2)]
    typed = io.TextIOWrapper(io.BytesIO(given.encode() if isinstance(given, str) else given), encoding="utf-8")
    with redirect_stdout(streams[0]), redirect_stderr(streams[1]), patch.object(sys, "stdin", typed):
        status = main([*map(str, arguments)])
    for stream in streams:
        stream.flush()
    return status, *(stream.buffer.getvalue().decode() for stream in streams)
