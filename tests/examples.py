"""How many examples a test tries: as many as it says, and correspondingly more with --soak."""

from typing import Any

from hypothesis import settings

QUICK = 60  # the default of the quick profile, see conftest.py


def examples(number: int, **more: Any) -> settings:
    """Settings for a test that needs another number of examples than most."""
    return settings(max_examples=number * max(1, settings().max_examples // QUICK), **more)
