"""Codes and links: what they open, for how long, and what somebody learns who only guesses."""

import asyncio
import itertools
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from dicecup.server.bus.bus import Within
from dicecup.server.party import doors
from dicecup.server.settings import Settings
from tests.server.browser import FAST, Browser, served
from tests.server.party.friends import browsers, code_of, come, link_of, open_table


def test_a_code_has_five_letters_that_nobody_mistakes_for_others() -> None:
    for _ in range(200):
        assert re.fullmatch("[BCDFGHJKMNPRSTVWXYZ]{5}", doors.new_code())


@pytest.mark.parametrize("typed", ["BCDFG", "bcdfg", " b c d f g ", "bc-dfg", "BC\u2013DFG"])
def test_a_code_is_read_however_it_is_typed(typed: str) -> None:
    assert doors.read(typed) == "BCDFG"


def test_the_word_of_a_link_is_read_as_it_is() -> None:
    assert doors.read("aB-cD_eF1234") == "aB-cD_eF1234"


def test_unknown_dead_and_mistyped_codes_all_get_the_same_answer(address: str) -> None:
    with browsers(address, 2) as people, open_table(people[0]) as ann:
        code, watching = code_of(ann), code_of(ann, "watching")
        ann.do("start")
        ann.do("set_rules", watch=False)
        asked = (code, watching, link_of_nobody(), "BCDFG"[::-1], "!", "nothing", "x" * 22, ann.party)
        answers = {
            people[1].refusal("POST", path, {"code": each}) for path in ("/doors", "/join") for each in asked
        }
        assert answers == {(404, doors_closed())}


def link_of_nobody() -> str:
    return doors.new_word()


def doors_closed() -> str:
    return "This code or link opens nothing here. Ask for a new one."


def test_whoever_guesses_is_stopped_and_whoever_knows_is_not(tmp_path: Path) -> None:
    with served(Settings(folder=tmp_path, **FAST)) as address, browsers(address, 3) as people:  # type: ignore[arg-type]
        ann, stranger, ben = people
        with open_table(ann) as host:
            code, word = code_of(host), link_of(host)
            for _ in range(30):
                assert ben.post("/doors", {"code": code})["opens"] == "table", "right ones cost nothing"
            letters = itertools.product(doors.LETTERS, repeat=5)
            guesses = ["".join(each) for each in itertools.islice(letters, 15)]
            answers = [stranger.refusal("POST", "/doors", {"code": each})[0] for each in guesses if each != code]
            assert answers[:9] == [404] * 9
            assert answers[-1] == 429
            assert stranger.refusal("POST", "/join", {"code": code})[0] == 429, "not even the right one works then"
            with come(stranger, word, "Cy") as guest:
                assert guest.me["name"] == "Cy", "a link cannot be guessed, so it is not counted"


def test_everybody_together_has_a_hundred_guesses_a_minute() -> None:
    async def tried() -> int:
        guesses = doors.Guesses(Within())
        return sum([await guesses.may(f"10.0.{n // 9}.1", right=False) for n in range(300)])

    assert 100 <= asyncio.run(tried()) <= 103


def test_a_whole_class_behind_one_address_comes_in_at_once(address: str) -> None:
    with browsers(address, 25) as people, open_table(people[0]) as host:
        code = code_of(host)
        with ThreadPoolExecutor(25) as at_once:
            found = list(at_once.map(lambda one: one.post("/doors", {"code": code})["opens"], people))
        assert found == ["table"] * 25, "who is right is no guesser, however many are right at the same moment"


def test_a_table_has_another_code_after_the_game_and_the_old_one_stays_dead(address: str) -> None:
    with browsers(address, 2) as people, open_table(people[0], computers=["easy"]) as ann:
        first = code_of(ann)
        ann.do("start")
        assert code_of(ann) == ""
        people[0].http.delete(f"/matches/{ann.state['match']}")
        ann.wait(lambda state: state["stage"] == "waiting")
        second = code_of(ann)
        assert second not in ("", first)
        assert people[1].refusal("POST", "/doors", {"code": first})[0] == 404
        assert people[1].post("/doors", {"code": second})["opens"] == "table"


def test_what_opens_a_seat_is_not_on_the_disk(tmp_path: Path) -> None:
    with served(Settings(folder=tmp_path, **FAST)) as address, Browser(address) as ann, open_table(ann) as host:  # type: ignore[arg-type]
        word = ann.post(f"/parties/{host.party}/pass")["url"].rpartition("/")[2]
        token = ann.http.cookies.get("dicecup_guest")
        assert token is not None
        files = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
        assert any(host.party.encode() in content for content in files), "or nothing is looked for"
        for secret in (word, host.key, token):
            assert not any(secret.encode() in content for content in files)


def test_nobody_is_told_keys_guests_or_the_dice_to_come(address: str) -> None:
    with browsers(address, 3) as people, open_table(people[0]) as ann:
        guest = come(people[1], code_of(ann))
        watcher = come(people[2], link_of(ann, "watching"), "Wil")
        guest.do("ready", ready=True, nonce="be" * 32)
        ann.do("start")
        for friend in (guest, watcher):
            told = str(friend.heard)
            for other in (ann, guest, watcher):
                assert other.key not in told
            assert not re.search("[0-9a-f]{64}", told.replace(str(ann.heard[0]["commitment"]), "")), (
                "neither fingerprints nor numbers that others add to the dice"
            )
            assert "secret" not in told
        links = str(people[2].get(f"/parties/{ann.party}/links"))
        assert link_of(ann) not in links


@pytest.mark.thorough
def test_a_table_takes_fifty_who_look_on(address: str) -> None:
    with browsers(address, 1) as people, open_table(people[0]) as ann:
        word = link_of(ann, "watching")
        with browsers(address, 51) as many:
            for number, each in enumerate(many[:50]):
                each.post("/join", {"code": word, "name": f"Guest no. {number}"})
            assert many[50].refusal("POST", "/join", {"code": word, "name": "Zoe"}) == (409, "This table is full.")
        assert ann.wait(lambda state: state["spectators"] == 50)


def test_a_guest_has_fifty_tables_at_most(address: str) -> None:
    with Browser(address) as ann:
        for _ in range(50):
            ann.post("/parties", {"game": "yahtzee"})
        assert ann.refusal("POST", "/parties", {"game": "yahtzee"})[0] == 409
        assert len(ann.get("/parties")) == 50


@pytest.mark.parametrize(
    "wish",
    [
        {"game": "chess"},
        {"game": "yahtzee", "options": {"nonsense": 1}},
        {"game": "yahtzee", "computers": ["nobody"]},
        {"game": "yahtzee", "computers": ["easy"] * 8},
        {"game": "yahtzee", "name": "x" * 40},
        {"game": "yahtzee", "character": "Kraken"},
        {"game": "king-of-tokyo", "character": "Nobody"},
        {"game": "yahtzee", "match": "nothing"},
        {"game": "yahtzee", "options": {"seats": 3}},
    ],
)
def test_a_table_that_cannot_be_is_refused_in_words(address: str, wish: dict[str, object]) -> None:
    with Browser(address) as ann:
        status, reason = ann.refusal("POST", "/parties", wish)
        assert status in (400, 404, 409)
        assert reason.endswith(".")
        assert ann.get("/parties") == []
