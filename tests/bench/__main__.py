"""`make bench`: how fast it is, as ratios measured side by side in one run, and how many presses a turn takes.

The yardstick for engines is python-chess, playing random games in the same process; for the command line it is
`python -c pass`. Absolute times are printed for the curious; what counts is the ratio and its goal.
"""

import compileall
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

import chess

from engine import GAMES
from engine.acts import read_act
from engine.game import Setup
from engine.insider.board.walking import walks
from engine.insider.city import ways
from engine.offline.house import NETS, STAND_IN
from engine.offline.state import Phase
from engine.offline.tiles import CATEGORIES, NAMES
from engine.offline.worth import openings
from engine.records import write_record
from tests.bench import displays, page
from tests.bench.box import keys_to_pictures, luma_frame, start, wake_ups
from tests.bench.presses import fewest_presses
from tests.engine.games import BOARDS, SETUPS, STAIRS, random_game
from tests.engine.offline.slow_offline import leader
from tests.firmware_py.screens import Catalogue

BIN = Path(sys.executable).parent
SETUP = Setup("inside", ("Anna", "Ben"))
ROUNDS = 15
GOAL_PRESSES = 6
PLAYED = ("lay", "download", "block", "hacker", "patrol", "search")
"""Acts of Online that play a card."""


def chess_games(games: int) -> tuple[float, float]:
    """Play random games of chess; give the seconds per ply and per legal move listed."""
    chance = random.Random(1)
    plies = moves = 0
    began = perf_counter()
    for _ in range(games):
        board = chess.Board()
        for _ in range(80):
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(legal[int(chance.random() * len(legal))])
            plies += 1
            moves += len(legal)
    took = perf_counter() - began
    return took / plies, took / moves


def engine_games(games: int) -> tuple[float, float]:
    """Play random games of Inside the same way; give the seconds per act and per lawful act listed."""
    rules = GAMES["inside"].rules()
    legal, play = rules.legal, rules.play
    chance = random.Random(1)
    acts = listed = 0
    began = perf_counter()
    for _ in range(games):
        state = rules.start(SETUP)
        while lawful := legal(state):
            state = play(state, lawful[int(chance.random() * len(lawful))])
            acts += 1
            listed += len(lawful)
    took = perf_counter() - began
    return took / acts, took / listed


def cases_of(setups: list[Setup], games: int) -> list[tuple]:
    """Play random games with some setups; give each state and the act that followed."""
    return [
        (state, act) for setup in setups for seed in range(games) for _, state, act in random_game(setup, seed)
    ]


def replaying(game: str, cases: list[tuple]) -> tuple[float, float]:
    """List what is lawful and play, state by state; give the seconds per act and per lawful act listed."""
    rules = GAMES[game].rules()
    legal, play = rules.legal, rules.play
    listed = 0
    began = perf_counter()
    for state, act in cases:
        listed += len(legal(state))
        play(state, act)
    took = perf_counter() - began
    return took / len(cases), took / listed


def presses_for_seats_and_cards(cases: list[tuple]) -> tuple[list[int], list[int], list[int]]:
    """Count the fewest presses for every table taken, with six keys and with seat keys, and for known cards."""
    rules = GAMES["insider"].rules()
    six_keys, seat_keys, cards = [], [], []
    for state, act in cases:
        if act.verb == "seat":
            six_keys.append(fewest_presses(rules, state, act))
            seat_keys.append(fewest_presses(rules, state, act, seat_keys=6))
        elif act.verb == "card":
            catalogue = Catalogue()
            known = [answer.act for said in rules.legal(state) for answer in catalogue.recall(said)]
            cards += [fewest_presses(rules, state, card, recall=catalogue.recall) for card in known]
    return six_keys, seat_keys, cards


def judging_plays(game: str, cases: list[tuple]) -> tuple[float]:
    """Judge the acts that were played; give the seconds for one."""
    return (_time_judge(GAMES[game].rules().judge, cases),)


