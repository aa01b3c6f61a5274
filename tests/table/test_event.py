"""Events: one fact, worded for each viewer, numbered without holes."""

from typing import Any

from dicecup.table import Checkpoint, Event, Match, Secret
from dicecup.table.event import Voice, Whisper
from tests.table.hush import HUSH, HushOptions

VOICE = Voice(
    ("Ann", "Ben"),
    {"drew": lambda d, n: f"{n[d['seat']]} draws {d.get('card', 'a card')}.", "rolled": lambda d, n: "Dice fall."},
)


def test_a_fact_for_everybody() -> None:
    event = Event("drew", {"seat": 0, "card": 6}, VOICE)
    for viewer in (None, 0, 1):
        assert event.text(viewer) == "Ann draws 6."
        assert event.to_json(viewer) == {"kind": "drew", "seat": 0, "card": 6, "text": "Ann draws 6."}


def test_a_secret_is_added_for_its_audience_alone() -> None:
    event = Whisper("drew", {"seat": 1}, VOICE, (1,), {"card": 6})
    assert event.to_json(1) == {"kind": "drew", "seat": 1, "card": 6, "text": "Ben draws 6.", "private": True}
    for viewer in (None, 0):
        assert event.to_json(viewer) == {"kind": "drew", "seat": 1, "text": "Ben draws a card."}


def test_a_fact_for_an_audience_alone_is_a_placeholder_to_the_others() -> None:
    event = Whisper("drew", {"seat": 0, "card": 6}, VOICE, (0,))
    assert event.text(0) == "Ann draws 6."
    for viewer in (None, 1):
        assert event.to_json(viewer) == {"kind": "hidden"}
        assert event.text(viewer) == ""


def test_str_and_repr_are_what_a_spectator_reads() -> None:
    event = Whisper("drew", {"seat": 0}, VOICE, (0,), {"card": 6})
    assert str(event) == "Ann draws a card."
    assert "6" not in repr(event)


def test_every_viewer_counts_the_same_events() -> None:
    state = HUSH.setup(("Ann", "Ben"), HushOptions())
    match = Match(HUSH, Checkpoint(state, 0), Secret(seed=1))
    for choice in ("swap", match, "boast", ("peek", 0), "pass"):
        match.answer(match.pending.options[1] if choice is match else choice)  # type: ignore[union-attr]
    seen: dict[int | None, list[dict[str, Any]]] = {
        viewer: [event.to_json(viewer) for event in match.events] for viewer in (None, 0, 1)
    }
    assert {len(events) for events in seen.values()} == {len(match.events)}
    assert "card" in seen[0][1]
    assert "card" not in seen[1][1]
    assert "card" not in seen[None][1]
