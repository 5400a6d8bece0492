"""The table page at the panel: switched on, shown, explained and switched off with the keys."""

import os
from pathlib import Path

import pytest

from engine.verdicts import say
from firmware_py.config import configuration
from firmware_py.config.wiring import Network
from firmware_py.i18n.translations import Translations
from firmware_py.page.kept_phones import load_phones, phones_file
from firmware_py.ui.flows.home import start
from firmware_py.ui.flows.phones import _label, page_line, phones
from firmware_py.ui.screens.dialog_screen import DialogScreen
from firmware_py.ui.screens.pairing import grouped, pairing_picture
from firmware_py.ui.screens.question import NavigatorScreen
from firmware_py.ui.stack.services import Status
from tests.firmware_py.page.pages import Table, choose_on, free_port
from tests.firmware_py.page.test_types import fields_of
from tests.firmware_py.ui.stacks import NoPage, choose, new_stack, offer, press, text, values

WORDS = Translations("en")
FIELDS = fields_of((Path(__file__).parents[2] / "web_js" / "more.d.ts").read_text())


class Switch(NoPage):
    """A page that is switched without a network."""

    def __init__(self, why=None, *, is_fixed=False):
        self._why, self._is_fixed, self.switched = why, is_fixed, 0
        self.status = Status()

    def turn_on(self, stack):
        del stack
        self.switched += 1
        if self._why is not None:
            return Status(why=self._why)
        code = f"{self.switched:06}"
        self.status = Status(
            is_on=True,
            addresses=("192.168.0.5:8080",),
            code=code,
            long_code=code * 2,
            is_fixed=self._is_fixed,
        )
        return self.status

    def turn_off(self):
        self.status = Status()


def settings(page=None):
    stack = new_stack()
    offer(stack, page=page or Switch())
    return choose(stack, "settings")


def setting(stack):
    """What the list of settings says about the page."""
    assert isinstance(stack.top, NavigatorScreen)
    return WORDS.text(
        next(option.step.label for option in stack.top.navigator.options if option.step.value == "page")
    )


def test_switched_on_it_shows_the_address_the_code_and_a_picture_that_phones_read():
    stack = choose(settings(), "page")
    assert isinstance(stack.top, DialogScreen)
    assert "192.168.0.5:8080" in text(stack)
    assert "000 001" in text(stack)
    status = stack.services.page.status
    picture = pairing_picture(status.addresses[0], status.code, status.long_code, WORDS)
    assert stack.table().tobytes() == picture.tobytes()
    assert configuration.load().page, "the next time the box starts with it"
    press(stack, "OK")
    assert setting(stack) == WORDS("settings.page", value=say("settings.on"))


def test_when_it_is_on_the_code_is_shown_again_or_it_is_switched_off():
    stack = choose(settings(), "page")
    press(stack, "OK")
    choose(stack, "page")
    assert values(stack) == ["phones-code", "phones-list", "phones-off"]
    choose(stack, "phones-code")
    assert "000 001" in text(stack), "the code stays while it is on"
    press(stack, "OK")
    choose(stack, "page", "phones-off")
    assert stack.services.page.status.is_on, "it asks first: every phone needs a new code then"
    press(stack, "OK")
    assert not stack.services.page.status.is_on
    assert not configuration.load().page
    assert setting(stack) == WORDS("settings.page", value=say("settings.off"))
    choose(stack, "page")
    assert "000 002" in text(stack), "a new code with every switch"


def test_back_leaves_everything_as_it_is():
    stack = choose(settings(), "page")
    press(stack, "OK")
    choose(stack, "page")
    press(stack, "BACK")
    assert stack.services.page.status.is_on
    assert values(stack)[0] == "language"


@pytest.mark.parametrize(
    "why", [say("network.port-taken", port=8080), say("network.no-interface", interface="wlan7")]
)
def test_it_says_why_it_cannot_be_switched_on(why):
    stack = choose(settings(Switch(why)), "page")
    assert isinstance(stack.top, DialogScreen)
    assert WORDS.text(why) in text(stack)
    press(stack, "OK")
    assert values(stack)[0] == "language"
    assert not configuration.load().page


def test_a_box_without_a_page_says_so():
    stack = choose(settings(NoPage()), "page")
    assert WORDS("page.none") in text(stack)


