"""Effects that have to be worked out: an undo that may need a question, a refusal in words, the scenes of a round.

`resolve` returns the simpler effects that they come to as the match stands; the match screen carries those out.
"""

from __future__ import annotations

from collections.abc import Container

from drivers.buzzer import Sound
from engine.acts import Act, is_open
from engine.game import MATCH_VERBS
from engine.match import UNDO, Match, about
from engine.verdicts import say
from firmware_py.ui.match import input as match_input
from firmware_py.ui.match.live_match import LiveMatch
from firmware_py.ui.match.menu import MenuState, menu_of_match
from firmware_py.ui.match.phrases import history_lines, news_of
from firmware_py.ui.match.turn import Turn
from firmware_py.ui.match.tutor import Tutor
from firmware_py.ui.match.verdicts import verdict_lines, verdict_title, words_in
from firmware_py.ui.match.view import MatchView
from firmware_py.ui.screens.effects import (
    Do,
    Effect,
    Effects,
    Narrow,
    Notice,
    Play,
    PlayAtOnce,
    PressAgain,
    Propose,
    Refuse,
    Ring,
    Show,
    ShowRound,
    ShowScenes,
    TakeBack,
    Teach,
    Undo,
    UndoTo,
    propose,
)
from firmware_py.ui.screens.news import NewsKind


def resolve(  # noqa: C901, PLR0912 - one case for each effect
    effect: Effect, view: MatchView, turn: Turn, live: LiveMatch, tutor: Tutor
) -> Effects:
    """Return what an effect comes to; `view` is what the screen shows, `turn` has its questions."""
    match effect:
        case PressAgain(press=press):  # a dialog means that it is the opponent's turn
            return match_input.press(view, turn, press) if view.dialog is None else ()
        case Narrow(taps=taps):
            return Do.CLOSE, *match_input.narrow(view, turn, taps)
        case Propose(act=act):
            turn.propose(act)
        case PlayAtOnce(act=act):
            return _play_at_once(act, view, turn)
        case Refuse():
            again = (Do.BEGIN_TURN,) if turn.is_of_seat else ()  # no seat stays chosen
            return *again, *_refuse(effect, live.match, view.translations.table)
        case Undo(how=how):
            return _undo(live, how)
        case Do.INSIST:
            return _insist(live.match, turn.refused)
        case Do.ASK_HINT:
            return (Play(Act(live.match.ask().first, "hint")),)
        case Teach(rule=rule):
            tutor.teach(rule)
        case Do.OPEN_MENU:
            turn.open_menu(menu_of_match(live.match, _menu_state(view, turn)))
        case Do.AMEND:
            turn.begin_amend()
        case Do.PLAY_ON:
            turn.plays_on = True
            return (Do.BEGIN_TURN,)
        case ShowScenes() | ShowRound() | Do.SHOW_HISTORY | Do.SHOW_LEGEND:
            return (_look_back(effect, live, tutor),)
    return ()


def is_of_game(act: Act) -> bool:
    """Return whether an act is a whole move of the game itself."""
    return act.verb not in MATCH_VERBS and not is_open(act)


def _play_at_once(act: Act, view: MatchView, turn: Turn) -> Effects:
    is_refused = view.dialog is not None and view.dialog.is_refusal
    is_asked = view.dialog is not None and view.dialog.is_question
    if is_asked or not is_of_game(act):
        return ()
    is_instead = is_refused and turn.is_amending  # it is what is allowed instead
    return (Play(act),) if is_instead else (Do.BEGIN_TURN, Play(act))


def _refuse(refused: Refuse, match: Match[object], texts: Container[str]) -> Effects:
    refusal, can_overrule, may_insist = refused
    notice = Notice(
        verdict_title(match, refusal),
        tuple(verdict_lines(match, refusal, texts, can_insist=may_insist)),
        refusal,
        held=(Do.INSIST,) if can_overrule and may_insist and refusal.is_advice else (),
        marked=frozenset(words_in(refusal.why)),
        can_insist=can_overrule,
    )
    taught = () if refusal.rule is None else (Teach(refusal.rule),)
    return Ring(Sound.REFUSED), Show(notice), *taught


def _undo(live: LiveMatch, how: str | None) -> Effects:
    """Undo what was just seen and entered, or the last act; ask first if that has revealed something."""
    match = live.match
    refusal = match.judge(UNDO)
    if refusal is not None:
        return (Refuse(refusal),)
    if count := live.sight.count_to_take_back(match):
        return (UndoTo(match.undoable - count, count),)
    assert match.last is not None  # else there is nothing to undo
    taken_back = TakeBack(news_of(NewsKind.TAKEN_BACK, match.last, match), how)
    why = match.undo_asks()
    if why is None:
        return (taken_back,)
    asks = say("box.undo-asks", act=match.tell(match.last), why=why)
    return (Show(Notice(say("box.sure"), (asks,), yes=(taken_back,))),)


def _insist(match: Match[object], refused: Act | None) -> Effects:
    """Ask the players whether to overrule the last refusal."""
    assert refused is not None  # else the menu does not allow it
    overruled = about("overrule", refused)
    if (refusal := match.judge(overruled)) is not None:
        return (Refuse(refusal),)
    return (Show(propose(say("box.sure"), say("box.insist-asks", act=match.tell(refused)), overruled)),)


def _menu_state(view: MatchView, turn: Turn) -> MenuState:
    return MenuState(
        view.pictures.rounds(view.match.state),
        has_legend=bool(view.pictures.legend(view.match.state)),
        is_over=turn.navigator is None,
        has_refused=turn.refused is not None,
        no_hint=view.no_hint,
    )


def _look_back(effect: ShowScenes | ShowRound | Do, live: LiveMatch, tutor: Tutor) -> Show:
    """Return what is shown of something that has happened, or of the picture of the table."""
    state, pictures = live.match.state, live.pictures
    if effect is Do.SHOW_LEGEND:
        return Show(Notice(say("box.legend"), tuple(pictures.legend(state))))
    if isinstance(effect, Do):
        history = live.session.history.follow()
        title = say("box.history", count=history.moments[-1].moves)
        return Show(Notice(title, tuple(history_lines(history))), at_end=True)
    if isinstance(effect, ShowRound):
        effect = ShowScenes(tuple(pictures.scenes(state, effect.number)))
    first = effect.scenes[0]
    return Show(Notice(first.title, tuple(tutor.paragraphs(first)), scenes=effect.scenes), effect.reach)
