"""Many games side by side: what a batch promises whoever writes a program around it."""

import copy
import pickle
import tracemalloc
from dataclasses import replace
from typing import Any, get_args

import numpy as np
import pytest
from numpy.typing import NDArray

import dicecup.batch
from dicecup.batch import Batch
from dicecup.batch.batch import Rewards
from dicecup.batch.deadwood import lot
from dicecup.batch.deadwood.twin import TWIN as DEADWOOD
from dicecup.batch.king_of_tokyo.cards import KNOWN
from dicecup.batch.king_of_tokyo.twin import TWIN as KING
from dicecup.games.deadwood import data, game
from dicecup.table import IllegalChoice, MissingPart, SetupError

NAMES = dicecup.batch.names()


def arrays(batch: Batch) -> list[NDArray[Any]]:
    return list(batch._arrays)


def everything(batch: Batch) -> list[bytes]:
    return [array.tobytes() for array in arrays(batch)]


def wander(batch: Batch, steps: int) -> list[list[int]]:
    """Random steps; what was chosen."""
    chosen = []
    for _ in range(steps):
        actions = batch.random_actions()
        chosen.append(actions.tolist())
        batch.step(actions)
    return chosen


def to_the_end(batch: Batch) -> None:
    for _ in range(100_000):
        batch.step(batch.random_actions())
        if (batch.actors < 0).all():
            return
    raise AssertionError("no end")


def test_every_game_can_be_played_in_batches() -> None:
    assert NAMES == ["yahtzee", "king-of-tokyo", "deadwood"]


@pytest.mark.parametrize("name", NAMES)
def test_a_batch_begins_at_the_first_decision_of_every_game(name: str) -> None:
    batch = dicecup.batch.make(name, games=5, seats=3, seed=1)
    assert len(batch) == batch.games == 5
    assert batch.masks.shape == (5, len(batch.actions))
    assert batch.observations.shape == (5, len(batch.encoding))
    assert batch.rewards.shape == batch.scores.shape == (5, 3)
    assert ((batch.actors >= 0) & (batch.actors < 3)).all()
    assert (batch.masks.sum(axis=1) > 0).all()
    assert not batch.done.any()
    assert not batch.rewards.any()
    assert not batch.lengths.any()


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_its_seed_and_its_choices_wherever_it_is_played(name: str) -> None:
    """Neither the other games nor how many there are matter: row 3 of eight is a batch of its own as well."""
    many = dicecup.batch.make(name, games=8, seats=2, seed=7)
    one = dicecup.batch.make(name, games=1, seats=2, seed=many.seeds[3:4].copy())
    assert len(set(many.seeds.tolist())) == 8
    for _ in range(700):  # beyond the end of the first game of Yahtzee
        assert (many.observations[3] == one.observations[0]).all()
        assert (many.chance[3] == one.chance[0]).all()
        assert many.seeds[3] == one.seeds[0]
        actions = many.random_actions()
        assert one.random_actions()[0] == actions[3]
        one.step(actions[3:4])
        many.step(actions)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_games_and_another_one_others(name: str) -> None:
    first, again, other = (dicecup.batch.make(name, games=4, seats=2, seed=seed) for seed in (1, 1, 2))
    assert wander(first, 60) == wander(again, 60) != wander(other, 60)
    assert everything(first) == everything(again) != everything(other)
    first.reset(3)
    again.reset(3)
    assert [first.seeds.tolist(), first.masks.tolist()] == [again.seeds.tolist(), again.masks.tolist()]


def test_a_game_that_is_over_is_followed_by_the_next_one_in_its_row() -> None:
    batch = dicecup.batch.make("yahtzee", games=3, seats=1, seed=1)
    seeds = batch.seeds.copy()
    while not batch.done.any():
        batch.step(batch.random_actions())
    (row, *_) = np.nonzero(batch.done)[0]
    assert batch.seeds[row] != seeds[row]
    assert batch.lengths[row] == 0
    assert batch.scores[row, 0] == batch.rewards[row, 0] > 0, "alone at the table, points are the reward"
    assert batch.masks[row].sum() == 1, "the first roll of the next game"
    batch.step(batch.random_actions())
    assert not batch.done[row]
    assert not batch.rewards[row].any()


