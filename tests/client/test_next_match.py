"""From one match to the next, while a command waits for its answer."""

from typing import Any

import pytest

from dicecup import client


class Still:
    """A line on which nothing happens."""

    def __init__(self, *_: object) -> None:
        self.broken = self.ended = False

    def close(self) -> None:
        self.ended = True


def test_what_was_put_off_of_the_match_before_is_not_taken_for_the_next_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(client.Table, "_dial", lambda *_: Still())
    server: Any = None
    table = client.Table(server, party="p", match="first")
    for kind in ("state", "events", "lines", "said"):
        table._put_off({"type": kind, "lines": [], "events": [], "text": ""})
    table._take_party({"type": "party", "match": "second"})
    heard = table.next(0)
    assert heard is not None
    assert heard["type"] == "lines", "what people say is still told"
    assert table.next(0) is None
    assert (table.match, table.state) == ("second", None)
