"""A test that cannot run on a machine says so in one line (`-ra`); under CI that is a failure.

Hypothesis looks at no clock: how fast things are is the benchmarks' business.
"""

import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("sideline", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("sideline")


def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    if os.environ.get("CI") and skipped and session.exitstatus == pytest.ExitCode.OK:
        reporter.write_line(f"{len(skipped)} tests were skipped: under CI that is a failure", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