def presses_per_card(cases: list[tuple]) -> tuple[list[int], list[int]]:
    """Count the fewest presses for every card played in Online, and for those that are laid or downloaded."""
    rules = GAMES["online"].rules()
    counted = [(act, fewest_presses(rules, state, act)) for state, act in cases if act.verb in PLAYED]
    return [n for _, n in counted], [n for act, n in counted if act.verb in {"lay", "download"}]


def city_games(cases: list[tuple]) -> tuple[float, float]:
    """Replay games on Insider's board as if for the first time: no way is remembered from an earlier round."""
    ways.cache_clear()
    walks.cache_clear()
    return replaying("insider", cases)


def presses_per_pawn(cases: list[tuple]) -> list[int]:
    """Count the fewest presses for every pawn that was moved on Insider's board."""
    rules = GAMES["insider"].rules()
    return [fewest_presses(rules, state, act) for state, act in cases if act.verb == "move"]


def offline_games(cases: list[tuple]) -> tuple[float, float]:
    """Replay games of Offline as if for the first time: no position is remembered from an earlier round."""
    openings.cache_clear()
    return replaying("offline", cases)


def presses_per_offline_turn(setups: list[Setup], games: int) -> list[int]:
    """Count the fewest presses for every turn on the board, with the tiles that are drawn after it."""
    turns = []
    for setup in setups:
        for seed in range(games):
            presses = 0
            for rules, state, act in random_game(setup, seed):
                if act.verb in {"deal", "reveal"} or (act.verb == "show" and not presses):
                    continue
                presses += fewest_presses(rules, state, act)
                if rules.play(state, act).phase in {Phase.TURN, Phase.END}:
                    turns.append(presses)
                    presses = 0
    return turns


def presses_per_score(boards: int) -> list[int]:
    """Count the fewest presses to tell all eight nets of a finished board by their leads."""
    totals = []
    rules = GAMES["offline"].rules()
    for seed in range(boards):
        state = rules.start(Setup("offline", ("Anna", "Ben"), tags={"Depth": "score"}))
        tiles = random.Random(seed).sample(NAMES, len(NAMES))
        total = 0
        for net, web in zip(NETS, STAND_IN.nets, strict=True):
            lying = [tiles.pop() for _ in range(web.size)]
            for column, category in enumerate(CATEGORIES):
                found = leader(lying, column)
                act = read_act(f"lead {net} {category} {f'{found[0]} {found[1]}' if found else '-'}")
                total += fewest_presses(rules, state, act)
                state = rules.play(state, act)
        totals.append(total)
    return totals


def judging(games: int) -> tuple[float, float]:
    """Judge acts along random games; give the seconds for one that is accepted, and for any well-formed one."""
    rules = GAMES["inside"].rules()
    chance = random.Random(1)
    states = [state for seed in range(games) for _, state, _ in random_game(SETUP, seed)]
    accepted = [(state, chance.choice(rules.legal(state))) for state in states for _ in range(8)]
    anything = [(state, chance.choice(rules.wellformed(state))) for state in states for _ in range(8)]
    return tuple(_time_judge(rules.judge, cases) for cases in (accepted, anything))


def _time_judge(judge, cases) -> float:
    began = perf_counter()
    for state, act in cases:
        judge(state, act)
    return (perf_counter() - began) / len(cases)


def command(*words: str) -> tuple[float]:
    """Run a command; give its seconds."""
    began = perf_counter()
    subprocess.run(words, stdout=subprocess.DEVNULL, check=False)
    return (perf_counter() - began,)


def random_record(acts: int) -> str:
    """Write random games until there are so many acts."""
    games, left = [], acts
    while left:
        said = [act for _, _, act in random_game(SETUP, seed=left)][:left]
        games.append(write_record(SETUP, said))
        left -= len(said)
    return "\n".join(games)


def bare_loop(file: Path) -> tuple[float, float]:
    """Run the bare engine loop over a record, as cold as the command; its seconds without and with reading."""
    loop = (sys.executable, "-m", "tests.bench.loop", str(file))
    alone, reading_too = subprocess.run(loop, capture_output=True, check=True, text=True).stdout.split()
    return float(alone), float(reading_too)


