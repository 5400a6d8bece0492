"""A match: a setup, everything that was said since, and the state after each act that still stands.

Nothing is ever erased. Undo, redo, amend, overrule, name and fix are acts in the log like any other; what they
change is which acts *stand*. The rules of the match itself are in RULES.md beside this file.

>>> from engine import GAMES
>>> from engine.acts import read_act
>>> match = Match(GAMES["inside"].rules(), Setup("inside", ("Anna", "Ben")))
>>> match.play(read_act("1 place L310"))
>>> match.play(read_act("undo"))
>>> [str(act) for act in match.log], match.acts
(['1 place L310', 'undo'], [])
>>> match.play(read_act("2 place L310")).rule
'ID-5'
>>> match.play(read_act("overrule 2 place L310"))
>>> [str(act) for act in match.acts]
['overrule 2 place L310']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, NamedTuple

from engine.acts import Act, act_of_words, is_clean, unquote
from engine.game import LONGEST_NAME, MATCH_VERBS, Ask, Rules, Setup, Standing, State, no_seat
from engine.verdicts import BadSetup, Impossible, NotAnAct, Refusal, Sentence, say, seat_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

UNDO, REDO = Act(None, "undo"), Act(None, "redo")
_BEGIN = Act(None, "begin")


class _Moment(NamedTuple, Generic[State]):
    """An act that stands, and what is true after it."""

    said: Act
    """As it is in the log, `overrule` and `amend` included."""
    place: int
    """Where it is in the log."""
    state: State
    players: tuple[str, ...]


class Base(NamedTuple, Generic[State]):
    """Where a match goes on from that cannot be played again from its beginning."""

    log: tuple[Act, ...]
    """What was said until then; it is remembered and cannot be undone."""
    state: State
    players: tuple[str, ...]


class Match(Generic[State]):
    """One game on the table: the door through which every act goes."""

    def __init__(self, rules: Rules[State], setup: Setup, base: Base[State] | None = None) -> None:
        """Start a match, or go on from a base. Raises `BadSetup`."""
        if not all(map(_is_name, setup.players)):
            raise BadSetup(say("match.bad-name", most=LONGEST_NAME), "Players")
        if setup.tags.get("Rules", rules.VERSION) != rules.VERSION:
            why = say("match.other-rules", given=setup.tags["Rules"], known=rules.VERSION)
            raise BadSetup(why, "Rules")
        self.rules = rules
        self.setup = setup
        self.base = base
        from_start = base or Base((), rules.start(setup), setup.players)
        self.log = list(from_start.log)
        self._moments = [_Moment(_BEGIN, len(self.log), from_start.state, from_start.players)]
        """The beginning, and every act that stands."""
        self._undone: list[_Moment[State]] = []
        self._asked: tuple[State, Ask] | None = None
        """The last answer of `ask`, and the state that it was asked in."""

    @property
    def state(self) -> State:
        """The state now."""
        return self._moments[-1].state

    @property
    def players(self) -> tuple[str, ...]:
        """The names now, in seat order."""
        return self._moments[-1].players

    @property
    def names(self) -> tuple[str, ...]:
        """The name of whoever plays each seat, seat 1 first."""
        played_by = enumerate(self.rules.seats(self.state), start=1)
        return tuple(
            self.players[player - 1] if seat == player else f"{self.players[player - 1]} ({seat})"
            for seat, player in played_by
        )

    @property
    def acts(self) -> list[Act]:
        """The acts that stand, as they were said."""
        return [moment.said for moment in self._moments[1:]]

    @property
    def states(self) -> list[State]:
        """The state at the start, and after each act that stands."""
        return [moment.state for moment in self._moments]

    @property
    def before(self) -> State:
        """The state before the last act that stands."""
        return self._moments[-2].state if self.acts else self.state

    def amendable(self) -> Act | None:
        """Return the last act if it was an entry (a roll, a card, a tile) that can be typed in again."""
        last = inner_of(self._moments[-1].said)
        return last if self.rules.reveals(last) else None

    def ask(self) -> Ask:
        """Return what the box waits for; the game is asked once in each state."""
        state = self.state
        if self._asked is None or self._asked[0] is not state:
            self._asked = state, self.rules.ask(state)
        return self._asked[1]

    def legal(self) -> Sequence[Act]:
        """List what the game would accept now; acts of the match are never listed."""
        return self.rules.legal(self.state)

    def standing(self) -> Standing:
        """Return how the game stands."""
        return self.rules.standing(self.state)

    def judge(self, act: Act) -> Refusal | None:
        """Return why an act of the game or of the match is refused; None if it is accepted."""
        if act.verb not in _MATCH_VERBS:
            return self.rules.judge(self.state, act)
        if act.verb == "hint":
            return self._refuse_hint(act)
        verdict = self._consider(act)
        return verdict if isinstance(verdict, Refusal) else None

    def play(self, act: Act, keep: Callable[[], None] | None = None) -> Refusal | None:
        """Judge an act and, if it is accepted, play it and log it.

        `keep` makes it durable: it is called once the act is known to be playable, and before it stands. If it
        raises, nothing has changed.
        """
        if act.verb not in _MATCH_VERBS:
            now = self._moments[-1]
            refusal = self.rules.judge(now.state, act)
            if refusal is not None:
                return refusal
            verdict: Refusal | _Moment[State]
            verdict = _Moment(act, len(self.log), self.rules.play(now.state, act), now.players)
        elif act.verb == "hint":
            verdict = self._refuse_hint(act) or self._moments[-1]
        else:
            verdict = self._consider(act)
        if isinstance(verdict, Refusal):
            return verdict
        if keep is not None:
            keep()
        if act == UNDO:
            self._undone.append(self._moments.pop())
            self.log.append(act)
        elif act == REDO:
            self._moments.append(self._undone.pop())
            self.log.append(act)
        elif act.verb == "hint":
            self.log.append(act)
        else:
            if act.verb == "amend":
                self._moments.pop()
            self._push(verdict)
        return None

    def tell(self, act: Act) -> Sentence:
        """Return in a few words what an accepted act does.

        >>> from engine import GAMES
        >>> from engine.acts import read_act
        >>> match = Match(GAMES["inside"].rules(), Setup("inside", ("Anna", "Ben")))
        >>> match.tell(read_act("undo"))
        Sentence(key='match.told-undo', args=())
        """
        match act.verb:
            case "undo" | "redo":
                return say(f"match.told-{act.verb}")
            case "amend" | "overrule":
                return say(f"match.told-{act.verb}", act=self.tell(inner_of(act)))
            case "name":
                return say("match.told-name", seat=act.args[0], name=unquote(act.args[1]) or "")
            case "fix":
                return say("match.told-fix", what=self.rules.tell(self.state, act))
            case "quit" | "hint":
                return say(f"match.told-{act.verb}", who=seat_name(act.seat))
        return self.rules.tell(self.state, act)

    def explain(self, state: State, act: Act) -> Sentence | None:
        """Return the arithmetic on which the acceptance of an act in a state rests, if there is some."""
        return self.rules.explain(state, inner_of(act))

    def undo_asks(self) -> Sentence | None:
        """Return why the table must agree to an undo, if it must.

        It must when something was revealed by what is taken back, or another player has acted since.
        """
        since = [inner_of(act) for act in self.log[self._moments[-1].place :] if act.verb != "hint"]
        if any(self.rules.reveals(act) for act in since):
            return say("match.undo-revealed")
        if len({act.seat for act in since if act.seat is not None}) > 1:
            return say("match.undo-other-turn")
        return None

    def is_ruling(self, refusal: Refusal) -> bool:
        """Return whether a refusal rests on a ruling of ours, the rule sheet being silent; the match's all do."""
        rule, rulings = refusal.rule, self.rules.RULINGS
        return rule is not None and (rule in rulings or refusal.why.key in rulings or rule.startswith("M-"))

    def _push(self, moment: _Moment[State]) -> None:
        self._moments.append(moment)
        self._undone.clear()
        self.log.append(moment.said)

    def _consider(self, act: Act) -> Refusal | _Moment[State]:
        """Find what would be after an act of the match, or why not."""
        if act.seat is not None:
            return Refusal(None, say("act.table-only", verb=act.verb))
        match act.verb:
            case "undo" | "redo":
                return self._consider_undo(act)
            case "name":
                return self._consider_name(act)
            case "amend":
                return self._consider_amend(act)
        return self._consider_overrule(act)

    def _consider_undo(self, act: Act) -> Refusal | _Moment[State]:
        if act.args:
            return Refusal(None, say("act.stands-alone", verb=act.verb))
        if act == UNDO:
            if self.acts:
                return self._moments[-1]
            return Refusal(
                "M-1", say("match.nothing-to-undo" if self.base is None else "match.nothing-to-undo-here")
            )
        return self._undone[-1] if self._undone else Refusal("M-2", say("match.nothing-to-redo"))

    def _consider_name(self, act: Act) -> Refusal | _Moment[State]:
        seats = [str(seat) for seat in range(1, len(self.players) + 1)]
        name = unquote(act.args[1]) if len(act.args) == len(("seat", "name")) else None
        if name is None or act.args[0] not in seats:
            return Refusal(None, say("match.name-words", seats=tuple(seats)))
        if not _is_name(name):
            return Refusal("M-5", say("match.bad-name", most=LONGEST_NAME))
        players = list(self.players)
        players[int(act.args[0]) - 1] = name.strip()
        return _Moment(act, len(self.log), self.state, tuple(players))

    def _consider_amend(self, act: Act) -> Refusal | _Moment[State]:
        inner = _read_inner(act)
        if isinstance(inner, Refusal):
            return inner
        last = self.amendable()
        if last is None:
            return Refusal("M-3", say("match.nothing-to-amend"))
        if (inner.seat, inner.verb) != (last.seat, last.verb):
            return Refusal("M-3", say("match.amend-other", last=str(last)))
        before = self._moments[-2].state
        refusal = self.rules.judge(before, inner)
        if refusal is not None and self._moments[-1].said.verb != "overrule":
            return refusal
        return self._insist(act, inner, before)

    def _refuse_hint(self, act: Act) -> Refusal | None:
        """Return why a player cannot ask for a hint; None if they can (M-7)."""
        if act.args:
            return Refusal(None, say("act.stands-alone", verb=act.verb))
        seats = range(1, len(self.players) + 1)
        if act.seat not in seats:
            return Refusal(None, no_seat(act, seats))
        return Refusal("M-7", say("match.no-hint-now")) if self.standing().over else None

    def _consider_overrule(self, act: Act) -> Refusal | _Moment[State]:
        inner = _read_inner(act)
        if isinstance(inner, Refusal):
            return inner
        return self._insist(act, inner, self.state)

    def _insist(self, said: Act, act: Act, state: State) -> Refusal | _Moment[State]:
        try:
            after = self.rules.play(state, act)
        except Impossible as impossible:
            rule = None if impossible.rule is None else "M-4"
            return Refusal(rule, say("match.cannot-hold", why=impossible.why))
        return _Moment(said, len(self.log), after, self.players)


_MATCH_VERBS = frozenset(MATCH_VERBS) - {"fix", "quit"}


def _is_name(name: str) -> bool:
    return 0 < len(name.strip()) <= LONGEST_NAME and is_clean(name)


def _read_inner(act: Act) -> Act | Refusal:
    """Read the act that `amend` and `overrule` speak of."""
    if not act.args:
        return Refusal(None, say("match.which-act", verb=act.verb))
    try:
        inner = act_of_words(act.args)
    except NotAnAct as error:
        return Refusal(None, error.why)
    if inner.verb in MATCH_VERBS:
        return Refusal(None, say("match.only-games", verb=act.verb))
    return inner


def about(verb: str, act: Act) -> Act:
    """Make the act of the match that speaks of an act of the game.

    >>> print(about("overrule", Act(1, "place", ("L310",))))
    overrule 1 place L310
    """
    return Act(None, verb, tuple(str(act).split(" ")))


def inner_of(act: Act) -> Act:
    """Return the act of the game that `amend` and `overrule` speak of; any other act is its own."""
    return act_of_words(act.args) if act.verb in ("amend", "overrule") else act
