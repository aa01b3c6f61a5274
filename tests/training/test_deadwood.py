"""Training Deadwood's minds. Most of it runs uncompiled here, on very few games: slower, and much sooner done."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from dicecup.batch import luck
from dicecup.batch.compiling import compiled
from dicecup.batch.deadwood import dice, rows
from dicecup.batch.deadwood.lot import SETS
from dicecup.players.deadwood import lines, planner, rollouts, row_features, turn_tree
from dicecup.players.deadwood import network as deadwood_network
from dicecup.players.deadwood.features import features, inputs, plain_size, size
from dicecup.players.deadwood.network import Network, shares, shipped, unpacked
from dicecup.players.deadwood.planner import Taste, tables
from dicecup.players.deadwood.planner_weights import TASTES
from dicecup.players.reference.deadwood import hard_1
from dicecup.training import deadwood
from dicecup.training.deadwood import chances, improving, loops, selfplay, simulator, study, tuning
from dicecup.training.deadwood.learner import Learner, grown, newborn
from tests.players.deadwood.positions import wander

pytestmark = pytest.mark.thorough

MODULES = (luck, rows, dice, planner, turn_tree, row_features, loops)


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The same functions, as they stand in the files; words of luck lose their carries, as when compiled."""
    plain = SimpleNamespace()
    for module in MODULES:
        vars(plain).update(
            {name: found for name, found in vars(module).items() if isinstance(found, FunctionType)}
        )
    monkeypatch.setattr(simulator, "functions", lambda: plain)
    monkeypatch.setattr(selfplay, "functions", lambda: plain)
    with np.errstate(over="ignore"):
        yield


@pytest.mark.soak
def test_compiled_planners_choose_as_they_do_uncompiled() -> None:
    fast = compiled(rows, planner)
    t, found, roles = tables(TASTES[4]), np.zeros(rows.MOST, np.int64), np.zeros(SETS)
    wandered = wander(4, 11, share=0.1)
    for row in wandered:
        assert fast.choose(np.array(row), t, found, roles) == planner.choose(row, t, [0] * rows.MOST, [0.0] * SETS)
    assert len(wandered) > 50


@pytest.mark.soak
def test_everything_compiled_does_what_it_does_uncompiled() -> None:
    fast = simulator.functions()
    for seats in (2, 3, 6):
        t = tables(TASTES[seats])
        wandered = np.array(wander(seats, 12))
        whose = np.arange(len(wandered)) % seats
        found = np.zeros((len(wandered), size(seats)), np.float32)
        fast.look_at(wandered.astype(np.int16), whose, len(wandered), t, found)
        for seat in range(seats):
            mine = whose == seat
            np.testing.assert_allclose(found[mine], features(wandered[mine], seat, t), rtol=1e-4, atol=1e-5)
        slow_tables, fast_tables = (
            planner.make_tables(*TASTES_AS_TUPLES[seats]),
            fast.make_tables(*TASTES_AS_TUPLES[seats]),
        )
        for one, other in zip(slow_tables, fast_tables, strict=True):
            np.testing.assert_allclose(one, other)


TASTES_AS_TUPLES = {
    seats: (taste.turn, taste.early, taste.rank, taste.price, taste.hope, taste.mates, taste.late)
    for seats, taste in TASTES.items()
}


@pytest.mark.soak
def test_thousands_of_games_in_a_second_and_none_of_them_stalls() -> None:
    for seats in range(2, 9):
        scores = simulator.play([TASTES[seats]] * seats, 500, seed=seats)
        assert scores.min() > 0


# --- games ---


def test_the_same_seed_plays_the_same_games(uncompiled: None) -> None:
    tastes = [TASTES[2], Taste(turn=1.0)]
    first, again, other = (simulator.play(tastes, 2, seed) for seed in (1, 1, 2))
    assert first.tolist() == again.tolist() != other.tolist()
    assert (first > 20).all()


def test_ties_share_the_win() -> None:
    scores = np.array([[5, 5, 4], [1, 2, 3]])
    assert shares(scores).tolist() == [[0.5, 0.5, 0], [0, 0, 1]]
    assert simulator.margins(scores).tolist() == [[0, 0, -1], [-2, -1, 1]]


def test_dice_of_a_wrap_fall(uncompiled: None) -> None:
    """They lie in order for the roles; what they showed is told as it was thrown."""
    stream, wraps = loops.stream(3), 0
    for row in wander(4, 4, share=1.0):
        me = rows.ACTOR + rows.FIELDS * row[rows.ACTIVE]
        if row[me + rows.ROLE] < 0 or not rows.throws_for(row, 6):
            continue
        thrown, chance = np.zeros(6, np.int64), np.zeros(7, np.int64)
        dice.act(np.array(row), rows.ACT, stream, 0, chance, thrown)
        budget = int(np.count_nonzero(thrown))
        if rows.throws_for(row, int(chance[0])):
            wraps += 1
            assert sorted(chance[1 : budget + 1], reverse=True) == thrown[:budget].tolist()
        assert budget == rows.throws_for(row, int(chance[0]))
    assert wraps > 3


