"""The next game, the score of the evening, and a match that becomes a table for friends."""

import pytest

import dicecup
from dicecup.server.party import evening
from dicecup.server.party.people import Game
from dicecup.server.wire.replay import Chances
from tests.server.browser import Browser
from tests.server.party.friends import Friend, browsers, code_of, come, link_of, open_table, play_out, soon
from tests.server.party.sundial import Sundial

NONCES = ["a1" * 32, "be" * 32, "c0" * 32]


def played(people: list[Browser], *names: str, **more: object) -> list[Friend]:
    """Friends who have just finished a game."""
    host = open_table(people[0], name="Ann", options={"start": "seat-order"}, **more)  # type: ignore[arg-type]
    code = code_of(host)
    friends = [host, *(come(each, code, name) for each, name in zip(people[1:], names, strict=False))]
    for friend in friends[1:]:
        friend.do("ready", ready=True)
    host.do("start")
    play_through(friends)
    return friends


def play_through(friends: list[Friend]) -> None:
    for friend in friends:
        friend.wait(lambda state: state["stage"] == "playing")
    pages = [friend.sit() for friend in friends]
    play_out(pages)
    for page in pages:
        page.close()
    for friend in friends:
        friend.wait(lambda state: state["stage"] == "over")


@pytest.mark.thorough
def test_everybody_plays_again_and_the_seats_rotate_with_their_scorecards(address: str) -> None:
    with browsers(address, 3) as people:
        friends = played(people, "Ben", "Cy")
        ann, ben, cy = friends
        first = ann.state["match"]
        assert ben.refused("to_waiting_room") == "Only the host of this table can do that."
        ann.do("set_rules", rotation="rotate")
        sealed = ann.state["commitment"]
        for friend, nonce in zip(friends, NONCES, strict=True):
            friend.do("ready", ready=True, nonce=nonce)
        cy.do("again")
        ben.do("again")  # asked at the same time: it is the same game
        second = ann.wait(lambda state: state["stage"] == "playing")["match"]
        assert second != first
        assert [chair["person"] for chair in ann.state["chairs"]] == [2, 3, 1]
        with ann.sit() as page:
            assert [seat["name"] for seat in page.state["seats"]] == ["Ben", "Cy", "Ann"]
            assert page.state["viewer"] == 2
            assert page.state["number"] == 2
            assert page.state["commitment"] == sealed
            assert [one["nonce"] for one in page.state["nonces"]] == [NONCES[1], NONCES[2], NONCES[0]]
        with ben.browser.sit(first) as page:
            assert page.state["rematch"] == second
        play_through(friends)
        tally = {one["name"]: one for one in ann.state["tally"]}
        assert {name: one["played"] for name, one in tally.items()} == {"Ann": 2, "Ben": 2, "Cy": 2}
        assert sum(one["wins"] for one in tally.values()) >= 2
        paper = dicecup.verify(cy.browser.http.get(f"/matches/{second}/export").text, nonce=NONCES[2])
        assert paper.ordinary_start
        kept = people[1].get(f"/parties/{ann.party}/evening")
        assert [game["match"] for game in kept["games"]] == [first, second]
        assert kept["games"][1]["names"] == ["Ben", "Cy", "Ann"]
        points = sum(game["scores"][game["names"].index("Ben")] for game in kept["games"])
        assert points == tally["Ben"]["points"]
        with Browser(address) as stranger:
            assert stranger.refusal("GET", f"/parties/{ann.party}/evening")[0] == 404


def test_after_the_game_the_table_has_another_code_and_whoever_comes_is_in_the_next_one(address: str) -> None:
    with browsers(address, 3) as people:
        ann, ben = played(people[:2], "Ben")
        late = come(people[2], code_of(ann), "Cy")
        assert late.me["chair"] == 2
        ann.do("again")
        late.wait(lambda state: state["stage"] == "playing")
        with late.sit() as page:
            assert [seat["name"] for seat in page.state["seats"]] == ["Ann", "Ben", "Cy"]
            assert page.state["number"] == 2
        assert ben.catch_up()["match"] == late.state["match"]


def test_back_in_the_waiting_room_another_game_can_be_chosen(address: str) -> None:
    with browsers(address, 2) as people:
        ann, ben = played(people, "Ben")
        assert ann.refused("take_chair", chair=1) == "Ben sits there."
        ann.do("to_waiting_room")
        assert ann.refused("again") == "There is no game to play again yet."
        ann.do("set_rules", game="king-of-tokyo")
        ben.do("me", character="Kraken")
        ben.do("ready", ready=True)
        ann.do("start")
        with ann.sit() as page:
            assert page.state["game"] == "king-of-tokyo"
            assert page.state["view"]["monsters"][1]["character"] == "Kraken"


