"""Computer players think elsewhere: bounded in time, without secrets, and their failures are their own."""

import asyncio
import io
import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import dicecup
from dicecup.players import Advice, make
from dicecup.server import pool, thinking
from dicecup.server.pool import Confused, GivenUp, Pool
from dicecup.server.thinking import Asker, ThinkingPool
from dicecup.server.worker import Worker
from dicecup.table import Match

ANN = Asker("Ann", "table")


def rolled(game: str = "yahtzee") -> Match[Any]:
    match = dicecup.new(game, seats=2, seed=7, start="seat-order")
    match.answer("roll")
    return match.fork(0, seed=1)


def think(work: Any, **settings: Any) -> Any:
    async def go() -> Any:
        them = ThinkingPool(**settings)
        try:
            return await work(them)
        finally:
            await them.close()

    return asyncio.run(go())


def processes(them: ThinkingPool) -> Pool:
    """Those of a server that thinks alone."""
    assert isinstance(them._minds, Pool)
    return them._minds


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Put another program in the place of the process that thinks."""

    def use(code: str) -> None:
        script = tmp_path / "mind.py"
        script.write_text(code)
        monkeypatch.setattr(pool, "COMMAND", (sys.executable, str(script)))

    return use  # type: ignore[return-value]


def test_the_same_choice_as_the_player_makes_at_the_table() -> None:
    fork = rolled()
    choice, _, failed, _ = think(lambda them: them.decide(fork, "easy", print, ANN))
    assert not failed
    ask = fork.pending
    assert ask is not None
    player = make("yahtzee", "easy")
    assert ask.find(choice) == player.decide(fork.view(0), ask, lambda seed: fork.fork(0, seed))


def test_one_that_never_answers_is_ended_and_anything_is_taken(stand_in: Any) -> None:
    stand_in("import sys, time\nfor line in sys.stdin: time.sleep(60)")
    fork = rolled()

    async def twice(them: ThinkingPool) -> list[Any]:
        found = [await them.decide(fork, "hard", print, ANN) for _ in range(2)]
        assert not processes(them)._all, "whoever took too long is gone"
        return found

    found = think(twice, most=1, limit=0.2)
    assert fork.pending is not None
    assert all(
        fork.pending.find(choice) is not None and reason == "" and failed for choice, reason, failed, _ in found
    )


@pytest.mark.parametrize(
    "code",
    [
        "raise SystemExit(3)",
        "import sys\nfor line in sys.stdin: print('no json', flush=True)",
        'import sys\nfor line in sys.stdin: print(\'{"choice": ["fly"]}\', flush=True)',
        'import sys\nfor line in sys.stdin: print(\'{"error": "x"}\', flush=True)',
        "import sys\nfor line in sys.stdin: print('[]', flush=True)",
    ],
    ids=range(5),
)
def test_one_that_fails_does_not_stop_the_game(stand_in: Any, code: str, caplog: pytest.LogCaptureFixture) -> None:
    stand_in(code)
    fork = rolled()
    choice, _, failed, _ = think(lambda them: them.decide(fork, "hard", print, ANN), most=1)
    assert fork.pending is not None
    assert fork.pending.find(choice) is not None
    assert failed, "and the table hears of it"
    assert [
        one.getMessage().startswith("yahtzee, hard, asked to choose: ")
        for one in caplog.records
        if one.name == "dicecup.server"
    ] == [True] * 2
    with pytest.raises(Confused):
        think(lambda them: them.advise(fork, print, ANN), most=1)


def test_one_that_fails_once_is_asked_once_more(stand_in: Any, tmp_path: Path) -> None:
    stand_in(
        "import sys, pathlib\n"
        f"tried = pathlib.Path({str(tmp_path / 'tried')!r})\n"
        "for line in sys.stdin:\n"
        "    if not tried.exists():\n"
        "        tried.touch()\n"
        "        sys.exit(1)\n"
        '    print(\'{"choice": ["keep"], "reason": "better now"}\', flush=True)\n'
    )
    assert think(lambda them: them.decide(rolled(), "hard", print, ANN), most=1) == (
        ["keep"],
        "better now",
        False,
        "",
    )


@pytest.mark.parametrize(
    ("level", "then"),
    [("master", "hard"), ("master-hunter", "hard-hunter"), ("medium-hunter", "medium-hunter"), ("easy", "easy")],
)
def test_for_a_master_whose_time_is_up_somebody_answers_who_does_so_at_once(
    stand_in: Any, tmp_path: Path, level: str, then: str
) -> None:
    """A busy machine may make a master slow; no move is made at random for that."""
    first = tmp_path / "asked"
    stand_in(
        f"import json, pathlib, sys, time\nfirst = pathlib.Path({str(first)!r})\n"
        "for line in sys.stdin:\n"
        "    if not first.exists():\n"
        "        first.write_text(json.loads(line)['level'])\n"
        "        time.sleep(60)\n"
        "    print(json.dumps({'choice': ['end'], 'reason': json.loads(line)['level']}), flush=True)\n"
    )
    match = dicecup.new("deadwood", seats=2, seed=7, start="seat-order")
    decision = think(lambda them: them.decide(match.fork(0, seed=1), level, print, ANN), most=1, limit=1.0)
    assert (first.read_text(), decision.reason, decision.failed) == (level, then, False)


@pytest.mark.parametrize(("level", "asked"), [("master", ["master", "hard"]), ("hard", ["hard"])])
def test_where_servers_share_thoughts_hard_answers_for_a_master_too(level: str, asked: list[str]) -> None:
    """They have tried it twice themselves, and nobody is asked the same once more."""

    class Tired:
        complaint = ""

        def __init__(self) -> None:
            self.asked: list[str] = []

        async def ask(self, question: dict[str, Any], *_: Any, **__: Any) -> dict[str, Any]:
            self.asked.append(question["level"])
            raise GivenUp("It took too long.")

        async def close(self) -> None:
            pass

    minds = Tired()
    match = dicecup.new("deadwood", seats=2, seed=7, start="seat-order")
    assert think(lambda them: them.decide(match.fork(0, seed=1), level, print, ANN), minds=minds).failed
    assert minds.asked == asked


def test_a_bug_in_a_player_is_logged_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    from dicecup.players.yahtzee.easy import EasyYahtzee

    def decide(*_: object) -> None:
        raise ZeroDivisionError("of course")

    monkeypatch.setattr(EasyYahtzee, "decide", decide)
    reply = asked(match=rolled().brief())
    assert reply["error"] == "The computer player failed: ZeroDivisionError('of course')"
    assert "test_thinking_pool.py" in reply["trace"]


def test_what_takes_long_is_told_and_waited_for(stand_in: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[float | None] = []
    timeout = asyncio.timeout

    def noted(limit: float | None) -> asyncio.Timeout:
        limits.append(limit)
        return timeout(limit)

    monkeypatch.setattr(asyncio, "timeout", noted)
    stand_in(
        "import sys, time, json\n"
        "for line in sys.stdin:\n"
        "    print(json.dumps({'progress': 'Solving'}), flush=True)\n"
        "    print(json.dumps({'choice': ['keep'], 'reason': 'why not'}), flush=True)\n"
    )
    heard: list[str] = []
    assert think(lambda them: them.decide(rolled(), "hard", heard.append, ANN), limit=19.5) == (
        ["keep"],
        "why not",
        False,
        "",
    )
    assert heard == ["Solving"]
    ours = [limit for limit in limits if limit in (19.5, pool.SOLVING)]  # a server in another thread has others
    assert ours == [19.5, 19.5, pool.SOLVING], "to hear the question, to say something, and to solve"


def test_more_questions_than_processes_wait_in_line(stand_in: Any) -> None:
    stand_in('import sys, os\nfor line in sys.stdin: print(\'{"choice": ["keep"]}\', flush=True)')

    async def many(them: ThinkingPool) -> int:
        await asyncio.gather(*(them.decide(rolled(), "hard", print, ANN) for _ in range(20)))
        return len(processes(them)._all)

    assert think(many, most=2) <= 2


def test_a_question_left_alone_does_not_get_the_answer_of_another(stand_in: Any) -> None:
    stand_in(
        "import sys, time, json\n"
        "for n, line in enumerate(sys.stdin):\n"
        "    time.sleep(0.5)\n"
        "    print(json.dumps({'choice': ['keep', n]}), flush=True)\n"
    )

    async def leave(them: ThinkingPool) -> list[Any]:
        first = asyncio.create_task(them.decide(rolled(), "hard", print, ANN))
        await asyncio.sleep(0.1)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        return (await them.decide(rolled(), "hard", print, ANN))[0]

    assert think(leave, most=1) == ["keep", 0]


# --- whose turn it is ---


def test_whoever_wants_much_waits_for_it_alone(stand_in: Any) -> None:
    """Many tables of one guest are thought about in turn with the one table of another."""
    stand_in(
        "import sys, time\n"
        "for line in sys.stdin:\n"
        "    time.sleep(0.02)\n"
        '    print(\'{"choice": ["keep"]}\', flush=True)\n'
    )
    order: list[str] = []

    async def ask(them: ThinkingPool, guest: str, table: str) -> None:
        await them.decide(rolled(), "hard", print, Asker(guest, table))
        order.append(guest)

    async def many(them: ThinkingPool) -> None:
        greedy = [asyncio.create_task(ask(them, "greedy", f"table {n % 28}")) for n in range(56)]
        await asyncio.sleep(0)
        await asyncio.gather(*(ask(them, "Ann", "table") for _ in range(3)), *greedy)

    think(many, most=1)
    assert [at for at, guest in enumerate(order) if guest == "Ann"] == [2, 4, 6]


def test_the_tables_of_one_guest_take_turns() -> None:
    async def go() -> list[int]:
        turns = pool.Turns()
        line = [turns.join("Ann", table) for table in "aaabbc"]
        gone = turns.join("Ann", "c")
        gone.cancel()
        order = []
        while (turn := turns.next()) is not None:
            order.append(line.index(turn))
            turn.set_result(None)
        return order

    assert asyncio.run(go()) == [0, 3, 5, 1, 4, 2]


def test_whoever_goes_away_in_line_leaves_the_place_to_the_next(stand_in: Any) -> None:
    stand_in('import sys\nfor line in sys.stdin: print(\'{"choice": ["keep"]}\', flush=True)')

    async def go(them: ThinkingPool) -> Any:
        tasks = [asyncio.create_task(them.decide(rolled(), "hard", print, ANN)) for _ in range(20)]
        await asyncio.sleep(0.05)
        for task in tasks[::2]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return await asyncio.wait_for(them.decide(rolled(), "hard", print, ANN), 20)

    assert think(go, most=1).choice == ["keep"]


# --- the process itself ---


def asked(**question: Any) -> dict[str, Any]:
    out = io.StringIO()
    Worker(out).answer(json.dumps({"seed": 0, "level": "easy", "what": "decide", **question}))
    reply: dict[str, Any] = json.loads(out.getvalue().splitlines()[-1])
    return reply


def test_it_answers_in_one_line() -> None:
    fork = rolled()
    assert fork.pending is not None
    assert fork.pending.find(asked(match=fork.brief())["choice"]) is not None
    advice = asked(match=fork.brief(), what="advise")["advice"]
    assert all(one.keys() == set(Advice._fields) for one in advice)


@pytest.mark.parametrize(
    "told",
    [
        [[["keep"], "roll all", 0.5, 0.0, ""]],
        [{"option": ["fly"], "value": 0.5, "loss": 0.0, "reason": "", "unit": "win", "care": 0.0}],
        [{"option": ["keep"], "value": float("nan"), "loss": 0.0, "reason": "", "unit": "win", "care": 0.0}],
        [{"option": ["keep"], "value": 0.5, "loss": 0.0, "reason": "", "unit": "stars", "care": 0.0}],
        [],
        "keep",
    ],
)
def test_advice_that_makes_no_sense_is_no_hint(stand_in: Any, told: Any) -> None:
    stand_in(f"import sys\nfor line in sys.stdin: print({json.dumps({'advice': told})!r}, flush=True)")
    with pytest.raises(Confused, match=r"makes no sense|no hint"):
        think(lambda them: them.advise(rolled(), print, ANN), most=1)


def test_what_it_cannot_do_it_says() -> None:
    fork = rolled()
    assert "There is no computer player" in asked(match=fork.brief(), level="divine")["error"]
    assert "no hints" in asked(match=fork.brief(), what="advise", level="random")["error"]
    assert asked(match="nothing")["error"]
    out = io.StringIO()
    Worker(out).answer("no json")
    assert "failed" in json.loads(out.getvalue())["error"]


@pytest.mark.parametrize("game", ["yahtzee", "king-of-tokyo", "deadwood"])
def test_a_fork_is_not_saved_and_loaded_to_think_about_it(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told once, and played once; what the player forks on top of that is its own way to think."""
    match = dicecup.new(game, seats=2, seed=1)
    while match.pending is not None and len(match.pending.options) == 1:
        match.answer(match.pending.options[0])
    assert match.pending is not None
    fork = match.fork(match.pending.seat, seed=1)
    made: list[object] = []
    begin = Match.__init__

    def noted(self: Match[Any], *more: Any, **keys: Any) -> None:
        made.append(self)
        begin(self, *more, **keys)

    for name in ("save", "checkpoint"):
        monkeypatch.setattr(Match, name, lambda self, *_: pytest.fail("no paper is needed"))
    monkeypatch.setattr(Match, "__init__", noted)
    question = thinking.about("decide", fork, "random")
    assert asked(**question)["choice"]
    assert len(made) == 1


