"""People who do not keep to what a page offers: wrong frames, wrong order, too much, at the same moment."""

import itertools
import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.server.party import doors
from dicecup.server.party.gathering import NO_PARTY
from dicecup.server.settings import Settings
from tests.server.browser import FAST, Browser, served
from tests.server.party.friends import Friend, browsers, code_of, come, link_of, open_table
from tests.server.party.sundial import Sundial
from tests.server.party.test_at_the_table import farewell, table
from tests.server.test_secrets import LOOK, lab, without_rules

EVERYTHING: list[tuple[str, dict[str, Any]]] = [
    ("set_rules", {"absence": "at once"}),
    ("set_rules", {"hints": False}),
    ("set_rules", {"game": "deadwood"}),
    ("ready", {"ready": True, "nonce": "ab" * 32}),
    ("add_chair", {"level": "easy"}),
    ("set_chair", {"chair": 0, "level": "easy"}),
    ("remove_chair", {"chair": 0}),
    *(("take_chair", {"chair": chair}) for chair in (0, 1, 2, 15)),
    ("stand_up", {}),
    *(("turn_away", {"person": person}) for person in (1, 2, 3, 9_999)),
    *(("give_host", {"person": person}) for person in (1, 2, 3, 9_999)),
    ("start", {}),
    ("again", {}),
    ("to_waiting_room", {}),
    ("say", {"text": "hello"}),
]
"""Nothing of which somebody may do who only looks on, while a game is played."""

BAD_FRAMES = [
    *(
        "",
        "null",
        "[]",
        "7",
        '"enter"',
        "{",
        "\x00",
        "{}",
        '{"type":"enter","last_line":-1}',
        '{"type":"nothing"}',
    ),
    *('{"type":"start"}', '{"type":"start","id":""}', json.dumps({"type": "start", "id": "x" * 5_000})),
    *('{"type":"take_chair","id":"a","chair":-1}', '{"type":"take_chair","id":"a","chair":16}'),
    '{"type":"turn_away","id":"a","person":"1"}',
    '{"type":"react","face":"<img>"}',
    '{"type":"ready","id":"a","ready":true,"nonce":"short"}',
    json.dumps({"type": "say", "id": "a", "text": "x" * 301}),
    json.dumps({"type": "me", "id": "a", "name": "x" * 101}),
    json.dumps({"type": "set_rules", "id": "a", "options": {str(n): n for n in range(61)}}),
    '{"type":"set_rules","id":"a","watch":true,"host":2}',
]


def at_once(*deeds: Callable[[], Any]) -> list[Any]:
    """All of them, begun in the same moment."""
    gate = threading.Barrier(len(deeds))

    def run(deed: Callable[[], Any]) -> Any:
        gate.wait(20)
        return deed()

    with ThreadPoolExecutor(len(deeds)) as pool:
        return list(pool.map(run, deeds))


def standing(friend: Friend) -> dict[str, Any]:
    """What nobody but the host may change."""
    state = friend.catch_up()
    return {key: state[key] for key in ("stage", "people", "chairs", "rules", "match", "tally", "evening")}


# --- frames ---


@pytest.mark.parametrize("frame", BAD_FRAMES)
def test_a_frame_that_is_none_is_answered_with_the_reason_and_changes_nothing(address: str, frame: str) -> None:
    with browsers(address, 1) as people, open_table(people[0]) as ann:
        before = standing(ann)
        ann.socket.send(frame)
        answer = ann.hear()
        assert answer["type"] == "mistake", answer
        assert standing(ann) == before


def test_whoever_commands_before_coming_in_is_heard_and_told_no_more_than_the_answer(address: str) -> None:
    with browsers(address, 2) as people, open_table(people[0]) as ann, come(people[1], code_of(ann)) as ben:
        with ben.dial() as socket:
            socket.send(json.dumps({"type": "react", "face": "love"}))
            socket.send(json.dumps({"type": "start", "id": "early"}))
            answer = json.loads(socket.recv(20))
            assert (answer["type"], answer["reason"]) == ("refused", "Only the host of this table can do that.")
            socket.send(json.dumps({"type": "ping"}))
            assert json.loads(socket.recv(20))["type"] == "pong", "and nothing of the table in between"
        ann.until("reacted", person=2)


