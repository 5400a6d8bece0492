"""The screens of the desk, for the golden pictures: everything outside a match, and the menu of a match."""

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
from firmware_py.ui.flows.phones import NoPage, Status, phones
from firmware_py.ui.match_session import begin
from firmware_py.ui.screen_stack import ScreenStack
from tests.firmware_py.desks import PLAIN, box, navigator_of, new_desk, press, read_on, usual
from tests.firmware_py.fingers import choose

NAMES = ("Anna", "Maximilian-Luca", "Carla", "Wilhelmina-Jane", "Emil", "Fritz")
Pictures = Iterator[tuple[str, Image.Image]]
NOWHERE = "/nowhere"


def both(name: str, desk: ScreenStack) -> Pictures:
    yield f"desk-{name}", desk.prompt()
    yield f"desk-{name}-table", desk.table()


def of_desk(words: Translations) -> Pictures:
    config = PLAIN._replace(language=words.language)

    def fresh() -> ScreenStack:
        return new_desk(Journal(":memory:"), config, NOWHERE)

    def playing(
        *sentences: str, game: str = "inside", seats: int = 2, desk: ScreenStack | None = None
    ) -> ScreenStack:
        desk = desk or fresh()
        begin(desk, Setup(game, NAMES[:seats]))
        for sentence in sentences:
            box(desk)._play(read_act(sentence))
        read_on(desk)
        return desk

    yield from both("first-start", new_desk(Journal(":memory:"), PLAIN._replace(language=""), NOWHERE))
    yield from _beginning(fresh)
    yield from _kept(fresh, playing)
    yield from _menu(playing)
    yield from _home(fresh, playing)
    yield from _phones(fresh)
    yield from _faults(words, fresh, playing)


def _beginning(fresh) -> Pictures:
    desk = fresh()
    yield from both("home", desk)
    choose(desk, "new")
    yield "desk-game", desk.prompt()
    choose(desk, "insider")
    yield "desk-seats", desk.prompt()
    choose(desk, "2")
    yield "desk-player", desk.prompt()
    choose(desk, "type")
    yield "desk-typing", desk.prompt()
    yield from both("typed", press(desk, "OK", "RIGHT", "OK", "OK"))
    press(desk, "OK!")
    choose(desk, usual([option.step.value for option in navigator_of(desk).options]))
    yield "desk-depth", desk.prompt()
    choose(desk, "board")
    yield "desk-homes", desk.prompt()
    choose(desk, "e1", "a5")
    yield "desk-first", desk.prompt()
    choose(desk, "1")
    yield from both("stand-in", desk)
    press(desk, "OK")
    yield from both("orientation", desk)
    desk = fresh()
    choose(desk, "new", "offline", "2")
    for _ in range(2):
        choose(desk, usual([option.step.value for option in navigator_of(desk).options]))
    choose(desk, "board")
    yield "desk-mode", desk.prompt()
    choose(desk, "expert")
    yield "desk-market", desk.prompt()
    desk = fresh()
    choose(desk, "new", "online", "4")
    for _ in range(4):
        choose(desk, usual([option.step.value for option in navigator_of(desk).options]))
    yield "desk-parties", desk.prompt()
    choose(desk, "teams")
    yield "desk-goals", desk.prompt()
    choose(desk, "6 4 2 2")
    yield "desk-limit", desk.prompt()


def _kept(fresh, playing) -> Pictures:
    journal = playing("1 place L310", "2 place D400").journal
    config = fresh().config
    yield from both("unfinished", new_desk(journal, config, NOWHERE))
    desk = new_desk(journal, config, NOWHERE)
    choose(desk, "end")
    yield "desk-end-asks", desk.prompt()
    desk = new_desk(journal, config, NOWHERE)
    choose(desk, "park")
    playing("1 draw", game="online", seats=4, desk=desk)
    press(desk, "BACK")
    choose(desk, "match", "park")
    choose(desk, "parked")
    yield from both("parked", desk)
    choose(desk, "2")
    yield "desk-one", desk.prompt()
    choose(desk, "details")
    yield "desk-details", desk.prompt()
    press(desk, "OK")
    choose(desk, "forget")
    yield "desk-forget", desk.prompt()


def _menu(playing) -> Pictures:
    desk = playing("1 place L310", "2 place D400")
    yield from both("menu", press(desk, "BACK"))
    for group in ("correct", "players", "match"):
        choose(desk, group)
        yield f"desk-menu-{group}", desk.prompt()
        press(desk, "BACK")
    choose(desk, "look")
    yield "desk-history", desk.prompt()
    press(desk, "OK", "SEAT_2")
    choose(desk, "220")
    yield "desk-refused", desk.prompt()
    yield "desk-refused-rule", press(desk, *["DOWN"] * 20).prompt()
    press(desk, "OK", "BACK", "BACK")
    choose(desk, "correct", "insist")
    yield "desk-insist", desk.prompt()
    press(desk, "BACK", "BACK", "BACK", "BACK")
    choose(desk, "players", "quit", "2")
    yield "desk-quit", desk.prompt()
    desk = playing("1 place L310")
    press(desk, "BACK")
    choose(desk, "players", "rename", "2")
    yield "desk-rename", desk.prompt()
    desk = playing("card 4: 3 2 1 0 / -4", "1 roll 3 5", game="insider", seats=3)
    press(desk, "BACK")
    choose(desk, "look")
    yield "desk-look-insider", desk.prompt()
    press(desk, "OK", "BACK")
    choose(desk, "correct", "amend")
    yield "desk-amend", desk.prompt()
    press(desk, "SEAT_6", "SEAT_6")
    yield "desk-amended", desk.prompt()