@pytest.mark.parametrize("game", ["yahtzee", "king-of-tokyo", "deadwood"])
def test_nothing_in_the_question_is_anybodys_secret(game: str) -> None:
    match = dicecup.new(game, seats=3)
    while match.pending is not None and len(match.pending.options) == 1:
        match.answer(match.pending.options[0])
    assert match.pending is not None
    question = json.dumps(thinking.about("decide", match.fork(match.pending.seat, seed=1), "hard"))
    assert json.loads(match.save())["body"]["secret"]["key"] not in question


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="where processes are listed")
def test_whoever_starts_while_everything_ends_is_not_left_behind(stand_in: Any) -> None:
    """At whatever moment of a start the server closes, no process stays that nobody knows."""
    stand_in("import sys\nfor line in sys.stdin: print('{}', flush=True)")

    def children() -> set[str]:
        found: set[str] = set()
        for task in Path("/proc/self/task").iterdir():
            with suppress(FileNotFoundError, ProcessLookupError):  # a thread that has ended just now
                found.update((task / "children").read_text().split())
        return found

    async def close_in_time() -> None:
        for moments in range(16):
            them = ThinkingPool(most=1, limit=20)
            asking = asyncio.create_task(processes(them).ask({}, print, guest="Ann"))
            for _ in range(moments):
                await asyncio.sleep(0)
            await them.close()
            await asyncio.gather(asking, return_exceptions=True)
            assert children() == before, f"after {moments} moments"
            with pytest.raises(Confused):
                await processes(them).ask({}, print, guest="Ann")

    before = children()
    asyncio.run(close_in_time())


def test_whoever_closes_waits_for_those_that_are_ending(stand_in: Any) -> None:
    """Or the loop would be gone before a process is."""
    stand_in("import sys, time\nfor line in sys.stdin: time.sleep(60)")

    async def close_while_it_ends() -> None:
        them = ThinkingPool(most=1, limit=20)
        asking = asyncio.create_task(processes(them).ask({}, print, guest="Ann"))
        while not processes(them)._all:
            await asyncio.sleep(0.01)
        (process,) = processes(them)._all
        asking.cancel()
        await asyncio.sleep(0)  # it is being ended, and nobody waits for that
        await them.close()
        assert process.returncode is not None
        await asyncio.gather(asking, return_exceptions=True)

    asyncio.run(close_while_it_ends())