def test_whoever_is_not_of_a_party_gets_no_socket_there(address: str) -> None:
    with browsers(address, 2) as people, open_table(people[0]) as ann:
        stranger, cookie = people[1], {"cookie": people[1].cookie}
        for party in (ann.party, "nothing", "x" * 64):
            url = f"{address}/api/v1/parties/{party}/socket".replace("http", "ws", 1)
            with suppress(ConnectionClosed), connect(url, additional_headers=cookie, proxy=None) as socket:
                heard = json.loads(socket.recv(20))
                assert (heard["type"], heard["reason"]) == ("bye", NO_PARTY), (
                    "the same, whether there is one or not"
                )
                assert socket.recv(20) == "nothing more"
            for path in ("links", "evening"):
                assert stranger.refusal("GET", f"/parties/{party}/{path}")[0] == 404
            assert stranger.refusal("POST", f"/parties/{party}/pass")[0] == 404


# --- who may not ---


def test_whoever_looks_on_can_change_nothing_at_all(people: list[Browser]) -> None:
    ann, ben = table(people, "Ben")
    watcher = come(people[2], link_of(ann, "watching"), "Wil")
    before = standing(ann)
    for command, facts in EVERYTHING:
        assert watcher.ask(command, **facts)["type"] == "refused", (command, facts)
    with watcher.sit() as page, ann.sit() as hers:
        seq = hers.state["seq"]
        choice = hers.state["ask"]["options"][0]["choice"]
        assert page.answer(*choice)["reason"] == "You are only watching."
        for frame in ("undo", "hint", "why", "interrupts"):
            page.say(type=frame, id=frame, seq=seq, seat=0, choice=choice, settings={})
            assert page.hear()["type"] in ("refused", "mistake"), frame
        assert hers.state["seq"] == seq
    match = ann.state["match"]
    for method, path in (
        *(("GET", f"/matches/{match}/export?kind=save"), ("GET", f"/matches/{match}/evidence")),
        *(("POST", f"/matches/{match}/save"), ("POST", f"/matches/{match}/rematch")),
        *(("DELETE", f"/matches/{match}"), ("POST", f"/matches/{match}/rescue")),
    ):
        assert people[2].refusal(method, path)[0] in (403, 404, 409, 422), path
    assert standing(ann) == before
    assert standing(ben)["chairs"] == before["chairs"]


def test_whoever_plays_cannot_do_what_is_the_hosts(people: list[Browser]) -> None:
    ann, ben = table(people, "Ben")
    before = standing(ann)
    for command, facts in EVERYTHING:
        if command not in ("stand_up", "say"):
            assert ben.ask(command, **facts)["type"] == "refused", (command, facts)
    match = ann.state["match"]
    for guest in people[:2]:  # nor can the host see the dice to come
        assert guest.refusal("GET", f"/matches/{match}/export?kind=save")[0] == 409
        assert guest.refusal("GET", f"/matches/{match}/evidence")[0] == 409
        assert guest.refusal("GET", f"/matches/{match}/chances")[0] == 409
    assert people[1].refusal("DELETE", f"/matches/{match}")[0] == 409
    with ben.sit() as page:
        for seq in (0, 10**6):
            assert page.answer("roll", seq=seq)["type"] == "refused"
        assert page.answer("roll")["reason"] == "It is Ann's decision now."
    assert standing(ann) == before