def test_what_was_thought_is_mixed_with_what_came_of_it() -> None:
    who, values = np.array([0, 0, 0, 1]), np.array([0.1, 0.2, 0.3, 0.4])
    results, found = np.array([1.0, 1.0, 1.0, 0.0]), np.zeros(4)
    plain = np.array([loops.NOTED] * 4)
    loops.returns(who, values, plain, results, 0.5, found)
    assert found.tolist() == pytest.approx([0.5 * 0.2 + 0.5 * (0.5 * 0.3 + 0.5), 0.5 * 0.3 + 0.5, 1.0, 0.0])
    astray = np.array([loops.NOTED, loops.ASTRAY, loops.NOTED, loops.NOTED])
    loops.returns(who, values, astray, results, 0.5, found)
    assert found[0] == pytest.approx(0.2)


# --- learning ---


def test_a_gradient_is_the_slope() -> None:
    """A small step down the slope lowers the cross-entropy by what the slope promises."""
    rng = np.random.default_rng(2)
    learner = Learner(newborn(2, seed=3))
    numbers = rng.random((64, size(2)), np.float32)
    targets = rng.random((64, 2)).astype(np.float32)

    def loss(network: Network) -> float:
        w = {name: weights.astype(np.float64) for name, weights in network.weights.items()}
        hidden = np.maximum(numbers @ w["hidden"] + w["hidden bias"], 0)
        second = np.maximum(hidden @ w["second"] + w["second bias"], 0)
        p = 1 / (1 + np.exp(-(second @ w["out"] + w["out bias"])))
        return float(-(targets * np.log(p) + (1 - targets) * np.log(1 - p)).sum(axis=1).mean())

    before = {name: weights.copy() for name, weights in learner.network.weights.items()}
    learner.step(numbers, targets, 1e-3)
    mean = learner.memory()["mean/second"] * 10  # the first step's gradient
    place = np.unravel_index(np.abs(mean).argmax(), mean.shape)
    bumped = {name: weights.copy() for name, weights in before.items()}
    bumped["second"][place] += 1e-2
    slope = (loss(Network(bumped, {})) - loss(Network(before, {}))) / 1e-2
    assert slope == pytest.approx(float(mean[place]), rel=0.05)


def outcomes(steepness: float, bend: float, shifts: list[float], count: int = 20_000) -> selfplay.Outcomes:
    """What comes of prospects if chances really rise like this."""
    rng = np.random.default_rng(4)
    logits = rng.normal(size=(count, len(shifts)))
    near = np.clip(logits, -deadwood_network.BENT, deadwood_network.BENT)
    chances = 1 / (1 + np.exp(-(steepness * logits + bend * near**3 + np.array(shifts))))
    won = rng.random(chances.shape) < chances
    return selfplay.Outcomes(
        (1 / (1 + np.exp(-logits))).astype(np.float32), won.astype(np.float32), np.arange(count) // 20
    )


def test_chances_are_fitted_to_what_was_won() -> None:
    """The line and the bend are everybody's; the shift goes by who comes when."""
    found = chances.fitted(outcomes(2, 0.3, [-0.5, 0.2, 0.0]))
    assert found.shape == (8, 4)
    np.testing.assert_allclose(found[:3], [[2, 0, 0.3, -0.5], [2, 0, 0.3, 0.2], [2, 0, 0.3, 0.0]], atol=0.1)


def test_a_curve_rises_whatever_a_few_games_say() -> None:
    """Where far from the middle less is won, there is no bend."""
    found = chances.fitted(outcomes(1.5, -0.15, [0.0, 0.0]))
    assert found[0, 0] > 0
    assert (found[0, 1:3] == 0).all()


@pytest.mark.parametrize("power", [0.8, 1.0, 1.25])
def test_chances_are_moved_apart_as_far_as_what_was_won_says(power: float) -> None:
    rng = np.random.default_rng(9)
    told = rng.dirichlet(np.ones(6), 40_000)
    real = deadwood_network.moved_apart(told, power).cumsum(axis=1)
    winners = (rng.random((len(told), 1)) > real).sum(axis=1)
    assert chances.apart(told, np.eye(6)[np.minimum(winners, 5)]) == pytest.approx(power, abs=0.03)


