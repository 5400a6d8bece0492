"""HTTPS: a certificate that the box makes itself, its fingerprint on the display, and plain HTTP as before."""

import hashlib
import http.client
import os
import shutil
import socket
import ssl
import subprocess

import pytest

from engine.verdicts import Sentence
from firmware_py.display.prompt import wrapped
from firmware_py.http import certificate
from firmware_py.http.certificate import Certificate, load_certificate
from firmware_py.http.network import is_our_host, is_same_origin
from firmware_py.i18n.locale import LANGUAGES
from firmware_py.i18n.translations import Translations
from firmware_py.ui.screens.pairing import page_link, pairing_lines, qr_modules
from tests.firmware_py.page.pages import LOCALHOST, PATIENCE, PLAIN, Table

needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl here")


@pytest.fixture(name="data")
def fixture_data(tmp_path, monkeypatch):
    monkeypatch.setenv("SIDELINE_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@needs_openssl
def test_a_certificate_is_made_once_and_only_the_box_can_read_its_key(data):
    first, again = load_certificate(["192.168.0.5"]), load_certificate(["10.0.0.1"])
    assert isinstance(first, Certificate)
    assert isinstance(again, Certificate)
    assert first.fingerprint == again.fingerprint
    assert (data / "certificate.key").stat().st_mode & 0o077 == 0
    der = ssl.PEM_cert_to_DER_cert((data / "certificate.pem").read_text())
    assert hashlib.sha256(der).hexdigest().upper().startswith(first.fingerprint.replace(" ", ""))


def text_of(path):
    command = ["openssl", "x509", "-noout", "-text", "-in", str(path)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@needs_openssl
def test_a_certificate_is_a_leaf_for_a_year(data):
    load_certificate(["192.168.0.5"])
    text = text_of(data / "certificate.pem")
    assert text.count("Basic Constraints") == 1
    assert "CA:FALSE" in text
    assert "TLS Web Server Authentication" in text
    command = ["openssl", "x509", "-noout", "-checkend", str(366 * 86400), "-in", str(data / "certificate.pem")]
    assert subprocess.run(command, check=False, capture_output=True).returncode == 1


@needs_openssl
def test_a_certificate_that_ends_soon_is_made_again_by_itself(data, monkeypatch):
    with monkeypatch.context() as short:
        short.setattr(certificate, "DAYS", 30)
        old = load_certificate([])
    new, same = load_certificate([]), load_certificate([])
    assert isinstance(old, Certificate)
    assert isinstance(new, Certificate)
    assert isinstance(same, Certificate)
    assert old.fingerprint != new.fingerprint == same.fingerprint
    assert (data / "certificate.key").stat().st_mode & 0o077 == 0


@needs_openssl
@pytest.mark.usefixtures("data")
def test_a_certificate_is_on_the_disk_before_it_has_its_name(monkeypatch):
    flushed, named, flush, replace = set(), [], os.fsync, os.replace

    def note_flush(file):
        flushed.add(os.readlink(f"/proc/self/fd/{file}"))
        flush(file)

    def note_name(new, name):
        named.append(new)
        assert new in flushed
        replace(new, name)

    monkeypatch.setattr(os, "fsync", note_flush)
    monkeypatch.setattr(os, "replace", note_name)
    assert isinstance(load_certificate([]), Certificate)
    assert [os.path.basename(new) for new in named] == ["certificate.key.new", "certificate.pem.new"]


def test_without_openssl_the_box_says_what_is_missing(data, monkeypatch):
    monkeypatch.setenv("PATH", str(data))
    why = load_certificate([])
    assert isinstance(why, Sentence)
    assert "openssl" in Translations("en").text(why)


def test_a_certificate_that_is_damaged_is_named(data):
    data.mkdir()
    (data / "certificate.pem").write_text("nonsense")
    (data / "certificate.key").write_text("nonsense")
    why = load_certificate([])
    assert isinstance(why, Sentence)
    assert "certificate.pem" in Translations("en").text(why)


@needs_openssl
@pytest.mark.usefixtures("data")
def test_the_page_is_served_over_https_and_a_change_needs_its_own_origin(tmp_path):
    with Table(tmp_path / "box", is_virtual=False, config=PLAIN._replace(https=True)) as table:
        status = table.switch.status
        assert status.fingerprint
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        host = f"{LOCALHOST}:{table.port}"

        def ask(method, path, body=None, **headers):
            connection = http.client.HTTPSConnection(LOCALHOST, table.port, timeout=PATIENCE, context=context)
            connection.request(method, path, body, {"Host": host, "Content-Type": "application/json", **headers})
            came = connection.getresponse()
            text = came.read()
            connection.close()
            return came.status, text, came.headers["Set-Cookie"]

        assert ask("GET", "/")[0] == 200
        assert b"app.webmanifest" in ask("GET", "/static/secure.js")[1]
        assert ask("GET", "/sw.js")[0] == ask("GET", "/static/app.webmanifest")[0] == 200
        code = f'{{"code": "{status.code}"}}'
        assert ask("POST", "/pair", code, Origin=f"http://{host}")[0] == 403
        paired = ask("POST", "/pair", code, Origin=f"https://{host}")
        assert paired[0] == 200
        assert "Secure" in paired[2].split("; "), "it never goes over plain HTTP"
        assert table.phone().get("/").status == 200, "on the machine itself plain HTTP goes on"
        told = table.phone("127.0.0.2").get("/tv")
        assert told.status == 200
        assert f'href="https://{host}/tv"' in told.body.decode()
        assert status.fingerprint in told.body.decode(), "it explains the warning that comes next"
        answer = table.phone("127.0.0.2").get("/events")
        assert (answer.status, answer.headers["Location"]) == (308, f"https://{host}/events")


@needs_openssl
@pytest.mark.usefixtures("data")
def test_who_hangs_up_in_the_handshake_or_says_nothing_disturbs_nobody(tmp_path):
    with Table(tmp_path / "box", is_virtual=False, config=PLAIN._replace(https=True)) as table:
        for sent in (b"", b"\x16", b"\x16\x03\x01\x00\x05hello", b"\x00\xff"):
            with socket.create_connection((LOCALHOST, table.port), timeout=PATIENCE) as connection:
                connection.sendall(sent)
        assert table.phone().get("/").status == 200
        assert "Traceback" not in table.notes


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_display_has_room_for_the_fingerprint_and_the_longest_link(language):
    lines = pairing_lines(["192.168.178.123:8080"], "123456", "3FA2 91BC 77D0")
    assert any("3FA2 91BC 77D0" in Translations(language).for_panel().text(line) for line in lines)
    assert wrapped(map(Translations(language).for_panel().text, lines))
    assert qr_modules(page_link("192.168.178.123:8080", "123456789012", "https")) is not None


def test_ports_that_browsers_leave_out():
    assert is_same_origin("https://sideline.local", "sideline.local:443", "https")
    assert not is_same_origin("http://sideline.local", "sideline.local", "https")
    assert is_our_host("sideline.local", "192.168.0.5", 443, "sideline")
