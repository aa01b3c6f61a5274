"""The coach of a running game: what a choice would give away, for whoever may know it."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

import dicecup
from dicecup.games.yahtzee import solver
from dicecup.players import RandomPlayer, forks, play
from dicecup.server import wire, worker
from dicecup.server.live import Live
from dicecup.server.matches import Matches
from dicecup.server.pool import Confused
from dicecup.server.review.coach import Coach
from dicecup.server.review.reviews import NotReviewed
from dicecup.server.thinking import Asker, ThinkingPool, Weighing
from dicecup.server.wire.party import TableRules
from dicecup.server.wire.review import Coached, CoachWish
from dicecup.table import Match, NotAllowed
from tests.server.browser import Browser
from tests.server.friends import Table, at_a_table
from tests.server.inside import Ear, at_a_server, roll
from tests.server.minds import Firstling

ALONE = {"game": "yahtzee", "seats": [{"name": "Ann"}, {"name": "Bo", "player": "computer"}], "seed": 7}
FIRST = {"options": {"start": "seat-order"}}


class Thinker(ThinkingPool):
    """Takes the first option for the best, and counts how often it is asked."""

    def __init__(self, noise: float = 0.0) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.noise = noise
        self.trouble = ""

    async def weigh(self, fork: Match[Any], asker: Asker) -> Weighing:
        self.asked.append(asker.guest)
        await asyncio.sleep(0)
        if self.trouble:
            raise Confused(self.trouble)
        ask = fork.pending
        assert ask is not None
        view, fork_of = fork.view(ask.seat), forks(fork, ask.seat)
        values = Firstling().appraise(view, ask, fork_of)
        advice = Firstling().advise(view, ask, fork_of)
        worth = {option: each[ask.seat] for option, each in values.items()}
        return Weighing(worth, "win", self.noise, advice)


async def rolled(matches: Matches, facts: dict[str, Any]) -> Live:
    """A match in which Ann has rolled for the first time."""
    wanted = wire.NewMatch.model_validate({**FIRST, **facts})
    live = await matches.find((await matches.create(wanted, "ann")).match, "ann")
    await live.command(Ear(), roll("one", live.seq))
    return live


def wish(live: Live, place: int) -> CoachWish:
    ask = live.match.pending
    assert ask is not None
    return CoachWish(seq=live.seq, choice=list(ask.options[place]))


def coached(tmp_path: Path, work: Any, **settings: Any) -> Any:
    async def go(matches: Matches, _storage: Any) -> Any:
        thinker = Thinker(**settings)
        coach = Coach(thinker)
        try:
            return await work(matches, coach, thinker)
        finally:
            await coach.close()
            await thinker.close()

    return at_a_server(tmp_path, go)


# --- what it says ---


def test_a_choice_that_costs_little_and_one_that_costs_much(tmp_path: Path) -> None:
    async def work(matches: Matches, coach: Coach, thinker: Thinker) -> None:
        live = await rolled(matches, ALONE)
        assert live.match.pending is not None
        first = live.match.pending.options[0]
        found = [await coach.look(live, "ann", wish(live, place)) for place in range(5)]
        assert [each.grade for each in found] == ["best", "inaccuracy", "mistake", "blunder", "blunder"]
        assert [each.warn for each in found] == [False, False, True, True, True]
        assert [round(each.loss, 6) for each in found] == [0, 0.05, 0.1, 0.15, 0.2]
        assert found[0].better is None
        for each in found[1:]:
            assert each.better is not None
            assert (each.better.choice, each.better.text) == (list(first), first.text)
            assert each.better.reason == "it is the first"
            assert each.better.doing.startswith(("holding ", "stopping")), "in words for afterwards"
        assert thinker.asked == ["ann"], "however many choices of a decision are asked about"

    coached(tmp_path, work)


def test_who_is_not_exact_calls_nothing_a_blunder_that_nobody_has_looked_into(tmp_path: Path) -> None:
    async def work(matches: Matches, coach: Coach, _thinker: Thinker) -> None:
        live = await rolled(matches, ALONE)
        found = [await coach.look(live, "ann", wish(live, place)) for place in range(5)]
        assert [each.grade for each in found] == ["best", "good", "mistake", "mistake", "mistake"]

    coached(tmp_path, work, noise=0.07)


def test_what_leaves_no_choice_needs_no_thinking(tmp_path: Path) -> None:
    async def work(matches: Matches, coach: Coach, thinker: Thinker) -> None:
        wanted = wire.NewMatch.model_validate({**FIRST, **ALONE})
        live = await matches.find((await matches.create(wanted, "ann")).match, "ann")
        found = await coach.look(live, "ann", CoachWish(seq=live.seq, choice=["roll"]))
        assert found == Coached(loss=0, unit="win", grade="best", better=None, warn=False, matters=False)
        assert thinker.asked == []

    coached(tmp_path, work)


def test_many_at_once_are_one_thought_and_who_fails_is_asked_again(tmp_path: Path) -> None:
    async def work(matches: Matches, coach: Coach, thinker: Thinker) -> None:
        live = await rolled(matches, ALONE)
        thinker.trouble = "The computer player failed."
        with pytest.raises(NotReviewed, match="failed"):
            await coach.look(live, "ann", wish(live, 1))
        thinker.trouble = ""
        found = await asyncio.gather(*(coach.look(live, "ann", wish(live, 1)) for _ in range(5)))
        assert all(each == found[0] for each in found)
        assert len(thinker.asked) == 2
        await live.command(Ear(), wire.Answer(type="answer", id="two", seq=live.seq, choice=wish(live, 0).choice))
        await coach.look(live, "ann", wish(live, 1))
        assert len(thinker.asked) == 3, "the next decision is another one"

    coached(tmp_path, work)


# --- for whom ---


def test_only_whoever_has_to_decide_now_and_only_about_that(tmp_path: Path) -> None:
    async def work(matches: Matches, coach: Coach, thinker: Thinker) -> None:
        live = await rolled(matches, {**ALONE, "watch": True})
        right = wish(live, 0)
        for guest, asked, why in (
            ("eve", right, "only watching"),
            ("ann", CoachWish(seq=right.seq - 1, choice=right.choice), "moved on"),
            ("ann", CoachWish(seq=right.seq, choice=["fly"]), "."),
        ):
            with pytest.raises(NotAllowed, match=why):
                await coach.look(live, guest, asked)
        assert thinker.asked == []

    coached(tmp_path, work)


def test_with_others_at_the_table_there_is_none(tmp_path: Path) -> None:
    async def work(matches: Matches, coach: Coach, thinker: Thinker) -> None:
        for player in ("person", "open"):
            live = await rolled(matches, {**ALONE, "seats": [{"name": "Ann"}, {"name": "Bo", "player": player}]})
            assert not live.state("ann").coach
            assert "unless the table wants one" in live.state("ann").no_coach
            with pytest.raises(NotAllowed, match="unless the table wants one"):
                await coach.look(live, "ann", wish(live, 0))
        assert (await rolled(matches, ALONE)).state("ann").coach
        assert thinker.asked == []

    coached(tmp_path, work)


def test_a_lesson_is_its_own_coach(tmp_path: Path) -> None:
    async def work(matches: Matches, coach: Coach, _thinker: Thinker) -> None:
        from dicecup.server.wire.lesson import LessonWish

        made = await matches.teach(LessonWish(game="yahtzee", name="Ann"), "ann")
        live = await matches.find(made.match, "ann")
        assert not live.state("ann").coach
        with pytest.raises(NotAllowed, match="lesson"):
            await coach.look(live, "ann", wish(live, 0))

    coached(tmp_path, work)


def test_when_it_is_over_there_is_nothing_to_decide(tmp_path: Path) -> None:
    async def work(matches: Matches, coach: Coach, _thinker: Thinker) -> None:
        live = await rolled(matches, ALONE)
        play(live.match, [RandomPlayer(seat) for seat in range(2)])
        assert not live.state("ann").coach
        with pytest.raises(NotAllowed, match="over"):
            await coach.look(live, "ann", CoachWish(seq=live.seq, choice=["roll"]))

    coached(tmp_path, work)


def test_a_table_of_friends_that_wants_it(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.begin()
        await table.answer(["roll"])
        coach = Coach(Thinker())
        live = table.live
        for hints, wanted, said in (
            (True, False, "unless the table"),
            (False, True, "without hints"),
            (True, True, ""),
        ):
            table.friends.hints, table.friends.coach = hints, wanted
            assert live.state("ann").coach is not bool(said)
            assert said in live.state("ann").no_coach
            if said:
                with pytest.raises(NotAllowed, match=said):
                    await coach.look(live, "ann", wish(live, 0))
            else:
                assert (await coach.look(live, "ann", wish(live, 0))).grade == "best"
        with pytest.raises(NotAllowed, match="Ann's decision"):
            await coach.look(live, "bo", wish(live, 0))
        await coach.close()

    at_a_table(tmp_path, work)


def test_tables_of_before_play_without() -> None:
    """What is on the disk of a party does not say anything about it."""
    kept = {
        **{"game": "yahtzee", "options": {}, "absence": "2 min", "clock": "none", "hints": True},
        **{"talk": "phrases", "late": False, "rotation": "stay", "watch": True, "take_over": False},
        "listed": False,
    }
    assert not TableRules.model_validate(kept).coach


# --- the process ---


def test_what_a_process_says_of_a_decision() -> None:
    match = dicecup.new("yahtzee", seats=2, seed=7, start="seat-order")
    match.answer("roll")
    found = worker._weigh(match.fork(0, seed=1), Firstling())
    assert match.pending is not None
    assert len(found["values"]) == len(match.pending.options)
    assert (found["unit"], found["noise"]) == ("win", 0.0)
    assert "no coach for Yahtzee" in worker._weigh(match, RandomPlayer())["error"]


@pytest.mark.parametrize(
    "reply",
    [
        {"values": [1.0], "unit": "win", "noise": 0.0, "advice": []},
        {"values": ["x"] * 32, "unit": "win", "noise": 0.0, "advice": []},
        {"values": [1.0] * 32, "unit": "win", "noise": None, "advice": []},
        {"values": [1.0] * 32, "unit": "win", "noise": 0.0, "advice": ["roll"]},
        {"values": [1.0] * 32, "unit": "stars", "noise": 0.0, "advice": []},
        {},
    ],
)
def test_what_makes_no_sense_is_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reply: dict[str, Any]
) -> None:
    match = dicecup.new("yahtzee", seats=2, seed=7, start="seat-order")
    match.answer("roll")

    class Pool:
        async def ask(self, *_: Any, **__: Any) -> dict[str, Any]:
            return reply

    async def go() -> Weighing:
        them = ThinkingPool()
        them._minds = Pool()  # type: ignore[assignment, misc]
        return await them.weigh(match.fork(0, seed=1), Asker("ann", "table"))

    with pytest.raises(Confused, match=r"no sense|nothing to say"):
        asyncio.run(go())


@pytest.mark.thorough
def test_real_games_with_a_real_mind(ann: Browser) -> None:
    """Alone at Yahtzee the mind is exact: what it says while the game is played its review says again."""
    solver.load("standard")  # or a process would solve it while the others wait
    match = ann.post("/matches", {"game": "yahtzee", "seats": [{"name": "Ann"}], "seed": 7})["match"]
    said: dict[int, dict[str, Any]] = {}
    with ann.sit(match) as page:
        assert page.state["coach"]
        while (ask := page.state["ask"]) is not None:
            choice = ask["options"][-1]["choice"]
            seq = page.state["seq"]
            if len(said) < 4 and len(ask["options"]) > 1:
                said[seq] = ann.post(f"/matches/{match}/coach", {"seq": seq, "choice": choice})
            page.answer(*choice)
    while (told := ann.get(f"/matches/{match}/review"))["review"] is None:
        time.sleep(0.05)
    review = told["review"]
    assert (review["unit"], review["noise"]) == ("points", 0.0)
    (account,) = review["accounts"]
    assert account["start"] + account["own_luck"] + account["own_errors"] == pytest.approx(
        account["result"], abs=1e-3
    )
    steps = {step["at"]: step for step in review["steps"]}
    for seq, coached in said.items():
        assert coached["loss"] == pytest.approx(steps[seq]["chosen"]["loss"], abs=1e-4)
        assert coached["grade"] == steps[seq]["grade"]
        assert coached["better"]["choice"] == steps[seq]["options"][0]["choice"]
