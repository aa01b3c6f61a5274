"""Where a replay stops."""

from collections.abc import Iterator
from typing import Any

from dicecup.table import Choice, Match
from dicecup.table.retrace import again


def replay_stops(match: Match[Any], seq: int | None = None) -> Iterator[Match[Any]]:
    """The game once more, standing at each decision that was really made, and at the end: now, or at `seq`."""
    entries = tuple(match.log)
    end = len(entries) if seq is None else min(seq, len(entries))
    for past in again(match):
        at = len(past.log)
        if at >= end:
            yield past
            return
        entry = entries[at]
        if not (isinstance(entry, Choice) and entry.forced):
            yield past
