"""At the table: who is here, away or gone, who hosts, and who takes whose seat."""

import json
import time
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.browser import Browser, Page
from tests.server.party.friends import Friend, code_of, come, link_of, open_table, soon
from tests.server.party.sundial import Sundial


def farewell(socket: Page | Friend) -> str:
    """Why a page is sent away."""
    while (message := socket.hear())["type"] != "bye":
        pass
    with pytest.raises(ConnectionClosed):
        socket.socket.recv(10)
    return str(message["reason"])


def table(people: list[Browser], *names: str, **more: Any) -> list[Friend]:
    """Ann's table with some friends, the game begun; everybody moves in turn, the first chair first."""
    options = {"start": "seat-order"}
    host = open_table(people[0], options=options, **more)
    code = code_of(host)
    friends = [host, *(come(each, code, name) for each, name in zip(people[1:], names, strict=False))]
    for friend in friends[1:]:
        friend.do("ready", ready=True, nonce=f"{friend.number:064x}")
    host.do("start")
    for friend in friends:
        friend.wait(lambda state: state["stage"] == "playing")
    return friends


def test_who_closes_the_page_is_away_after_three_seconds_and_here_again_at_once(
    people: list[Browser], sundial: Sundial
) -> None:
    ann, ben = table(people, "Ben")
    ben.close()
    soon(lambda: sundial.sleepers() >= 1)
    sundial.turn(2.9)
    assert ann.catch_up()["people"][1]["presence"] == "here"
    sundial.turn(0.2)
    ann.wait(lambda state: state["people"][1]["presence"] == "away")
    ben.again()
    ann.wait(lambda state: state["people"][1]["presence"] == "here")


def test_a_page_at_the_match_is_enough_to_be_here(people: list[Browser], sundial: Sundial) -> None:
    ann, ben = table(people, "Ben")
    with ben.sit():
        ben.close()
        time.sleep(0.2)
        sundial.turn(10)
        assert ann.catch_up()["people"][1]["presence"] == "here"
    soon(lambda: sundial.sleepers() >= 1)
    sundial.turn(3)
    ann.wait(lambda state: state["people"][1]["presence"] == "away")


def test_a_computer_player_decides_for_whoever_is_away_until_they_are_back(
    people: list[Browser], sundial: Sundial
) -> None:
    ann, ben = table(people, "Ben")
    ann.do("set_rules", absence="30 s")
    with ann.sit() as page:
        ben.close()
        soon(lambda: sundial.sleepers() >= 1)
        sundial.turn(3)
        ann.wait(lambda state: state["people"][1]["presence"] == "away")
        page.answer("roll")
        page.answer("fill", "chance")
        assert page.state["ask"]["seat"] == 1
        told = max(page.events)
        soon(lambda: sundial.sleepers() >= 1)
        sundial.turn(29)
        assert ann.notes() == []
        sundial.turn(1.5)
        while page.state["ask"]["seat"] != 0:
            page.hear()
        ann.wait(lambda state: state["chairs"][1]["stand_in"])
        assert ann.notes() == ["Ben is away: a computer player decides."]
        assert ann.lines[-1]["seq"] == 3
        assert ann.lines[-1]["told"] == told, "where it stands in the log"
        ben.again()
        ann.wait(lambda state: not state["chairs"][1]["stand_in"])
        assert ben.catch_up()["people"][1]["presence"] == "here"
        assert ann.notes()[-1] == "Ben is back."


@pytest.mark.thorough
def test_leaving_hands_the_seat_to_a_computer_player_and_hosting_to_whoever_plays(people: list[Browser]) -> None:
    ann, ben = table(people, "Ben")
    watcher = come(people[2], link_of(ann, "watching"), "Wil")
    page = ann.sit()
    with ben.sit() as other:
        ann.do("leave")
        assert farewell(ann) == farewell(page) == "You have left this table."
        state = ben.wait(lambda state: state["people"][1]["host"])
        assert state["people"][0]["presence"] == "gone"
        assert state["chairs"][0]["level"] is not None
        assert ben.notes() == [
            "Ann has left: a computer player takes the seat over.",
            "Ben is the host now.",
        ]
        while other.state["seats"][0]["player"] != "computer" or other.state["ask"]["seat"] != 1:
            other.hear()
        other.answer("roll")
    assert people[0].refusal("GET", f"/matches/{state['match']}/replay")[0] == 404, "who has left sees no more"
    assert watcher.catch_up()["spectators"] == 1


