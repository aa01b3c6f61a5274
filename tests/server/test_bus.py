"""The bus: what is told is heard, strangers are not, and whatever becomes of it nobody waits for it."""

import asyncio
import logging
import random
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dicecup.server.bus import remote
from dicecup.server.bus.address import address_of
from dicecup.server.bus.bus import Bus, Within
from dicecup.server.bus.opening import open_bus
from dicecup.server.bus.postgres_bus import PostgresBus
from dicecup.server.bus.redis_bus import RedisBus
from dicecup.server.settings import Settings
from dicecup.server.store.postgres_words import without_password
from dicecup.table import SetupError
from dicecup.table.errors import MissingPart
from tests.cluster.lines import Line
from tests.lacking import lacking
from tests.server.buses import TOPIC, Ear, PostgresStop, RedisStop, Stop, at_once, carries, on_board, until
from tests.server.postgres import Cluster
from tests.server.redis import Kept
from tests.server.stores import PostgresPlace


def redis_stop(request: pytest.FixtureRequest) -> RedisStop:
    return RedisStop(request.getfixturevalue("kept"))


@pytest.fixture(params=["redis", "postgres"])
def stop(request: pytest.FixtureRequest) -> Iterator[Stop]:
    if request.param == "redis":
        yield redis_stop(request)
        return
    cluster: Cluster = request.getfixturevalue("cluster")
    place: PostgresPlace = request.getfixturevalue("database")
    yield PostgresStop(cluster, place)


@pytest.fixture(params=["within", "redis", "postgres"])
def two(request: pytest.FixtureRequest, patient_bus: None) -> tuple[Bus, Bus]:
    """Two that share a bus; within one process it is the same."""
    if request.param == "within":
        bus = Within()
        return bus, bus
    if request.param == "redis":
        both = redis_stop(request)
        return both.bus(), both.bus()
    place: PostgresPlace = request.getfixturevalue("database")
    return PostgresBus(place.url), PostgresBus(place.url)


# --- what is told ---


def test_what_is_told_is_heard_by_all_and_in_order(two: tuple[Bus, Bus]) -> None:
    async def go() -> None:
        ann, ben = two
        mine, theirs, other = Ear(ann), Ear(ben), Ear(ben, "something else")
        async with on_board(ann, ben):
            for number in range(300):
                await ann.tell(TOPIC, {"number": number, "word": "Zoë\x00 ☃ '\"\\"})
            await until(lambda: len(mine.heard) >= 300 and len(theirs.heard) >= 300)
        assert [each["number"] for each in mine.heard] == list(range(300))
        assert mine.heard == theirs.heard or ann is ben
        assert mine.heard[0]["word"] == "Zoë\x00 ☃ '\"\\"
        assert not other.heard

    asyncio.run(go())


def test_one_who_cannot_make_sense_of_it_keeps_nobody_from_hearing_it(
    two: tuple[Bus, Bus], caplog: pytest.LogCaptureFixture
) -> None:
    async def go() -> None:
        ann, ben = two
        ben.on(TOPIC, lambda message: message["no such thing"])
        ear = Ear(ben)
        async with on_board(ann, ben):
            for number in range(20):
                await ann.tell(TOPIC, {"number": number})
            await until(lambda: len(ear.heard) >= 20)

    asyncio.run(go())
    complaints = [each for each in caplog.messages if "makes no sense: KeyError" in each]
    assert 1 <= len(complaints) <= 6, "it is said, but not each time"


def test_what_is_too_large_is_not_sent(stop: Stop, patient_bus: None) -> None:
    async def go() -> None:
        bus = stop.bus()
        ear = Ear(bus)
        async with on_board(bus):
            room = remote.LARGEST - len('["news",{"word":""}]')
            for size in (room, room + 1, 100_000):
                await bus.tell(TOPIC, {"word": "x" * size})
            await bus.tell(TOPIC, {"word": ""})
            await until(lambda: len(ear.heard) >= 2)
            assert bus.works
        assert [len(each["word"]) for each in ear.heard] == [room, 0]

    asyncio.run(go())


def test_two_databases_of_one_redis_hear_nothing_of_each_other(kept: Kept, patient_bus: None) -> None:
    async def go() -> None:
        ann, ben = RedisBus(kept.url(0)), RedisBus(kept.url(1))
        mine, theirs = Ear(ann), Ear(ben)
        async with on_board(ann, ben):
            await ann.tell(TOPIC, {"of": "ann"})
            await until(lambda: len(mine.heard) == 1)
            await ben.tell(TOPIC, {"of": "ben"})
            await until(lambda: len(theirs.heard) >= 1)
            assert (mine.heard, theirs.heard) == ([{"of": "ann"}], [{"of": "ben"}])
            assert await ann.take("x", "y", 0.001, 1) == 0
            assert await ben.take("x", "y", 0.001, 1) == 0

    asyncio.run(go())


