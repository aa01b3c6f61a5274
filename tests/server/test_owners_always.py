"""However processes take, lose, write and let go of a unit: one writes at a time, and nothing that is old."""

import asyncio
from collections.abc import Iterator
from functools import partial
from itertools import count

import pytest
from hypothesis import HealthCheck, Phase, given
from hypothesis import strategies as st

from dicecup.saves import StorageError
from dicecup.server.store.storage import Fenced
from tests.examples import examples
from tests.server.processes import Process, Processes
from tests.server.stores import PostgresPlace, more, row

COUNT = 3
DEEDS = ("rest", "play", "play", "play", "play", "stop", "go_on", "give_up", "sweep")
_NUMBERS = count()


class Unit:
    """One unit, what each process has in memory of it, and what was written by whom."""

    def __init__(self, processes: list[Process], id_: str) -> None:
        self.processes, self.id = processes, id_
        self.memory: dict[int, list[str]] = {}
        self.written: list[tuple[str, int, str]] = []  # process and token, by which a row was written
        for number, process in enumerate(processes):
            process.forgets = partial(self._forget, number)

    def _forget(self, number: int, _units: object) -> None:
        self.memory.pop(number, None)

    async def do(self, number: int, deed: str) -> None:
        process = self.processes[number]
        try:
            await self._do(number, process, deed)
        except StorageError:  # its last beat was on its way when it was stopped: so it knows, and does nothing
            assert process.heart.paused
            assert not process.heart.beats
            self.memory.pop(number, None)

    async def _do(self, number: int, process: Process, deed: str) -> None:
        match deed:
            case "play" if number in self.memory:
                await self._write(number, process)
            case "play" if (await process.owners.own(self.id)).here:
                stored = await process.store.load(self.id)
                assert stored is not None
                if process.owners.holds(self.id):
                    self.memory[number] = stored.rows
            case "give_up" if not process.heart.paused:
                await process.owners.give_up([self.id])
            case "stop" if not process.heart.paused:
                await process.stop()
            case "go_on" if process.heart.paused:
                await process.go_on()
            case "sweep" if not process.heart.paused and process.owners._sweep is not None:
                await process.owners._sweep.take()

    async def _write(self, number: int, process: Process) -> None:
        known, hold = self.memory[number], process.owners._held.get(self.id)
        body = f"row {next(_NUMBERS)}"
        try:
            await process.store.append(more(known, body, match=self.id))
        except Fenced:  # and no other trouble: whoever has it knows what is there
            self.memory.pop(number, None)
        else:
            assert hold is not None
            self.written.append((hold.process, hold.token, body))
            known.append(body)


@pytest.fixture
def shared(
    database: PostgresPlace, nobody_dies_of_a_busy_machine: None
) -> Iterator[tuple[asyncio.Runner, list[Process]]]:
    with asyncio.Runner() as runner:
        together = Processes(database, COUNT)
        yield runner, runner.run(together.__aenter__())
        runner.run(together.__aexit__())


_AT_ONCE = st.tuples(*[st.sampled_from(DEEDS)] * COUNT)


# Nothing is shrunk: what an example leaves behind when it fails would make all others fail as well.
@examples(12, phases=[Phase.generate], suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(_AT_ONCE, min_size=10, max_size=30))
def test_one_writes_at_a_time(shared: tuple[asyncio.Runner, list[Process]], deeds: list[tuple[str, ...]]) -> None:
    runner, processes = shared

    async def go() -> None:
        unit = Unit(processes, f"unit {next(_NUMBERS)}")
        await processes[0].store.add_match(row(unit.id))
        for batch in deeds:  # each process does one thing, all of them at the same moment
            await asyncio.gather(*(unit.do(number, deed) for number, deed in enumerate(batch)))
        for process in processes:
            if process.heart.paused:
                await process.go_on()
        rows = [body for _, _, body in unit.written]
        tokens = [token for _, token, _ in unit.written]
        assert tokens == sorted(tokens), "it only changes hands forwards"
        assert len({(process, token) for process, token, _ in unit.written}) == len({*tokens}), "one at a time"
        await processes[0].owners.own(unit.id)
        found = await processes[0].store.load(unit.id)
        assert found is not None
        assert found.rows == rows
        for process in processes:
            await process.owners.give_up([unit.id])

    runner.run(go())
