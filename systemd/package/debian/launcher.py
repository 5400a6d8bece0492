#!/usr/bin/python3 -ISBXfaulthandler
"""Start Sideline with what lies beside this file, and with nothing else of this machine.

-I: no variable, no folder and no user of this machine adds to Python's path (and so to what runs as the box).
-S: neither do Debian's own Python packages; it also starts sooner.   -B: what root runs leaves no files behind.
-X faulthandler: where it was stuck when the watchdog ended it is in the journal.
"""

import os
import sys

if __name__ == "__main__":
    prefix = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
    sys.path.append(os.path.join(prefix, "lib"))
    from firmware_py.cli import main

    sys.exit(main())