# --- strangers ---

GARBAGE = (
    *("", "x", "[", "null", "7", "[]", "{}", '"news"', '["news"]', '["news",7]', '["news",[]]', "[7,{}]"),
    *('["news",{},3]', '{"news":{}}', '[["news"],{}]', '["other",{"a":1}]', "[" * 7_000, "9" * 7_000),
    *('["news",' + "[" * 3_000 + "]" * 3_000 + "]", "NaN", "1e999", '["news", {"a": 1}', "\U0001f3b2" * 1_999),
)


def test_what_strangers_say_does_nothing(stop: Stop, patient_bus: None, caplog: pytest.LogCaptureFixture) -> None:
    async def go() -> None:
        bus = stop.bus()
        ear = Ear(bus)
        async with on_board(bus):
            for text in GARBAGE:
                await asyncio.to_thread(stop.shout, text)
            if isinstance(stop, RedisStop):
                await asyncio.to_thread(stop.shout, '["news",{"a":"' + "x" * 3_000_000 + '"}]')
                stop.by_hand("PUBLISH", "dicecup:0", b"\xff\xfe\x00")  # type: ignore[arg-type]
            await bus.tell(TOPIC, {"of": "ours"})
            await until(lambda: {"of": "ours"} in ear.heard)
            assert ear.heard == [{"of": "ours"}]
            assert bus.works

    asyncio.run(go())
    assert not caplog.messages


def test_what_strangers_leave_in_redis_makes_no_errors(kept: Kept, patient_bus: None) -> None:
    async def go() -> None:
        there, bus = RedisStop(kept), RedisBus(kept.url())
        async with on_board(bus):
            there.by_hand("SET", "dicecup:{bus}:limit:x:word", "no number")
            there.by_hand("LPUSH", "dicecup:{bus}:limit:x:list", "no number")
            there.by_hand("SET", "dicecup:{bus}:limit:x:late", "9" * 300)
            there.by_hand("SET", "dicecup:{bus}:count:x:word", "no number")
            there.by_hand("HSET", "dicecup:{bus}:count:x:dead", "nobody", "no number")
            assert await bus.take("x", "word", 0.001, 3) == 2
            assert await bus.take("x", "list", 0.001, 3) is None
            assert (await bus.take("x", "late", 0.001, 3) or 0) < 0, "full again in due time, however late it says"
            assert await bus.count("x", "word", 1) is None
            assert await bus.count("x", "dead", 1) == 1
            assert bus.works

    asyncio.run(go())


# --- trouble ---


def test_it_may_be_killed_and_comes_back(stop: Stop, hasty_bus: None) -> None:
    async def go() -> None:
        ann, ben = stop.bus(), stop.bus()
        ears = Ear(ann), Ear(ben)
        async with on_board(ann, ben):
            await carries(ann, *ears)
            await asyncio.to_thread(stop.kill)
            try:
                await until(lambda: not ann.works and not ben.works)
                for _ in range(3):
                    at_once(ann.tell(TOPIC, {}))
                    assert at_once(ann.take("x", "y", 1, 1)) is None
                    assert at_once(ann.count("x", "y", 1)) is None
            finally:
                await asyncio.to_thread(stop.start)
            await carries(ann, *ears)
            await carries(ben, *ears)

    asyncio.run(go())


def test_it_may_be_stopped_and_nobody_waits_for_it(stop: Stop, hasty_bus: None) -> None:
    async def go() -> None:
        ann, ben = stop.bus(), stop.bus()
        ears = Ear(ann), Ear(ben)
        async with on_board(ann, ben):
            await carries(ann, *ears)
            await asyncio.to_thread(stop.freeze)
            try:
                at_once(ann.tell(TOPIC, {}))
                assert await ann.take("x", "y", 1, 1) is None, "an answer is waited for, but not long"
                if isinstance(ann, RedisBus):
                    assert not ann.works
                    assert at_once(ann.take("x", "y", 1, 1)) is None, "and who asks next does not wait at all"
                    await until(lambda: not ben.works)
            finally:
                await asyncio.to_thread(stop.thaw)
            await carries(ann, *ears)
            await carries(ben, *ears)

    asyncio.run(go())


