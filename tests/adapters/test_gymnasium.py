"""The games as environments of Gymnasium: one seat learns, computer players sit in the others."""

import copy
import pickle
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any, Final

import numpy as np
import pytest

from dicecup.players import RandomPlayer
from dicecup.table import IllegalChoice, NotAllowed, SetupError

pytestmark = pytest.mark.thorough
NEEDS: Final = ("gymnasium",)


def make(name: str, **wanted: Any) -> Any:
    import gymnasium

    import dicecup.adapters.gymnasium  # noqa: F401 - it makes the games known

    return gymnasium.make(f"dicecup/{name}-v0", **wanted)


def play(env: Any, seed: int) -> tuple[float, dict[str, Any], int]:
    """A whole game of choices that can be made: what was paid, the last info, how many choices."""
    _, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    paid, steps, over = 0.0, 0, False
    while not over:
        _, reward, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
        paid += reward
        steps += 1
    return paid, info, steps


@pytest.mark.parametrize("name", ["Yahtzee", "KingOfTokyo", "Deadwood"])
def test_gymnasiums_own_check_passes(name: str) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(make(name, opponents="easy", render_mode="ansi").unwrapped)


@pytest.mark.parametrize("seat", [0, 2, None])
def test_the_learner_is_paid_its_share_of_the_win(seat: int | None) -> None:
    env = make("KingOfTokyo", seats=3, seat=seat, opponents=["random", "easy"])
    seats = set()
    for seed in range(6):
        paid, info, _ = play(env, seed)
        won = 1 / len(info["winners"]) if info["seat"] in info["winners"] else 0
        assert paid == pytest.approx(won)
        seats.add(info["seat"])
    assert seats == {seat} if seat is not None else len(seats) > 1


def test_alone_at_the_table_points_are_paid() -> None:
    paid, info, steps = play(make("Yahtzee", seats=1), 3)
    assert paid == info["scores"][0] > 0
    assert steps >= 13


def test_the_same_seed_is_the_same_game_and_the_next_one_another() -> None:
    env = make("Deadwood", opponents="random")
    games = [play(env, 7)[1]["scores"] for _ in range(2)]
    assert games[0] == games[1] != play(env, 8)[1]["scores"]


def test_a_choice_that_cannot_be_made_is_refused_or_loses_as_one_likes() -> None:
    env = make("Yahtzee", seats=2, opponents="random")
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    with pytest.raises(IllegalChoice):
        env.step(illegal)
    env.step(int(np.flatnonzero(info["action_mask"])[0]))  # the game goes on
    env = make("Yahtzee", seats=2, opponents="random", illegal="lose")
    env.reset(seed=1)
    _, reward, over, _, _ = env.step(illegal)
    assert (reward, over) == (-1.0, True)
    with pytest.raises(NotAllowed, match="reset"):
        env.unwrapped.step(illegal)


def test_masks_are_where_libraries_look_for_them() -> None:
    env = make("KingOfTokyo", opponents="random")
    _, info = env.reset(seed=1)
    assert np.array_equal(info["action_mask"], env.unwrapped.action_masks())
    assert all(info["action_mask"][env.action_space.sample()] for _ in range(50))


def test_opponents_are_levels_players_or_one_for_each_seat() -> None:
    play(make("Yahtzee", seats=3, opponents=RandomPlayer(1)), 1)
    play(make("Yahtzee", seats=3, opponents=[RandomPlayer(1), "easy"]), 1)
    for wrong in ("grandmaster", ["easy"], [1, 2], 5):
        with pytest.raises((SetupError, TypeError)):
            make("Yahtzee", seats=3, opponents=wrong)
    with pytest.raises(SetupError, match="no seat"):
        make("Yahtzee", seats=2, seat=2)


def test_opponents_are_ready_before_they_play() -> None:
    class Slow(RandomPlayer):
        ready = False

        def prepare(self) -> None:
            self.ready = True

        def decide(self, view: Any, ask: Any, fork: Any) -> Any:
            assert self.ready
            return super().decide(view, ask, fork)

    play(make("Deadwood", opponents=Slow(1)), 1)


def test_many_can_be_played_side_by_side() -> None:
    import gymnasium

    envs = gymnasium.make_vec("dicecup/Yahtzee-v0", num_envs=3, vectorization_mode="sync", seats=1)
    _, info = envs.reset(seed=3)
    for _ in range(60):
        mask = info["action_mask"]
        _, _, _, _, info = envs.step(mask.argmax(axis=1))  # one that is over begins anew
    assert info["action_mask"].shape == (3, 46)


def test_opponents_of_any_name_hear_their_games_and_are_ended(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    bot = tmp_path / "bot.py"
    bot.write_text(
        dedent(f"""
        import json, sys
        for line in sys.stdin:
            said = json.loads(line)
            open({str(heard)!r}, "a").write(said["type"] + "\\n")
            if said["type"] == "hello":
                print('{{"type":"hello","protocol":1}}', flush=True)
            if said["type"] == "decide":
                print(json.dumps({{"n": said["n"], "option": len(said["ask"]["options"]) - 1}}), flush=True)
        """),
        encoding="utf-8",
    )
    env = make("Yahtzee", seats=3, opponents=[f"exec:{sys.executable} {bot}", "easy"])
    play(env, 1)
    play(env, 2)
    env.reset(seed=3)  # and broken off
    env.close()
    said = heard.read_text(encoding="utf-8").split()
    assert [word for word in said if word != "decide"] == ["hello", *["game", "over"] * 3, "bye"]
    play(env, 4)
    env.close()


@pytest.mark.parametrize("wrong", [3, 1.5, "exec:", "nowhere.Bot", ["easy", 3]])
def test_opponents_that_are_none_are_refused(wrong: Any) -> None:
    with pytest.raises(SetupError):
        make("Yahtzee", seats=3, opponents=wrong)


def test_copies_play_on_by_themselves() -> None:
    env = make("KingOfTokyo", opponents="easy")
    env.reset(seed=1)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        paths = []
        for each in (copy.deepcopy(env), twin):
            over, rows = False, []
            while not over:
                row, _, over, _, _ = each.step(int(np.flatnonzero(each.unwrapped.action_masks())[0]))
                rows.append(row.tolist())
            paths.append(rows)
        assert paths[0] == paths[1]


def test_numbers_of_numpy_are_numbers() -> None:
    env = make("Yahtzee", seats=np.int64(3), seat=np.int64(1), opponents="random")
    assert env.reset(seed=1)[1]["seat"] == 1
