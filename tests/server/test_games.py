"""Whole games over sockets against computer players, with a server in a process of its own."""

from collections.abc import Iterator

import pytest

import dicecup
from tests.server.browser import Browser, Program


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with Program(tmp_path_factory.mktemp("home")) as running:
        yield running
        assert "Traceback" not in running.stop()


@pytest.mark.parametrize(
    ("game", "computers", "options"),
    [
        ("yahtzee", 1, {}),
        ("king-of-tokyo", 3, {}),
        ("deadwood", 1, {"stall_turns": 20}),
    ],
)
def test_a_whole_game(program: Program, game: str, computers: int, options: dict[str, int]) -> None:
    with Browser(program.address) as ann:
        match = ann.new(game, "Ann", *["="] * computers, **options)
        with ann.sit(match) as page:
            answers = 0
            while (ask := page.until_mine()) is not None:
                answers += 1
                # The last option, except where that would go on forever, is as good as any.
                choice = ask["options"][-1 if answers % 3 else 0]["choice"]
                assert page.answer(*choice)["type"] == "done"
            page.until_mine()
            outcome = page.state["outcome"]
            assert page.state["view"]["names"][0] == "Ann"
            assert len(outcome["scores"]) == 1 + computers
            assert list(page.events) == list(range(1, len(page.events) + 1))
            assert any(message["type"] == "thinking" for message in page.heard)
        # What the page was told is what really happened: the record of the game says the same, and verifies.
        record = ann.http.get(f"/matches/{match}/export").text
        verdict = dicecup.verify(record, commitment=page.state["commitment"])
        assert verdict.committed
        told = [event.to_json(0) for event in verdict.match.events]
        assert [{k: v for k, v in e.items() if k not in ("n", "marks")} for e in page.events.values()] == plain(
            told
        )
        [mine] = ann.matches()
        assert verdict.match.outcome is not None
        assert mine["winners"] == list(verdict.match.outcome.winners)
        assert (mine["finished"], mine["match"], mine["title"]) == (True, match, verdict.match.game.title)


def plain(events: list[dict[str, object]]) -> list[object]:
    """As they look after JSON; a hidden one has an empty text on the wire."""
    import json

    return [json.loads(json.dumps({"text": "", **event})) for event in events]


def test_a_game_of_computer_players_alone(program: Program) -> None:
    with Browser(program.address) as ann:
        match = ann.new("yahtzee", "=", "=")
        with ann.sit(match) as page:
            page.until_mine()
            assert page.state["viewer"] is None
            assert page.answer("roll")["reason"] == "You are only watching."


def test_it_ends_when_told_and_goes_on_where_it_stood(program: Program) -> None:
    with Browser(program.address) as ann:
        match = ann.new("yahtzee", "Ann")
        with ann.sit(match) as page:
            page.answer("roll")
            state = page.state
        assert ann.welcome["can_exit"]
        ann.post("/exit")
        assert "Traceback" not in program.ended()
        program.start()
        with ann.sit(match) as page:
            assert page.state == state
