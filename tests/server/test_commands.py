"""Commands on a socket: done once, done only by whose they are, and refused with the reason and the state."""

from typing import Any

import dicecup
from dicecup import games
from tests.server.browser import Browser, Page, databases


def order_by_seat(ann: Browser, *seats: str, game: str = "yahtzee", seed: int = 7, **options: Any) -> str:
    return ann.new(game, *seats, seed=seed, start="seat-order", **options)


class TestAnswers:
    def test_the_state_after_an_answer_is_the_one_that_the_engine_gives(self, ann: Browser) -> None:
        twin = dicecup.new("yahtzee", names=["Ann", "Bo"], seed=7, start="seat-order")
        with ann.sit(order_by_seat(ann, "Ann", "Bo")) as page:
            for choice in (["roll"], ["keep", 0, 1], ["keep"], ["fill", "chance"], ["roll"]):
                assert page.state["view"] == twin.view(twin.pending.seat).to_json()  # type: ignore[union-attr]
                told = {
                    **page.state["ask"],
                    "options": [{**one, "pick": None} for one in page.state["ask"]["options"]],
                }
                ask = twin.pending.to_json(0)  # type: ignore[union-attr]
                ask["options"] = [{**one, "pick": None} for one in ask["options"]]  # tests of picks look at those
                assert told == {**ask, "mine": True, "forecast": "", "private": False}
                assert page.answer(*choice)["type"] == "done"
                twin.answer(choice)
                assert page.state["seq"] == len(twin.log)

    def test_an_answer_that_is_not_possible_changes_nothing(self, ann: Browser) -> None:
        with ann.sit(order_by_seat(ann, "Ann", "Bo")) as page:
            before = page.state
            reply = page.answer("keep", 0)
            assert reply["type"] == "refused"
            assert reply["reason"] == dicecup.new("yahtzee", seats=2, start="seat-order").why_not(("keep", 0))
            assert reply["state"] == before

    def test_the_same_id_twice_is_the_same_answer_once(self, ann: Browser) -> None:
        match = order_by_seat(ann, "Ann", "Bo")
        with ann.sit(match) as page:
            first = page.answer("roll", id_="one")
            again = page.answer("roll", id_="one", seq=0)
            assert first == again
            assert page.answer("keep", 0, id_="one") == first, "the id says what it is, not the content"
        with ann.sit(match) as page:
            assert page.answer("roll", id_="one", seq=0) == first
            assert page.state["seq"] == first["seq"]

    def test_an_answer_to_an_older_state_is_refused_with_the_new_one(self, ann: Browser) -> None:
        with ann.sit(order_by_seat(ann, "Ann", "Bo")) as page:
            page.answer("roll")
            reply = page.answer("roll", seq=0)
            assert reply["reason"].startswith("The game has moved on")
            assert reply["state"]["seq"] == page.state["seq"]
            assert page.answer("roll", seq=10**9)["type"] == "refused"

    def test_why_not(self, ann: Browser, ben: Browser) -> None:
        with ann.sit(order_by_seat(ann, "Ann", "Bo")) as page:
            assert page.command("why", choice=["roll"])["reason"] is None
            assert "before the first roll" in page.command("why", choice=["keep", 0])["reason"]
            assert page.command("why", choice=["dance"])["reason"]

    def test_a_finished_game_takes_no_answers_but_a_rematch(self, ann: Browser) -> None:
        match = order_by_seat(ann, "Ann")
        assert ann.refusal("POST", f"/matches/{match}/rematch")[0] == 409
        with ann.sit(match) as page:
            for box in games.find("yahtzee").handbook()["boxes"]:
                page.answer("roll")
                page.answer("fill", box["id"])
            assert page.state["outcome"]["reason"] == "final score"
            assert page.answer("roll")["reason"] == "The game is over."
            assert page.undo()["type"] == "refused"
            following = ann.post(f"/matches/{match}/rematch")["match"]
            assert page.until("state")["rematch"] == following
        assert ann.post(f"/matches/{match}/rematch")["match"] == following
        with ann.sit(following) as page:
            assert page.state["number"] == 2
            assert page.state["view"]["sheets"][0]["past"] != []