def test_whoever_was_turned_away_has_no_way_back(people: list[Browser]) -> None:
    ann, ben = table(people, "Ben")
    words = [link_of(ann), link_of(ann, "watching"), code_of(ann, "watching"), ben.key]
    words.append(people[1].post(f"/parties/{ann.party}/pass")["url"].rpartition("/")[2])
    match = ann.state["match"]
    page = ben.sit()
    ann.do("turn_away", person=2)
    heard = len(page.heard)
    for line in (page, ben):
        assert farewell(line) == "The host has turned you away from this table."
    assert [each["type"] for each in page.heard[heard:]].count("bye") == 1
    for word in words:
        assert people[1].refusal("POST", "/join", {"code": word})[0] in (404, 409), word
    assert people[1].refusal("GET", f"/matches/{match}/replay")[0] == 404
    assert people[1].refusal("GET", f"/matches/{match}/export")[0] == 404
    assert people[1].get("/parties") == []
    stranger_with_the_key = people[2].refusal("POST", "/join", {"code": ben.key})
    assert stranger_with_the_key[0] == 404, "nor can somebody else come back in his place"


def test_a_pass_opens_a_seat_once_whoever_is_faster(people: list[Browser]) -> None:
    _, ben = table(people, "Ben")
    word = people[1].post(f"/parties/{ben.party}/pass")["url"].rpartition("/")[2]
    answers = at_once(*(lambda who=who: who.http.post("/join", json={"code": word}) for who in people[2:]))
    assert sorted(answer.status_code for answer in answers) == [201, 404]


def test_a_new_pass_makes_the_one_before_worthless(people: list[Browser], sundial: Sundial) -> None:
    ann, ben = table(people, "Ben")
    first, second = (people[1].post(f"/parties/{ben.party}/pass")["url"].rpartition("/")[2] for _ in range(2))
    assert people[2].refusal("POST", "/join", {"code": first})[0] == 404
    sundial.turn(599)
    assert people[2].post("/join", {"code": second})["person"] == 2
    assert people[3].refusal("POST", "/join", {"code": second})[0] == 404
    assert standing(ann)["people"][1]["name"] == "Ben"


# --- at the same moment ---


def test_two_who_take_the_same_chair_do_not_sit_on_each_other(address: str) -> None:
    with browsers(address, 3) as people, open_table(people[0]) as ann:
        ann.do("add_chair")
        ann.do("add_chair")
        code = code_of(ann)
        with come(people[1], code, "Ben") as ben, come(people[2], code, "Cy") as cy:
            answers = at_once(lambda: ben.ask("take_chair", chair=3), lambda: cy.ask("take_chair", chair=3))
            assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
            [why] = [answer["reason"] for answer in answers if answer["type"] == "refused"]
            assert why in ("Ben sits there.", "Cy sits there.")
            chairs = [person["chair"] for person in ann.catch_up()["people"]]
            assert len(set(chairs)) == 3
            assert 3 in chairs


def test_start_pressed_in_many_ways_at_once_begins_one_game(address: str) -> None:
    with browsers(address, 2) as people, open_table(people[0]) as ann, come(people[1], code_of(ann)) as ben:
        ben.do("ready", ready=True, nonce="ab" * 32)
        with Friend(people[0], {"party": ann.party, "person": 1, "key": ""}) as tab:
            answers = at_once(lambda: ann.ask("start", "a"), lambda: tab.ask("start", "b"), lambda: tab_again(ann))
        assert sorted(answer["type"] for answer in answers[:2]) == ["done", "refused"]
        assert answers[2] is None
        state = ben.wait(lambda state: state["stage"] == "playing")
        assert [info["match"] for info in people[1].matches() if info["party"] == ann.party] == [state["match"]]


def tab_again(ann: Friend) -> None:
    """A page that is loaded anew just now."""
    with Friend(ann.browser, {"party": ann.party, "person": 1, "key": ""}):
        pass


def test_whoever_leaves_while_the_game_begins_has_left_and_the_game_goes_on(address: str) -> None:
    for _ in range(2):
        with browsers(address, 2) as people, open_table(people[0]) as ann, come(people[1], code_of(ann)) as ben:
            ben.do("ready", ready=True, nonce="ab" * 32)
            started, _ = at_once(lambda: ann.ask("start"), lambda: ben.say(type="leave", id="bye"))
            assert started["type"] == "done"
            assert farewell(ben) == "You have left this table."
            state = ann.wait(
                lambda state: (
                    state["stage"] == "playing"
                    and all(not p or p["number"] != 2 or p["presence"] == "gone" for p in state["people"])
                )
            )
            assert [chair["person"] for chair in state["chairs"]] == [1, None]
            assert state["chairs"][1]["level"] is not None
            with ann.sit() as page:
                for _ in range(4):
                    ask = page.until_mine()
                    assert ask is not None
                    page.answer(*ask["options"][-1]["choice"])
            assert people[1].refusal("GET", f"/matches/{state['match']}/replay")[0] == 404


