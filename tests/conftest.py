"""A test that cannot run on a machine says so in one line (`-ra`); under CI that is a failure.

Hypothesis looks at no clock: how fast things are is the benchmarks' business.
"""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("sideline", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("sideline")

ROOT = Path(__file__).parents[1]
ENGINE = ROOT / "engine", ROOT / "tests" / "engine"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the engine's own tests prove that they reach every branch of it; all others run at their full speed.

    Of games that are played with several seeds the first one counts: traced, the engine takes three times longer.
    """
    for item in items:
        seed = item.callspec.params.get("seed", 0) if hasattr(item, "callspec") else 0
        if seed or not any(map(item.path.is_relative_to, ENGINE)):
            item.add_marker(pytest.mark.no_cover)


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
