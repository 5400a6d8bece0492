"""Sentences about a match: the line that confirms an act, the allowed acts, the history and the result."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from itertools import islice

from drivers.buzzer import Sound
from engine.acts import Act, is_open
from engine.colours import marks_of
from engine.game import MATCH_VERBS, Ask
from engine.match import REDO, Match, inner_of
from engine.verdicts import Sentence, say
from firmware_py.display.prompt import BACK_KEY, CHECK, CROSS, INFO, Hint, label_of
from firmware_py.games.standings import points_lines, winners
from firmware_py.i18n.sentences import pair, with_names
from firmware_py.i18n.translations import Translations
from firmware_py.ui.match.history import History
from firmware_py.ui.match.verdicts import as_proposal
from firmware_py.ui.navigation.navigator import Navigator
from firmware_py.ui.screens.news import News, NewsKind

MOST_ACTS_LISTED = 60
NEWS_COLUMNS = 19
"""The longest line of news, in characters."""
SHORT_NAMES = (8, 6, 5, 4)
"""The lengths that names are cut to, one after the other, until the line of news fits."""

EYE = ("  ###  ", " #   # ", "#  #  #", "#  #  #", " #   # ", "  ###  ")
NEWS_ICONS = {
    NewsKind.PLAYED: CHECK,
    NewsKind.TAKEN_BACK: BACK_KEY,
    NewsKind.SEEN: EYE,
    NewsKind.INFO: INFO,
    NewsKind.KEYS: CROSS,
}


def news_of(kind: NewsKind, act: Act, match: Match[object]) -> News:
    """Return the line that says what an act does, to be called before the act is played."""
    if act.verb == "fix":
        what = match.rules.tell(match.state, act)
        return News(kind, say("box.corrected-to", what=what), (what, say("box.corrected")))
    if act == REDO and match.undone is not None:
        what = match.tell(inner_of(match.undone))
        return News(kind, say("match.told-redo-act", act=what), (what, match.tell(act)))
    short = (say(f"box.did-{act.verb}"),) if act.verb in MATCH_VERBS else ()
    return News(kind, match.tell(inner_of(act)), short)


def news_hint(news: News, translations: Translations) -> Hint:
    """Return the line of news as a display shows it: with names, shortened if the line is too long."""
    line = ""
    for line in _news_lines(news, translations):
        if len(line) <= NEWS_COLUMNS:
            break
    return Hint(NEWS_ICONS[news.kind], line)


def _news_lines(news: News, translations: Translations) -> Iterator[str]:
    """Yield the line of news: with each form of the names its text and the short texts, then the last resort."""
    told = [news.text, *news.short[:-1]]
    short = (form._replace(key=f"{form.key}-short") for form in told)
    told += [form for form in short if form.key in translations.table]
    for names in name_forms(translations.players, translations.marks):
        yield from map(translations.naming(names).text, told)
    yield from map(translations.text, news.short[-1:])


def name_forms(names: tuple[str, ...], marks: tuple[int, ...] = ()) -> list[tuple[str, ...]]:
    """Return the names of the players, then shorter forms of them that differ from each other: at last the marks.

    >>> name_forms(("Anna", "Matilda"))
    [('Anna', 'Matilda'), ('Anna', 'Matil.'), ('Anna', 'Mati.'), ('Anna', 'Mat.'), ('1', '2')]
    >>> name_forms(("Player 1", "Player 2"))
    [('Player 1', 'Player 2'), ('P1', 'P2'), ('1', '2')]
    """
    cut = [tuple(_cut(name, most) for name in names) for most in SHORT_NAMES]
    initials = tuple("".join(word[0] for word in name.split()) if " " in name else name for name in names)
    numbers = tuple(map(str, marks or range(1, len(names) + 1)))[: len(names)]
    forms = [form for form in cut if form != names and _is_clear(form, names)]
    if len(set(initials)) == len(names):
        forms.append(initials)
    return list(dict.fromkeys((names, *forms, numbers)))


def _is_clear(form: tuple[str, ...], names: tuple[str, ...]) -> bool:
    """Return whether no shortened name could be that of another player."""
    cut = enumerate(name.removesuffix(".") for name in form)
    return not any(other.startswith(name) for at, name in cut for other in (*names[:at], *names[at + 1 :]))


def _cut(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}."


def sound_of(before: Ask, after: Ask | None, *, has_scenes: bool) -> Sound:
    """Return the sound for an act, from the question before it and after it; `after` is None at the end.

    >>> from engine.verdicts import say
    >>> anna, ben = (Ask((seat,), say("inside.ask-place")) for seat in (1, 2))
    >>> [sound_of(anna, after, has_scenes=False) for after in (anna, ben, None)]
    [<Sound.ACCEPTED: 'accepted'>, <Sound.YOUR_TURN: 'your-turn'>, <Sound.OVER: 'over'>]
    """
    if after is None:
        return Sound.OVER
    if has_scenes:
        return Sound.EVALUATION
    return Sound.YOUR_TURN if before.first != after.first else Sound.ACCEPTED


def allowed_now(
    match: Match[object], navigator: Navigator, texts: Container[str]
) -> list[tuple[Sentence, Act | None]]:
    """Return a line for each allowed act that the navigator can still reach; without the act if it is open."""
    acts = [act for act in navigator.allowed_leaves() if isinstance(act, Act) and act.verb not in MATCH_VERBS]
    is_menu = any(path.steps[0].is_aside for option in navigator.options for path in option.paths)
    if is_menu or all(map(is_open, acts)):  # then the answers say more than the acts
        marks = marks_of(match.setup)
        return [(label_of(option, match.names, marks), None) for option in navigator.options if not option.hollow]
    return list(islice(_acts_or_answers(match, navigator, frozenset(acts), texts), MOST_ACTS_LISTED))


def _acts_or_answers(
    match: Match[object], navigator: Navigator, acts: frozenset[Act], texts: Container[str]
) -> Iterator[tuple[Sentence, Act | None]]:
    """Yield the acts behind each answer in words; the answer itself where all of them are open."""
    marks = marks_of(match.setup)
    for option in navigator.options:
        found = [path.leaf for path in option.paths if isinstance(path.leaf, Act) and path.leaf in acts]
        if found and all(map(is_open, found)):
            yield label_of(option, match.names, marks), None
        else:
            yield from ((as_proposal(match, act, texts), None if is_open(act) else act) for act in found)


def history_lines(history: History) -> list[Sentence]:
    """Return a line for every act of a match, with the names that held at that time; moves have their number."""
    lines = []
    for moment in history.moments:
        if moment.sentence is not None:
            told = with_names(moment.sentence, moment.speakers)
            lines.append(told if moment.number is None else pair(moment.number, told))
    return lines


def outcome(match: Match[object], more: Iterable[Sentence]) -> list[Sentence]:
    """Return the lines of the result: the winners, the points, and `more`."""
    standing, players = match.standing(), match.names
    return [
        say("box.won", winners=winners(standing, players)),
        say("box.points-are", points=say(f"{match.setup.game}.points")),
        *points_lines(standing, players),
        *more,
    ]