def test_one_browser_that_comes_in_many_times_at_once_is_one_person(address: str) -> None:
    with browsers(address, 2) as people, open_table(people[0]) as ann:
        code = code_of(ann)
        wish = {"code": code, "name": "Ben"}
        answers = at_once(*(lambda: people[1].http.post("/join", json=wish) for _ in range(6)))
        assert {answer.json()["person"] for answer in answers} == {2}
        assert [person["name"] for person in ann.catch_up()["people"]] == ["Ann", "Ben"]


def test_the_last_chair_is_taken_once_and_the_others_look_on(address: str) -> None:
    with browsers(address, 6) as people, open_table(people[0], "king-of-tokyo", computers=["easy"] * 4) as ann:
        code = code_of(ann)
        joins = [
            lambda who=who, name=name: who.post("/join", {"code": code, "name": name})
            for who, name in zip(people[1:], ("Ben", "Cy", "Di", "Ed", "Flo"), strict=True)
        ]
        at_once(*joins)
        roles = [person["role"] for person in ann.catch_up()["people"]]
        assert roles.count("player") == 2
        assert roles.count("spectator") == 4


# --- names ---


@pytest.mark.parametrize(
    "name",
    [
        *("Ann", " ann ", "A\u200bnn", "An\u00adn", "\u202eAnn", "Ann\ufeff", "\u2066Ann\u2069", "A\u034fnn"),
        *("Ａｎｎ", "Ann\u0000", "Ann\n", "\u200fAnn", "ANN", "Ann\U000e0041"),
    ],
)
def test_nobody_is_called_like_somebody_else_however_it_is_written(address: str, name: str) -> None:
    with browsers(address, 2) as people, open_table(people[0]) as ann:
        reply = people[1].http.post("/join", json={"code": code_of(ann), "name": name})
        assert reply.status_code in (400, 409, 422), ascii(name)
        assert len(ann.catch_up()["people"]) == 1


@pytest.mark.parametrize(
    "name",
    ["x" * 10_000, "x" * 101, "\u200b", "\u202e", "\u0301" * 40, "a" + "\u0301" * 60, "\U0001f469\u200d" * 40],
)
def test_a_name_that_would_spoil_the_table_is_refused_or_made_harmless(address: str, name: str) -> None:
    with browsers(address, 2) as people, open_table(people[0]) as ann:
        reply = people[1].http.post("/join", json={"code": code_of(ann), "name": name})
        if reply.is_success:
            shown = ann.wait(lambda state: len(state["people"]) == 2)["people"][1]["name"]
            assert shown.strip()
            assert len(shown) <= 40
            assert not any(letter in shown for letter in "\u200b\u202e"), ascii(shown)
        else:
            assert reply.json()["reason"]


# --- too much ---


def test_a_flood_of_talk_is_stopped_and_the_others_hear_little_of_it(people: list[Browser]) -> None:
    ann, ben = table(people, "Ben")
    ann.do("set_rules", talk="text")
    for n in range(400):
        ben.say(type="say", id=f"flood-{n}", text="x" * 300)
        ben.say(type="react", face="laugh")
    answers = drained(ben, 400)
    assert 1 <= sum(answer["type"] == "done" for answer in answers) <= 20
    ann.catch_up()
    assert len(ann.lines) <= 20
    assert sum(each["type"] == "reacted" for each in ann.heard) <= 20
    ann.do("phrase", phrase="hello")  # and everybody else can still speak


