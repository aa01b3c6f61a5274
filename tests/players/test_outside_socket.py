"""Bots behind a socket: the same messages, and what can go wrong on the way."""

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection, serve

from dicecup.arena import compete
from dicecup.players.outside import Bot, BotFault, BotLate, OutsidePlayer, read
from tests.players.bots import game

EXAMPLE = Path(__file__).parents[2] / "examples" / "bots" / "listening.py"
HELLO = json.dumps({"type": "hello", "protocol": 1})


@contextmanager
def listening(talk: Callable[[ServerConnection], None]) -> Iterator[OutsidePlayer]:
    """A player whose bot talks so, to whoever calls."""
    with serve(talk, "127.0.0.1", 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        player = OutsidePlayer(
            Bot(read(f"ws://127.0.0.1:{server.socket.getsockname()[1]}/bot").start), seconds=300
        )
        try:
            yield player
        finally:
            player.close()
            server.shutdown()
            thread.join()


def answers(socket: ServerConnection, odd: Callable[[dict[str, Any]], Any] = lambda message: None) -> None:
    """Talk as one should, unless `odd` says something else."""
    with suppress(ConnectionClosed):  # whoever is odd is hung up on
        for line in socket:
            message = json.loads(line)
            if message["type"] == "hello":
                socket.send(HELLO)
            elif message["type"] == "decide":
                said = odd(message)
                socket.send(json.dumps({"n": message["n"], "option": 0}) if said is None else said)
            elif message["type"] == "bye":
                return


def test_the_example_plays_whole_games(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, EXAMPLE, "0"], stdout=subprocess.PIPE, text=True) as program:
        try:
            assert program.stdout is not None
            link = program.stdout.readline().strip()
            for name in ("yahtzee", "king-of-tokyo", "deadwood"):
                result = compete(name, [link, "random"], games=2, seed=1, folder=tmp_path, seconds=300)
                assert not result.faults
        finally:
            program.kill()


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("barks", "It said “barks”, which is not JSON."),
        (b"\x00", "It said something that is not text."),
        ("x" * 100_000, "It said more than 64 KiB at once."),
    ],
)
def test_whatever_it_says_instead_is_told(said: str | bytes, reason: str) -> None:
    with listening(lambda socket: answers(socket, lambda message: said)) as player:
        with pytest.raises(BotFault) as fault:
            game(player)
        assert str(fault.value) == reason


def test_one_that_hangs_up_is_called_again_once_in_a_game() -> None:
    calls = list[int]()

    def once(socket: ServerConnection) -> None:
        calls.append(1)
        answers(socket, lambda message: socket.close(1000, "lunch") if len(calls) == 1 else None)

    with listening(once) as player:
        assert game(player).outcome is not None
        assert len(calls) == 2
    with (
        listening(lambda socket: answers(socket, lambda message: socket.close(1000, "lunch\x1b["))) as player,
        pytest.raises(BotFault, match=r"It hung up: lunch\?\[. It had been started anew before."),
    ):
        game(player)


def test_one_that_does_not_answer_is_late() -> None:
    never = threading.Event()
    with listening(lambda socket: answers(socket, lambda message: never.wait(300) and None)) as player:
        player.seconds = 0.2
        with pytest.raises(BotLate):
            game(player)
        never.set()


def test_nobody_there() -> None:
    player = OutsidePlayer(Bot(read("ws://127.0.0.1:9/").start))
    with pytest.raises(BotFault, match=r"Nobody answers at ws://127.0.0.1:9/: "):
        game(player)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_one_that_leads_elsewhere_is_not_followed(status: int) -> None:
    """Or it could have this computer call whomever it likes, within our own network."""
    called: list[ServerConnection] = []
    with serve(called.append, "127.0.0.1", 0) as elsewhere:
        there = f"ws://127.0.0.1:{elsewhere.socket.getsockname()[1]}/inside"

        def lead(socket: ServerConnection, request: Request) -> Response:
            response = socket.respond(HTTPStatus(status), "")
            response.headers["Location"] = f"{there}?secret"
            return response

        with serve(called.append, "127.0.0.1", 0, process_request=lead) as server:
            threads = [threading.Thread(target=each.serve_forever) for each in (server, elsewhere)]
            for thread in threads:
                thread.start()
            player = OutsidePlayer(Bot(read(f"ws://127.0.0.1:{server.socket.getsockname()[1]}/bot").start))
            with pytest.raises(BotFault, match=f"it leads elsewhere, to {there}\\.$"):
                game(player)
            player.close()
            for each in (server, elsewhere):
                each.shutdown()
            for thread in threads:
                thread.join()
    assert not called
