"""HTTPS in a browser: what it makes possible, and what it does not while the certificate is not trusted."""

import os
import shutil

import pytest
from playwright.sync_api import expect

from tests.firmware_py.page.browser.browsers import CHROMIUM, Visitor, new_context
from tests.firmware_py.page.pages import PLAIN, Table

pytestmark = pytest.mark.slow  # it needs a browser, which `make test` does not


@pytest.fixture(name="table")
def fixture_table(tmp_path, monkeypatch):
    if shutil.which("openssl") is None:
        pytest.skip("there is no openssl here")
    monkeypatch.setenv("SIDELINE_DATA", str(tmp_path / "data"))
    with Table(tmp_path / "box", is_virtual=False, config=PLAIN._replace(https=True)) as table:
        yield table


def at_more(browser, table):
    context = new_context(browser, ignore_https_errors=True)
    visitor = Visitor(context, f"https://localhost:{table.port}/").come(path=f"#{table.switch.status.code}")
    visitor.open("more")
    expect(visitor.locate(".device").first.get_by_label("Keep the screen on")).to_be_visible()
    return visitor


def test_the_page_says_that_it_cannot_be_installed_while_nobody_trusts_the_certificate(chromium, table):
    visitor = at_more(chromium, table)
    expect(visitor.locate(".device").first).to_contain_text("must trust the certificate")
    visitor.context.close()


def test_the_page_can_be_installed_where_the_certificate_is_trusted(chromium, table):
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    trusting = chromium.browser_type.launch(
        executable_path=CHROMIUM, args=[*sandbox, "--ignore-certificate-errors"]
    )
    visitor = at_more(trusting, table)
    expect(visitor.locate(".device").first).to_contain_text("You can install this page")
    assert visitor.page.evaluate("navigator.serviceWorker.ready.then(({ active }) => active.scriptURL)") == (
        f"{visitor.address}sw.js"
    )
    assert visitor.unforgiven == []
    trusting.close()