def test_reliability_tells_what_was_won_beside_what_was_told() -> None:
    told, game = np.repeat([0.25, 0.55], 1000), np.tile(np.arange(100), 20)
    won = np.concatenate([np.arange(1000) % 4 == 0, np.arange(1000) % 2 == 0]).astype(float)
    tenths = chances.reliability(told, won, game)
    assert [place for place, tenth in enumerate(tenths) if tenth] == [2, 5]
    right, wrong = tenths[2], tenths[5]
    assert right is not None
    assert wrong is not None
    assert right.won == pytest.approx(right.predicted)
    assert wrong.won - wrong.predicted == pytest.approx(-0.05)
    assert wrong.seen == 1000


def test_a_learner_is_remembered_as_it_was_and_goes_on_alike() -> None:
    rng = np.random.default_rng(5)
    numbers, targets = rng.random((32, size(2)), np.float32), rng.random((32, 2)).astype(np.float32)
    learner = Learner(newborn(2, seed=6))
    first = learner.step(numbers, targets, 1e-2)
    again = Learner(newborn(2, seed=7))
    again.remember(2, {name: array.copy() for name, array in learner.memory().items()})
    for one in (learner, again):
        errors = [one.step(numbers, targets, 1e-2) for _ in range(20)]
        assert (errors[-1] < first).all()
    for name, array in learner.memory().items():
        assert np.array_equal(array, again.memory()[name])


# --- what roll-outs make of positions ---


@pytest.fixture
def short(uncompiled: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games begin on the last day, with two sets left, and few positions are looked into."""

    def late(seats: int, first: int = 0) -> list[int]:
        row = rows.first_morning(seats, first)
        row[rows.DAY] = row[rows.DAYS]
        for area in range(SETS):
            row[rows.SHOT + area] = 1 if area < 2 else 0
        return row

    plain = SimpleNamespace()
    for module in (lines, turn_tree):
        vars(plain).update(
            {name: found for name, found in vars(module).items() if isinstance(found, FunctionType)}
        )
    monkeypatch.setattr(rollouts, "functions", lambda: plain)
    monkeypatch.setattr(study, "first_morning", late)
    monkeypatch.setattr(study, "NOTED", 0.6)
    monkeypatch.setattr(improving, "DECISIONS", 2)
    monkeypatch.setattr(improving, "WATCHED", 2)
    monkeypatch.setattr(improving, "watch", lambda order: outcomes(2, 0.3, [0.0] * order.seats, 200))
    monkeypatch.setattr(improving, "duel", lambda order: np.tile([9, 1], (order.games, 1)))


def test_ways_to_end_a_turn_are_judged_with_the_same_luck(short: None) -> None:
    once, again, other = (study.Study(2, shipped()[2]).samples(2, seed, 2, 1) for seed in (3, 3, 4))
    assert np.array_equal(once.targets, again.targets)
    assert not np.array_equal(once.targets, other.targets)
    assert len(once.numbers) == len(once.targets)
    assert len(once.numbers) % study.WAYS == 0
    assert ((once.targets >= 0) & (once.targets <= 1)).all()


def test_the_same_end_of_a_turn_comes_to_the_same(short: None) -> None:
    look = study.Study(2, shipped()[2])
    ends, seats = look._decisions(1, np.random.default_rng(3))
    words = np.random.default_rng(4).integers(0, 2**64, (1, 2), np.uint64).repeat(2, axis=0)
    for end, seat in list(zip(ends, seats, strict=True))[:4]:
        one, other = look._played_on(np.array([end, end]), np.array([seat, seat]), words, 1)
        assert one.tolist() == other.tolist(), "the luck is the same"


def test_a_network_that_grows_thinks_as_before_and_can_learn() -> None:
    numbers = np.random.default_rng(1).random((16, size(2)), np.float32)
    net = shipped()[2]
    wider = grown(net, 2, 160, 40, seed=1)
    assert wider.weights["hidden"].shape == (size(2), 160)
    np.testing.assert_allclose(wider.prospects(numbers), net.prospects(numbers), atol=1e-5)
    assert grown(wider, 2, 128, 32, seed=1).weights["hidden"].shape == (size(2), 160), "nothing known is cut off"
    learner = Learner(wider)
    for _ in range(3):
        learner.step(numbers, np.ones((16, 2), np.float32), 1e-3, together=4)
    assert learner.network.weights["out"][32:].any(), "what is new is used"


def test_what_differs_counts_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four ways that are all as much too low are one error; ways of which one is right are another."""
    numbers = np.random.default_rng(2).random((4, size(2)), np.float32)
    told = shipped()[2].prospects(numbers)[:, None].repeat(2, axis=1)
    uneven = told + np.array([[0.1], [-0.1], [0.1], [-0.1]], np.float32)
    steps = []
    for many in (1.0, 3.0):
        monkeypatch.setattr("dicecup.training.deadwood.learner.DIFFERING", many)
        learner = Learner(grown(shipped()[2], 2, 128, 32, seed=1))
        learner.step(numbers, uneven, 1e-3, together=4)
        steps.append(learner.memory()["mean/out"])
    np.testing.assert_allclose(steps[1][:, 0], 3 * steps[0][:, 0], rtol=0.05, atol=1e-6)


def network_in(folder: Path) -> Network:
    return unpacked((folder / "network-2.bin").read_bytes())[2]


def curve(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "curve.jsonl").read_text().splitlines()]