@pytest.mark.parametrize("name", NAMES)
def test_without_auto_reset_a_game_that_is_over_waits(name: str) -> None:
    batch = dicecup.batch.make(name, games=6, seats=2, seed=1, auto_reset=False)
    to_the_end(batch)
    assert not batch.masks.any()
    assert not batch.observations.any()
    scores, seeds = batch.scores.copy(), batch.seeds.copy()
    assert (scores.max(axis=1) > 0).all()
    for number in (12345, -1, -2):
        batch.step(np.full(6, number))  # nobody reads it
    assert not batch.done.any()
    assert not batch.rewards.any(), "they were paid once"
    assert (batch.scores == scores).all()
    some = np.array([True, False] * 3)
    batch.reset(games=some)
    assert ((batch.actors >= 0) == some).all()
    assert ((batch.seeds != seeds) == some).all(), "the games that follow"
    batch.reset(seed=seeds)
    to_the_end(batch)
    assert (batch.scores == scores).all(), "the same games, and the same random choices in them"


@pytest.mark.parametrize("name", NAMES)
def test_only_the_chosen_games_begin_anew(name: str) -> None:
    batch = dicecup.batch.make(name, games=4, seats=2, seed=1)
    wander(batch, 40)
    before = [array.copy() for array in arrays(batch)]
    batch.reset(9, games=[False, True, False, False])
    rest = [0, 2, 3]
    assert all((then[rest] == now[rest]).all() for then, now in zip(before, arrays(batch), strict=True))
    assert batch.lengths.tolist()[1] == 0 != batch.lengths.tolist()[0]


@pytest.mark.parametrize("name", dicecup.batch.names())
def test_nobody_writes_into_masks_or_observations(name: str) -> None:
    """A step empties only what the last one wrote, so it would stay there for ever."""
    batch = dicecup.batch.make(name, games=4, seats=3, seed=5)
    twin = pickle.loads(pickle.dumps(copy.deepcopy(batch)))
    for one in (batch, twin):
        for array in (one.masks, one.observations, one.step(one.random_actions()).masks):
            with pytest.raises(ValueError, match="read-only"):
                array[0, 0] = 1


@pytest.mark.parametrize("name", dicecup.batch.names())
def test_games_that_begin_anew_show_nothing_of_the_old_ones(name: str) -> None:
    """Wherever the old game stands, and whichever rows begin."""
    batch = dicecup.batch.make(name, games=6, seats=3, seed=5)
    for steps in (1, 7, 40):
        for _ in range(steps):
            batch.step(batch.random_actions())
        batch.reset(9, games=np.arange(6) % 2 == 0)
        fresh = dicecup.batch.make(name, games=6, seats=3, seed=1)
        fresh.reset(batch.seeds)
        for row in (0, 2, 4):
            assert batch.masks[row].tobytes() == fresh.masks[row].tobytes()
            assert batch.observations[row].tobytes() == fresh.observations[row].tobytes()


def test_rewards_are_shares_of_the_win_or_points() -> None:
    win, points = (
        dicecup.batch.make("deadwood", games=40, seats=3, seed=1, auto_reset=False, rewards=rewards)
        for rewards in get_args(Rewards)
    )
    paid = np.zeros((2, 40, 3))
    while (win.actors >= 0).any():
        actions = win.random_actions()
        paid += [win.step(actions).rewards, points.step(actions).rewards]
    assert (win.scores == points.scores).all()
    assert (paid[1] == win.scores).all()
    assert paid[0].sum(axis=1).tolist() == pytest.approx([1] * 40)
    best = win.scores == win.scores.max(axis=1, keepdims=True)
    assert ((paid[0] > 0) == best).all()


def test_a_step_writes_into_the_same_arrays_and_takes_no_memory() -> None:
    for name in NAMES:
        batch = dicecup.batch.make(name, games=4000, seats=4, seed=1)
        before = [id(array) for array in arrays(batch)]
        assert min(memory_of_steps(batch) for _ in range(5)) < 4000, "less than a byte for each game"
        assert before == [id(array) for array in arrays(batch)]
        step = batch.step(batch.random_actions())
        assert step.masks is batch.masks
        assert step.observations is batch.observations
        assert 500 < batch.nbytes / batch.games < (16_000 if name == "king-of-tokyo" else 4000)


def memory_of_steps(batch: Batch) -> int:
    """The most that thirty steps took. Whoever is called for the first time may keep something."""
    tracemalloc.start()
    for _ in range(30):
        batch.step(batch.random_actions())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


def test_without_observations_the_games_are_the_same() -> None:
    for name in NAMES:
        seen, unseen = (
            dicecup.batch.make(name, games=4, seats=3, seed=5, observe=observe) for observe in (True, False)
        )
        assert wander(seen, 200) == wander(unseen, 200)
        assert unseen.observations.shape == (4, 0)
        assert (seen.masks == unseen.masks).all()
        assert (seen.scores == unseen.scores).all()


