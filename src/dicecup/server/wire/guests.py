"""What crosses the wire about all that is a guest's: docs/protocol.md."""

from typing import Literal

from dicecup.server.wire import plain


class Forget(plain.Incoming):
    """Delete everything; said in full, so that nobody says it by mistake."""

    confirm: Literal["delete everything"]


class Forgotten(plain.Outgoing):
    """What has been deleted, counted, and what stays."""

    matches: int  # that nobody else played
    shared: int  # that others keep
    results: int
    attempts: int  # at puzzles
    parties: int
    stays: list[str]  # sentences
