"""What pictures of the table mean for a match: acts to enter, questions, differences.

Live pictures come one after the other; acts that explain one are entered when nobody is entering something with
the keys and no question is open. A question or a difference is shown when two pictures in a row show it, and goes
away by itself when the table has changed. What was entered is taken back with one hold of back, without a
question; after a correction at the box, what the table still shows is not entered by itself.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

from drivers.buzzer import Sound
from engine.acts import Act
from engine.match import Match, tell_act
from engine.verdicts import Sentence, player, say
from firmware_py.i18n.sentences import plain
from firmware_py.sight.follower import Difference, Finding
from firmware_py.sight.looking import Looked
from firmware_py.sight.reading import State
from firmware_py.ui.match.kept_pictures import Around, KeptPictures
from firmware_py.ui.match.verdicts import verdict_lines, verdict_title
from firmware_py.ui.screens.effects import Do, Effects, EnterSeen, Notice, Reach, Ring, Show, ShowNews, Withdraw
from firmware_py.ui.screens.news import News, NewsKind

CORRECTIONS = frozenset({"undo", "redo", "fix", "amend", "overrule"})
"""After these, what the table still shows is not entered by itself."""
TOLD_STATES = frozenset({State.NO_SHEET, State.DARK, State.LIGHT})
"""What is told in the line of news; that something moves, or a hand is there, people know."""
AGREES = Finding()
MOST_PLACES = 4
"""Places that are named where table and box differ."""


class Told(NamedTuple):
    """A text for people: a title and lines."""

    title: Sentence
    lines: tuple[Sentence, ...]


class MatchSight:
    """Finds out what follows from the live pictures of a match."""

    def __init__(self, match: Match[object]) -> None:
        """Wait for the first picture."""
        self.looked: Looked | None = None
        """The last picture of the position that the match has."""
        self.pictures = KeptPictures()
        """The pictures around the acts that were entered from them."""
        self._agreed = b""
        """The last picture that showed what the box has."""
        self._known = len(match.log)
        """How many acts of the log are known."""
        self._is_corrected = False
        """The box was corrected; the next picture shows what the table still has."""
        self._held: Finding | None = None
        """What the table still shows after a correction."""
        self._refused: tuple[Act, ...] = ()
        """Acts that the match has refused: they are not tried again."""
        self._entered: tuple[int, int] | None = None
        """The length of the log after acts that were entered last, and how many."""
        self._notice: Notice | None = None
        """The question or difference that was shown last."""
        self._shown: Finding | None = None
        """What it was about: it is shown once."""

    def take(self, match: Match[object], looked: Looked) -> Effects:
        """Take a live picture; return what to tell of it."""
        self._sync(match)
        if looked.wanted.acts != len(match.log):
            return ()  # it shows what lay there before
        before, self.looked = self.looked, looked
        finding, state = looked.seen.finding, looked.seen.state
        if finding == AGREES and not looked.seen.behind:
            self._agreed = looked.picture
        if looked.seen.behind and (before is None or not before.seen.behind):
            return (ShowNews(News(NewsKind.INFO, say("box.look-behind"))),)
        if finding is not None:
            return self._hold(finding)
        if state in TOLD_STATES and looked.is_again:
            return (ShowNews(News(NewsKind.INFO, say(f"box.look-{state.value}"))),)
        return ()

    def _hold(self, finding: Finding) -> Effects:
        """Hold back what the table still shows after a correction, until it shows something else."""
        is_open = bool(finding.acts or finding.question)
        if not self._is_corrected:
            self._held = self._held if finding == self._held else None
            return ()
        self._is_corrected, self._held = False, finding if is_open else None
        return (ShowNews(News(NewsKind.INFO, say("box.look-not-again"))),) if is_open else ()

    def _finding(self, match: Match[object]) -> Finding | None:
        """Return what follows from the last picture; None if that is nothing, or held back."""
        self._sync(match)
        finding = None if self.looked is None else self.looked.seen.finding
        return None if finding == self._held else finding

    @property
    def status(self) -> str:
        """What the camera sees now, as the end of a key `look.state-…`; empty before the first picture."""
        if self.looked is None:
            return ""
        seen = self.looked.seen
        if seen.behind:
            return "behind"
        if self._held is not None and seen.finding == self._held:
            return "held"
        if seen.finding is not None and seen.finding.differs is not None:
            return "differs"
        return seen.state.value

    def acts_to_enter(self, match: Match[object]) -> tuple[Act, ...]:
        """Return the acts that happened on the table and are not in the box yet."""
        finding = self._finding(match)
        return () if finding is None or finding.acts == self._refused else finding.acts

    def entered(self, match: Match[object], before: int, seen: EnterSeen, *, is_refused: bool) -> None:
        """Note that acts were entered after `before` acts of the log, or that the match has refused one."""
        if is_refused or len(match.log) == before:
            self._refused = seen.acts
        if len(match.log) > before:
            if not match.standing().is_decided:
                self._keep_pictures(range(before + 1, len(match.log) + 1), seen.picture)
            self._entered, self._known = (len(match.log), len(match.log) - before), len(match.log)
            self.looked = self._shown = self._held = None

    def _keep_pictures(self, places: range, photo: bytes) -> None:
        """Keep the pictures around acts: a photo, or the last live pictures."""
        after = photo or (b"" if self.looked is None else self.looked.picture)
        if after:
            self.pictures.keep(places, Around(b"" if photo else self._agreed, after))
            self._agreed = after

    def count_to_take_back(self, match: Match[object]) -> int:
        """Return how many acts were just entered from a picture; 0 if something else was entered last."""
        if self._entered is None or self._entered[0] != len(match.log):
            return 0
        count, self._entered = self._entered[1], None
        return count

    def may_enter(self, notice: Notice | None) -> bool:
        """Return whether no question is open but the one that was shown last."""
        return notice is None or notice.yes is None or notice is self._notice

    def show(self, match: Match[object], shown: Notice | None, texts: Container[str], *, is_free: bool) -> Effects:
        """Return a question or a difference once; withdraw it when the table has changed.

        `shown` is the notice on the screen; `is_free` if nobody is entering something there.
        """
        finding = self._finding(match)
        if finding is None or self.looked is None:
            return ()  # something moves: whoever is asked answers in peace
        wanted = finding if finding.question or finding.differs is not None else None
        withdrawn: Effects = ()
        if wanted != self._shown and self._notice is not None and shown is self._notice:
            withdrawn = (Withdraw(self._notice),)
        if wanted is None or wanted == self._shown:
            self._shown = wanted
            return withdrawn
        if not is_free or not self.looked.is_again:
            return withdrawn
        self._shown = wanted
        self._notice = _notice_of(match, wanted, texts)
        return *withdrawn, Do.WAKE, Ring(Sound.REFUSED), Show(self._notice, Reach.SHARED)

    def _sync(self, match: Match[object]) -> None:
        """Note what was entered in another way: what pictures have shown is outdated."""
        if len(match.log) == self._known:
            return
        self._is_corrected = any(act.verb in CORRECTIONS for act in match.log[self._known :])
        self._known, self._refused = len(match.log), ()
        self.looked = self._shown = self._held = None


def told_acts(match: Match[object], acts: Sequence[Act]) -> Sentence:
    """Return what acts do, one after the other; for none that nothing was played."""
    if not acts:
        return say("look.nothing")
    told, state = [], match.state
    for act in acts:
        told.append(match.rules.tell(state, act))
        state = match.rules.play(state, act)
    return told[0] if len(told) == 1 else say("look.then", acts=tuple(told))


def told_since(match: Match[object], count: int) -> tuple[Sentence, ...]:
    """Return what the last acts that stand did, one line each."""
    states = match.earlier(count)[::-1]
    return tuple(tell_act(match.rules, state, act) for state, act in zip(states, match.acts[-count:], strict=True))


def difference(match: Match[object], differs: Difference, texts: Container[str]) -> Told:
    """Return where table and box differ: like a refusal, if a forbidden act explains it."""
    act, refusal = differs.act, differs.refusal
    if act is not None and refusal is not None:
        seen = say("look.table-shows", act=match.rules.tell(match.state, act))
        return Told(verdict_title(match, refusal), (seen, *verdict_lines(match, refusal, texts, can_insist=False)))
    game = match.setup.game
    lines = [
        say("look.differs-place", place=place, seen=_piece(game, seen, texts), box=_piece(game, box, texts))
        for place, seen, box in differs.places[:MOST_PLACES]
    ]
    return Told(say("box.look-differs"), (*lines, say("look.make-agree")))


def _piece(game: str, piece: str, texts: Container[str]) -> Sentence:
    """Return the name of a piece; the piece itself if it has none."""
    key = f"{game}.piece-{piece.lower()}"
    if key in texts:
        return say(key)
    if piece.isdecimal():
        return player(int(piece))  # the pawn of a seat
    return say("look.no-piece") if piece == "-" else plain(piece)


def _notice_of(match: Match[object], finding: Finding, texts: Container[str]) -> Notice:
    if finding.differs is not None:
        told = difference(match, finding.differs, texts)
        return Notice(told.title, told.lines, finding.differs.refusal)
    return _question(match, finding.question)


def _question(match: Match[object], answers: tuple[tuple[Act, ...], ...]) -> Notice:
    """Return the question which acts were played: ok takes the likeliest, back asks for the next."""
    first, *others = answers
    more = tuple(answer for answer in others if answer)
    return Notice(
        say("box.look-asks"),
        (told_acts(match, first),),
        yes=(EnterSeen(first),),
        no=(Show(_question(match, more), Reach.SHARED),) if more else (),
        no_label="legend.other" if more else "legend.no",
        choices=tuple((told_acts(match, answer), answer) for answer in answers if answer),
    )


def seen_news(match: Match[object], act: Act) -> News:
    """Return the line of news about an act that was seen."""
    told = match.tell(act)
    return News(NewsKind.SEEN, say("box.look-saw", act=told), (told, told))
