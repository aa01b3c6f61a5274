"""The waiting room: how friends come to a table, and how a game begins."""

import dicecup
from tests.server.browser import Browser
from tests.server.party.friends import browsers, code_of, come, link_of, open_table, play_out

ANN, BEN = "a1" * 32, "be" * 32


def test_a_friend_comes_by_the_code_and_both_play_a_whole_game(ann: Browser, ben: Browser) -> None:
    with open_table(ann, options={"start": "seat-order"}) as host:
        assert host.state["stage"] == "waiting"
        assert host.me["host"]
        links = ann.get(f"/parties/{host.party}/links")
        code = links["table"]["code"]
        assert len(code) == 5
        assert set(code) <= set("BCDFGHJKMNPRSTVWXYZ")
        assert links["table"]["url"].startswith(f"{ann.address}/#/join/")
        assert len(links["table"]["qr"]) == len(links["table"]["qr"][0])

        door = ben.post("/doors", {"code": f" {code[:2].lower()}-{code[2:].lower()} "})
        assert (door["opens"], door["host"], door["people"], door["free"]) == ("table", "Ann", ["Ann"], 7)
        assert door["member"] is None
        with come(ben, code) as guest:
            host.wait(lambda state: len(state["people"]) == 2)
            assert [person["name"] for person in host.state["people"]] == ["Ann", "Ben"]
            assert [chair["person"] for chair in guest.state["chairs"]] == [1, 2]
            assert ben.post("/doors", {"code": code})["member"] == host.party
            sealed = host.state["commitment"]
            assert host.refused("start") == "Ben is not ready yet."
            assert guest.refused("start") == "Only the host of this table can do that."
            guest.do("ready", ready=True, nonce=BEN)
            host.do("ready", ready=True, nonce=ANN)
            host.wait(lambda state: state["stirred"] == [1, 2])
            assert host.state["why_not"] == ""
            host.do("start")
            guest.wait(lambda state: state["stage"] == "playing")
            assert guest.state["match"] == host.state["match"]
            assert ann.refusal("POST", "/doors", {"code": code})[0] == 404, "the code is dead"
            with host.sit() as one, guest.sit() as two:
                assert one.state["party"] == host.party
                assert one.state["commitment"] == sealed
                nonces = [(each["seat"], each["nonce"], each["at"]) for each in one.state["nonces"]]
                assert nonces == [(0, ANN, 0), (1, BEN, 0)]
                assert [seat["mine"] for seat in two.state["seats"]] == [False, True]
                play_out([one, two])
            host.wait(lambda state: state["stage"] == "over")
            assert [game["match"] for game in host.state["evening"]] == [host.state["match"]]
            assert sum(one["wins"] for one in host.state["tally"]) >= 1
            assert host.state["commitment"] not in (None, sealed)
            paper = ben.http.get(f"/matches/{host.state['match']}/export").text
            assert dicecup.verify(paper, commitment=sealed, nonce=BEN).nonces[1].seat == 1
            assert [info["party"] for info in ben.matches()] == [host.party]


def test_who_is_not_at_the_table_learns_nothing(ann: Browser, ben: Browser) -> None:
    with open_table(ann, computers=["easy"]) as host:
        host.do("start")
        match, party = host.state["match"], host.party
        for path in (f"/parties/{party}/links", f"/matches/{match}/replay", f"/matches/{match}/export"):
            assert ben.refusal("GET", path)[0] == 404
        with ben.dial(match) as socket:
            assert "not yours to see" in str(socket.recv())


def test_a_third_and_a_fourth_get_chairs_until_the_game_is_full_and_then_look_on(address: str) -> None:
    with browsers(address, 4) as people, open_table(people[0]) as host:
        code = code_of(host)
        friends = [come(each, code, name) for each, name in zip(people[1:], ("Ben", "Cy", "Di"), strict=True)]
        host.wait(lambda state: len(state["people"]) == 4)
        assert [chair["person"] for chair in host.state["chairs"]] == [1, 2, 3, 4]
        friends[1].do("leave")
        assert len(host.wait(lambda state: len(state["people"]) == 3)["chairs"]) == 4, "others keep their colours"
        friends[2].do("stand_up")
        assert host.wait(lambda state: state["spectators"] == 1)["chairs"] == host.state["chairs"]
        assert [chair["person"] for chair in host.state["chairs"]] == [1, 2]
        for each in friends:
            each.close()


def test_names_and_monsters_are_chosen_by_whoever_comes(ann: Browser, ben: Browser) -> None:
    with open_table(ann, "king-of-tokyo", character="Kraken") as host:
        code = code_of(host)
        door = ben.post("/doors", {"code": code})
        assert "Kraken" not in door["characters"]
        assert "already" in ben.refusal("POST", "/join", {"code": code, "name": "Ben", "character": "kraken"})[1]
        assert "different name" in ben.refusal("POST", "/join", {"code": code, "name": " ann"})[1]
        with come(ben, code, character="Meka Dragon") as guest:
            assert guest.refused("me", character="Kraken") == "Ann is Kraken already."
            guest.do("me", name="  Benny ")
            assert guest.me["name"] == "Benny"
            guest.do("ready", ready=True, nonce=BEN)
            host.do("start")
            with host.sit() as page:
                monsters = [monster["character"] for monster in page.state["view"]["monsters"]]
                assert monsters == ["Kraken", "Meka Dragon"]
                assert [seat["name"] for seat in page.state["seats"]] == ["Ann", "Benny"]


def test_computer_players_are_called_by_their_chairs(ann: Browser, ben: Browser) -> None:
    """Not “Player 1” in the third chair; in a game with monsters they are called as the monsters that they are."""
    with open_table(ann) as host, come(ben, code_of(host)) as guest:
        host.do("add_chair", level="easy")
        host.do("add_chair", level="easy")
        guest.do("ready", ready=True, nonce=BEN)
        host.do("start")
        with host.sit() as page:
            assert [seat["name"] for seat in page.state["seats"]] == ["Ann", "Ben", "Player 3", "Player 4"]
    with open_table(ann, "king-of-tokyo", character="The King") as host:
        host.do("add_chair", level="easy")
        host.do("start")
        with host.sit() as page:
            monsters = [monster["character"] for monster in page.state["view"]["monsters"]]
            assert [seat["name"] for seat in page.state["seats"]][1:] == monsters[1:]


def test_a_link_works_as_the_code_does_and_for_late_comers_too(ann: Browser, ben: Browser) -> None:
    with open_table(ann) as host:
        word = link_of(host)
        host.do("set_rules", late=True)
        host.do("add_chair", level=None)
        host.do("start")
        assert [chair["person"] for chair in host.state["chairs"]] == [1, None, None]
        with come(ben, word) as guest:
            assert guest.me["chair"] == 1
            with guest.sit() as page:
                assert [seat["mine"] for seat in page.state["seats"]] == [False, True, False]
                assert [seat["player"] for seat in page.state["seats"]] == ["person", "person", "open"]