def test_random_actions_are_any_that_are_allowed() -> None:
    batch = dicecup.batch.make("deadwood", games=6000, seats=2, seed=3)
    chosen = np.bincount(batch.random_actions(), minlength=len(batch.actions))
    allowed = batch.masks[0] > 0
    assert (batch.masks == batch.masks[0]).all(), "all stand in the Trailers"
    expected = 6000 / allowed.sum()
    assert not chosen[~allowed].any()
    assert (np.abs(chosen[allowed] - expected) < 5 * expected**0.5).all()


# --- what is refused ---


@pytest.mark.parametrize("name", NAMES)
def test_an_action_that_is_not_allowed_changes_nothing(name: str) -> None:
    batch = dicecup.batch.make(name, games=3, seats=2, seed=1)
    wander(batch, 30)
    actions = batch.random_actions().copy()
    before = everything(batch)
    forbidden = int(np.nonzero(batch.masks[1] == 0)[0][0])
    for action, reason in (
        (forbidden, f"Game 1: “{batch.actions.name(forbidden)}” is not allowed now; `masks` says what is."),
        (-1, f"Game 1: there is no action -1: they are numbered 0 to {len(batch.actions) - 1}."),
        (10**9, f"Game 1: there is no action 1000000000: they are numbered 0 to {len(batch.actions) - 1}."),
    ):
        actions[1] = action
        with pytest.raises(IllegalChoice) as refused:
            batch.step(actions)
        assert refused.value.reason == reason
        assert everything(batch) == before


@pytest.mark.parametrize("actions", [[0, 0], [0.0, 0.0, 0.0], [[0, 0, 0]], "abc", 0, None, [True, True, True]])
def test_a_step_takes_a_whole_number_for_each_game(actions: Any) -> None:
    batch = dicecup.batch.make("yahtzee", games=3, seats=2, seed=1)
    with pytest.raises(SetupError, match="A step takes 3 whole numbers, an action for each game"):
        batch.step(actions)


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"game": "chess"}, "There is no game called 'chess'"),
    ({"games": 0}, "A batch has one game or more, less than 2147483648; 0 is not possible"),
    ({"games": 2.0}, "A batch has one game or more, less than 2147483648; 2.0 is not possible"),
    ({"games": True}, "A batch has one game or more, less than 2147483648; True is not possible"),
    ({"games": 2**31}, "A batch has one game or more, less than 2147483648; 2147483648 is not possible"),
    ({"seats": 9}, "Deadwood is for 2 to 8 players; 9 is not possible"),
    ({"seats": "2"}, "Deadwood is for 2 to 8 players; '2' is not possible"),
    ({"seed": -1}, "A seed is a whole number from 0, of 64 bits at most; -1 is not"),
    ({"seed": 2**64}, "A seed is a whole number from 0, of 64 bits at most"),
    ({"seed": 1.5}, "A seed is a whole number from 0, or 4 of them, one for each game"),
    ({"seed": True}, "A seed is a whole number from 0, or 4 of them"),
    ({"seed": [1, 2]}, "A seed is a whole number from 0, or 4 of them"),
    ({"seed": [1, 2, 3, -4]}, "A seed is a whole number from 0, or 4 of them"),
    ({"rewards": "glory"}, "rewards is one of win, points; 'glory' is not"),
    ({"game": "yahtzee", "seats": 1, "rewards": "win"}, "Nobody wins a game of one: its rewards are points"),
    ({"bonus": "none"}, "bonus must be one of all, occupied; 'none' is not"),
    ({"bonos": "all"}, "There is no option 'bonos'. Did you mean 'bonus'?"),
    ({"stall_turns": 2**31}, "In batches stall_turns is less than 2147483648"),
]


@pytest.mark.parametrize(("given", "reason"), REFUSED, ids=[str(given) for given, _ in REFUSED])
def test_what_cannot_be_is_refused_in_a_sentence(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(SetupError, match=reason):
        dicecup.batch.make(**{"game": "deadwood", "games": 4, "seats": 2, **given})


def test_more_games_than_there_is_memory_for_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*given: object) -> None:
        raise MemoryError

    monkeypatch.setattr("dicecup.batch.batch._room", full)
    with pytest.raises(SetupError, match="4096 games of Yahtzee do not fit into the memory of this computer"):
        dicecup.batch.make("yahtzee", games=4096, seats=2)


def test_a_reset_says_of_each_game_whether_it_begins() -> None:
    batch = dicecup.batch.make("yahtzee", games=3, seats=2)
    for games in ([0, 1, 0], [True], True, "all"):
        with pytest.raises(SetupError, match="Say of each of the 3 games whether it begins anew"):
            batch.reset(games=games)