def test_hosting_passes_on_when_the_host_is_away_for_a_minute(people: list[Browser], sundial: Sundial) -> None:
    ann, ben = table(people, "Ben")
    ann.close()
    soon(lambda: sundial.sleepers() >= 1)
    sundial.turn(3)
    ben.wait(lambda state: state["people"][0]["presence"] == "away")
    sundial.turn(59)
    assert ben.catch_up()["people"][0]["host"]
    sundial.turn(1.5)
    ben.wait(lambda state: state["people"][1]["host"])
    ann.again()
    assert not ann.me["host"]
    assert ann.me["chair"] == 0, "nothing else has changed"


def test_the_host_turns_somebody_away_who_cannot_come_back(people: list[Browser]) -> None:
    ann, ben = table(people, "Ben")
    word = link_of(ann)
    assert "host" in ben.refused("turn_away", person=1)
    page = ben.sit()
    ann.do("turn_away", person=2)
    assert farewell(ben) == farewell(page) == "The host has turned you away from this table."
    assert people[1].refusal("POST", "/join", {"code": word})[0] == 409
    assert people[1].refusal("GET", f"/parties/{ann.party}/links")[0] == 404
    assert [info for info in people[1].matches() if info["party"]] == []


def test_spectators_see_what_anybody_may_see_and_cannot_act(people: list[Browser]) -> None:
    ann, ben = table(people, "Ben")
    watcher = come(people[2], link_of(ann, "watching"), "Wil")
    assert watcher.me["role"] == "spectator"
    links = people[2].get(f"/parties/{ann.party}/links")
    assert links["table"] is None
    assert links["watching"] is not None
    with watcher.sit() as page:
        assert page.state["viewer"] is None
        assert page.answer("roll")["reason"] == "You are only watching."
    for command in ("start", "again", "stand_up"):
        assert watcher.ask(command)["type"] == "refused"
    assert "computer" not in watcher.refused("take_chair", chair=0)
    assert watcher.refused("ready", ready=True, nonce="00" * 32)
    assert ben.catch_up()["spectators"] == 1


def test_who_looks_on_takes_a_computer_players_seat_if_the_table_lets_them(people: list[Browser]) -> None:
    ann, _ = table(people, "Ben", computers=["easy"])
    watcher = come(people[2], link_of(ann), "Wil")
    assert watcher.me["chair"] is None, "all chairs are taken"
    assert "does not let" in watcher.refused("take_chair", chair=1)
    ann.do("set_rules", take_over=True)
    with watcher.sit() as page:
        watcher.do("take_chair", chair=1)
        assert watcher.person(3)["chair"] == 1
        while not page.state["seats"][1]["mine"]:
            page.hear()
        assert page.state["viewer"] == 1
    assert watcher.refused("take_chair", chair=0) == "Ann sits there."


def test_where_computer_players_give_way_whoever_comes_late_plays_at_once(people: list[Browser]) -> None:
    ann = open_table(people[0], options={"start": "seat-order"}, computers=["easy"])
    ann.do("set_rules", take_over=True, watch=False)
    ann.do("start")
    assert people[1].post("/doors", {"code": link_of(ann)})["free"] == 1
    with come(people[1], link_of(ann)) as ben, ben.sit() as page:
        assert ben.me["chair"] == 1
        assert [seat["mine"] for seat in page.state["seats"]] == [False, True]
    assert people[2].refusal("POST", "/join", {"code": link_of(ann), "name": "Cy"}) == (
        409,
        "There is no chair left at this table.",
    )


