"""Easy, Medium and Hard at the table: legal, repeatable, blind to what is hidden, and able to say why."""

import time
from functools import partial
from typing import Any

import numpy as np
import pytest

from dicecup.players import Advisor, RandomPlayer, levels, make
from dicecup.players.king_of_tokyo.easy import PLANS, Easy
from dicecup.players.king_of_tokyo.hard import Hard
from dicecup.players.king_of_tokyo.medium import Medium
from dicecup.table import Match
from dicecup.testing import check_player
from dicecup.training.king_of_tokyo.selfplay import new_match
from tests.players.king_of_tokyo.tables import advice, begun, give, market, rolled, table

LEVELS = ("easy", "medium", "hard", "master")


def test_there_are_four_levels_that_advise() -> None:
    assert levels("king-of-tokyo") == LEVELS
    assert all(isinstance(make("king-of-tokyo", level), Advisor) for level in LEVELS)


@pytest.mark.thorough
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", [2, 5])
def test_levels_keep_the_promises_of_players(level: str, seats: int) -> None:
    assert check_player("king-of-tokyo", partial(make, "king-of-tokyo", level), seats=[seats], look=0.3) > 10


@pytest.mark.soak
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("options", [{}, {"preset": "first-edition"}, {"cards": False}, {"dice_order": "choose"}])
def test_levels_keep_the_promises_under_other_rules(level: str, options: dict[str, Any]) -> None:
    check_player("king-of-tokyo", partial(make, "king-of-tokyo", level), games=3, options=options)


def decisions(random: np.random.Generator, options: dict[str, Any] | None = None) -> Match[Any]:
    """A game from a made-up position with many cards, for random players."""
    return new_match(random, int(random.integers(2, 7)), mid_game=True, cards=True, options=options)


def look_in(random: np.random.Generator, games: int, options: dict[str, Any]) -> dict[str, list[float]]:
    """Let everybody say something at some decisions of random games; returns how long Hard took, by kind."""
    players = {"easy": Easy(3), "medium": Medium(3), "hard": Hard(3)}
    took: dict[str, list[float]] = {}
    for _ in range(games):
        match = decisions(random, options)
        rest = RandomPlayer(int(random.integers(2**32)))
        steps = 0
        while (ask := match.pending) is not None and steps < 150:
            steps += 1
            rare = len(took.get(ask.kind, ())) < 5
            if len(ask.options) > 1 and (rare or random.random() < 0.02):
                for name, player in players.items():
                    began = time.perf_counter()
                    found = advice(player, match)
                    if name == "hard":
                        took.setdefault(ask.kind, []).append(time.perf_counter() - began)
                    assert ask.find(found[0].option) is not None
                    assert all(one.reason and len(one.reason) < 160 for one in found), found
                    assert all(-1e-9 <= one.value <= 1 + 1e-9 for one in found) or name == "medium"
                fork = match.fork(ask.seat, seed=int(random.integers(2**32)))
                assert advice(players["hard"], fork)[0].option == advice(players["hard"], match)[0].option
            match.answer(rest.decide(match.view(ask.seat), ask, partial(match.fork, ask.seat)))
    return took


@pytest.mark.thorough
def test_every_kind_of_decision_gets_an_answer_and_a_reason() -> None:
    took = look_in(np.random.default_rng(4), 30, {})
    assert {"dice", "buy", "yield", "hearts", "react", "change", "probe", "start", "sell"} <= set(took)
    took = look_in(np.random.default_rng(5), 5, {"preset": "first-edition", "dice_order": "choose"})
    assert "resolve" in took


@pytest.mark.soak
def test_hundreds_of_positions_with_many_cards() -> None:
    """The rare kinds too; and how long a decision takes."""
    took = look_in(np.random.default_rng(), 600, {})
    for options in ({"preset": "first-edition"}, {"dice_order": "choose", "win": "at-once"}, {"bay": "separate"}):
        for kind, times in look_in(np.random.default_rng(), 200, options).items():
            took.setdefault(kind, []).extend(times)
    for kind, times in sorted(took.items()):
        median, late = np.median(times) * 1e3, np.percentile(times, 99) * 1e3
        print(f"{kind}: {len(times)} decisions, median {median:.1f} ms, 99% below {late:.1f} ms")
    assert {"copy", "peeked", "snatch", "extra turn", "again", "stake"} <= set(took)


