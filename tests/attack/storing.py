"""What the box does with its journal, as quickly as it can, until it is killed.

    SIDELINE_DATA=FOLDER python -m tests.attack.storing SEED

Each line on the standard output says what is about to be done (`try`, with the number of acts), or what was done.
"""

import os
import random
import sys
from contextlib import closing
from pathlib import Path

from engine.game import Setup
from firmware_py.backups import backup, restore
from firmware_py.storage.journal import Journal
from firmware_py.storage.paths import journal_file
from firmware_py.storage.reconcile import open_journal

SETUP = Setup("inside", ("Anna", "Ben"))
MOST_UNDOS = 40


def tell(*words: object) -> None:
    """Print a line, at once."""
    print(*words, flush=True)


def opened() -> Journal:
    """Open the journal as the box does at its start."""
    if restore.restore_accepted():
        tell("restored")
    work = open_journal(journal_file())
    work.finish()
    return work.journal


def store(journal: Journal, chance: random.Random) -> None:
    """Begin a match, or store an act or many undos at once."""
    number = journal.entries()[0].number if journal.entries() else 0
    if not number or chance.random() < 0.1:
        tell("try", number + 1, 0)
        tell("kept", journal.begin(SETUP, date="2026-11-20"), 0)
        return
    count, place = chance.choice((1, 1, 2, MOST_UNDOS)), len(journal.lines(number))
    tell("try", number, count)
    journal.keep(number, place, *["undo"] * count)
    tell("kept", number, count)


def main(seed: str) -> None:
    """Store, back up, restore and make the database again until somebody kills this program."""
    chance, packed = random.Random(seed), b""
    journal = opened()
    while True:
        match chance.choice(("store",) * 12 + ("backup", "restore", "rebuild")):
            case "store":
                store(journal, chance)
            case "backup":
                packed = backup.pack("2026-11-20")
                tell("packed")
            case "restore" if packed:
                journal.close()
                tell("restoring")
                restore.restore(packed)
                tell("restored")
                journal = opened()
            case "rebuild":
                journal.close()
                for path in Path(os.path.dirname(journal_file())).glob("journal.db*"):
                    path.unlink()
                journal = opened()


if __name__ == "__main__":
    with closing(sys.stdout):
        main(sys.argv[1])
