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

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple

from engine.acts import Act, act_of_words, is_clean, is_open, unquote
from engine.game import LONGEST_NAME_IN_RECORD, MATCH_VERBS, Ask, Rules, Setup, Standing, State, no_seat
from engine.verdicts import BadSetup, Impossible, NotAnAct, Refusal, Sentence, say, seat_name

UNDO, REDO = Act(None, "undo"), Act(None, "redo")
_BEGIN = Act(None, "begin")
STATES_KEPT = 32
"""So many of the last states are kept, and of those before one in so many; others are played again when needed."""


_Moment = tuple[Act, int, tuple[str, ...]]
"""An act that stands, as it is in the log (`overrule` and `amend` included); its place there; who plays after it.

A plain tuple, because one is made for every act, and a named one takes nine times as long.
"""


class Base(NamedTuple, Generic[State]):
    """Where a match goes on from that cannot be played again from its beginning."""

    log: tuple[Act, ...]
    """What was said until then; it is remembered and cannot be undone."""
    state: State
    players: tuple[str, ...]


class Match(Generic[State]):
    """One game on the table: the door through which every act goes.

    It has a method for each act that belongs to the match and not to a game (undo, redo, amend, overrule, name,
    quit), and one for each question about the log: that makes it wide, but not deep.
    """

    def __init__(self, rules: Rules[State], setup: Setup, base: Base[State] | None = None) -> None:
        """Start a match, or go on from a base. Raises `BadSetup`."""
        if not all(map(_is_name, setup.players)):
            raise BadSetup(say("match.bad-name", most=LONGEST_NAME_IN_RECORD), "Players")
        if setup.tags.get("Rules", rules.VERSION) != rules.VERSION:
            why = say("match.other-rules", given=setup.tags["Rules"], known=rules.VERSION)
            raise BadSetup(why, "Rules")
        self.rules = rules
        self.setup = setup
        self.base = base
        from_start = base or Base((), rules.start(setup), setup.players)
        self.log = list(from_start.log)
        self._moments: list[_Moment] = [(_BEGIN, len(self.log), from_start.players)]
        """The beginning, and every act that stands."""
        self._states = {0: from_start.state}
        """The states after some of the moments, that after the beginning included."""
        self._undone: list[_Moment] = []
        self._said: dict[Act, Act] = {}
        """Each accepted act once: in a long match most of them come again and again."""
        self._asked: tuple[State, Ask] | None = None
        """The last answer of `ask`, and the state that it was asked in."""
        self._stands: tuple[State, Standing] | None = None
        """The last answer of `standing`, in the same way."""

    @property
    def state(self) -> State:
        """The state now."""
        at = len(self._moments) - 1
        try:
            return self._states[at]
        except KeyError:
            return self._state_after(at)

    @property
    def players(self) -> tuple[str, ...]:
        """The names now, in seat order."""
        _, _, players = self._moments[-1]
        return players

    @property
    def undone(self) -> Act | None:
        """The act that a redo would bring back."""
        return self._undone[-1][0] if self._undone else None

    @property
    def names(self) -> tuple[str, ...]:
        """The name of whoever plays each seat, seat 1 first."""
        return names_of(self.rules, self.state, self.players)

    @property
    def acts(self) -> list[Act]:
        """The acts that stand, as they were said."""
        return [said for said, _, _ in self._moments[1:]]

    @property
    def states(self) -> list[State]:
        """The state at the start, and after each act that stands."""
        return [self._state_after(at) for at in range(len(self._moments))]

    def earlier(self, count: int) -> tuple[State, ...]:
        """Return the states before the last acts that stand, the newest first; at most so many."""
        last = len(self._moments) - 2
        return tuple(self._state_after(at) for at in range(last, max(last - count, -1), -1))

    @property
    def undoable(self) -> int:
        """How many acts stand and can be undone."""
        return len(self._moments) - 1

    @property
    def last(self) -> Act | None:
        """The last act that stands, as it was said; None if there is none."""
        said, _, _ = self._moments[-1]
        return said if self.undoable else None

    @property
    def before(self) -> State:
        """The state before the last act that stands."""
        return self._state_after(max(self.undoable - 1, 0))

    def amendable(self) -> Act | None:
        """Return the last act if it was an entry (a roll, a card, a tile) that can be typed in again."""
        if self.last is None:
            return None
        last = inner_of(self.last)
        return last if self.rules.reveals(last) or self._is_typed(last) else None

    def _is_typed(self, act: Act) -> bool:
        """Return whether values of an act are typed in, because everybody could see them already."""
        return act.seat is None and any(
            is_open(other) and (other.seat, other.verb) == (act.seat, act.verb)
            for other in self.rules.wellformed(self.before)
        )

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
        """Return how the game stands; the game is asked once in each state."""
        state = self.state
        if self._stands is None or self._stands[0] is not state:
            self._stands = state, self.rules.standing(state)
        return self._stands[1]

    def judge(self, act: Act) -> Refusal | None:
        """Return why an act of the game or of the match is refused; None if it is accepted."""
        if act.verb not in _MATCH_VERBS:
            return self.rules.judge(self.state, act)
        verdict = self._consider(act)
        return verdict if isinstance(verdict, Refusal) else None

    def play(self, act: Act, keep: Callable[[], None] | None = None) -> Refusal | None:
        """Judge an act and, if it is accepted, play it and log it.

        `keep` makes it durable: it is called once the act is known to be playable, and before it stands. If it
        raises, nothing has changed.
        """
        _, _, players = self._moments[-1]
        if act.verb not in _MATCH_VERBS:
            rules, state = self.rules, self.state
            refusal = rules.judge(state, act)
            if refusal is not None:
                return refusal
            after: State | None = rules.play(state, act)
        else:
            verdict = self._consider(act)
            if isinstance(verdict, Refusal):
                return verdict
            after, players = verdict
        if keep is not None:
            keep()
        act = self._said.setdefault(act, act)
        if after is not None:
            if act.verb == "amend":
                self._pop()
            at = len(self._moments)
            self._moments.append((act, len(self.log), players))
            self._states[at] = after
            self._undone.clear()
            if at % STATES_KEPT == 0:
                self._let_go(at)
        elif act == UNDO:
            self._undone.append(self._pop())
        elif act == REDO:
            self._moments.append(self._undone.pop())
        self.log.append(act)
        return None

    def tell(self, act: Act) -> Sentence:
        """Return in a few words what an accepted act does.

        >>> from engine import GAMES
        >>> from engine.acts import read_act
        >>> match = Match(GAMES["inside"].rules(), Setup("inside", ("Anna", "Ben")))
        >>> match.tell(read_act("undo"))
        Sentence(key='match.told-undo', args=())
        """
        return tell_act(self.rules, self.state, act)

    def explain(self, state: State, act: Act) -> Sentence | None:
        """Return the arithmetic on which the acceptance of an act in a state rests, if there is some."""
        return self.rules.explain(state, inner_of(act))

    def undo_asks(self) -> Sentence | None:
        """Return why the table must agree to an undo, if it must: something was revealed by what is taken back.

        The act that is taken back is the last one that stands, so no act of another player stands after it. While
        the game is set up nobody has acted: what was revealed then lies open before all.
        """
        if self.last is None or not self.rules.reveals(inner_of(self.last)):
            return None
        is_begun = any(inner_of(act).seat is not None for act in self.acts)
        return say("match.undo-revealed") if is_begun else None

    def is_ruling(self, refusal: Refusal) -> bool:
        """Return whether a refusal rests on a ruling of ours, the rule sheet being silent; the match's all do."""
        return is_ruling(self.rules, refusal)

    def _pop(self) -> _Moment:
        moment = self._moments.pop()
        self._states.pop(len(self._moments), None)
        return moment

    def _let_go(self, at: int) -> None:
        """Let go of the states between the two kept ones that lie furthest back from a moment."""
        for old in range(at - 2 * STATES_KEPT + 1, at - STATES_KEPT):
            self._states.pop(old, None)

    def _state_after(self, at: int) -> State:
        """Return the state after a moment; play again what leads there if it was not kept."""
        known = at
        while known not in self._states:
            known -= 1
        state = self._states[known]
        for again in range(known + 1, at + 1):
            said, _, _ = self._moments[again]
            if said.verb != "name":
                state = self.rules.play(state, inner_of(said))
            self._states[again] = state
            if again % STATES_KEPT == 0:
                self._let_go(again)
        return state

    def _consider(self, act: Act) -> Refusal | tuple[State | None, tuple[str, ...]]:
        """Find what would be after an act of the match: state and players; or why not.

        After undo and redo the state is one that there was before; a hint changes nothing.
        """
        if act.verb == "hint":
            return self._refuse_hint(act) or (None, self.players)
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

    def _consider_undo(self, act: Act) -> Refusal | tuple[None, tuple[str, ...]]:
        if act.args:
            return Refusal(None, say("act.stands-alone", verb=act.verb))
        if self._undone if act == REDO else self.undoable:
            return None, self.players
        if act == REDO:
            return Refusal("M-2", say("match.nothing-to-redo"))
        return Refusal("M-1", say("match.nothing-to-undo" if self.base is None else "match.nothing-to-undo-here"))

    def _consider_name(self, act: Act) -> Refusal | tuple[State, tuple[str, ...]]:
        seats = [str(seat) for seat in range(1, len(self.players) + 1)]
        match act.args:
            case (seat, word) if seat in seats and (name := unquote(word)) is not None:
                if not _is_name(name):
                    return Refusal("M-5", say("match.bad-name", most=LONGEST_NAME_IN_RECORD))
                return self.state, renamed(self.players, act)
        return Refusal(None, say("match.name-words", seats=tuple(seats)))

    def _consider_amend(self, act: Act) -> Refusal | tuple[State, tuple[str, ...]]:
        inner = _read_inner(act)
        if isinstance(inner, Refusal):
            return inner
        last = self.amendable()
        if last is None:
            return Refusal("M-3", say("match.nothing-to-amend"))
        if (inner.seat, inner.verb) != (last.seat, last.verb):
            return Refusal("M-3", say("match.amend-other", last=str(last)))
        before = self.before
        refusal = self.rules.judge(before, inner)
        said, _, _ = self._moments[-1]
        if refusal is not None and said.verb != "overrule":
            return refusal
        return self._insist(inner, before)

    def _refuse_hint(self, act: Act) -> Refusal | None:
        """Return why a player cannot ask for a hint; None if they can (M-7)."""
        if act.args:
            return Refusal(None, say("act.stands-alone", verb=act.verb))
        seats = range(1, len(self.players) + 1)
        if act.seat not in seats:
            return Refusal(None, no_seat(act, seats))
        return Refusal("M-7", say("match.no-hint-now")) if self.standing().over else None

    def _consider_overrule(self, act: Act) -> Refusal | tuple[State, tuple[str, ...]]:
        inner = _read_inner(act)
        if isinstance(inner, Refusal):
            return inner
        return self._insist(inner, self.state)

    def _insist(self, act: Act, state: State) -> Refusal | tuple[State, tuple[str, ...]]:
        try:
            after = self.rules.play(state, act)
        except Impossible as impossible:
            rule = None if impossible.rule is None else "M-4"
            return Refusal(rule, say("match.cannot-hold", why=impossible.why))
        return after, self.players


