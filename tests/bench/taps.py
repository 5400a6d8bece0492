"""How many taps it takes on the page to say something: the fewest, as a person could tap.

A tap chooses an answer, something on the drawing that answers a later question, a value of the picker, or an act
that needs no other word.
"""

import random
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from statistics import median
from tempfile import TemporaryDirectory
from unittest.mock import patch
from xml.etree import ElementTree as ET

from engine import GAMES
from engine.acts import OPEN, Act, read_act
from engine.game import Setup
from engine.match import Match
from engine.records import read_records
from firmware_py.games.memory import Memory
from firmware_py.games.owner_data import memory_of
from firmware_py.i18n.translations import Translations
from firmware_py.page.actions import carry_out, read_action
from firmware_py.page.picker import grid_of
from firmware_py.page.picture import draw
from firmware_py.page.snapshot import SnapshotTaker
from firmware_py.ui.flows import match as match_flow
from firmware_py.ui.navigation.first_question import navigator_for
from firmware_py.ui.navigation.navigator import Navigator
from firmware_py.ui.navigation.options import Leaf
from firmware_py.ui.screens.view_model import question_of
from tests.bench.rows import Figure, Goal, Row, Unit, measured
from tests.engine.games import filled
from tests.firmware_py.page.browser.browsers import RECORDS
from tests.firmware_py.ui.presses import NotFound, _Search
from tests.firmware_py.ui.stacks import new_stack

PHONE = "phone"
NOTHING = Memory()
ENGLISH = Translations("en")
UNSPELT = {OPEN, "another"}
"""Words of an act that stand for others: a value that is asked for, and a card that the box does not know."""
SEEDS, ACTS = 5, 40
REFILL = ["put", "show"]
SETUP_GOAL, REFILL_GOAL, READ_GOAL, OVERRULE_GOAL, STOP_GOAL = 35, 3, 1, 3, 1
TABLE_GOAL, KNOWN_GOAL, NEW_GOAL, PLAY_GOAL, CUBE_GOAL, UNDO_GOAL = 2, 2, 8, 1, 2, 1
STAIRS = ("insider/seven-evaluations.txt", "insider/three-to-the-top.txt", "insider/corrected-later.txt")
ONLINE_PLAYS = {"lay", "download", "draw", "stop"}
"""What somebody plays on their own party; what is played against another one names it, too."""


def rows() -> Iterator[Row]:
    """Count taps in games that are recorded."""
    yield from measured(
        _offline,
        Goal(f"offline: taps to set up ({SETUP_GOAL})", 1, Unit.COUNT),
        Goal(f"offline: taps to place a tile and refill, median ({REFILL_GOAL})", 1, Unit.COUNT),
    )
    yield from measured(
        _insider,
        Goal(f"insider: taps to end a turn, median ({STOP_GOAL})", 1, Unit.COUNT),
        Goal(f"insider: taps to read an evaluation ({READ_GOAL})", 1, Unit.COUNT),
        Goal(f"inside: taps to overrule a refusal ({OVERRULE_GOAL})", 1, Unit.COUNT),
    )
    yield from measured(
        _stair,
        Goal(f"insider: taps to take a table, median ({TABLE_GOAL})", 1, Unit.COUNT),
        Goal(f"insider: taps for a known card, at most ({KNOWN_GOAL})", 1, Unit.COUNT),
        Goal(f"insider: taps for a new card, median ({NEW_GOAL})", 1, Unit.COUNT),
    )
    yield from measured(
        _others,
        Goal(f"online: taps for a play, median ({PLAY_GOAL})", 1, Unit.COUNT),
        Goal(f"inside: taps to place a cube, median ({CUBE_GOAL})", 1, Unit.COUNT),
        Goal(f"inside: taps to undo ({UNDO_GOAL})", 1, Unit.COUNT),
    )