class TestUndo:
    def test_a_choice_can_be_taken_back_until_dice_fall(self, ann: Browser) -> None:
        with ann.sit(order_by_seat(ann, "Ann", "Bo")) as page:
            assert page.undo()["reason"] == "There is nothing to take back."
            page.answer("roll")
            assert page.state["can_undo"] == {
                "ok": False,
                "reason": "That cannot be taken back: dice have been rolled or a card turned up since.",
            }
            page.answer("fill", "chance")
            assert page.state["can_undo"] == {"ok": True, "reason": ""}
            before = page.state["seq"]
            assert page.undo()["type"] == "done"
            assert page.state["seq"] == before + 1
            assert page.state["ask"]["seat"] == 0
            assert page.events[len(page.events)]["kind"] == "took_back"
            assert page.answer("fill", "ones")["type"] == "done"

    def test_nobody_takes_back_what_another_did(self, ann: Browser, ben: Browser) -> None:
        match, code = shared(ann)
        seat = ben.post(f"/invites/{code}")
        assert seat == {"match": match, "seat": 1}
        with ann.sit(match) as one, ben.sit(match) as two:
            one.answer("roll")
            one.answer("fill", "chance")
            two.until("state", seq=one.state["seq"])
            assert two.undo()["reason"] == "That cannot be taken back: Ann has made a choice since."
            assert one.state["can_undo"]["ok"]
            assert one.undo()["type"] == "done"


def shared(ann: Browser, **more: Any) -> tuple[str, str]:
    """A match of Ann with an open seat, and the invite for it."""
    seats = [{"name": "Ann"}, {"name": "Ben", "player": "open"}]
    body = {"game": "yahtzee", "seats": seats, "options": {"start": "seat-order"}, "seed": 7, **more}
    made = ann.post("/matches", body)
    return made["match"], made["invites"]["1"]


class TestSeats:
    def test_the_seat_follows_from_the_guest(self, ann: Browser, ben: Browser) -> None:
        match, code = shared(ann)
        with ann.sit(match) as one:
            assert one.state["seats"][1] == {**one.state["seats"][1], "player": "open", "mine": False}
            ben.post(f"/invites/{code}")
            assert one.until("state")["seats"][1]["player"] == "person"
            with ben.sit(match) as two:
                assert (one.state["viewer"], two.state["viewer"]) == (0, 1)
                assert two.state["ask"]["mine"] is False
                assert two.answer("roll")["reason"] == "It is Ann's decision now."
                assert two.command("why", choice=["roll"])["reason"] == "It is Ann's decision now."
                one.answer("roll")
                assert two.until("state")["seq"] == one.state["seq"]
                assert two.events == one.events

    def test_a_match_waits_for_an_open_seat(self, ann: Browser) -> None:
        match, _ = shared(ann)
        with ann.sit(match) as page:
            page.answer("roll")
            page.answer("fill", "ones")
            assert page.state["paused"]
            assert page.state["notice"] == "Waiting for somebody to take Ben's seat."
            assert page.answer("roll")["reason"] == "It is Ben's decision now."

    def test_an_invite_works_once_but_again_for_the_same_guest(self, ann: Browser, ben: Browser) -> None:
        match, code = shared(ann)
        assert ben.post(f"/invites/{code}") == ben.post(f"/invites/{code}") == {"match": match, "seat": 1}
        assert ann.refusal("POST", f"/invites/{code}")[0] == 404
        assert ann.refusal("POST", "/invites/guessed")[0] == 404

    def test_people_at_one_screen_see_with_the_eyes_of_whoever_is_asked(self, ann: Browser) -> None:
        with ann.sit(order_by_seat(ann, "Ann", "Bo", "=")) as page:
            assert page.state["viewer"] == 0
            page.answer("roll")
            page.answer("fill", "chance")
            assert (page.state["ask"]["seat"], page.state["viewer"]) == (1, 1)
            page.answer("roll")
            page.answer("fill", "chance")
            if page.state["ask"]["seat"] == 2:
                assert page.state["viewer"] == 1, "whoever was asked last"
            page.until_mine()
            assert page.state["viewer"] == 0

    def test_a_stranger_sees_nothing(self, ann: Browser, ben: Browser) -> None:
        match = order_by_seat(ann, "Ann", "Bo")
        page = Page(ben.dial(match))
        assert page.until("bye")["reason"].startswith("There is no such match")
        assert ben.matches() == []
        for method, path in (
            ("DELETE", ""),
            ("POST", "/rematch"),
            ("GET", "/export"),
        ):
            assert ben.refusal(method, f"/matches/{match}{path}")[0] == 404
        assert ben.refusal("POST", f"/matches/{match}/save", {})[0] == (
            403 if databases else 404
        )  # nobody saves there

    def test_whoever_may_watch_only_watches(self, ann: Browser, ben: Browser) -> None:
        match, _ = shared(ann, watch=True)
        with ben.sit(match) as page:
            assert page.state["viewer"] is None
            assert page.state["can_undo"]["reason"] == "You are only watching."
            for reply in (page.answer("roll"), page.undo(), page.command("never_ask", kind="x", never=True)):
                assert reply["reason"] == "You are only watching."
        assert ben.refusal("POST", f"/matches/{match}/save", {})[0] == (403 if databases else 409)
        assert ben.refusal("DELETE", f"/matches/{match}")[0] == 409

    def test_who_set_it_up_clears_it_away(self, ann: Browser) -> None:
        match = order_by_seat(ann, "Ann", "Bo")
        with ann.sit(match) as page:
            assert ann.http.delete(f"/matches/{match}").status_code == 204
            assert page.until("bye")["reason"] == "This match has been cleared away."
        assert ann.refusal("DELETE", f"/matches/{match}")[0] == 404
        assert ann.matches() == []


