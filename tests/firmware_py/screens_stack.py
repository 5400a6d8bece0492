"""The screens outside a match, for the golden pictures: home, settings, dialogs, and the menu of a match."""

from collections.abc import Iterator
from types import SimpleNamespace

from PIL import Image

from engine.acts import read_act
from engine.game import Setup
from engine.verdicts import say
from firmware_py.display.last_picture import LastPicture, picture
from firmware_py.i18n.translations import Translations
from firmware_py.runtime.program import saving
from firmware_py.storage.crash_log import CrashLog
from firmware_py.storage.journal import Journal, JournalFault
from firmware_py.ui.flows.home import restart
from firmware_py.ui.flows.match import begin
from firmware_py.ui.flows.phones import phones
from firmware_py.ui.flows.rebuild import rebuild
from firmware_py.ui.screens.effects import Do
from firmware_py.ui.stack.screen_stack import ScreenStack
from firmware_py.ui.stack.services import PairedPhone, Status
from tests.firmware_py.ui.stacks import (
    PLAIN,
    NoPage,
    box,
    choose,
    navigator_of,
    new_stack,
    offer,
    press,
    read_on,
    usual,
)
from tests.firmware_py.ui.thinkers import TestThinker

NAMES = ("Anna", "Maximilian-Luca", "Carla", "Wilhelmina-Jane", "Emil", "Fritz")
Pictures = Iterator[tuple[str, Image.Image]]
NOWHERE = "/nowhere"
REASONS = (
    say("inside.why-wins"),
    say("inside.why-hardest", other=say("inside.player-dark")),
    say("inside.why-bonus", cells=("300", "210")),
)


def both(name: str, stack: ScreenStack) -> Pictures:
    yield f"home-{name}", stack.prompt()
    yield f"home-{name}-table", stack.table()


def of_desk(translations: Translations) -> Pictures:
    config = PLAIN._replace(language=translations.language)

    def fresh() -> ScreenStack:
        return new_stack(Journal(":memory:"), config, NOWHERE)

    def playing(
        *sentences: str, game: str = "inside", seats: int = 2, stack: ScreenStack | None = None
    ) -> ScreenStack:
        stack = stack or fresh()
        begin(stack, Setup(game, NAMES[:seats]))
        for sentence in sentences:
            box(stack).play(read_act(sentence))
        read_on(stack)
        return stack

    yield from both("first-start", new_stack(Journal(":memory:"), PLAIN._replace(language=""), NOWHERE))
    yield from _beginning(fresh)
    yield from _kept(fresh, playing)
    yield from _menu(playing)
    yield from _opponent(fresh)
    yield from _home(fresh, playing)
    yield from _phones(fresh)
    yield from _faults(translations, fresh, playing)


def _beginning(fresh) -> Pictures:
    stack = fresh()
    yield from both("home", stack)
    choose(stack, "new")
    yield "home-game", stack.prompt()
    choose(stack, "insider")
    yield "home-seats", stack.prompt()
    choose(stack, "2")
    yield "home-player", stack.prompt()
    choose(stack, "type")
    yield "home-typing", stack.prompt()
    yield from both("typed", press(stack, "OK", "RIGHT", "OK", "OK"))
    press(stack, "OK!")
    yield "home-colours", stack.prompt()
    choose(stack, "blue")
    choose(stack, usual([option.step.value for option in navigator_of(stack).options]))
    yield "home-depth", stack.prompt()
    choose(stack, "board")
    yield "home-homes", stack.prompt()
    choose(stack, "e1", "a5")
    yield "home-first", stack.prompt()
    choose(stack, "1")
    yield from both("stand-in", stack)
    press(stack, "OK")
    yield from both("orientation", stack)
    stack = fresh()
    choose(stack, "new", "offline", "2")
    for _ in range(2):
        choose(stack, usual([option.step.value for option in navigator_of(stack).options]))
    choose(stack, "board")
    yield "home-mode", stack.prompt()
    choose(stack, "expert")
    yield "home-market", stack.prompt()
    stack = fresh()
    choose(stack, "new", "online", "4")
    for _ in range(4):
        choose(stack, usual([option.step.value for option in navigator_of(stack).options]))
    yield "home-parties", stack.prompt()
    choose(stack, "teams")
    yield "home-goals", stack.prompt()
    choose(stack, "6 4 2 2")
    yield "home-limit", stack.prompt()
    choose(stack, "none")
    yield "home-line", stack.prompt()


