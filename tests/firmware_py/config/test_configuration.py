"""How the box is set: defaults, the owner's file, the panel over it, and one sentence for every fault."""

import os
from pathlib import Path

import pytest

from firmware_py.commands.help import page
from firmware_py.config import configuration
from firmware_py.config.configuration import DEFAULTS, SETTINGS, Config
from firmware_py.config.language import current_language
from firmware_py.config.wiring import TABLES, DisplayWiring, Wiring
from firmware_py.errors import UserError
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations
from firmware_py.storage.paths import config_file, panel_file
from tests.firmware_py.command import sideline
from tests.firmware_py.errors import error_text, user_error

WORDS = Translations("en")
OTHERS = Config(
    language="fr",
    displays=1,
    sound=False,
    night=True,
    contrast=40,
    hints=False,
    teaching=False,
    move_hints=False,
    large_table=True,
    thinking_seconds=10,
    page=True,
    https=True,
    tv_names=True,
)
"""Every setting as it is not by default."""


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    Path(path).write_text(text, encoding="utf-8")


def read(path):
    return Path(path).read_text(encoding="utf-8")


# --- values


def test_without_a_file_the_defaults_hold():
    assert configuration.load() == DEFAULTS == Config()


def test_the_owners_file_changes_what_it_names_and_nothing_else():
    write(config_file(), 'language = "de"\ncontrast = 0\n')
    assert configuration.load() == DEFAULTS._replace(language="de", contrast=0)


def test_what_is_set_on_the_panel_comes_before_the_file():
    write(config_file(), 'language = "de"\nnight = true\n')
    configuration.save_settings(language="fr", sound=False)
    assert configuration.load() == DEFAULTS._replace(language="fr", sound=False, night=True)


@pytest.mark.parametrize("key", SETTINGS)
def test_every_setting_that_is_kept_is_read_back(key):
    value = getattr(OTHERS, key)
    assert value != getattr(DEFAULTS, key)
    configuration.save_settings(**{key: value})
    assert configuration.load() == DEFAULTS._replace(**{key: value})


def test_settings_are_kept_beside_those_that_were_set_before():
    configuration.save_settings(language="fr", contrast=40)
    configuration.save_settings(night=True)
    configuration.save_settings(contrast=220)
    assert configuration.load() == DEFAULTS._replace(language="fr", contrast=220, night=True)
    assert configuration.read_file(panel_file()) == {"language": "fr", "contrast": 220, "night": True}


def test_a_pulled_plug_leaves_the_old_settings_or_the_new_ones(monkeypatch):
    configuration.save_settings(night=True)

    def pulled(*_):
        raise OSError("the plug was pulled")

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", pulled)
        with pytest.raises(OSError, match="plug"):
            configuration.save_settings(night=False)
    assert configuration.load().night is True
    configuration.save_settings(night=False)
    assert configuration.load().night is False
    assert os.listdir(os.path.dirname(panel_file())) == ["settings.toml"]


def test_a_panel_file_that_is_not_good_is_not_overwritten():
    write(panel_file(), "night = 1\n")
    with user_error("night: write true or false here"):
        configuration.save_settings(sound=False)
    assert read(panel_file()) == "night = 1\n"


def test_a_file_may_come_from_windows(tmp_path):
    path = str(tmp_path / "sideline.toml")
    write(path, '\ufefflanguage = "de"\r\nnight = true\r\n')
    assert configuration.read_file(path) == {"language": "de", "night": True}


# --- faults

FAULTS = [
    ("volume = 3\n", "volume", "“volume” is not known here; known: " + ", ".join((*SETTINGS, *TABLES))),
    ('\nlanguage = "it"\n', "language", "there is no language “it”; there are: en, fr, de"),
    ("language = 5\n", "language", "there is no language “5”; there are: en, fr, de"),
    ("# ours\n\ncontrast = 256\n", "contrast", "write a whole number from 0 to 255 here"),
    ("contrast = -1\n", "contrast", "write a whole number from 0 to 255 here"),
    ("contrast = 1.5\n", "contrast", "write a whole number from 0 to 255 here"),
    ("sound = true\ndisplays = 3\n", "displays", "write a whole number from 1 to 2 here"),
    ("displays = true\n", "displays", "write a whole number from 1 to 2 here"),
    ("sound = 1\n", "sound", "write true or false here"),
    ('page = "yes"\n', "page", "write true or false here"),
    ("night = []\n", "night", "write true or false here"),
    ("[sound]\nvolume = 3\n", "sound", "write true or false here"),
    ("sound = true\nnight = yes\n", "line 2", "this is not TOML: Invalid value"),
    ("sound = true\nsound = false\n", "line 2", "this is not TOML: Cannot overwrite a value"),
    ('hardware = "wood"\n', "hardware", "there is no “wood”; there are: auto, real, simulated"),
    ("poll_keys = 50\n", "poll_keys", "write true or false here"),
    ("[keys]\nok = 28\n", "keys.ok", "write a whole number from 4 to 27 here"),
    ("[keys]\nfire = 4\n", "keys.fire", "“fire” is not known here; known: up, down"),
    ("[keys]\nok = 5\n", "keys", "GPIO5 is named twice"),
    ("[keys]\nok = 3\n", "keys.ok", "write a whole number from 4 to 27 here"),
    ('board = "toast"\n', "board", "there is no “toast”; there are: oled-bonnet, oled-hat"),
    ('board = "oled-hat"\n[keys]\nok = 24\n', "keys", "GPIO24 is named twice"),
    ('[prompt]\ninterface = "usb"\n', "prompt.interface", "there is no “usb”; there are: i2c, spi"),
    (
        'night = true\n[table]\nkind = "lcd"\n',
        "table.kind",
        "there is no “lcd”; there are: ssd1306, ssd1309, sh1106",
    ),
    ("[prompt]\naddress = 200\n", "prompt.address", "write a whole number from 3 to 119 here"),
    ("[table]\nchannel = 8\n", "table.channel", "write a whole number from 0 to 7 here"),
    ("[buzzer]\npin = 40\n", "buzzer.pin", "write a whole number from −1 to 27 here"),
    ("[dice]\nport = 3\n", "dice.port", 'write a path, "auto" or "none" here, not 3'),
    ("dice = 3\n", "dice", "this has to be a table"),
    ("contrast = " + "9" * 5000 + "\n", "line 2", "this is not TOML: "),
]