def test_it_need_not_be_there_at_first(kept: Kept, hasty_bus: None, caplog: pytest.LogCaptureFixture) -> None:
    async def go() -> None:
        kept.kill()
        bus = RedisBus(kept.url())
        ear = Ear(bus)
        try:
            await bus.begin()
            assert not bus.works
        finally:
            await asyncio.to_thread(kept.start)
        await carries(bus, ear)
        await bus.end()

    asyncio.run(go())
    assert "cannot be reached: nothing listens there. Is it running, and is that its port? Until it" in caplog.text
    assert "is back." in caplog.text


class Cutting(Line):
    """A line that is cut after so many bytes, wherever that is in a message."""

    left = 10**9
    cuts = 0

    async def _pour(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        while data := await source.read(65_536):
            target.write(data[: max(0, self.left)])
            await target.drain()
            self.left -= len(data)
            if self.left < 0:
                self.cuts += 1
                self.be("cut")
                self.be("well")
                raise ConnectionResetError


def test_a_line_that_is_cut_in_the_middle_mixes_nothing_up(kept: Kept, hasty_bus: None) -> None:
    """Whatever is heard was said, and every answer is that to the question."""

    async def go() -> None:
        dice, cutting = random.Random(18), Cutting(kept.port)
        await cutting.start()
        bus = RedisBus(f"redis://127.0.0.1:{cutting.port}/3")
        ear, told, answers = Ear(bus), 0, 0
        async with on_board(bus):
            for _ in range(12):
                cuts, cutting.left = cutting.cuts, dice.randrange(1, 4_000)
                while cutting.cuts == cuts:
                    told += 1
                    await bus.tell(TOPIC, {"n": told, "same": str(told) * 20})
                    small, large = await asyncio.gather(
                        bus.take("small", str(told), 0.001, 5), bus.take("large", str(told), 0.001, 500)
                    )
                    assert small in (None, 4)
                    assert large in (None, 499)
                    answers += (small is not None) + (large is not None)
                    await asyncio.sleep(0)
                cutting.left = 10**9
                await until(lambda: bus.works)
                await carries(bus, ear)  # or what was told meanwhile would use up what the line carries next
        await cutting.end()
        numbers = [each["n"] for each in ear.heard if "n" in each]
        assert all(each["same"] == str(each["n"]) * 20 for each in ear.heard if "n" in each)
        assert numbers == sorted(set(numbers))
        assert numbers
        assert answers

    asyncio.run(go())


# --- addresses and passwords ---


def test_which_bus_it_is() -> None:
    assert isinstance(open_bus(Settings()), Within)
    assert isinstance(open_bus(Settings(database="postgresql://db/games")), PostgresBus)
    both = Settings(database="postgresql://db/games", bus="redis://:hush@bus")
    assert isinstance(open_bus(both), RedisBus)
    assert "hush" not in repr(both)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("'redis://bus'", "leave out the quotation marks around it"),
        ("bus:6379", "it does not begin with redis://"),
        (f"http{'://'}:hush@bus", "it does not begin with redis://"),
        ("redis://", "it has to name one host"),
        ("redis://:hush@", "it has to name one host"),
        ("redis://:hush@bus:0", "no server listens at port 0"),
        ("redis://:hush@bus:99999", "a port is a number from 1 to 65535"),
        ("redis://:hush@bus:port", "a port is a number from 1 to 65535"),
        ("redis://bus:-1/0", "a port is a number from 1 to 65535"),
        ("redis://bus:1:2/0", "a port is a number from 1 to 65535"),
        ("redis://fd00::5:6379", "in brackets, like [fd00::5]"),
        ("redis://[fd00::5:6379", "in brackets, like [fd00::5]"),
        ("redis://:hush@b us", "the name of its host cannot be right"),
        ("redis://:hu\0sh@bus", "a character in it that nobody sees"),
        ("redis://:hu@sh@bus", "%40"),
        ("redis:bus", "it does not begin with redis://"),
        ("redis+ssl://:hush@bus", "it does not begin with redis://"),
        ("redis://:hush@bus/games", "only be the number of a database"),
        ("redis://:hush@bus/1/2", "only be the number of a database"),
        ("redis://:hush@bus/99999999999999", "only be the number of a database"),
        ("redis://:hu#sh@bus", "%23"),
        ("redis://:hu/sh@bus", "%23"),
        ("redis://:hush@bus?timeout=3", "only be ca="),
        ("redis://:hush@bus?hush", "pairs like name=value"),
        ("redis://:a?hush@bus", "%23"),
        ("rediss://:hush@bus?ca=/no/such/file", "a file that is there"),
        (f"rediss://:hush@bus?ca={__file__}", "with certificates"),
        ("redis://:hush@bus..example", "the name of its host cannot be right"),
        (f"redis://:hush@{'a' * 64}.example", "the name of its host cannot be right"),
        ("redis://[:hush@bus", "%23"),
    ],
)
def test_what_is_no_address_is_said_in_one_line_that_tells_nothing_of_it(url: str, why: str) -> None:
    with pytest.raises(SetupError) as caught:
        address_of(url)
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "hu" not in str(caught.value)