def _kept(fresh, playing) -> Pictures:
    journal = playing("1 place L310", "2 place D400").journal
    config = fresh().config
    stack = new_stack(journal, config, NOWHERE)
    choose(press(stack, "BACK"), "match", "end")
    yield "home-end-asks", stack.prompt()
    stack = new_stack(journal, config, NOWHERE)
    choose(press(stack, "BACK"), "match", "park")
    playing("1 draw", game="online", seats=4, stack=stack)
    press(stack, "BACK")
    choose(stack, "match", "park")
    choose(stack, "parked")
    yield from both("parked", stack)
    choose(stack, "2")
    yield "home-one", stack.prompt()
    choose(stack, "details")
    yield "home-details", stack.prompt()
    press(stack, "OK")
    choose(stack, "forget")
    yield "home-forget", stack.prompt()


def _menu(playing) -> Pictures:
    stack = playing("1 place L310", "2 place D400")
    yield from both("menu", press(stack, "BACK"))
    for group in ("correct", "match"):
        choose(stack, group)
        yield f"home-menu-{group}", stack.prompt()
        press(stack, "BACK")
    choose(stack, "look", "history")
    yield "home-history", stack.prompt()
    press(stack, "OK", "SEAT_2")
    choose(stack, "220")
    yield "home-refused", stack.prompt()
    yield "home-refused-rule", press(stack, *["DOWN"] * 20).prompt()
    press(stack, "OK", "BACK")
    choose(stack, "correct", "insist")
    yield "home-insist", stack.prompt()
    press(stack, "BACK", "BACK", "BACK", "BACK")
    choose(stack, "match", "quit", "2")
    yield "home-quit", stack.prompt()
    stack = playing("1 place L310")
    press(stack, "BACK")
    choose(stack, "match", "rename", "2")
    yield "home-rename", stack.prompt()
    stack = playing("card 4: 3 2 1 0 / -4", "1 roll 3 5", game="insider", seats=3)
    press(stack, "BACK")
    choose(stack, "look", "history")
    yield "home-look-insider", stack.prompt()
    press(stack, "OK", "BACK")
    choose(stack, "correct", "amend")
    yield "home-amend", stack.prompt()
    press(stack, "SEAT_6", "SEAT_6")
    yield "home-amended", stack.prompt()


def _home(fresh, playing) -> Pictures:
    stack = playing("1 place L310", "2 quit")
    yield "home-over", stack.prompt()
    yield "home-next", press(stack, "OK").prompt()
    choose(stack, "rematch")
    read_on(stack)
    box(stack).play(read_act("1 quit"))
    yield "home-series", press(stack, *["DOWN"] * 9).prompt()
    press(stack, "OK")
    choose(stack, "home", "finished")
    yield from both("finished", stack)
    choose(stack, "2")
    yield "home-finished-one", stack.prompt()
    press(stack, "BACK", "BACK")
    choose(stack, "players")
    yield "home-players", stack.prompt()
    choose(stack, "=Anna")
    yield "home-results", stack.prompt()
    press(stack, "OK")
    choose(stack, "dice")
    yield "home-dice", stack.prompt()
    stack = fresh()
    choose(stack, "my-copy")
    yield "home-my-copy", stack.prompt()
    choose(stack, "offline")
    yield "home-my-copy-map", stack.prompt()
    press(stack, "OK")
    choose(stack, "card")
    yield "home-card", stack.prompt()
    yield "home-card-value", press(stack, "OK").prompt()
    stack = fresh()
    choose(stack, "my-copy", "paths", "b2", "c3")
    yield "home-paths", press(stack, "DOWN").prompt()
    yield "home-paths-table", stack.table()
    choose(stack, "4", "a1", "a2", "none")
    yield "home-paths-from", stack.prompt()
    yield "home-paths-fault", choose(stack, "done").prompt()
    yield from _settings(fresh)
    stack = fresh()
    choose(stack, "about")
    yield "home-about", stack.prompt()
    yield "home-about-more", press(stack, *["DOWN"] * 20).prompt()
    yield from _off(fresh)


def _settings(fresh) -> Pictures:
    stack = fresh()
    choose(stack, "settings")
    yield "home-settings", stack.prompt()
    yield "home-settings-more", press(stack, *["DOWN"] * 5).prompt()
    choose(stack, "keys")
    yield "home-key-test", press(stack, "UP", "OK").prompt()
    press(stack, "BACK!")
    choose(stack, "phone-backup")
    yield "home-phone-backup", stack.prompt()
    choose(stack, "allow")
    yield "home-phone-backup-asks", stack.prompt()


