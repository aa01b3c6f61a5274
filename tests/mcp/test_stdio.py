"""`dicecup mcp` in a process of its own, visited by the SDK's client: whole games, and all that is refused."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import anyio
import pytest

from dicecup import extras, games
from tests.lacking import lacking

pytestmark = pytest.mark.thorough  # make thorough installs the SDK

GAMES = ("deadwood", "king-of-tokyo", "yahtzee")
Visit = Callable[[Callable[[Any], Coroutine[Any, Any, None]]], None]


@pytest.fixture
def visit(tmp_path: Path) -> Visit:
    """Lets somebody talk to a server that was started for it."""
    if not extras.has("mcp"):
        lacking(str(extras.missing("mcp")))
    sdk = extras.load("mcp")

    def visiting(talk: Callable[[Any], Coroutine[Any, Any, None]]) -> None:
        async def whole() -> None:
            server = sdk.StdioServerParameters(
                command=sys.executable,
                args=["-m", "dicecup", "mcp"],
                env={**os.environ, "DICECUP_HOME": str(tmp_path)},
            )
            async with sdk.Client(server) as client:
                await talk(client)

        anyio.run(whole)

    return visiting


async def said(client: Any, tool: str, **words: Any) -> str:
    """What a tool answers; it must not refuse."""
    result = await client.call_tool(tool, words)
    [content] = result.content
    assert not result.is_error, content.text
    return str(content.text)


async def refused(client: Any, tool: str, **words: Any) -> str:
    """Why a tool refuses: one sentence or two, in a line."""
    result = await client.call_tool(tool, words)
    [content] = result.content
    assert result.is_error, content.text
    assert "\n" not in content.text
    assert content.text.endswith(".")
    assert "rror" not in content.text
    return str(content.text)


def numbers(text: str) -> list[int]:
    return [int(each) for each in re.findall(r"^(\d+)\. ", text, re.MULTILINE)]


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played(visit: Visit, game: str) -> None:
    async def play(client: Any) -> None:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert tools == {"list_games", "rules", "sit_down", "look", "options", "answer", "hint", "undo"}
        told = await said(client, "sit_down", game=game, opponents=["random"], seed=7)
        answers = 0
        while "The game is over (" not in told:
            there = numbers(told)
            assert there == list(range(1, len(there) + 1))
            assert len(there) > 1, "what leaves no choice is not asked"
            # The last option ends rolls and turns in all three games: the game comes to an end.
            told = await said(client, "answer", choice=there[-1])
            answers += 1
        assert answers > 5
        assert "Won by: " in told
        assert await said(client, "look") in told
        for tool in ("answer", "options", "hint"):
            assert (await refused(client, tool)).startswith("The game is over:")

    visit(play)


def test_it_looks_asks_and_takes_words(visit: Visit) -> None:
    async def talk(client: Any) -> None:
        listed = await said(client, "list_games")
        assert [line.partition(":")[0] for line in listed.splitlines()] == list(games.names())
        assert "rules (standard or official" in listed
        assert "The aim" in await said(client, "rules", game="deadwood")
        rules = {"start": "seat-order", "rules": "official"}
        told = await said(client, "sit_down", game="yahtzee", opponents=["easy"], house_rules=rules, seed=3)
        assert "Rules: official." in told
        assert numbers(await said(client, "options")) == numbers(told)
        looked = await said(client, "look")
        assert "fill Chance (fill chance)" in looked
        assert "scorecard" in (await said(client, "rules", topic="card")).casefold()
        assert "dice have been rolled" in await refused(client, "undo")
        stopped = await said(client, "answer", choice="keep 0 1 2 3 4")  # no die is rolled by that
        assert len(numbers(stopped)) < len(numbers(looked))
        assert (await said(client, "undo")).endswith(looked)
        await said(client, "answer", choice="Fill Chance")
        assert re.search(r"Guest \(seat 0\): \d+ points.*Filled: chance", await said(client, "look"))

    visit(talk)


def test_the_same_seed_has_the_same_dice_and_there_are_hints(visit: Visit) -> None:
    async def talk(client: Any) -> None:
        first = await said(client, "sit_down", game="king-of-tokyo", opponents="easy, easy", seed=5)
        second = await said(client, "sit_down", game="king-of-tokyo", opponents=["easy", "easy"], seed=5)
        assert second == f"The game before is left.\n{first}"
        advised = numbers(await said(client, "hint"))
        assert len(advised) > 1
        assert set(advised) <= set(numbers(second))

    visit(talk)


def test_bad_input_is_refused_in_a_sentence_and_changes_nothing(visit: Visit) -> None:
    async def talk(client: Any) -> None:
        for tool in ("look", "options", "answer", "hint", "undo"):
            assert await refused(client, tool) == "You do not sit at a table yet: call sit_down first."
        assert (await refused(client, "rules")).startswith("Say which game")
        await said(client, "sit_down", game="yahtzee", opponents=["random"], seed=1)
        before = await said(client, "look")
        wrong: list[dict[str, Any]] = [
            *({}, {"game": 7}, {"game": "chess"}, {"game": ["yahtzee"]}, {"game": "yahtzee", "opponent": "easy"}),
            *({"game": "yahtzee", "opponents": each} for each in (3, [1], ["nobody"], ["exec:sh"], ["easy"] * 8)),
            *({"game": "yahtzee", "opponents": ["os.system"]}, {"game": "deadwood", "opponents": []}),
            *(
                {"game": "yahtzee", "house_rules": each}
                for each in ("official", {"rules": "mine"}, {"names": "x"})
            ),
            *({"game": "yahtzee", "seed": each} for each in ("seven", 1.5, [1], True)),
        ]
        for words in wrong:
            await refused(client, "sit_down", **words)
        choices: list[Any] = [
            None,
            "",
            0,
            -1,
            10**12,
            1.5,
            True,
            "no such",
            [],
            {},
            ["fill", "nothing"],
            "x" * 10_000,
        ]
        for choice in choices:
            await refused(client, "answer", choice=choice)
        await refused(client, "rules", topic="nothing")
        await refused(client, "rules", game="chess")
        await refused(client, "look", seat=1)
        assert "There is no tool" in await refused(client, "cheat")
        assert await said(client, "look") == before

    visit(talk)


def test_nothing_but_the_protocol_is_written(tmp_path: Path) -> None:
    if not extras.has("mcp"):
        lacking(str(extras.missing("mcp")))
    done = subprocess.run(
        [sys.executable, "-m", "dicecup", "mcp"],
        input="this is not JSON\n\n{}\n[1]\n",
        env={**os.environ, "DICECUP_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert all(line.startswith("{") for line in done.stdout.splitlines())
    assert "Traceback" not in done.stderr