def test_what_the_twin_does_not_know_is_refused_and_never_played_wrongly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A house rule, a value, a scene, a new numbering: whoever adds one is reminded here."""
    found, usual = game.GAME, game.GAME.options()
    DEADWOOD.check(found, 2, usual)
    older = {name: values for name, values in DEADWOOD.knows.items() if name != "bonus"}
    with pytest.raises(SetupError, match="Batches of Deadwood do not know the house rule 'bonus' yet"):
        replace(DEADWOOD, knows=older).check(found, 2, usual)
    with pytest.raises(SetupError, match="Batches of Deadwood do not know bonus='occupied' yet"):
        replace(DEADWOOD, knows={**older, "bonus": ("all",)}).check(found, 2, replace(usual, bonus="occupied"))
    with pytest.raises(SetupError, match=r"go by version 2 of its actions and observations, .* has version 1"):
        replace(DEADWOOD, numbering=2).check(found, 2, usual)
    monkeypatch.setitem(data.SCENES, "high-noon-1", next(iter(data.SCENES.values())))
    with pytest.raises(SetupError, match="do not know the scene 'high-noon-1'"):
        DEADWOOD.check(found, 2, usual)


def test_a_card_that_the_twin_does_not_know_is_refused_unless_there_are_no_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One of another package, or one of the box that speaks when it did not use to."""
    king = dicecup.games.find("king-of-tokyo")
    usual: Any = king.options()
    KING.check(king, 2, usual)
    monkeypatch.setitem(KNOWN, "wings", "react")
    with pytest.raises(SetupError, match="Batches of King of Tokyo do not know the card Wings as it is here"):
        KING.check(king, 2, usual)
    monkeypatch.delitem(KNOWN, "wings")
    with pytest.raises(SetupError, match="Batches of King of Tokyo do not know the card Wings as it is here"):
        KING.check(king, 2, usual)
    KING.check(king, 2, replace(usual, cards=False))


@pytest.mark.parametrize("name", NAMES)
def test_the_twins_know_every_house_rule_there_is(name: str) -> None:
    options = dicecup.games.find(name).options
    twin = dicecup.games.manifest(name).part("batch")
    assert twin.knows == {each.name: each.choices for each in options.settings()}


def test_the_last_monster_standing_wins_with_however_few_stars() -> None:
    batch = dicecup.batch.make("king-of-tokyo", games=200, seats=2, seed=1, auto_reset=False, cards=False)
    paid = np.zeros((200, 2))
    while (batch.actors >= 0).any():
        paid += batch.step(batch.random_actions()).rewards
    assert (paid.sum(axis=1) == 1).all()
    assert (batch.scores[np.arange(200), paid.argmax(axis=1)] < batch.scores.max(axis=1)).any()


def test_without_numba_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicecup.batch.twin._WARM", {})
    monkeypatch.setattr("dicecup.extras.has", lambda module: module != "numba")
    with pytest.raises(MissingPart, match=r"This needs Numba: pip install 'dicecup\[fast\]'"):
        dicecup.batch.make("deadwood", games=4, seats=2)


def test_rows_of_the_lot_are_those_of_the_game() -> None:
    assert tuple(data.SCENES) == lot.SCENE_NAMES


def test_numbers_of_numpy_are_numbers() -> None:
    number: Any = np.int64
    batch = dicecup.batch.make("yahtzee", games=number(3), seats=number(2), seed=number(4))
    usual = dicecup.batch.make("yahtzee", games=3, seats=2, seed=4)
    assert (batch.observations == usual.observations).all()


@pytest.mark.parametrize("name", ["yahtzee", "deadwood"])
@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_copies_stand_where_it_stands_and_play_on_by_themselves(name: str, how: Any) -> None:
    batch = dicecup.batch.make(name, games=5, seats=2, seed=3, rewards="points", auto_reset=False)
    wander(batch, 40)
    before = everything(batch)
    twin = how(batch)
    assert everything(twin) == before
    walked = wander(twin, 60)
    assert everything(batch) == before
    assert wander(batch, 60) == walked
    assert everything(batch) == everything(twin)
    assert (twin.auto_reset, twin.options, repr(twin)) == (batch.auto_reset, batch.options, repr(batch))


def test_what_another_version_kept_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = pickle.dumps(dicecup.batch.make("yahtzee", games=2, seats=2, observe=False))
    monkeypatch.setattr(dicecup, "__version__", "99")
    with pytest.raises(SetupError, match=r"kept by Dicecup .*; this is 99"):
        pickle.loads(kept)
