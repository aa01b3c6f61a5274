"""Two monsters without cards: the exact solution against the rules, and against the minds."""

from pathlib import Path

import numpy as np
import pytest

from dicecup.games.king_of_tokyo import GAME, KingState
from dicecup.players.king_of_tokyo import duel as duels
from dicecup.players.king_of_tokyo.duel import SHAPE, Duel, applies, from_network
from dicecup.players.king_of_tokyo.hard import Hard
from dicecup.players.king_of_tokyo.judge import Judge, scenes_of
from dicecup.players.king_of_tokyo.mind import Mind
from dicecup.players.king_of_tokyo.position import BEFORE_BUY, BEFORE_ROLL, position
from dicecup.players.king_of_tokyo.turn import table as dice_table
from dicecup.players.king_of_tokyo.weights import shipped
from dicecup.training.king_of_tokyo import exact, main
from dicecup.training.king_of_tokyo.fitting import fit
from tests.players.king_of_tokyo.tables import advice, begun, rolled, table

RANDOM = np.random.default_rng(5)
ANY = Duel(RANDOM.random(SHAPE))
"""Values that mean nothing: whatever agrees on them agrees on all."""
JUDGED = exact.judged(shipped()[2])


def some_numbers() -> tuple[int, int, int, int]:
    """Hearts and stars of both."""
    hearts, hearts2 = RANDOM.integers(1, 11, 2)
    stars, stars2 = RANDOM.integers(0, 20, 2)
    return int(hearts), int(stars), int(hearts2), int(stars2)


def facing(inside: int, hearts: int, stars: int, hearts2: int, stars2: int) -> KingState:
    state = table(2, cards=False)
    me, other = state.monsters
    me.hearts, me.stars, other.hearts, other.stars = hearts, stars, hearts2, stars2
    (me if inside else other).place = "city"
    return state


@pytest.mark.parametrize("inside", [0, 1])
def test_what_dice_lead_to_is_what_the_rules_say(inside: int) -> None:
    """The rules resolve the dice; what comes then is looked up by hand."""
    for _ in range(60):
        hearts, stars, hearts2, stars2 = numbers = some_numbers()
        state = facing(inside, *numbers)
        dice = [int(die) for die in RANDOM.integers(1, 7, 6)]
        state.phase, state.dice = "resolve", dice
        values = []
        match = begun(state)
        ways = [match]
        if match.pending is not None and match.pending.kind == "yield":
            ways = [match.clone(), match]
            for way, choice in zip(ways, ("stay", "yield"), strict=True):
                way.answer(choice)
        for way in ways:
            me, other = way.state.monsters
            if way.outcome:
                values.append(float(0 in way.outcome.winners))
            elif other.stars >= 20:
                values.append(0.0)
            else:
                values.append(
                    1 - float(ANY.values[int(other.in_tokyo), other.hearts, other.stars, me.hearts, me.stars])
                )
        found = exact._finals(inside, stars, stars2, ANY, ANY)
        mine = found[dice_table(6).final(dice), (hearts - 1) * 10 + hearts2 - 1]
        assert mine == pytest.approx(min(values)), (inside, numbers, dice)


@pytest.mark.parametrize("inside", [0, 1])
def test_the_minds_back_up_the_same_values(inside: int) -> None:
    """Two programs that share nothing but the dice tables."""
    mind = Mind(Judge(shipped(), lambda: ANY))
    for _ in range(15):
        hearts, stars, hearts2, stars2 = numbers = some_numbers()
        value = mind.turn(facing(inside, *numbers)).start(3)[0]
        found = exact._turn(exact._finals(inside, stars, stars2, ANY, ANY))
        assert value == pytest.approx(found[(hearts - 1) * 10 + hearts2 - 1], abs=1e-12)


@pytest.mark.parametrize("inside", [0, 1])
def test_networks_see_states_of_this_game_as_judges_do(inside: int) -> None:
    """About to roll, and at the end of a turn; and what is true of them is what judges say who know the game."""
    knowing = Judge(shipped(), lambda: ANY)
    for _ in range(10):
        numbers = some_numbers()
        about = [np.array([number]) for number in (inside, *numbers)]
        none = np.zeros((1, 2), np.int64)
        for phase, stage in (("roll", BEFORE_ROLL), ("buy", BEFORE_BUY)):
            state = facing(inside, *numbers)
            state.phase = phase
            here = position(state)
            seen, meant = exact.scenes(np.array([stage]), about, none), scenes_of([here])
            for name in seen.__slots__:
                assert np.array_equal(getattr(seen, name), getattr(meant, name)), name
            duel = ANY.rolling(*about) if stage == BEFORE_ROLL else 1 - ANY.following(*about)
            assert knowing.positions([here])[0][0] == pytest.approx(duel[0])
            if stage == BEFORE_BUY:
                plain = float(Judge(shipped()).positions([here])[0][0])
                assert float(JUDGED.following(*about)[0]) == pytest.approx(1 - plain, abs=1e-5)


def test_examples_are_true() -> None:
    pack = exact.examples(ANY, 200, np.random.default_rng(1))
    for row in range(0, 200, 7):
        (hearts, stars, _, place), (hearts2, stars2, _, _) = pack["numbers"][row, :, :4].astype(np.int64)
        about = [np.array([number]) for number in (place, hearts, stars, hearts2, stars2)]
        mine = ANY.rolling(*about) if pack["stage"][row] == BEFORE_ROLL else 1 - ANY.following(*about)
        assert pack["target"][row] == pytest.approx([mine[0], 1 - mine[0]])


def test_it_is_used_only_where_it_holds() -> None:
    def rules(**options: object) -> bool:
        return applies(GAME.options.parse(options))

    assert rules(cards=False)
    assert not rules()
    for other in ({"tokyo_stars": "end"}, {"two_player": "energy"}, {"preset": "first-edition"}):
        assert not rules(cards=False, **other)


def test_hard_knows_a_won_game() -> None:
    best = advice(Hard(), rolled(facing(0, 8, 17, 5, 3), 3, 3, 3, 6, 6, 4, rolls_left=1))[0]
    assert best.value == 1
    assert "win" in best.reason


def test_a_table_is_kept_and_believed_only_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICECUP_CACHE", str(tmp_path))
    assert duels.read_table() is None
    path = duels.write_table(ANY)
    again = duels.read_table()
    assert again is not None
    assert np.array_equal(again.values, ANY.values)
    path.write_bytes(path.read_bytes()[:-10])
    assert duels.read_table() is None


def test_the_network_that_is_shipped_has_sensible_values() -> None:
    values = duels.network().values[:, 1:, :, 1:, :]
    assert values.shape == (2, 10, 20, 10, 20)
    assert np.all(np.diff(values.mean(axis=(0, 2, 3, 4))) > 0)  # hearts are good
    assert np.all(np.diff(values.mean(axis=(0, 1, 3, 4))) > 0)  # stars are better


@pytest.mark.soak
def test_the_game_is_solved_and_the_network_can_hardly_be_exploited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DICECUP_CACHE", str(tmp_path))
    assert main(["exact", "--folder", str(tmp_path)]) == 0
    assert "whoever begins wins 54.34%" in capsys.readouterr().out
    solution = duels.read_table()
    assert solution is not None
    assert exact.exploited(solution) == pytest.approx(0, abs=1e-9)
    assert exact.exploited(duels.network()) < 0.5
    assert exact.exploited(from_network(fit(solution, 300, 1))) > exact.exploited(duels.network())
    assert exact.exploited(JUDGED) < 0.5, "one that knows cards"
