"""One word for one thing: the words that the glossary replaces are in no text, and typography is right."""

import re
from functools import cache
from pathlib import Path

import pytest

from firmware_py.commands.help import Texts
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import FOLDER, Translations

REPLACED = {
    "en": {
        r"(un)?lawful": ("Lawful instead:", "allowed"),
        r"(un)?park(s|ed|ing)?": ("park it", "pause"),
        r"stand-ins?": ("a stand-in", "placeholder"),
        r"house": ("house data", "your copy"),
        r"(un)?verified": ("not verified", "checked"),
        r"acts?": ("the last act", "move"),
        r"said": ("everything said", "move, entered"),
        r"say:": ("say: fix A3 -", "write:"),
        r"tell the box": ("Tell the box a seven", "enter"),
        r"anew": ("type it anew", "again"),
        r"the own": ("the own hacker", "your own"),
        r"obstruct\w*": ("obstructed", "block"),
        r"ward(s|ed)? off": ("nobody wards off", "block"),
        r"machine": ("this machine", "computer"),
        r"(table page|page: )": ("Table page: off", "phones"),
        r"one an? \w+": ("one a player", "one per"),
        r"only stop": ("only stop follows", "end your turn"),
        r"lies on (no|the) \w+": ("lies on no tableau", "is on"),
        r"on the table:?": ("match 3 is on the table", "in play"),
        r"(?<!here )is no (?!longer|more)\w+": ("this computer is no Raspberry Pi", "is not a"),
        r"(?-i:(A|\.}) Net)": ("{net} Net", "Net {net}"),
    },
    "fr": {
        r"(données )?maison": ("données maison", "votre exemplaire"),
        r"sièges?": ("siège 2", "place"),
        r"de côté": ("mise de côté", "en pause"),
        r"vibreur": ("Vibreur", "buzzer"),
        r"tenir (ok|retour)": ("tenir ok", "maintenir"),
        r"dire|dites": ("dire: fix A3", "écrire, saisir"),
        r"cartes? (de )?marché|cartes? d’analyse de marché": ("carte de marché", "carte d’analyse"),
        r"(?-i:Net)": ("{net} Net", "réseau"),
        r"n’a pas le tour": ("{who} n’a pas le tour", "ce n’est pas à … de jouer"),
        r"profondeur": ("en profondeur board", "suit tout le plateau"),
        r"abîmée?s?": ("abîmé", "endommagé"),
        r"gardée?s?": ("Tout est gardé.", "enregistré"),
        r"sauvegard\w*": ("Sauvegarde", "enregistrement"),
        r"jets?": ("taper les jets", "lancer"),
        r"plateau à dés": ("plateau à dés", "piste de dés"),
        r"obstru\w*": ("obstruer", "bloquer"),
        r"battage|envol": ("battage", "buzz, vol"),
        r"s’est trompé": ("le programme s’est trompé", "a rencontré une erreur"),
        r"oublier": ("l’oublier", "supprimer"),
        r"sur la table:?": ("la partie est sur la table", "en cours"),
    },
    "de": {
        r"Hausdaten|unter Haus": ("Hausdaten", "euer Exemplar"),
        r"\w*[Ss]chachtel": ("von der eigenen Schachtel", "Exemplar"),
        r"Maschine": ("diese Maschine", "Gerät"),
        r"Rechners?": ("dieses Rechners", "Gerät"),
        r"(Würfel)?[Tt]eller": ("der Teller", "Würfelschale"),
        r"Frageanzeige": ("Frageanzeige", "Eingabeanzeige"),
        r"Patt|Remis": ("keine, Patt", "Gleichstand, Unentschieden"),
        r"Tiefe": ("in der Tiefe board", "verfolgt den ganzen Plan"),
        r"hört (endgültig |mehr )?auf|aufgehört|aufhören": ("{who} hört auf", "steigt aus"),
        r"Tischseite": ("Tischseite: aus", "Handys"),
        r"Runde": ("Die Runde", "alle, ihr"),
        r"gesagt|Gesagtes?|kann sagen": ("alles Gesagte", "Eintrag"),
        r"nur noch stop": ("folgt nur noch stop", "den Zug beenden"),
        r"(?-i:Ihnen|Ihren)": ("mit Ihren", "euch, eure"),
        r"(liegt|ist) auf dem Tisch": ("Partie 3 ist auf dem Tisch", "läuft"),
    },
}
"""By language: a pattern of whole words, an example that it catches, and what the glossary says instead."""
JUSTIFIED = {
    ("en", "analyse.json", "act"): "the name of a field",
    ("en", "help-house.txt", "verified"): "the key in the file",
    ("en", "ON-4", "on the table"): "cards do lie on the table",
    ("fr", "ON-4", "sur la table"): "cards do lie on the table",
    ("fr", "ID-1", "profondeur"): "how deep a cell lies in the pyramid",
    ("fr", "insider.orientation", "sur la table"): "agree on table number 1",
    ("fr", "insider.fix-words", "dire"): "veut dire: it means",
    ("fr", "referee", "dire"): "the referee says why",
    ("fr", "doctor", "dire"): "the doctor says what to do",
    ("fr", "cli.did-you-mean", "dire"): "vouloir dire: to mean",
}
"""By language, key or page, and word: why it may stay."""
COMMAND = re.compile(r"sideline (house|legal|matches|referee|run|show) ?\w*")
ARGUMENT = re.compile(r"{\w+(?=[:}])")
LITERAL = re.compile(
    r'\[[\w{}]+ "[^"]*"\]|\["[^"]*"[^\]]*\]|"\{net\}[^"]*"|"\{given\}"|"(auto|none|verified|NAME|NOM|Anna, Ben)"'
)
"""Quotes that are part of a file or of a command."""