# --- what they see at once ---


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_misses_a_win_on_the_table(level: str) -> None:
    state = table(3)
    state.monsters[0].stars = 17
    match = rolled(state, 3, 3, 3, 6, 5, 4, rolls_left=2)
    best = advice(make("king-of-tokyo", level), match)[0]
    kept = [match.state.dice[int(slot)] for slot in best.option[1:]]
    assert best.option[0] == "keep"
    assert kept.count(3) == 3
    assert "win" in best.reason


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("card", ["skyscraper", "jet-fighters"])
def test_nobody_misses_a_card_that_wins(level: str, card: str) -> None:
    state = table(4)
    market(state, card, "wings", "heal")
    state.monsters[0].stars, state.monsters[0].energy, state.phase = 16, 8, "buy"
    assert advice(make("king-of-tokyo", level), begun(state))[0].option == ("buy", card)


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_lets_the_last_rival_off(level: str) -> None:
    state = table(2)
    state.monsters[1].hearts, state.monsters[1].place = 2, "city"
    match = rolled(state, 6, 6, 5, 5, 5, 1, rolls_left=2)
    best = advice(make("king-of-tokyo", level), match)[0]
    assert {0, 1} <= set(best.option[1:])


def test_easy_has_a_plan_for_every_monster() -> None:
    plans = {plan.words for plan in PLANS.values()}
    assert plans == {"brawler", "point racer", "shopper"}
    assert len(PLANS) == 6


def test_easy_leaves_tokyo_when_it_hurts() -> None:
    for hearts, choice in ((3, "yield"), (8, "stay")):
        state = table(2)
        state.monsters[1].hearts, state.monsters[1].place = hearts + 2, "city"
        state.phase, state.dice = "resolve", [6, 6, 1, 1, 2, 5]
        assert advice(Easy(), begun(state))[0].option[0] == choice


def test_easy_does_not_kill_itself_with_a_card() -> None:
    state = table(2)
    market(state, "jet-fighters", "tanks", "national-guard")
    state.monsters[0].hearts, state.monsters[0].energy, state.phase = 2, 9, "buy"
    assert advice(Easy(), begun(state))[0].option[0] in ("done", "sweep")


# --- reasons ---


def test_a_reason_names_dice_chance_and_victim() -> None:
    for seats, hope in ((2, "to win now"), (3, "to knock out Cyber Bunny")):
        state = table(seats)
        state.monsters[1].hearts, state.monsters[1].place = 4, "city"
        found = advice(Hard(), rolled(state, 6, 6, 6, 1, 2, 5, rolls_left=1))
        reasons = {tuple(one.option): one.reason for one in found}
        assert reasons["keep", 0, 1, 2].partition(";")[0] == f"keep the three claws: 42% {hope}"  # 1 - (5/6)^3
        assert reasons["keep", 0, 1, 2, 3, 4, 5].partition(";")[0] == "stop: 3 damage and 1 energy"


def test_reasons_for_tokyo_and_for_cards() -> None:
    state = table(2)
    state.monsters[1].hearts, state.monsters[1].place = 4, "city"
    state.phase, state.dice = "resolve", [6, 1, 1, 2, 5, 5]
    reasons = {one.option[0]: one.reason for one in advice(Hard(), begun(state))}
    assert reasons == {
        "stay": "stay: 3 hearts left, and 2 stars from Tokyo next turn",
        "yield": "leave Tokyo: 3 hearts left, and Alienoid gets 1 star; "
        "staying: 2 stars from Tokyo next turn, 7% less to win",
    }
    state = table(2)
    market(state, "skyscraper", "extra-head", "heal")
    state.monsters[0].energy, state.monsters[0].stars, state.phase = 7, 16, "buy"
    best = advice(Hard(), begun(state))[0]
    assert best.reason.startswith("buy Skyscraper: +")
    assert best.reason.endswith("% to win")


def test_a_card_in_hand_is_used_for_what_it_does() -> None:
    state = table(2)
    give(state, 1, "wings")
    state.monsters[0].place = "city"
    state.monsters[1].hearts, state.monsters[1].energy = 3, 2
    state.phase, state.dice = "resolve", [6, 6, 6, 1, 2, 5]
    best = advice(Hard(), begun(state))[0]
    assert best.option == ("use", "wings")
    assert best.reason.startswith("Wings: lose no hearts for the rest of this turn")