def fewest_taps(match: Match[object], act: Act, memory: Memory = NOTHING) -> int:
    """Return the fewest taps from the first question to an act, beside a box that remembers something."""
    rules, state = match.rules, match.state
    navigator = navigator_for(rules, state, match.ask().seats)
    assert navigator is not None
    if not act.args and act.seat is not None:
        return 1  # it is always in sight
    kinds = _Search({act}, lambda said: [*memory.recall(said), *rules.answers(state, said)])
    waiting, seen = deque([(navigator, 0)]), set()
    drawn = _drawn(ET.fromstring(draw(match.setup, state, ENGLISH.naming(match.names), hints=True)))

    def leads_on(leaf: Leaf) -> bool:
        return kinds.can_become(leaf) and isinstance(leaf, Act) and _begins_alike(leaf, act)

    while waiting:
        at, taps = waiting.popleft()
        if _is_in_grid(match, at, act):
            return taps + 1
        paths = [path for option in at.options for path in option.paths if leads_on(path.leaf)]
        steps = {step.tap for path in paths for step in path.steps[at.depth :]}
        taps_here = [*((tap,) for tap in steps), *(tap for tap in drawn if steps & set(tap))]
        buttons = [
            index for index, option in enumerate(at.options) if any(leads_on(path.leaf) for path in option.paths)
        ]
        for tap in [*taps_here, *buttons]:
            after = at.copy()
            leaf = _tapped(after, tap)
            while isinstance(leaf, Act) and leaf != act and leads_on(leaf):
                answers = kinds.answers(leaf)
                leaf = answers[0].act if answers and answers[0].step.is_check else after.go_on(answers)
            if leaf == act:
                return taps + 1
            place = (after.depth, *(path.leaf for option in after.options for path in option.paths))
            if leaf is None and place not in seen and kinds.leads_on(after):
                seen.add(place)
                waiting.append((after, taps + 1))
    raise NotFound(str(act))


def _tapped(navigator: Navigator, tap: tuple[str, ...] | int) -> Leaf | None:
    """Tap something drawn, by its names, or a button, by its index; return the leaf if it leads to one."""
    if isinstance(tap, int):
        navigator.cursor = tap
        return navigator.choose()
    return navigator.narrow(tap) if navigator.paths_with(tap) else None