def test_an_era_is_kept_and_the_next_goes_on_from_there(
    short: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def improve(folder: str, eras: int, *more: str) -> dict[str, Any]:
        words = ["improve", "--groups", "2", "--batches", "2", "--games", "2", "--lines", "2", "--ahead", "1"]
        words += ["--epochs", "1", "--measured", "2", "--hidden", "132", "--eras", str(eras), *more]
        assert deadwood.main([*words, "--folder", str(tmp_path / folder)]) == 0
        return network_in(tmp_path / folder).weights

    once = improve("one", 1)
    played = {file: file.stat().st_mtime_ns for file in (tmp_path / "one").glob("study-*.npz")}
    assert len(played) == 2
    twice = improve("one", 2)
    assert all(file.stat().st_mtime_ns == made for file, made in played.items()), "nothing is played again"
    assert not np.array_equal(once["out"], twice["out"])
    lines = curve(tmp_path / "one")
    assert [line.get("against") for line in lines] == [
        *(None, "the one before", "hard-1"),
        *(None, "the one before", "hard-1"),
    ]
    (tmp_path / "one" / "improved-2-2.bin").unlink()  # as if it had been stopped before it was written
    again = improve("one", 2)
    assert all(np.array_equal(twice[name], again[name]) for name in twice)
    assert '"off after"' in capsys.readouterr().out


def test_when_the_time_is_up_it_learns_from_what_there_is(short: None, tmp_path: Path) -> None:
    words = ["improve", "--groups", "2", "--batches", "5", "--games", "2", "--lines", "2", "--ahead", "1"]
    words += ["--epochs", "1", "--measured", "2", "--minutes", "0", "--folder", str(tmp_path)]
    assert deadwood.main(words) == 0
    assert len(list(tmp_path.glob("study-*.npz"))) == 1
    assert network_in(tmp_path).names["hidden"] == inputs(2), "it looks at all there is now"


def test_what_is_new_to_a_network_is_learnt() -> None:
    """The first networks knew nothing of outlooks; a learner goes on from there, and they count."""
    first = hard_1()[4]
    known = Network({name: weights.copy() for name, weights in first.weights.items()}, first.names)
    numbers = np.random.default_rng(3).random((32, size(4)), np.float32)
    learner = Learner(known)
    assert learner.network.names["hidden"] == inputs(4)
    np.testing.assert_allclose(learner.network.prospects(numbers), known.prospects(numbers), atol=1e-6)
    learner.step(numbers, np.ones((32, 2), np.float32), 1e-3, together=4)
    assert learner.network.weights["hidden"][plain_size(4) :].any()
    assert known.wide == plain_size(4)


# --- the command ---


def test_a_taste_is_tuned_and_tuning_goes_on(
    uncompiled: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Stopped after two trials and gone on with is the same as never stopped."""
    wins = iter([(0.3, 0.01), (0.3, 0.01), (-0.1, 0.01), (0.2, 0.01), (0.0, 0.01)] * 2)  # the last but one fades
    monkeypatch.setattr(tuning, "edge", lambda *given: next(wins))

    def tune(folder: Path, trials: int) -> None:
        words = ["planner", "--seats", "2", "--trials", str(trials), "--games", "1", "--folder", str(folder)]
        assert deadwood.main(words) == 0

    tune(tmp_path / "twice", 2)
    tune(tmp_path / "twice", 3)
    tune(tmp_path / "once", 3)
    twice, once = (json.loads((tmp_path / name / "planner-2.json").read_text()) for name in ("twice", "once"))
    assert twice["trials"] == once["trials"] == 3
    assert twice["taste"].keys() == once["taste"].keys()
    log = [json.loads(line) for line in (tmp_path / "once" / "planner.jsonl").read_text().splitlines()]
    assert [line["trial"] for line in log] == [0]
    assert log[0]["gain"] == 0.3
    assert once["taste"] == {name: log[0][name] for name in once["taste"]} != asdict(Taste())
    assert "wins +30.0% more" in capsys.readouterr().out


def test_a_better_taste_wins_more(uncompiled: None) -> None:
    gain, error = tuning.edge(TASTES[2], Taste(turn=9.0, rank=0.0), 2, 12, seed=3)
    assert gain > 2 * error


@pytest.mark.parametrize(
    "words",
    [[], ["nobody"], ["planner", "--seats", "9"], ["network", "--groups", "3"], ["chance", "--seats", "1"]],
)
def test_nonsense_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        deadwood.main(words)
    assert "usage: dicecup train deadwood" in capsys.readouterr().err
