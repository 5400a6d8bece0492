"""Chromium, boxes in processes of their own, and visitors; a browser that complains fails the test."""

import os
from functools import partial

import pytest
from playwright.sync_api import expect, sync_playwright

from engine.acts import read_act
from tests.firmware_py.page.browser.browsers import (
    CHROMIUM,
    PATIENCE,
    PHONE,
    VirtualProcess,
    Visitor,
    address,
    new_context,
)
from tests.firmware_py.page.pages import INSIDE, Table
from tests.firmware_py.ui.stacks import read_on


@pytest.fixture(name="chromium", scope="module")
def fixture_chromium():
    """Start Debian's Chromium. Under CI a skip is a failure, see the conftest above.

    It ends with each module: while Playwright runs, nobody else in its thread can run an event loop.
    """
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here")
    expect.set_options(timeout=PATIENCE)
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=sandbox)
        yield browser
        browser.close()


@pytest.fixture(name="visit")
def fixture_visit(chromium):
    """Let somebody come to an address, with wishes for a window; in the end no browser may have complained."""
    visitors = []

    def visit(address, view="table", path="", **wishes):
        visitor = Visitor(new_context(chromium, **wishes), address)
        visitors.append(visitor)
        return visitor.come(view, path)

    yield visit
    complaints = [complaint for visitor in visitors for complaint in visitor.unforgiven]
    for visitor in visitors:
        visitor.context.close()
    assert complaints == []


@pytest.fixture(name="run")
def fixture_run(tmp_path):
    """Run boxes: `run("inside", settings=...)`."""
    boxes = []

    def run(*arguments, **options):
        box = VirtualProcess(tmp_path / f"box-{len(boxes)}", *arguments, **options)
        boxes.append(box)
        return box

    yield run
    for box in boxes:
        box.close()


def _say(act, box):
    box.submit(act)


@pytest.fixture(name="at_real_box")
def fixture_at_real_box(tmp_path):
    """Run boxes of wired in this process, with their pages switched on."""
    tables = []

    def at_real_box(setup=INSIDE, *sentences):
        table = Table(tmp_path / f"wired-{len(tables)}", setup, is_virtual=False)
        tables.append(table)
        for sentence in sentences:
            table.box(partial(_say, read_act(sentence)))
        table.ask(read_on)
        return table

    yield at_real_box
    for table in tables:
        table.close()


@pytest.fixture(name="phone")
def fixture_phone(visit):
    """Pair phones with a box; they may have a seat."""

    def phone(table, seat=None, viewport=None):
        visitor = visit(address(table), view="", path=f"#{table.switch.status.code}", viewport=viewport or PHONE)
        expect(visitor.locate("#standing .seat, #drawing .empty").first).to_be_attached()
        if seat is not None:
            visitor.locate(f'[data-key="who {seat}"]').click()
            expect(visitor.locate(".who")).to_have_count(0)
        return visitor

    return phone