def _opponent(fresh) -> Pictures:
    """Draw the questions before a match against the box, its turn, and hints with their reasons."""
    stack = fresh()
    thinker = offer(stack, thinker=TestThinker()).thinker
    choose(stack, "new")
    choose(stack, "inside")
    yield "home-opponent", stack.prompt()
    choose(stack, "box")
    yield "home-level", stack.prompt()
    choose(stack, "perfect")
    yield "home-own-seat", stack.prompt()
    begin(stack, Setup("inside", NAMES[:2], tags={"Opponent": "2 perfect"}))
    read_on(stack)
    box(stack).play(read_act("1 place L310"))
    yield "home-box-thinks", stack.prompt()
    thinker.answer(stack)
    yield from both("box-plays", stack)
    press(stack, "OK")
    box(stack).carry_out((Do.ASK_HINT,))
    thought = thinker.thought()
    for reason in REASONS:
        box(stack).carry_out((Do.ASK_HINT,))
        thinker.answer(stack, thought._replace(reason=reason))
        yield f"home-{reason.key.partition('.why-')[2]}-hint", stack.prompt()
        press(stack, "OK")
    box(stack).play(read_act("1 place L301"))
    thinker.fail(stack)
    yield "home-box-cannot-think", stack.prompt()


def _off(fresh) -> Pictures:
    stack = fresh()
    choose(stack, "off")
    yield "home-end-program", stack.prompt()
    for name, why in (("waits", ""), ("failed", "Call failed: Access denied")):
        stack = fresh()
        offer(stack, power=lambda why=why: why)
        choose(stack, "off")
        if not why:
            yield "home-off", stack.prompt()
            yield "home-off-more", press(stack, *["DOWN"] * 9).prompt()
        yield f"home-off-{name}", press(stack, "OK").prompt()
    for why in LastPicture:
        yield f"last-picture-{why.value}", picture(why, stack.translations)


class ShownPage(NoPage):
    """A page that is as somebody says."""

    def __init__(self, status: Status) -> None:
        self.status = status

    def paired_phones(self) -> tuple[PairedPhone, ...]:
        return (
            PairedPhone(1, "Android", "192.168.178.21"),
            PairedPhone(2, "", "192.168.178.22"),
            PairedPhone(13, "iPhone", "192.168.178.123"),
        )


def _phones(fresh) -> Pictures:
    stack = fresh()
    offer(stack, page=ShownPage(Status(True, ("192.168.178.123:8080",), "123456", "123456789012")))
    phones(stack)
    yield "home-phones-ask", stack.prompt()
    choose(stack, "phones-code")
    yield from both("phones", stack)
    stack = fresh()
    offer(stack, page=ShownPage(Status(True, ("192.168.178.123:8080",), "123456", "123456789012")))
    phones(stack)
    choose(stack, "phones-list")
    yield "home-phones-list", stack.prompt()
    choose(stack, "13")
    yield "home-phones-forget", stack.prompt()
    stack = fresh()
    offer(
        stack,
        page=ShownPage(Status(True, ("192.168.178.123:8080",), "123456", "123456789012", is_under_attack=True)),
    )
    phones(stack)
    choose(stack, "phones-code")
    yield "home-phones-besieged", stack.prompt()
    for why in ("none", "port-taken"):
        stack = fresh()
        offer(stack, page=ShownPage(Status(why=say(f"network.{why}", port=8080))))
        phones(stack)
        yield f"home-phones-{why}", stack.prompt()


def _faults(translations: Translations, fresh, playing) -> Pictures:
    stack = playing("1 place L310")
    box(stack).live.session.keep = _full
    yield "home-not-saved", press(stack, "OK", "OK").prompt()
    yield "home-saving", saving(translations)
    stack = fresh()
    work = SimpleNamespace(done=3700, total=10_000)
    rebuild(stack, work, lambda _task: None, lambda _stack: None)
    yield "home-rebuilding", stack.prompt()
    stack = playing("1 place L310")
    stack.crash_log = CrashLog(NOWHERE)
    stack.crash_log.last = "ValueError: an example (box.py:1)"
    restart(stack)
    yield from both("fault", stack)
    stack.crash_log = _Crashed(NOWHERE)
    restart(stack)
    yield "home-safe-mode", stack.prompt()
    choose(stack, "safe-about")
    yield "home-safe-about", stack.prompt()
    taught = new_stack(Journal(":memory:"), fresh().config._replace(teaching=True), NOWHERE)
    begin(taught, Setup("inside", NAMES[:2]))
    yield "home-tip-keys", taught.prompt()
    read_on(taught)
    yield "home-lesson-offered", taught.prompt()
    yield "home-lesson", press(taught, "OK!").prompt()


class _Crashed(CrashLog):
    crashes = 3
    last = "ValueError: an example (box.py:1)"


def _full(*_args: object, **_named: object) -> None:
    raise JournalFault(say("journal.full", path="journal.db", reason="full"))
