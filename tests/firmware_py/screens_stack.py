"""The screens outside a match, for the golden pictures: home, settings, dialogs, and the menu of a match."""

from collections.abc import Iterator

from PIL import Image

from engine.acts import read_act
from engine.game import Setup
from engine.verdicts import say
from firmware_py.display.goodbye import Goodbye, picture
from firmware_py.i18n.translations import Translations
from firmware_py.runtime.program import saving
from firmware_py.storage.crash_log import CrashLog
from firmware_py.storage.journal import Journal, JournalFault
from firmware_py.ui.flows.home import restart
from firmware_py.ui.flows.phones import NoPage, PairedPhone, Status, phones
from firmware_py.ui.match_session import begin
from firmware_py.ui.screen_stack import ScreenStack
from tests.firmware_py.ui.fingers import choose
from tests.firmware_py.ui.stacks import PLAIN, box, navigator_of, new_stack, press, read_on, usual
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
    yield f"desk-{name}", stack.prompt()
    yield f"desk-{name}-table", stack.table()


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
            box(stack).play.play(read_act(sentence))
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
    yield "desk-game", stack.prompt()
    choose(stack, "insider")
    yield "desk-seats", stack.prompt()
    choose(stack, "2")
    yield "desk-player", stack.prompt()
    choose(stack, "type")
    yield "desk-typing", stack.prompt()
    yield from both("typed", press(stack, "OK", "RIGHT", "OK", "OK"))
    press(stack, "OK!")
    yield "desk-colours", stack.prompt()
    choose(stack, "blue")
    choose(stack, usual([option.step.value for option in navigator_of(stack).options]))
    yield "desk-depth", stack.prompt()
    choose(stack, "board")
    yield "desk-homes", stack.prompt()
    choose(stack, "e1", "a5")
    yield "desk-first", stack.prompt()
    choose(stack, "1")
    yield from both("stand-in", stack)
    press(stack, "OK")
    yield from both("orientation", stack)
    stack = fresh()
    choose(stack, "new", "offline", "2")
    for _ in range(2):
        choose(stack, usual([option.step.value for option in navigator_of(stack).options]))
    choose(stack, "board")
    yield "desk-mode", stack.prompt()
    choose(stack, "expert")
    yield "desk-market", stack.prompt()
    stack = fresh()
    choose(stack, "new", "online", "4")
    for _ in range(4):
        choose(stack, usual([option.step.value for option in navigator_of(stack).options]))
    yield "desk-parties", stack.prompt()
    choose(stack, "teams")
    yield "desk-goals", stack.prompt()
    choose(stack, "6 4 2 2")
    yield "desk-limit", stack.prompt()


def _kept(fresh, playing) -> Pictures:
    journal = playing("1 place L310", "2 place D400").journal
    config = fresh().config
    yield from both("unfinished", new_stack(journal, config, NOWHERE))
    stack = new_stack(journal, config, NOWHERE)
    choose(stack, "end")
    yield "desk-end-asks", stack.prompt()
    stack = new_stack(journal, config, NOWHERE)
    choose(stack, "park")
    playing("1 draw", game="online", seats=4, stack=stack)
    press(stack, "BACK")
    choose(stack, "match", "park")
    choose(stack, "parked")
    yield from both("parked", stack)
    choose(stack, "2")
    yield "desk-one", stack.prompt()
    choose(stack, "details")
    yield "desk-details", stack.prompt()
    press(stack, "OK")
    choose(stack, "forget")
    yield "desk-forget", stack.prompt()


def _menu(playing) -> Pictures:
    stack = playing("1 place L310", "2 place D400")
    yield from both("menu", press(stack, "BACK"))
    for group in ("correct", "match"):
        choose(stack, group)
        yield f"desk-menu-{group}", stack.prompt()
        press(stack, "BACK")
    choose(stack, "look", "history")
    yield "desk-history", stack.prompt()
    press(stack, "OK", "SEAT_2")
    choose(stack, "220")
    yield "desk-refused", stack.prompt()
    yield "desk-refused-rule", press(stack, *["DOWN"] * 20).prompt()
    press(stack, "OK", "BACK", "BACK")
    choose(stack, "correct", "insist")
    yield "desk-insist", stack.prompt()
    press(stack, "BACK", "BACK", "BACK", "BACK")
    choose(stack, "match", "quit", "2")
    yield "desk-quit", stack.prompt()
    stack = playing("1 place L310")
    press(stack, "BACK")
    choose(stack, "match", "rename", "2")
    yield "desk-rename", stack.prompt()
    stack = playing("card 4: 3 2 1 0 / -4", "1 roll 3 5", game="insider", seats=3)
    press(stack, "BACK")
    choose(stack, "look", "history")
    yield "desk-look-insider", stack.prompt()
    press(stack, "OK", "BACK")
    choose(stack, "correct", "amend")
    yield "desk-amend", stack.prompt()
    press(stack, "SEAT_6", "SEAT_6")
    yield "desk-amended", stack.prompt()