def test_an_address_of_a_bus() -> None:
    plain = address_of("redis://bus")
    assert (plain.host, plain.port, plain.number, plain.safe) == ("bus", 6379, 0, False)
    whole = address_of("rediss://ann:h%40%2Fush@[::1]:7000/4")
    assert (whole.host, whole.port, whole.number, whole.user, whole.password) == ("::1", 7000, 4, "ann", "h@/ush")
    assert whole.safe
    assert address_of("valkeys://bus").safe
    assert str(whole) == "[::1]:7000"
    assert "ush" not in repr(whole)
    assert without_password("--bus=rediss://ann:h%40%2Fush@[::1]:7000/4") == "--bus=rediss://ann:...@[::1]:7000/4"
    assert without_password("redis://:hush@bus/0") == "redis://:...@bus/0"


def test_its_password_is_asked_for_and_never_told(
    kept: Kept, patient_bus: None, caplog: pytest.LogCaptureFixture
) -> None:
    there = RedisStop(kept)

    async def go() -> None:
        right, wrong, none = (RedisBus(kept.url(login=login)) for login in (":open%20%40sesame@", ":hush@", ""))
        async with on_board(right):
            ear = Ear(right)
            for bus in (wrong, none):
                await bus.begin()
                assert not bus.works
                assert at_once(bus.take("x", "y", 1, 1)) is None
                await bus.end()
            await carries(right, ear)

    there.by_hand("CONFIG", "SET", "requirepass", "open @sesame")
    try:
        asyncio.run(go())
    finally:
        import redis

        with redis.Redis(port=kept.port, password="open @sesame") as client:
            client.execute_command("CONFIG", "SET", "requirepass", "")
    assert caplog.text.count("did not let us in") == 2
    assert "hush" not in caplog.text
    assert "sesame" not in caplog.text


def test_without_the_package_that_talks_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "redis", None)
    with pytest.raises(MissingPart, match=r"pip install 'dicecup\[redis\]'"):
        RedisBus("redis://bus")


def test_a_mistake_of_ours_is_told_with_all_there_is_to_know(
    kept: Kept, hasty_bus: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def wrong(_bus: Any) -> None:
        raise AttributeError("a mistake")

    async def go() -> None:
        with monkeypatch.context() as patch:
            patch.setattr(RedisBus, "_beat", wrong)
            bus = RedisBus(kept.url())
            await bus.begin()
            assert not bus.works
        await until(lambda: bus.works)
        await bus.end()

    with caplog.at_level(logging.WARNING):
        asyncio.run(go())
    assert "AttributeError: a mistake" in caplog.text


def test_a_safe_connection_trusts_only_whom_it_is_told_to(
    kept: Kept, patient_bus: None, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    if (openssl := shutil.which("openssl")) is None:
        lacking("There is no openssl to make a certificate with.")
    make = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=bus"
    names = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    subprocess.run(
        [openssl, *make.split(), *names, "-keyout", "key", "-out", "cert"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    files = {f"tls-{what}-file": str(tmp_path / name) for what, name in (("cert", "cert"), ("key", "key"))}
    try:
        safe = Kept(kept.program, **{"tls-port": port, "tls-auth-clients": "no"}, **files)
    except AssertionError as error:
        pytest.skip(f"This one cannot do that: {error}")

    async def go() -> None:
        trusted = RedisBus(f"rediss://127.0.0.1:{port}?ca={tmp_path / 'cert'}")
        async with on_board(trusted):
            assert await trusted.take("x", "y", 0.001, 2) == 1
        stranger = RedisBus(f"rediss://127.0.0.1:{port}")
        await stranger.begin()
        assert not stranger.works
        await stranger.end()

    try:
        asyncio.run(go())
    finally:
        safe.end()
    assert "has no certificate that is trusted here" in caplog.text