def _home(fresh, playing) -> Pictures:
    desk = playing("1 place L310", "2 quit")
    yield "desk-over", desk.prompt()
    yield "desk-next", press(desk, "OK").prompt()
    choose(desk, "rematch")
    read_on(desk)
    box(desk)._play(read_act("1 quit"))
    yield "desk-series", press(desk, *["DOWN"] * 9).prompt()
    press(desk, "OK")
    choose(desk, "home", "finished")
    yield from both("finished", desk)
    choose(desk, "2")
    yield "desk-finished-one", desk.prompt()
    press(desk, "BACK", "BACK")
    choose(desk, "players")
    yield "desk-players", desk.prompt()
    choose(desk, "=Anna")
    yield "desk-results", desk.prompt()
    press(desk, "OK")
    choose(desk, "dice")
    yield "desk-dice", desk.prompt()
    desk = fresh()
    choose(desk, "house")
    yield "desk-house", desk.prompt()
    choose(desk, "offline")
    yield "desk-house-map", desk.prompt()
    press(desk, "OK")
    choose(desk, "card")
    yield "desk-card", desk.prompt()
    yield "desk-card-value", press(desk, "OK").prompt()
    desk = fresh()
    choose(desk, "settings")
    yield "desk-settings", desk.prompt()
    yield "desk-settings-more", press(desk, *["DOWN"] * 5).prompt()
    desk = fresh()
    choose(desk, "about")
    yield "desk-about", desk.prompt()
    yield "desk-about-more", press(desk, *["DOWN"] * 20).prompt()
    yield from _off(fresh)


def _off(fresh) -> Pictures:
    desk = fresh()
    choose(desk, "off")
    yield "desk-end-program", desk.prompt()
    for name, why in (("waits", ""), ("failed", "Call failed: Access denied")):
        desk = fresh()
        desk.power = lambda why=why: why
        choose(desk, "off")
        if not why:
            yield "desk-off", desk.prompt()
            yield "desk-off-more", press(desk, *["DOWN"] * 9).prompt()
        yield f"desk-off-{name}", press(desk, "OK").prompt()
    for why in Goodbye:
        yield f"goodbye-{why.value}", picture(why, desk.words)


class ShownPage(NoPage):
    """A page that is as somebody says."""

    def __init__(self, status: Status) -> None:
        self.status = status


def _phones(fresh) -> Pictures:
    desk = fresh()
    desk.page = ShownPage(Status(True, ("192.168.178.123:8080",), "123456", "123456789012"))
    phones(desk)
    yield "desk-phones-ask", desk.prompt()
    choose(desk, "phones-code")
    yield from both("phones", desk)
    desk = fresh()
    desk.page = ShownPage(Status(True, ("192.168.178.123:8080",), "123456", "123456789012", is_besieged=True))
    phones(desk)
    choose(desk, "phones-code")
    yield "desk-phones-besieged", desk.prompt()
    for why in ("none", "port-taken"):
        desk = fresh()
        desk.page = ShownPage(Status(why=say(f"network.{why}", port=8080)))
        phones(desk)
        yield f"desk-phones-{why}", desk.prompt()


def _faults(words: Translations, fresh, playing) -> Pictures:
    desk = playing("1 place L310")
    box(desk).host.keep = _full
    yield "desk-not-saved", press(desk, "OK", "LEFT").prompt()
    yield "desk-saving", saving(words)
    desk = playing("1 place L310")
    desk.blackbox = CrashLog(NOWHERE)
    desk.blackbox.last = "ValueError: an example (box.py:1)"
    restart(desk)
    yield from both("fault", desk)
    desk.blackbox = _Crashed(NOWHERE)
    restart(desk)
    yield "desk-safe-mode", desk.prompt()
    choose(desk, "safe-about")
    yield "desk-safe-about", desk.prompt()
    taught = new_desk(Journal(":memory:"), fresh().config._replace(teaching=True), NOWHERE)
    begin(taught, Setup("inside", NAMES[:2]))
    read_on(taught)
    yield "desk-lesson-offered", taught.prompt()
    yield "desk-lesson", press(taught, "OK!").prompt()


class _Crashed(CrashLog):
    crashes = 3
    last = "ValueError: an example (box.py:1)"


def _full(*_args: object) -> None:
    raise JournalFault(say("journal.full", path="journal.db", reason="full"))