def test_the_page_that_is_the_box_has_no_switch():
    page = Switch(is_fixed=True)
    page.turn_on(None)
    stack = choose(settings(page), "page")
    assert "000 001" in text(stack)
    assert page.switched == 1


def test_a_page_that_only_this_computer_reaches_names_its_address():
    page = Switch(is_fixed=True)
    page.status = Status(is_on=True, addresses=("localhost:8080", "192.168.0.5:8080"), is_fixed=True)
    shown = text(choose(settings(page), "page"))
    assert "localhost:8080" in shown
    assert "192.168.0.5" not in shown


def test_about_tells_how_it_is():
    stack = settings()
    assert WORDS.text(page_line(stack)) == WORDS("home.page-off")
    stack.services.page.turn_on(stack)
    assert "192.168.0.5:8080" in WORDS.text(page_line(stack))


# --- with the real switch


def test_a_real_box_is_switched_on_and_off_with_its_keys(tmp_path):
    with Table(tmp_path, None, is_virtual=False, is_on=False) as table:
        table.ask(lambda stack: choose(stack, "settings", "page"))
        status = table.switch.status
        assert status.is_on
        shown = table.ask(text)
        assert grouped(status.code) in shown
        assert status.addresses[0] in shown.replace(" ", "")
        assert table.phone().pair(status.long_code).status == 200
        with table.phone().listen() as stream:
            stream.until(lambda seen: seen["me"])
            table.ask(lambda stack: press(choose(press(stack, "OK"), "page", "phones-off"), "OK"))
            stream.until_end()
            assert stream.seen["end"] == "off", "phones are told why"
        assert not table.switch.status.is_on


def test_a_real_box_says_why_not_and_stays_off(tmp_path):
    with Table(tmp_path, None, is_virtual=False, is_on=False, network=Network(("wlan77",), free_port())) as table:
        table.ask(lambda stack: choose(stack, "settings", "page"))
        assert "wlan77" in table.ask(text)
        assert not table.switch.status.is_on


def test_a_siege_shows_the_code_that_nobody_guesses(real):
    codes = real.switch._sessions
    for at in range(30):
        codes.pair(f"10.0.0.{at}", f"{(int(codes.code) + 1) % 10**6:06}")
    assert real.switch.status.is_under_attack
    real.ask(phones)
    real.ask(lambda stack: choose(stack, "phones-code"))
    assert grouped(codes.long_code) in real.ask(text)
    assert real.phone().pair(codes.long_code).status == 200


def test_a_phone_cannot_switch_the_others_off(tmp_path):
    with Table(tmp_path, None, is_virtual=False) as table:
        phone = table.paired()
        with phone.listen() as stream:
            choose_on(phone, stream, "settings", "page", "phones-off")
            notice = stream.until(lambda seen: seen["ask"]["notice"])["ask"]["notice"]
            assert notice["lines"] == [WORDS("home.only-at-box")]
            choose_on(phone, stream, "ok")
            assert table.switch.status.is_on


def test_phones_are_told_that_the_program_ends(tmp_path):
    with Table(tmp_path, None, is_virtual=False) as table, table.phone().listen() as stream:
        stream.until(lambda seen: seen["me"])
        table.switch.close()
        stream.until_end()
        assert stream.seen["end"] == "stop"


def test_phones_stay_paired_over_a_restart_and_have_their_seats(tmp_path):
    port = free_port()
    with Table(tmp_path, is_virtual=False, network=Network(("lo",), port)) as table:
        phone, other = table.paired("127.0.0.5"), table.paired("127.0.0.6")
        phone.do("claim", seat=2)
        phone.do("say", act="1 place L310")
        table.switch.close()  # as the program does at its end
        kept = (tmp_path.parent / "data").glob("**/phones.json")
    assert phone.cookie.partition("=")[2] not in "".join(path.read_text() for path in kept)
    with Table(tmp_path, None, is_virtual=False, is_on=False, network=Network(("lo",), port)) as again:
        again.ask(start)
        again.ask(again.switch.turn_on)
        with phone.listen() as stream:
            seen = stream.until(lambda seen: seen["me"] and seen["game"])
            assert (seen["me"]["is_paired"], seen["me"]["seat"], seen["game"]["acts"]) == (True, 2, 1)
            assert seen["me"]["token"] == phone.token
        assert phone.do("say", act="2 place D211").status == 204
        again.ask(lambda stack: stack)
        assert again.log == ["1 place L310", "2 place D211"], "the match goes on by itself"
        assert phone.get("/people", Cookie=other.cookie).status == 403, "bound to the address"
        again.switch.turn_off()
        again.ask(again.switch.turn_on)
        with phone.listen() as stream:
            me = stream.until(lambda seen: seen["me"])["me"]
            assert (me["is_paired"], me["lost"]) == (False, "unknown"), "switched off at the box"


