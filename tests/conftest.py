"""What all tests share: the fast and the full run, and a machine of its own for every test.

A test that cannot run on a machine says so in one line (`-ra`); under CI that is a failure. Hypothesis looks at no
clock: speed is measured by the benchmarks.
"""

import os

import pytest
from hypothesis import HealthCheck, settings

from tests.depth import examples, set_full


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--full",
        action="store_true",
        help="try everything (make test-all), not only a fixed sample of what is long",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Choose how deep the tests go; the fast run, and CI, try the same examples every time."""
    full = config.getoption("--full")
    is_same = bool(os.environ.get("CI")) or not full
    set_full(full=full)
    checks = [HealthCheck.too_slow]
    settings.register_profile(
        "sideline", deadline=None, suppress_health_check=checks, max_examples=examples(), derandomize=is_same
    )
    settings.load_profile("sideline")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--full"):
        slow = [item for item in items if is_slow(item)]
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not is_slow(item)]


def is_slow(item: pytest.Item) -> bool:
    return item.get_closest_marker("slow") is not None


def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    if os.environ.get("CI") and skipped and session.exitstatus == pytest.ExitCode.OK:
        reporter.write_line(f"{len(skipped)} tests were skipped: under CI that is a failure", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(autouse=True)
def own_machine(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every test a machine of its own: no configuration, nothing kept, English."""
    folder = tmp_path_factory.mktemp("machine")
    monkeypatch.setenv("SIDELINE_DATA", str(folder / "data"))
    monkeypatch.setenv("SIDELINE_CONFIG", str(folder / "sideline.toml"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
