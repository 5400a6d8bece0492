"""The bare engine loop, in a process of its own like the command it is compared with: prints its seconds."""

import sys
from pathlib import Path
from time import perf_counter

from engine import GAMES
from engine.acts import read_act
from engine.records import read_records


def main() -> None:
    """Read, judge and play the sentences of a record, and nothing else: no match, no log, no words, no output."""
    rules = GAMES["inside"].rules()
    games = [
        (record.setup, [line for _, line in record.lines])
        for record in read_records(Path(sys.argv[1]).read_text(encoding="utf-8"))
    ]
    began = perf_counter()
    for setup, sentences in games:
        state = rules.start(setup)
        for sentence in sentences:
            act = read_act(sentence)
            rules.judge(state, act)
            state = rules.play(state, act)
    print(perf_counter() - began)


if __name__ == "__main__":
    main()