def drained(friend: Friend, count: int) -> list[dict[str, Any]]:
    answers: list[dict[str, Any]] = []
    while len(answers) < count:
        message = friend.hear()
        if message["type"] in ("done", "refused"):
            answers.append(message)
    return answers


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[str]:
    """The address of a server with the limits that it has for people."""
    with served(Settings(folder=tmp_path)) as where:
        yield where


@pytest.mark.thorough
@pytest.mark.parametrize("count", [150, pytest.param(10_000, marks=pytest.mark.soak)])
def test_a_stranger_who_guesses_codes_learns_nothing(tmp_path: Path, count: int) -> None:
    settings = Settings(folder=tmp_path, **FAST)  # type: ignore[arg-type]
    with served(settings) as address, browsers(address, 2) as people, open_table(people[0]) as ann:
        right = {code_of(ann), code_of(ann, "watching")}
        letters = ("".join(each) for each in itertools.product(doors.LETTERS, repeat=5))
        guesses = itertools.islice((each for each in letters if each not in right), count)
        answers = {
            people[1].refusal("POST", path, {"code": guess})
            for guess, path in zip(guesses, itertools.cycle(("/doors", "/join")))
        }
        assert answers == {
            (404, "This code or link opens nothing here. Ask for a new one."),
            (429, "Too many codes that open nothing. Wait a minute."),
        }
        assert people[1].refusal("POST", "/join", {"code": right.pop()})[0] == 429
        with come(people[1], link_of(ann), "Ben") as ben:
            assert ben.me["name"] == "Ben", "whoever has the link can always come"


@pytest.mark.thorough
def test_whoever_talks_without_end_is_heard_later_and_the_others_at_once(strict: str) -> None:
    with browsers(strict, 2) as people, open_table(people[0]) as ann, come(people[1], code_of(ann)) as ben:
        for n in range(150):
            ben.say(type="me", id=str(n), name=f"Ben {n}")
        for _ in range(5):
            ann.do("ready", ready=True, nonce="cd" * 32)
        heard = int(ann.catch_up()["people"][1]["name"].split()[1])
        assert heard < 149, "he waits for his own words, and nobody else does"


# --- secrets ---


@pytest.mark.thorough
def test_a_card_that_one_has_looked_at_is_known_to_nobody_else_at_the_table(address: str) -> None:
    with browsers(address, 3) as people:
        match = people[0].post("/import", {"text": lab().save()})["match"]
        with open_table(people[0], "king-of-tokyo", match=match) as ann:
            ben = come(people[1], link_of(ann), "Bea")
            assert ben.me["chair"] == 1, "the other seat of the game is hers now"
            wil = come(people[2], link_of(ann, "watching"), "Wil")
            with ann.sit() as one, ben.sit() as two, wil.sit() as three:
                assert one.answer(*LOOK)["type"] == "done"
                [card] = one.state["view"]["top"]
                for page in (two, three):
                    page.until("state", seq=one.state["seq"])
                    page.command("hint")
                branched: list[tuple[Browser, httpx.Response]] = []
                told = [json.dumps([page.heard, friend.heard]) for page, friend in ((two, ben), (three, wil))]
                for guest in people[1:]:
                    for path in ("replay", "replay/stops", "replay/asked", "export", "evidence", "chances"):
                        told.append(guest.http.get(f"/matches/{match}/{path}").text)
                    told.append(guest.http.get(f"/parties/{ann.party}/evening").text)
                    stops = guest.get(f"/matches/{match}/replay/stops?seq={two.state['seq']}")
                    for at in range(len(stops)):
                        wish = {"seq": two.state["seq"], "stop": at, "seat": 0}
                        branched.append((guest, guest.http.post(f"/matches/{match}/branch", json=wish)))
                for guest, reply in branched:
                    told.append(reply.text)
                    if reply.is_success:
                        with guest.sit(reply.json()["match"]) as page:
                            told.append(json.dumps(page.heard))
                for text in (json.dumps(without_rules(json.loads(each))) for each in told):
                    assert f'"{card}"' not in text
                    assert DECK[card].name not in text
                assert one.answer("leave")["type"] == "done"