def test_a_damaged_file_of_phones_is_no_reason_not_to_serve(tmp_path):
    phone = '{"id":"a","peer":"b","number":1,"device":"","person":"","used":-1}'
    for damage in ("", "{", "[1]", '[{"id": "x"}]', "[" * 99_999, f"[{phone}]"):
        os.makedirs(os.path.dirname(phones_file()), exist_ok=True)
        Path(phones_file()).write_text(damage, encoding="utf-8")
        assert load_phones() == []
    with Table(tmp_path, None, is_virtual=False) as table:
        assert table.paired().get("/people").status == 200


def test_every_paired_phone_can_invite_the_next_one(real):
    phone = real.paired()
    invitation = phone.get("/invite").json
    assert set(invitation) == FIELDS["Invitation"]
    assert invitation["code"] == real.switch.status.code
    assert invitation["svg"].startswith("<svg")
    assert real.phone("127.0.0.9").get("/invite").status == 403
    assert real.phone("127.0.0.9").pair(invitation["code"]).status == 200


# --- the phones that are paired


def test_the_box_lists_the_phones_and_forgets_one_which_needs_the_new_code_then(real):
    good, bad = real.paired("127.0.0.5"), real.paired("127.0.0.6", User_Agent="(Linux; Android 14)")
    code = real.switch.status.code
    good.do("claim", seat=2)
    assert real.ask(
        lambda stack: [WORDS.text(_label(stack, phone)) for phone in stack.services.page.paired_phones()]
    ) == [
        "1 Xaverl",
        "2 Android",
    ]
    with good.listen() as stream, bad.listen() as lost:
        lost.until(lambda seen: seen["me"]["is_paired"])

        def forget(stack):
            before = len(stack.screens)
            phones(stack)
            choose(stack, "phones-list", "2")
            assert text(stack).startswith("2 Android Remove this phone?")
            assert text(stack).endswith("Address: 127.0.0.6")
            press(stack, "OK")
            assert len(stack.screens) == before

        real.ask(forget)
        assert lost.until(lambda seen: not seen["me"]["is_paired"])["me"]["lost"] == "removed"
        assert stream.until(lambda seen: seen["me"]["seat"] == 2)["me"]["is_paired"]
    assert bad.do("press", key="ok").status == 403
    assert bad.pair(code).status == 403, "it knows the old one"
    assert good.do("press", key="right").status == 204
    assert real.phone("127.0.0.7").pair(real.switch.status.code).status == 200


def test_without_phones_there_is_no_list():
    stack = new_stack()
    offer(stack, page=Switch())
    phones(stack)
    press(stack, "OK")
    phones(stack)
    assert values(stack) == ["phones-code", "phones-list", "phones-off"]
    shown = len(stack.screens)
    choose(stack, "phones-list")
    assert len(stack.screens) == shown


def test_a_phone_cannot_forget_another(real):
    phone = real.paired("127.0.0.5")
    real.paired("127.0.0.6")
    with phone.listen() as stream:
        stream.until(lambda seen: seen["ask"])
        before = real.ask(lambda stack: stack.prompt().tobytes())
        choose_on(phone, stream, "back", "match", "settings", "page", "phones-list", "2")
        assert stream.seen["ask"]["notice"]["lines"] == [WORDS("home.only-at-box")]
        assert real.ask(lambda stack: stack.prompt().tobytes()) == before, "nothing is to be seen there"
        choose_on(phone, stream, "ok")
        assert stream.seen["ask"]["notice"] is None
    assert len(real.switch.paired_phones()) == 2