def presses_per_turn() -> list[int]:
    """Count the fewest presses of six keys for every turn of 100 random games, bonus cubes included."""
    turns = []
    for seed in range(1, 101):
        presses = 0
        for rules, state, act in random_game(SETUP, seed):
            presses += fewest_presses(rules, state, act)
            after = rules.play(state, act)
            if after.turn != state.turn or not after.owed:
                turns.append(presses)
                presses = 0
    return turns


def best(*measures) -> list[tuple[float, ...]]:
    """Measure side by side, round after round, and take the best of each figure: the rest is noise."""
    rounds = [[measure() for measure in measures] for _ in range(ROUNDS)]
    return [tuple(map(min, zip(*column, strict=True))) for column in zip(*rounds, strict=True)]


def row(what: str, ours: float, theirs: float, goal: float) -> bool:
    """Print one line of the table; tell whether its goal is met."""
    ratio = ours / theirs
    unit, name = (1e3, "ms") if ours > 1e-3 else (1e6, "µs")
    measured = f"{ours * unit:9.2f} {name}{theirs * unit:10.2f} {name}{ratio:8.3f}{goal:8.3f}"
    print(f"{what:48}{measured}  {'yes' if ratio <= goal else 'NO'}")
    return ratio <= goal


def presses_row(what: str, counted: list[int], goal: int) -> bool:
    """Print the median and more of some presses; tell whether the median meets its goal."""
    ordered = sorted(counted)
    median, ninth, most = statistics.median(ordered), ordered[len(ordered) * 9 // 10], ordered[-1]
    met = "yes" if median <= goal else "NO"
    print(f"{what:48}{median:9.0f}, 90th percentile {ninth}, most {most:2}{goal:14}  {met}")
    return median <= goal


def main() -> None:
    print(f"{'Inside':48}{'ours':>12}{'yardstick':>13}{'ratio':>8}{'goal':>8}  met")
    (ply, move), (act, listed), (accepted, anything) = best(
        lambda: chess_games(4), lambda: engine_games(60), lambda: judging(20)
    )
    met = [
        row("legal + play, per act (python-chess per ply)", act, ply, 1 / 8),
        row("legal + play, per lawful act listed (per move)", listed, move, 1),
        row("judge, an accepted act (python-chess per ply)", accepted, ply, 1 / 8),
        row("judge, any well-formed act (per ply)", anything, ply, 1 / 8),
    ]

    met.append(presses_row("presses per turn, 100 random games, median", presses_per_turn(), GOAL_PRESSES))

    print("Insider, stair")
    cases = cases_of(STAIRS, 10)
    (ply, move), (act, listed) = best(lambda: chess_games(4), lambda: replaying("insider", cases))
    met += [
        row("legal + play, per act (python-chess per ply)", act, ply, 1 / 10),
        row("legal + play, per lawful act listed (per move)", listed, move, 1),
    ]
    six_keys, seat_keys, cards = presses_for_seats_and_cards(cases)
    met += [
        presses_row("presses to seat a pawn, six keys, median", six_keys, 3),
        presses_row("presses to seat a pawn, seat keys, median", seat_keys, 2),
        presses_row("presses for a card from a full catalogue", cards, 3),
    ]

    print("Insider, board")
    cases = cases_of(BOARDS, 1)
    (ply, move), (act, listed) = best(lambda: chess_games(4), lambda: city_games(cases))
    met += [
        row("legal + play, per lawful act listed (per move)", listed, move, 1),
        row("legal + play, per act (python-chess per ply)", act, ply, 2),
        presses_row("presses per pawn moved, six keys, median", presses_per_pawn(cases[::25]), 7),
    ]

    print("Offline")
    cases = cases_of(SETUPS["offline"], 3)
    (ply, move), (act, listed), (judged,) = best(
        lambda: chess_games(4), lambda: offline_games(cases), lambda: judging_plays("offline", cases)
    )
    met += [
        row("legal + play, per lawful act listed (per move)", listed, move, 0.5),
        row("legal + play, per act (python-chess per ply)", act, ply, 1),
        row("judge, a play (python-chess per ply)", judged, ply, 0.2),
        presses_row(
            "presses per turn on the board, median", presses_per_offline_turn(SETUPS["offline"][:6], 3), 9
        ),
    ]
    totals = presses_per_score(40)
    print(f"{'presses for the leads of a finished board, most':48}{max(totals):9}{60:40}  {max(totals) <= 60}")
    met.append(max(totals) <= 60)

    print("Online")
    cases = cases_of(SETUPS["online"], 2)
    (ply, move), (act, listed), (judged,) = best(
        lambda: chess_games(4), lambda: replaying("online", cases), lambda: judging_plays("online", cases)
    )
    met += [
        row("legal + play, per act (python-chess per ply)", act, ply, 0.6),
        row("legal + play, per lawful act listed (per move)", listed, move, 1),
        row("judge, a play (python-chess per ply)", judged, ply, 0.2),
    ]
    every, own = presses_per_card(random.Random(1).sample(cases, 600))
    met += [
        presses_row("presses per card played, six keys, median", every, 4),
        presses_row("presses to lay or download, six keys, median", own, 3),
    ]

    print("Commands")
    for package in ("engine", "firmware_py"):  # as it is after the first start on any machine
        compileall.compile_dir(package, quiet=1)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.txt"
        file.write_text(random_record(10_000))
        (nothing,), (games,), (referee,), (loop, reading_loop) = best(
            lambda: command(f"{BIN}/python", "-c", "pass"),
            lambda: command(f"{BIN}/sideline", "games"),
            lambda: command(f"{BIN}/sideline", "referee", str(file)),
            lambda: bare_loop(file),
        )
    met += [
        row("sideline games (python -c pass)", games, nothing, 2.5),
        row("referee, 10,000 acts (3 x judge + play, + start)", referee, 3 * loop + games, 1),
        row("  the same (3 x read + judge + play, + start)", referee, 3 * reading_loop + games, 1),
    ]

    print("The box")
    frame, keys = min(luma_frame() for _ in range(ROUNDS)), keys_to_pictures()
    (bare, bare_size), (own, own_size) = best(lambda: start("bare"), lambda: start("box"))
    met += [
        row("key to pictures, CPU, median (a text with luma)", statistics.median(keys), frame, 3),
        row("  the same, 95th percentile", sorted(keys)[len(keys) * 95 // 100], frame, 25),
        row("start to the first picture (a bare script)", own, bare, 1.3),
        row("  the same, kilobytes of memory", own_size / 1e6, bare_size / 1e6, 1.3),
    ]
    pictures = [sequence for sequences in displays.played().values() for sequence in sequences]
    bytes_sent, seconds = displays.wire(pictures), displays.cpu(pictures)
    met += [
        row("bytes on the wire a picture (luma's full frame)", bytes_sent.ours / 1e6, bytes_sent.luma / 1e6, 0.2),
        row("CPU from a picture to its last byte (luma's)", seconds.ours, seconds.luma, 1),
    ]
    on_page = page.measure()
    alone, knocked = statistics.median(on_page.alone), statistics.median(on_page.knocked)
    met += [
        row("key to fifty phones, median (50 ms)", statistics.median(on_page.to_page), 0.050, 1),
        row("key to pictures with fifty phones (without)", statistics.median(on_page.heard), alone, 1.2),
        row("  the same under a flood (page off)", statistics.median(on_page.flooded), knocked, 1.5),
        row("bytes of the page (200 KB)", page.static_size() / 1e6, 0.2048, 1),
    ]
    woken = wake_ups()
    print(f"{'wake-ups a second, idle':48}{woken:9.2f}{1:40}  {'yes' if woken <= 1 else 'NO'}")
    met.append(woken <= 1)

    sys.exit(0 if all(met) else 1)


if __name__ == "__main__":
    main()