_MATCH_VERBS = frozenset(MATCH_VERBS) - {"fix", "quit"}


def _is_name(name: str) -> bool:
    return 0 < len(name.strip()) <= LONGEST_NAME_IN_RECORD and is_clean(name)


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


def names_of(rules: Rules[State], state: State, players: tuple[str, ...]) -> tuple[str, ...]:
    """Return the name of whoever plays each seat in a state, seat 1 first."""
    return tuple(
        players[player - 1] if seat == player else f"{players[player - 1]} ({seat})"
        for seat, player in enumerate(rules.seats(state), start=1)
    )


def is_ruling(rules: Rules[State], refusal: Refusal) -> bool:
    """Return whether a refusal rests on a ruling of ours, the rule sheet being silent; the match's all do."""
    rule = refusal.rule
    return rule is not None and (rule.startswith("M-") or (rule, refusal.why.key) in rules.RULINGS)


def renamed(players: tuple[str, ...], act: Act) -> tuple[str, ...]:
    """Return the players after an act that was accepted: one has another name if the act is `name`."""
    if act.verb != "name":
        return players
    at = int(act.args[0]) - 1
    return (*players[:at], (unquote(act.args[1]) or "").strip(), *players[at + 1 :])


def tell_act(rules: Rules[State], state: State, act: Act) -> Sentence:
    """Return in a few words what an accepted act does in a state."""
    match act.verb:
        case "undo" | "redo":
            return say(f"match.told-{act.verb}")
        case "amend" | "overrule":
            return say(f"match.told-{act.verb}", act=tell_act(rules, state, inner_of(act)))
        case "name":
            return say("match.told-name", seat=act.args[0], name=unquote(act.args[1]) or "")
        case "fix":
            return say("match.told-fix", what=rules.tell(state, act))
        case "quit" | "hint":
            return say(f"match.told-{act.verb}", who=seat_name(act.seat))
    return rules.tell(state, act)


def about(verb: str, act: Act) -> Act:
    """Make the act of the match that speaks of an act of the game.

    >>> print(about("overrule", Act(1, "place", ("L310",))))
    overrule 1 place L310
    """
    return Act(None, verb, tuple(str(act).split(" ")))


def inner_of(act: Act) -> Act:
    """Return the act of the game that `amend` and `overrule` speak of; any other act is its own."""
    return act_of_words(act.args) if act.verb in ("amend", "overrule") else act