def test_the_same_seat_on_the_phone_and_back_again(people: list[Browser], sundial: Sundial) -> None:
    ann, ben = table(people, "Ben")
    laptop, phone = people[1], people[2]
    page = ben.sit()
    found = laptop.post(f"/parties/{ben.party}/pass")
    assert found["until"] > ""
    assert found["code"] == ""
    word = found["url"].rpartition("/")[2]
    door = phone.post("/doors", {"code": word})
    assert (door["opens"], door["name"], door["member"]) == ("seat", "Ben", None)
    moved = Friend(phone, phone.post("/join", {"code": word}))
    assert moved.number == ben.number
    assert moved.me["chair"] == 1
    assert farewell(ben) == farewell(page) == "This seat is now played on another device."
    assert phone.refusal("POST", "/doors", {"code": word})[0] == 404, "it works one time"
    assert laptop.refusal("GET", f"/matches/{ann.state['match']}/replay")[0] == 404
    with moved.sit() as there:
        assert [seat["mine"] for seat in there.state["seats"]] == [False, True]
    back = Friend(laptop, laptop.post("/join", {"code": ben.key}))
    assert back.number == 2
    assert farewell(moved) == "This seat is now played on another device."
    late = laptop.post(f"/parties/{ben.party}/pass")["url"].rpartition("/")[2]
    sundial.turn(601)
    assert phone.refusal("POST", "/join", {"code": late})[0] == 404, "and for ten minutes"
    assert people[0].refusal("POST", "/join", {"code": ben.key})[0] == 409, "Ann has a seat of her own"


def test_talk_goes_to_whom_it_concerns(people: list[Browser]) -> None:
    ann, ben = table(people, "Ben")
    watcher = come(people[2], link_of(ann, "watching"), "Wil")
    assert ann.refused("say", text="hello") == "At this table there are faces and phrases only."
    ann.do("set_rules", talk="text")
    ann.do("say", text="  Hello\u202e \n there\u0007 !  ")
    assert ben.until("lines")["lines"][0]["text"] == "Hello there !"
    ben.do("phrase", phrase="hello")
    watcher.do("say", text="Psst")
    watcher.say(type="react", face="laugh")
    assert watcher.until("reacted") == {"type": "reacted", "person": 3, "face": "laugh"}
    ben.say(type="react", face="cheer")
    assert ann.until("reacted") == {"type": "reacted", "person": 2, "face": "cheer"}
    ann.catch_up()
    assert [line["text"] for line in ann.lines] == ["Hello there !", "hello"]
    assert [line["text"] for line in watcher.lines] == ["Hello there !", "hello", "Psst"]
    assert [line["n"] for line in watcher.lines] == [1, 2, 3]
    ann.lines.clear()
    ann.again(last_line=1)
    ann.until("lines")
    assert [line["text"] for line in ann.lines] == ["hello"], "what was missed, and none of the others'"
    assert "Psst" not in json.dumps(ann.heard + ben.heard)
    answers = [ann.ask("say", text="on and on")["type"] for _ in range(20)]
    assert "refused" in answers, "nobody can flood the table"
    ann.do("set_rules", talk="faces")
    assert ben.refused("phrase", phrase="hello") == "At this table there are faces only."


def test_a_nudge_once_a_minute_for_whoever_the_table_waits_for(people: list[Browser], sundial: Sundial) -> None:
    ann, ben = table(people, "Ben")
    with ann.sit():
        assert ann.refused("nudge", person=2) == "Nobody is waiting for Ben just now."
        ben.do("nudge", person=1)
        assert ann.until("nudged") == {"type": "nudged", "by": 2, "name": "Ben"}
        assert "just now" in ben.refused("nudge", person=1)
        sundial.turn(60)
        ben.do("nudge", person=1)


def test_the_same_command_once_more_is_answered_and_not_done(people: list[Browser]) -> None:
    host = open_table(people[0])
    for _ in range(3):
        assert host.ask("add_chair", id_="one", level="easy")["type"] == "done"
    assert len(host.state["chairs"]) == 3
