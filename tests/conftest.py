"""What holds for all tests: the same examples in every run of `ci`, and nothing kept in the folders of whoever runs them."""

import os
import shutil
import tempfile

import pytest
from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")


def pytest_configure(config: pytest.Config) -> None:
    """One folder for caches and kept games for all processes of this run, empty at its start."""
    if not hasattr(config, "workerinput"):  # a process of pytest-xdist takes over the one of the process that started it
        os.environ["CUSTUMAL_HOME"] = tempfile.mkdtemp(prefix="custumal-tests-")


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ.pop("CUSTUMAL_HOME"), ignore_errors=True)
