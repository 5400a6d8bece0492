"""The bare engine loop, in a process of its own like the command it is compared with.

Prints two figures in seconds of CPU: judge and play alone, and with reading the sentences. No match, no log, no
words, no output in either.
"""

import sys
from pathlib import Path
from time import process_time

from engine import GAMES
from engine.acts import read_act
from engine.records import read_records


def main() -> None:
    rules = GAMES["inside"].rules()
    records = list(read_records(Path(sys.argv[1]).read_text(encoding="utf-8")))
    reading = playing = 0.0
    for record in records:
        began = process_time()
        acts = [read_act(line) for _, line in record.lines]
        read = process_time()
        state = rules.start(record.setup)
        for act in acts:
            rules.judge(state, act)
            state = rules.play(state, act)
        playing += process_time() - read
        reading += read - began
    print(playing, playing + reading)


if __name__ == "__main__":
    main()