@pytest.mark.parametrize(("text", "place", "sentence"), FAULTS, ids=range(len(FAULTS)))
def test_every_fault_is_told_with_its_place(tmp_path, text, place, sentence):
    path = str(tmp_path / "sideline.toml")
    write(path, text)
    with pytest.raises(UserError) as caught:
        configuration.read_file(path)
    assert error_text(caught.value).startswith(f"{path}, {place}: {sentence}")
    assert error_text(caught.value).count("\n") == 0


def test_all_faults_of_a_file_are_told_at_once(tmp_path):
    path = str(tmp_path / "sideline.toml")
    write(path, 'night = 1\nvolume = 3\ncontrast = 999\nlanguage = "it"\nsound = true\n')
    status, out, err = sideline("config", "--check", path)
    assert (status, out) == (2, "")
    lines = err.removeprefix("sideline: ").splitlines()
    places = {f"{path}, {name}" for name in ("night", "volume", "contrast", "language")}
    assert {line.partition(": ")[0] for line in lines} == places


@pytest.mark.parametrize("value", ['["en"]', "{code = 'en'}"])
def test_a_language_that_is_no_word_is_a_fault_like_any_other(value):
    write(config_file(), f"language = {value}\n")
    with user_error("language: there is no language"):
        configuration.load()
    assert current_language() == "en"


@pytest.mark.parametrize("text", ["", "\n\n"])
def test_a_file_from_which_everything_was_left_out_is_good(tmp_path, text):
    path = str(tmp_path / "sideline.toml")
    write(path, text)
    assert configuration.read_file(path) == {}


def test_a_file_of_comments_is_good(tmp_path):
    path = str(tmp_path / "sideline.toml")
    write(path, "# nothing yet\n")
    assert configuration.read_file(path) == {}


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"night = \xff\n", "not a configuration: the text is not UTF-8"),
        (b"night\0", "not a configuration: this is not a text file"),
        (b"# long\n" * 20_000, "not a configuration: longer than 100 kB"),
    ],
)
def test_what_is_no_text_is_told_so(tmp_path, data, sentence):
    path = tmp_path / "sideline.toml"
    path.write_bytes(data)
    with user_error(sentence):
        configuration.read_file(str(path))


# --- `sideline config`


@pytest.mark.parametrize("arguments", [[], ["--show"]])
def test_every_value_is_shown_with_where_it_comes_from(arguments):
    write(config_file(), "night = true\nsound = false\n")
    configuration.save_settings(sound=True)
    status, out, err = sideline("config", *arguments)
    assert (status, err) == (0, "")
    assert f"night = true  # {config_file()}\n" in out
    assert f"sound = true  # {panel_file()}\n" in out
    assert "contrast = 160  # default\n" in out
    assert '# language = ""  # default\n' in out
    assert os.path.dirname(panel_file()) in out


def test_what_is_shown_can_be_used_as_a_file():
    for key in SETTINGS:
        configuration.save_settings(**{key: getattr(OTHERS, key)})
    write(config_file(), sideline("config")[1])
    os.remove(panel_file())
    assert configuration.load() == OTHERS
    os.remove(config_file())
    write(config_file(), sideline("config")[1])
    assert configuration.load() == DEFAULTS


def test_a_good_file_is_said_to_be_good(tmp_path):
    path = str(tmp_path / "own.toml")
    write(path, "night = true\n")
    assert sideline("config", "--check", path) == (0, f"{path}: valid\n", "")