@cache
def texts(language: str) -> dict[str, str]:
    """Return every text of a language, and every page of help, by key or file name."""
    pages = {path.name: path.read_text() for path in Path(FOLDER, language).glob("*.txt")}
    return {**Translations(language).table, **Texts(language).table, **pages}


def found(pattern: str, text: str) -> list[str]:
    """Return the words that a pattern finds, without the names of commands and of arguments."""
    plain = ARGUMENT.sub(".", COMMAND.sub("", text))
    return [match[0] for match in re.finditer(rf"(?<![\w-])(?:{pattern})(?!\w)", plain, re.IGNORECASE)]


WORDS = [(language, pattern) for language, patterns in REPLACED.items() for pattern in patterns]


@pytest.mark.parametrize(("language", "pattern"), WORDS)
def test_a_word_that_the_glossary_replaces_is_in_no_text(language, pattern):
    _, instead = REPLACED[language][pattern]
    bad = {
        key: words
        for key, text in texts(language).items()
        if (words := [word for word in found(pattern, text) if (language, key, word.lower()) not in JUSTIFIED])
    }
    assert bad == {}, f"say instead: {instead}"


@pytest.mark.parametrize(("language", "pattern"), WORDS)
def test_every_pattern_finds_its_example(language, pattern):
    example, _ = REPLACED[language][pattern]
    assert found(pattern, example)


def test_every_exception_is_still_needed():
    for language, key, word in JUSTIFIED:
        assert word.lower() in texts(language)[key].lower(), (language, key, word)


@pytest.mark.parametrize("language", LANGUAGES)
def test_apostrophes_and_minus_signs_are_real_ones(language):
    for key, text in Translations(language).table.items():
        assert not re.search(r"\w'|'\w|}'", text), key
        assert not re.search(r"(?<![\w/+]) -\d", text.replace("/ -4", "")), key


@pytest.mark.parametrize("language", ["en", "fr"])
def test_quotes_are_real_ones_but_for_what_is_typed(language):
    for key, text in Translations(language).table.items():
        assert '"' not in LITERAL.sub("", text), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_that_could_be_copied_with_it_follows_an_address(language):
    for key, text in texts(language).items():
        assert not re.search(r"https?://[^\s()]*[^\s()/\w}…]([\s)]|$)", text), key


def test_french_has_its_spaces_before_punctuation():
    for key, text in texts("fr").items():
        assert not re.search(r"\S ?[!?;](\s|$)", re.sub(r"(discard|CARTE,) \?", "", text)), key
        assert not re.search(r"\S ?:(\s|$)", re.sub(r"card \d: ", "", text)), key
        assert not re.search(r"«[^\u202f]|[^\u202f]»", text), key


def test_the_panel_has_no_room_for_those_spaces():
    for key, text in Translations("fr").for_panel().table.items():
        assert not re.search("[\u00a0\u202f]", text), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_letters_of_a_category_of_tiles_differ(language):
    table = Translations(language).table
    for names in (
        ("red", "yellow", "green", "blue"),
        ("english", "german", "french", "spanish"),
        ("computing", "music", "travel", "books"),
    ):
        letters = [table[f"offline.letter-{name}"] for name in names]
        assert len(set(letters)) == len(letters)
        for letter, name in zip(letters, names, strict=True):
            word = table[f"offline.type-{name}"].lower()
            assert letter.lower() in word or (language, name) == ("en", "german"), "it is a letter of the word"