def test_the_best_moment_of_a_game_is_told_when_it_is_found(address: str) -> None:
    with browsers(address, 2) as people:
        ann, _ = played(people, "Ben")
        ann.wait(lambda state: state["evening"][0]["best"])
        assert ann.state["evening"][0]["best"].endswith(" points in one go.")


def test_where_chances_are_known_the_best_moment_is_how_the_game_was_turned() -> None:
    game = Game(match="m", game="g", names=["Ann", "Ben"], people=[1, None], scores=[3, 20], winners=[1])
    chances = Chances(stops=[0, 4, 9], chances=[[0.5, 0.5], [0.88, 0.12], [0, 1.0]])
    found = evening.best_moment(game, chances, [[0, 0]])
    assert found == "Ben turned the game in one go: from 12% to 100% to win."
    even = Chances(stops=[0, 4], chances=[[0.5, 0.5], [0.45, 0.55]])
    assert evening.best_moment(game, even, [[0, 0]]) == ""
    assert evening.best_moment(game, Chances(stops=[], chances=[]), [[0, 0], [3, 1]]) == (
        "Ben scored 19 points in one go."
    )


def test_friends_come_into_a_game_that_is_being_played_already(address: str) -> None:
    with browsers(address, 4) as people:
        home, phone, other, last = people
        match = home.new("yahtzee", "Ann", "Ben", "=", start="seat-order", seed=3)
        assert phone.refusal("POST", "/parties", {"game": "yahtzee", "match": match})[0] == 404
        ann = Friend(home, home.post("/parties", {"game": "yahtzee", "match": match}))
        assert ann.state["stage"] == "playing"
        assert [chair["person"] for chair in ann.state["chairs"]] == [1, None, None]
        with home.sit(match) as page:
            assert page.state["party"] == ann.party
            assert [seat["mine"] for seat in page.state["seats"]] == [True, True, False]
            ben = come(phone, link_of(ann), "Benny")
            while page.state["seats"][1]["mine"]:
                page.hear()
            with ben.sit() as there:
                assert [seat["mine"] for seat in there.state["seats"]] == [False, True, False]
        assert home.refusal("POST", "/parties", {"game": "yahtzee", "match": match})[0] == 409
        assert come(other, link_of(ann), "Cy").me["chair"] == 2, "computer players give way to friends"
        assert come(last, link_of(ann), "Di").me["role"] == "spectator"


def test_whoever_leaves_leaves_all_seats_of_their_screen(address: str) -> None:
    with browsers(address, 2) as people:
        match = people[0].new("yahtzee", "Ann", "Ben", "=", start="seat-order", seed=3)
        ann = Friend(people[0], people[0].post("/parties", {"game": "yahtzee", "match": match}))
        watcher = come(people[1], link_of(ann, "watching"), "Wil")
        ann.do("leave")
        watcher.wait(lambda state: state["people"][1]["host"])
        with watcher.sit() as page:
            assert {seat["player"] for seat in page.state["seats"]} == {"computer"}
        assert people[0].refusal("GET", f"/matches/{match}/replay")[0] == 404


def test_a_match_that_is_cleared_away_leaves_the_table_where_it_is(address: str) -> None:
    with browsers(address, 2) as people, open_table(people[0], computers=["easy"]) as ann:
        ann.do("start")
        assert people[0].http.delete(f"/matches/{ann.state['match']}").status_code == 204
        ann.wait(lambda state: state["stage"] == "waiting")
        assert ann.state["match"] is None
        ann.do("start")


def test_another_browser_of_this_computer_takes_the_seat_along_if_nobody_plays_there(
    people: list[Browser], sundial: Sundial
) -> None:
    one, two = people[:2]
    ann = open_table(one, computers=["easy"])
    ann.do("start")
    match = ann.state["match"]
    assert two.get("/hello")["continue"] is None, "nobody gets there by mistake"
    assert [info["match"] for info in two.get("/matches") if info["elsewhere"]] == [match]
    assert (
        two.refusal("POST", f"/matches/{match}/here")[1] == "Ann is at this table just now. Come in by its link."
    )
    ann.close()
    soon(lambda: sundial.sleepers() >= 1)
    sundial.turn(3)
    soon(lambda: two.http.post(f"/matches/{match}/here").is_success)
    found = two.get("/parties")
    assert [(each["party"], each["stage"], each["names"]) for each in found] == [(ann.party, "playing", ["Ann"])]
    with two.sit(match) as page:
        assert page.state["seats"][0]["mine"]
    assert one.refusal("GET", f"/parties/{ann.party}/links")[0] == 404