def _drawn(element: ET.Element, around: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Return what a tap on each part of a drawing says: what the part says, and all that it lies in."""
    own = tuple(element.get("data-tap", "").split())
    within = (*own, *around)
    return [*([within] if own else ()), *(tap for part in element for tap in _drawn(part, within))]


def _begins_alike(said: Act, wanted: Act) -> bool:
    """Return whether the words of an act before its first open value are those of another act."""
    words = tuple(takewhile(lambda word: word not in UNSPELT, said.args))
    return wanted.args[: len(words)] == words


def _is_in_grid(match: Match[object], navigator: Navigator, act: Act) -> bool:
    asked = question_of(navigator, match.ask().what, match.ask().what, match.names)
    grid = grid_of(match.rules, match.state, asked)
    return grid is not None and any(cell.act == act for cell in grid.cells)


def _played(name: str) -> Iterator[tuple[Match[object], Act]]:
    """Yield each act of a record, before it is played."""
    record = next(iter(read_records((RECORDS / name).read_text(encoding="utf-8"))))
    match = Match[object](GAMES[record.setup.game].rules(), record.setup)
    for _, sentence in record.lines:
        act = read_act(sentence)
        if match.judge(act) is None:
            yield match, act
            match.play(act)


def _offline() -> Sequence[Figure]:
    setups, refills = [], []
    for seed in range(SEEDS):
        taps = list(_random_game(random.Random(seed)))
        first = next(at for at, (verb, _) in enumerate(taps) if verb not in {"deal", "show"})
        setups.append(sum(many for _, many in taps[:first]))
        pairs = [pair for pair in pairwise(taps) if [verb for verb, _ in pair] == REFILL]
        refills += [sum(many for _, many in pair) for pair in pairs]
    return Figure(median(setups), SETUP_GOAL), Figure(median(refills), REFILL_GOAL)


def _random_game(chance: random.Random) -> Iterator[tuple[str, int]]:
    """Yield the verb and the taps of each act of the set-up and of some turns, all of them at random."""
    match = Match[object](GAMES["offline"].rules(), Setup("offline", ("Anna", "Ben", "Carla")))
    for _ in range(ACTS):
        navigator = navigator_for(match.rules, match.state, match.ask().seats)
        if navigator is None:
            return
        leaves = [act for act in navigator.allowed_leaves() if isinstance(act, Act)]
        wanted = [act for act in leaves if act.verb in {"deal", "show", "put"}] or leaves
        act = filled(match.rules, match.state, chance.choice(wanted), chance)
        yield act.verb, fewest_taps(match, act)
        assert match.play(act) is None


def _insider() -> Sequence[Figure]:
    stops = [fewest_taps(match, act) for match, act in _played("insider/board-for-two.txt") if act.verb == "stop"]
    return Figure(median(stops), STOP_GOAL), Figure(_read(), READ_GOAL), Figure(_overrule(), OVERRULE_GOAL)


class _Phone:
    """A phone beside a box, without a network, that counts its taps."""

    def __init__(self, setup: Setup) -> None:
        self.stack, self.taker, self.taps = new_stack(), SnapshotTaker(), 0
        match_flow.begin(self.stack, setup)
        self.taker.take(self.stack)

    @property
    def asked(self):
        taken = self.taker.take(self.stack)
        return taken.own[PHONE] if PHONE in taken.own else self.taker.devices.idle(self.stack)

    def do(self, **given: object) -> None:
        action = read_action({"ask": self.asked.number, **given})
        assert action is not None
        carry_out(action, self.stack, self.taker.devices, PHONE)
        self.taps += 1


def _read() -> int:
    """Return the taps to read an evaluation."""
    acts = list(_played("insider/seven-evaluations.txt"))
    phone = _Phone(acts[0][0].setup)
    screen = phone.stack.match_screen
    assert screen is not None
    for _, act in acts:
        screen.play(act)
        if screen.live.dialog is not None:
            break
    while phone.asked.view.message is not None:
        phone.do(do="press", key="back")
    return phone.taps


def _stair() -> Sequence[Figure]:
    """Count on a box that knows no card but the one of the rule sheet, and learns those that turn up."""
    tables, known, new = [], [], []
    with TemporaryDirectory() as folder, patch.dict("os.environ", SIDELINE_DATA=folder):
        for name in STAIRS:
            memory = memory_of("insider")
            for match, act in _played(name):
                taps = fewest_taps(match, act, memory) if act.verb in {"seat", "card"} else 0
                if act.verb == "seat":
                    tables.append(taps)
                elif act.verb == "card":
                    recalled = memory.recall(act._replace(args=(act.args[0], OPEN, "/", OPEN)))
                    (known if act in {answer.act for answer in recalled} else new).append(taps)
                memory.follow([*match.log, act])
    return Figure(median(tables), TABLE_GOAL), Figure(max(known), KNOWN_GOAL), Figure(median(new), NEW_GOAL)


def _others() -> Sequence[Figure]:
    plays = [
        fewest_taps(match, act)
        for name in ("online/two-players.txt", "online/six-in-pairs.txt")
        for match, act in _played(name)
        if act.verb in ONLINE_PLAYS
    ]
    cubes = [fewest_taps(match, act) for match, act in _played("inside/whole-game.txt") if act.verb == "place"]
    return Figure(median(plays), PLAY_GOAL), Figure(median(cubes), CUBE_GOAL), Figure(_undo(), UNDO_GOAL)


def _undo() -> int:
    """Return the taps to take a move back."""
    phone = _Phone(Setup("inside", ("Anna", "Ben")))
    screen = phone.stack.match_screen
    assert screen is not None
    screen.play(read_act("1 place L310"))
    phone.do(do="press", key="back", kind="long")
    while phone.asked.view.message is not None:
        phone.do(do="press", key="ok")
    assert [str(act) for act in screen.match.log] == ["1 place L310", "undo"]
    return phone.taps


def _overrule() -> int:
    """Return the taps to play an act that is refused, all the same."""
    phone = _Phone(Setup("inside", ("Anna", "Ben")))
    phone.do(do="say", act="2 place D310")
    phone.do(do="insist")
    phone.do(do="press", key="ok")
    screen = phone.stack.match_screen
    assert screen is not None
    assert [str(act) for act in screen.match.log] == ["overrule 2 place D310"]
    return phone.taps