class TestComingBack:
    def test_a_page_that_comes_back_gets_what_it_missed(self, ann: Browser) -> None:
        match = order_by_seat(ann, "Ann", "Bo")
        with ann.sit(match) as page:
            page.answer("roll")
            seen, known = page.state["seq"], len(page.events)
            with ann.sit(match) as other:  # a second tab on the same seat
                other.answer("fill", "chance")
                other.answer("roll")
                page.until("state", seq=other.state["seq"])
                assert page.state == other.state
            with ann.sit(match, last_seq=seen, known=known) as back:
                assert min(back.events) == known + 1
                assert {n: page.events[n] for n in back.events} == back.events
                assert back.state == page.state
            with ann.sit(match) as reloaded:
                assert reloaded.events == page.events
                assert reloaded.state == page.state
            with ann.sit(match, last_seq=10**9) as lost:
                assert lost.events == page.events

    def test_hello_again_on_the_same_socket(self, ann: Browser) -> None:
        with ann.sit(order_by_seat(ann, "Ann", "Bo")) as page:
            page.answer("roll")
            page.say(type="hello", last_seq=None)
            assert page.until("events")["events"][0]["n"] == 1
            assert page.until("state")["seq"] == page.state["seq"]

    def test_the_last_match_is_the_one_to_continue(self, ann: Browser) -> None:
        assert not ann.matches()
        first, second = order_by_seat(ann, "Ann", "Bo"), order_by_seat(ann, "Ann", "=")
        with ann.sit(first) as page:
            page.answer("roll")
        found = ann.get("/hello")["continue"]
        assert (found["match"], found["your_turn"], found["finished"]) == (first, True, False)
        assert [each["match"] for each in ann.matches()] == [first, second]


class TestWishes:
    def test_optional_questions_can_be_switched_off_for_all_ones_seats(self, ann: Browser) -> None:
        match = ann.new("king-of-tokyo", "Ann", "Bo", "=", seed=1)
        with ann.sit(match) as page:
            assert page.command("never_ask", kind="probe", never=True)["type"] == "done"
            page.until("state")
            assert [seat["never_asked"] for seat in page.state["seats"]] == [["probe"], ["probe"], []]
            assert page.command("never_ask", kind="probe", never=False, seat=1)["type"] == "done"
            page.until("state")
            assert [seat["never_asked"] for seat in page.state["seats"]] == [["probe"], [], []]
            assert "no optional question" in page.command("never_ask", kind="dance", never=True)["reason"]
            assert (
                page.command("never_ask", kind="probe", never=True, seat=2)["reason"] == "That is not your seat."
            )

    def test_ping(self, ann: Browser) -> None:
        with ann.sit(order_by_seat(ann, "Ann", "Bo")) as page:
            page.say(type="ping")
            assert page.hear() == {"type": "pong"}


class TestHints:
    def test_a_hint_names_every_choice_best_first(self, ann: Browser) -> None:
        for game, seats, unit in (("king-of-tokyo", ("Ann", "Bo"), "win"), ("yahtzee", ("Ann",), "points")):
            with ann.sit(order_by_seat(ann, *seats, game=game)) as page:
                page.answer("roll")
                hint = page.command("hint")
                assert (hint["unit"], hint["reason"]) == (unit, "")
                losses = [one["loss"] for one in hint["advice"]]
                assert losses == sorted(losses)
                assert losses[0] == 0
                offered = [option["choice"] for option in page.state["ask"]["options"]]
                assert all(one["choice"] in offered for one in hint["advice"])

    def test_one_hint_at_a_time(self, ann: Browser) -> None:
        match = order_by_seat(ann, "Ann", "Bo", game="king-of-tokyo")
        with ann.sit(match) as page, ann.sit(match) as other_tab:
            page.answer("roll")
            page.say(type="hint", id="one")
            page.say(type="hint", id="two")
            assert page.until("hint")["id"] == "two"
            other_tab.until("state", seq=page.state["seq"])
            assert other_tab.command("hint")["reason"] in ("One hint at a time, please.", "")
            assert page.until("hint")["advice"]

    def test_a_hint_is_for_whoever_is_asked(self, ann: Browser, ben: Browser) -> None:
        match, code = shared(ann)
        ben.post(f"/invites/{code}")
        with ben.sit(match) as page:
            hint = page.command("hint")
            assert (hint["advice"], hint["reason"]) == ([], "There is nothing for you to decide now.")