def test_without_a_name_the_file_of_this_machine_is_checked():
    status, out, err = sideline("config", "--check")
    assert (status, err) == (0, "")
    assert out == f"{config_file()}: no such file; using the defaults\n"
    write(config_file(), "night = 1\n")
    assert sideline("config", "--check") == (
        2, "", f"sideline: {config_file()}, night: write true or false here\n",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "place"), [(["config"], config_file), (["config"], panel_file), (["run", "inside"], config_file)]
)
def test_a_wrong_file_gets_its_sentence_wherever_it_is_needed(arguments, place):
    write(place(), "night = 1\n")
    status, out, err = sideline(*arguments)
    assert (status, out) == (2, "")
    assert err == f"sideline: {place()}, night: write true or false here\n"


def test_other_commands_do_without_the_file():
    write(config_file(), "night = 1\n")
    assert sideline("games")[0::2] == (0, "")


@pytest.mark.parametrize("arguments", [["loud"], ["--loud"], ["--check", "a", "b"], ["--check", "no-such-file"]])
def test_what_is_not_understood_gets_one_sentence(arguments):
    status, out, err = sideline("config", *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("sideline: ")
    assert err.count("\n") == 1


def test_the_example_is_good_names_every_setting_and_says_what_holds_anyway(tmp_path):
    status, out, err = sideline("config", "--example")
    assert (status, err) == (0, "")
    write(config_file(), out)
    assert configuration.load() == DEFAULTS
    for key in SETTINGS:
        assert any(line.removeprefix("# ").startswith(f"{key} = ") for line in out.splitlines()), key
    path = str(tmp_path / "sideline.toml")
    write(path, out.replace('# language = "en"', 'language = "en"'))
    assert configuration.read_file(path) == DEFAULTS._replace(language="en")._asdict()


# --- the language of the command line


@pytest.fixture(name="machine")
def fixture_machine(monkeypatch):
    """Set what the machine speaks, and nothing else."""

    def machine(**environment):
        for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
            monkeypatch.delenv(name, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)

    return machine


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "fr_CH"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_CH"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "en"),
    ],
)
def test_without_a_setting_the_command_line_speaks_as_the_machine_does(machine, environment, language):
    machine(**environment)
    assert current_language() == language


def test_the_panel_comes_before_the_file_and_the_file_before_the_machine(machine):
    machine(LC_ALL="de_DE.UTF-8")
    write(config_file(), 'language = "en"\n')
    assert current_language() == "en"
    configuration.save_settings(language="fr")
    assert current_language() == "fr"
    configuration.save_settings(language="de")
    assert current_language() == "de"


@pytest.mark.parametrize(
    "text",
    [
        "language='de'\n",
        '# ours\nnight = true\n\n  language = "de" # as at home\n[keys]\n',
        '"language" = "de"\n',
        'language = """de"""\nnight = "a fault elsewhere"\n',
    ],
)
def test_the_language_is_found_however_its_line_is_written(machine, text):
    machine(LANG="fr_FR")
    write(config_file(), text)
    assert current_language() == "de"
    assert "Personen" in sideline("games")[1]


@pytest.mark.parametrize(
    "text", ["what?", 'language = "it"\n', "night = true\n", "\0", '[keys]\nlanguage = "de"\n']
)
def test_a_file_that_says_nothing_of_a_language_is_passed_over(machine, text):
    machine(LANG="fr_FR")
    write(config_file(), text)
    write(panel_file(), text)
    assert current_language() == "fr"


def test_a_folder_in_the_place_of_the_file_is_told_and_does_no_harm_elsewhere():
    os.makedirs(config_file())
    assert sideline("games")[0::2] == (0, "")
    assert sideline("config") == (2, "", f"sideline: {config_file()}: is a folder, not a configuration\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_line_answers_in_the_language_that_is_set(language):
    configuration.save_settings(language=language)
    translations = Translations(language)
    assert sideline("config", "--check")[1] == translations("config.none", path=config_file()) + "\n"
    assert sideline("config", "--help")[1] == page("config", translations)


def test_who_stands_before_the_box_can_play_even_if_what_was_set_there_is_damaged():
    write(config_file(), 'language = "fr"\n')
    write(panel_file(), "night = 1\n")
    notices = []
    assert configuration.load(notices).language == "fr"
    assert list(map(WORDS.text, notices)) == [f"{panel_file()}, night: write true or false here"]


def test_the_wiring_is_read_and_shown_as_it_can_be_read_again():
    text = """hardware = "real"
poll_keys = true
[keys]
ok = 4
1 = 7
[table]
kind = "sh1106"
bus = 3
address = 0x3c
channel = 2
[buzzer]
pin = -1
[dice]
port = "socket://tray:7000"
"""
    write(config_file(), text)
    wiring = configuration.load().wiring
    assert wiring == Wiring(
        "real",
        {**Wiring().keys, "ok": 4, "1": 7},
        DisplayWiring(),
        DisplayWiring("sh1106", 3, 0x3C, 2),
        None,
        "socket://tray:7000",
        poll_keys=True,
    )
    write(config_file(), sideline("config", "--show")[1])
    assert configuration.load().wiring == wiring
