"""Hypothesis profiles: `ci` draws the same examples in every run, so that a change is judged by the change alone."""

import os

from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")