def _home(fresh, playing) -> Pictures:
    stack = playing("1 place L310", "2 quit")
    yield "desk-over", stack.prompt()
    yield "desk-next", press(stack, "OK").prompt()
    choose(stack, "rematch")
    read_on(stack)
    box(stack).play.play(read_act("1 quit"))
    yield "desk-series", press(stack, *["DOWN"] * 9).prompt()
    press(stack, "OK")
    choose(stack, "home", "finished")
    yield from both("finished", stack)
    choose(stack, "2")
    yield "desk-finished-one", stack.prompt()
    press(stack, "BACK", "BACK")
    choose(stack, "players")
    yield "desk-players", stack.prompt()
    choose(stack, "=Anna")
    yield "desk-results", stack.prompt()
    press(stack, "OK")
    choose(stack, "dice")
    yield "desk-dice", stack.prompt()
    stack = fresh()
    choose(stack, "house")
    yield "desk-house", stack.prompt()
    choose(stack, "offline")
    yield "desk-house-map", stack.prompt()
    press(stack, "OK")
    choose(stack, "card")
    yield "desk-card", stack.prompt()
    yield "desk-card-value", press(stack, "OK").prompt()
    stack = fresh()
    choose(stack, "settings")
    yield "desk-settings", stack.prompt()
    yield "desk-settings-more", press(stack, *["DOWN"] * 5).prompt()
    choose(stack, "phone-backup")
    yield "desk-phone-backup", stack.prompt()
    choose(stack, "allow")
    yield "desk-phone-backup-asks", stack.prompt()
    stack = fresh()
    choose(stack, "about")
    yield "desk-about", stack.prompt()
    yield "desk-about-more", press(stack, *["DOWN"] * 20).prompt()
    yield from _off(fresh)


def _opponent(fresh) -> Pictures:
    """Draw the questions before a match against the box, its turn, and hints with their reasons."""
    stack = fresh()
    stack.thinker = thinker = TestThinker()
    choose(stack, "new")
    choose(stack, "inside")
    yield "desk-opponent", stack.prompt()
    choose(stack, "box")
    yield "desk-level", stack.prompt()
    choose(stack, "perfect")
    yield "desk-own-seat", stack.prompt()
    begin(stack, Setup("inside", NAMES[:2], tags={"Opponent": "2 perfect"}))
    read_on(stack)
    box(stack).play.play(read_act("1 place L310"))
    yield "desk-box-thinks", stack.prompt()
    thinker.answer(stack)
    yield from both("box-plays", stack)
    press(stack, "OK")
    box(stack).advice.ask_hint()
    thought = thinker.thought()
    for reason in REASONS:
        box(stack).advice.ask_hint()
        thinker.answer(stack, thought._replace(reason=reason))
        yield f"desk-{reason.key.partition('.why-')[2]}-hint", stack.prompt()
        press(stack, "OK")
    box(stack).play.play(read_act("1 place L301"))
    thinker.fail(stack)
    yield "desk-box-cannot-think", stack.prompt()


def _off(fresh) -> Pictures:
    stack = fresh()
    choose(stack, "off")
    yield "desk-end-program", stack.prompt()
    for name, why in (("waits", ""), ("failed", "Call failed: Access denied")):
        stack = fresh()
        stack.power = lambda why=why: why
        choose(stack, "off")
        if not why:
            yield "desk-off", stack.prompt()
            yield "desk-off-more", press(stack, *["DOWN"] * 9).prompt()
        yield f"desk-off-{name}", press(stack, "OK").prompt()
    for why in Goodbye:
        yield f"goodbye-{why.value}", picture(why, stack.translations)


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
    stack.page = ShownPage(Status(True, ("192.168.178.123:8080",), "123456", "123456789012"))
    phones(stack)
    yield "desk-phones-ask", stack.prompt()
    choose(stack, "phones-code")
    yield from both("phones", stack)
    stack = fresh()
    stack.page = ShownPage(Status(True, ("192.168.178.123:8080",), "123456", "123456789012"))
    phones(stack)
    choose(stack, "phones-list")
    yield "desk-phones-list", stack.prompt()
    choose(stack, "13")
    yield "desk-phones-forget", stack.prompt()
    stack = fresh()
    stack.page = ShownPage(Status(True, ("192.168.178.123:8080",), "123456", "123456789012", is_under_attack=True))
    phones(stack)
    choose(stack, "phones-code")
    yield "desk-phones-besieged", stack.prompt()
    for why in ("none", "port-taken"):
        stack = fresh()
        stack.page = ShownPage(Status(why=say(f"network.{why}", port=8080)))
        phones(stack)
        yield f"desk-phones-{why}", stack.prompt()


def _faults(translations: Translations, fresh, playing) -> Pictures:
    stack = playing("1 place L310")
    box(stack).session.keep = _full
    yield "desk-not-saved", press(stack, "OK", "OK").prompt()
    yield "desk-saving", saving(translations)
    stack = playing("1 place L310")
    stack.crash_log = CrashLog(NOWHERE)
    stack.crash_log.last = "ValueError: an example (box.py:1)"
    restart(stack)
    yield from both("fault", stack)
    stack.crash_log = _Crashed(NOWHERE)
    restart(stack)
    yield "desk-safe-mode", stack.prompt()
    choose(stack, "safe-about")
    yield "desk-safe-about", stack.prompt()
    taught = new_stack(Journal(":memory:"), fresh().config._replace(teaching=True), NOWHERE)
    begin(taught, Setup("inside", NAMES[:2]))
    yield "desk-tip-keys", taught.prompt()
    read_on(taught)
    yield "desk-lesson-offered", taught.prompt()
    yield "desk-lesson", press(taught, "OK!").prompt()


class _Crashed(CrashLog):
    crashes = 3
    last = "ValueError: an example (box.py:1)"


def _full(*_args: object) -> None:
    raise JournalFault(say("journal.full", path="journal.db", reason="full"))
