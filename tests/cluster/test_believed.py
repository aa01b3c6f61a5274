"""Who has a table is not asked of the store for every request; and what is believed wrongly does no harm."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dicecup.server.cluster import passing, units
from dicecup.server.store.owners import Owner
from tests.cluster.sharing import BookOwners, Together, a_match, sharing, twin
from tests.server.browser import Browser
from tests.server.party.friends import soon
from tests.server.redis import Kept


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The processes that have asked the store who has something, each time."""
    asked: list[str] = []
    own: Callable[..., object] = BookOwners.own

    async def counted(self: BookOwners, unit: str) -> Owner:
        asked.append(self.process)
        return await own(self, unit)  # type: ignore[misc, no-any-return]

    monkeypatch.setattr(BookOwners, "own", counted)
    return asked


@pytest.fixture
def astray(monkeypatch: pytest.MonkeyPatch) -> list[Exception]:
    """Requests that came to a process which could not answer them."""
    astray: list[Exception] = []

    class Unreached(passing.Unreached):
        def __init__(self, *args: object) -> None:
            super().__init__(*args)
            astray.append(self)

    monkeypatch.setattr(passing, "Unreached", Unreached)
    return astray


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Together]:
    """They share no bus: nobody hears anything of the others."""
    with sharing(tmp_path_factory.mktemp("three"), 3) as three:
        yield three


def move(three: Together, unit: str, to: Browser) -> None:
    """The first server lets go of it, and the one of this browser takes it."""
    three.run(1, three.desk(1).storage.owners.give_up([unit]))
    to.get(f"/matches/{unit}/rules")


@contextmanager
def everywhere(three: Together) -> Iterator[tuple[Browser, Browser, Browser]]:
    """The same guest at each of them."""
    one, two, other = three.addresses
    with Browser(one) as ann, twin(ann, two) as second, twin(ann, other) as third:
        yield ann, second, third


def test_the_store_is_not_asked_for_every_request(three: Together, asked: list[str]) -> None:
    with everywhere(three) as (ann, second, _):
        match = a_match(three, ann)
        for _ in range(8):
            second.get(f"/matches/{match}/rules")
        assert asked.count("process 2") == 1


def test_whoever_is_sent_wrong_finds_the_right_one(three: Together, astray: list[Exception]) -> None:
    with everywhere(three) as (ann, second, third):
        match = a_match(three, ann)
        third.get(f"/matches/{match}/rules")
        move(three, match, second)
        assert three.owner(match) == 2
        third.get(f"/matches/{match}/rules")
        assert len(astray) == 1
        with third.sit(match) as page:
            assert page.answer("roll")["type"] == "done"
        assert three.owner(match) == 2
        assert len(astray) == 1


def test_a_socket_that_is_sent_wrong_finds_the_right_one(three: Together, astray: list[Exception]) -> None:
    with everywhere(three) as (ann, second, third):
        match = a_match(three, ann)
        third.get(f"/matches/{match}/rules")
        move(three, match, second)
        with third.sit(match) as page:
            assert page.answer("roll")["type"] == "done"
        assert three.owner(match) == 2
        assert len(astray) == 1


def test_what_is_believed_is_asked_again_after_a_while(
    three: Together, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with everywhere(three) as (ann, second, _):
        match = a_match(three, ann)
        monkeypatch.setattr(units, "_BELIEVED", -1.0)
        for _ in range(3):
            second.get(f"/matches/{match}/rules")
        assert asked.count("process 2") == 3


def test_who_has_it_now_is_heard_on_the_bus(
    tmp_path: Path, kept: Kept, patient_bus: None, astray: list[Exception]
) -> None:
    with sharing(tmp_path, 3, bus=kept.url(7)) as three, everywhere(three) as (ann, second, third):
        match = a_match(three, ann)
        third.get(f"/matches/{match}/rules")
        move(three, match, second)
        noted = three.desk(3).membership.exchange.units._moved
        soon(lambda: noted.of(match) == "process 2")
        third.get(f"/matches/{match}/rules")
        assert not astray, "nobody is sent to the one who had it"
