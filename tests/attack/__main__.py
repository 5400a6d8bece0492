"""`make test-attack`: attack the box, and print a table of promises and figures.

    make test-attack                            every attack, in 20 minutes together
    make test-attack ATTACK=kills SEED=7        one attack, with another seed (several: ATTACK="kills rot")
    make test-attack SECONDS=30                 each attack for so many seconds

Every module of this folder that has a function `run(seed, seconds)` is an attack of that name: it attacks for
about so many seconds and returns rows (`rows.py`). The same seed makes the same attack. The exit status is 1 if a
promise was broken, and 2 if there is no such attack.
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

from tests.attack.rows import Row, table

Attack = Callable[[int, float], list[Row]]
BROKEN, NO_SUCH_ATTACK = 1, 2
SECONDS = 170.0


def attacks() -> dict[str, Attack]:
    """Return every attack of this folder by name."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith("_"))
    modules = {name: import_module(f"tests.attack.{name}") for name in names}
    return {name: module.run for name, module in modules.items() if hasattr(module, "run")}


def main(arguments: Sequence[str]) -> int:
    """Run the attacks that are asked for; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.attack", description="Attack the box.")
    parser.add_argument("names", nargs="*", metavar="attack")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of each attack")
    given, known = parser.parse_args(arguments), attacks()
    if unknown := set(given.names) - set(known):
        print(f"There is no attack {min(unknown)!r}. The attacks are: {', '.join(known)}.", file=sys.stderr)
        return NO_SUCH_ATTACK
    results: list[tuple[str, Row]] = []
    for name in given.names or known:
        began = time.monotonic()
        print(f"{name}, seed {given.seed} …", flush=True)
        results += [(name, row) for row in known[name](given.seed, given.seconds)]
        print(f"{name} took {time.monotonic() - began:.0f} s", flush=True)
    print("", *table(results), sep="\n")
    return 0 if all(row.is_kept for _, row in results) else BROKEN


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
