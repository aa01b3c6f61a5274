"""Reviews of King of Tokyo: what options are worth to everybody, what chance did, and which choices were bad."""

from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import pytest

import dicecup
from dicecup.coach import Grade, Review, Step, review
from dicecup.games.king_of_tokyo import KingState
from dicecup.players import Appraiser, Fell, RandomPlayer, make, play
from dicecup.players.king_of_tokyo.hard import Hard
from dicecup.table import Luck, Match, Option
from dicecup.training.king_of_tokyo.selfplay import new_match
from tests.coach.made import balance
from tests.players.king_of_tokyo.tables import begun, give, market, rolled, table

CLAW, HEART, ENERGY = 6, 4, 5


@pytest.fixture(scope="module")
def hard() -> Hard:
    return Hard()


def appraised(hard: Hard, match: Match[Any]) -> dict[Option, np.ndarray]:
    """What every option of the pending question leaves to everybody."""
    ask = match.pending
    assert ask is not None
    found = hard.appraise(match.view(ask.seat), ask, partial(match.fork, ask.seat))
    assert list(found) == list(ask.options)
    return {option: np.array(values) for option, values in found.items()}


def step(hard: Hard, match: Match[Any], *choice: int | str) -> Fell | None:
    """Make a choice; what chance did then."""
    before = match.clone()
    assert match.pending is not None
    option = match.pending.find(choice)
    assert option is not None
    match.answer(option)
    return hard.fell(before, option, match.clone())


# --- what options are worth ---


def questions(games: int, options: dict[str, Any]) -> Iterator[Match[Any]]:
    """Questions of games that begin in the middle, with many cards; more of the rare kinds."""
    random, seen = np.random.default_rng(8), dict[str, int]()
    for seed in range(games):
        match = new_match(random, int(random.integers(2, 7)), mid_game=True, cards=True, options=options)
        players = RandomPlayer(seed)
        for _ in range(150):
            ask = match.pending
            if ask is None:
                break
            seen[ask.kind] = seen.get(ask.kind, 0) + 1
            if seen[ask.kind] <= 6 or random.random() < 0.02:
                yield match
            match.answer(players.decide(match.view(ask.seat), ask, partial(match.fork, ask.seat)))


@pytest.mark.thorough
def test_whatever_is_asked_the_chances_of_all_seats_add_up_to_one(hard: Hard) -> None:
    kinds = set()
    for match in questions(25, {}):
        state: KingState = match.state
        assert match.pending is not None
        kinds.add(match.pending.kind)
        for values in appraised(hard, match).values():
            assert values.shape == (len(match.names),)
            assert values.min() >= 0
            assert values.sum() == pytest.approx(1, abs=1e-5) or values.sum() == 0  # nobody survives
            dead = [seat for seat, monster in enumerate(state.monsters) if not monster.alive]
            assert not values[dead].any() or match.pending.kind == "react"  # It Has a Child may be among the cards
    assert {"roll", "dice", "buy", "yield", "hearts", "react", "change", "probe", "start", "sell"} <= kinds


def test_hard_appraises_chances_to_win(hard: Hard) -> None:
    assert isinstance(hard, Appraiser)
    assert hard.noise == 0.03
    assert hard.unit(begun(table(3))) == "win"


def test_keeps_with_the_same_faces_are_worth_the_same(hard: Hard) -> None:
    values = appraised(hard, rolled(table(3), 1, 1, 2, 3, CLAW, 1, rolls_left=2))
    at = {tuple(option[1:]): value for option, value in values.items()}
    assert np.array_equal(at[0, 2], at[1, 2])
    assert not np.array_equal(at[0, 2], at[2, 3])


def test_a_review_and_a_hint_agree(hard: Hard) -> None:
    match = rolled(table(3), 1, 1, 2, 3, CLAW, 1, rolls_left=2)
    values, ask = appraised(hard, match), match.pending
    assert ask is not None
    for one in hard.advise(match.view(0), ask, partial(match.fork, 0)):
        assert one.value == pytest.approx(values[one.option][0], abs=1e-8)


def test_twenty_stars_by_a_card_are_a_win_though_there_is_energy_left(hard: Hard) -> None:
    state = table(4)
    market(state, "jet-fighters", "vast-storm", "heal")
    state.monsters[0].stars, state.monsters[0].energy, state.phase = 15, 7, "buy"
    values = appraised(hard, begun(state))
    assert values[Option("buy", "jet-fighters")][0] == 1
    assert values[Option("buy", "heal")][0] < 0.95


# --- what is seen by looking further than Hard does ---


def stopping(hard: Hard, match: Match[Any]) -> np.ndarray:
    """What everybody may hope for if the dice stay as they are."""
    return appraised(hard, match)[Option("keep", *range(6))]


def test_dice_that_pay_for_a_card_that_wins_are_a_win(hard: Hard) -> None:
    """16 stars and four energy: one more buys the Jet Fighters, and five stars with them."""
    state = table(3)
    market(state, "jet-fighters", "wings", "jets")
    state.monsters[0].stars, state.monsters[0].energy = 16, 4
    assert stopping(hard, rolled(state, 1, 1, 2, 2, HEART, ENERGY, rolls_left=1))[0] == 1
    assert stopping(hard, rolled(state, 1, 1, 2, 2, HEART, HEART, rolls_left=1))[0] < 0.99
    state.monsters[0].hearts = 4  # which is what they cost
    assert stopping(hard, rolled(state, 1, 1, 2, 2, 3, ENERGY, rolls_left=1))[0] < 0.99


def test_who_has_jets_need_not_fly_and_let_somebody_win_in_tokyo(hard: Hard) -> None:
    state = table(3)
    give(state, 1, "jets")
    state.monsters[1].place, state.monsters[0].stars = "city", 19
    assert stopping(hard, rolled(state, CLAW, 1, 1, 2, 2, HEART, rolls_left=1))[0] < 0.99


def one_claw_short(*cards: str) -> KingState:
    """The rival in Tokyo wins when its turn begins, unless it loses its last heart before."""
    state = table(2)
    state.monsters[1].stars, state.monsters[1].hearts, state.monsters[1].place = 18, 1, "city"
    give(state, 0, *cards)
    return state


def test_who_has_freeze_time_is_not_lost_with_three_1s(hard: Hard) -> None:
    """There are three rolls of five dice to come, and one claw is enough: 93.5 %, or more with what is bought."""
    dice = (1, 1, 1, 2, 3, ENERGY)
    assert stopping(hard, rolled(one_claw_short(), *dice))[0] < 0.1
    assert stopping(hard, rolled(one_claw_short("freeze-time"), *dice))[0] > 0.9
    assert stopping(hard, rolled(one_claw_short("freeze-time"), 1, 1, 2, 2, 3, ENERGY))[0] < 0.1


def test_a_copy_of_freeze_time_does_the_same(hard: Hard) -> None:
    state = one_claw_short("mimic")
    give(state, 1, "freeze-time")
    state.monsters[0].cards[0].acts_as = "freeze-time"
    assert stopping(hard, rolled(state, 1, 1, 1, 2, 3, ENERGY))[0] > 0.9


def test_the_turn_that_three_1s_bring_is_known_until_it_begins(hard: Hard) -> None:
    """Whether a die is changed or something bought: no choice on the way looks as if the others came next."""
    state = one_claw_short("freeze-time", "herd-culler")
    state.monsters[0].energy = 9
    market(state, "corner-store", "giant-brain", "heal")
    match = rolled(state, 1, 1, 1, 2, 3, ENERGY, rolls_left=0)
    seen = []
    while match.state.turn == state.turn and match.pending is not None:
        seen.append(match.pending.kind)
        for option, values in appraised(hard, match).items():
            if option[0] in ("keep", "done", "buy", "extra-turn"):
                assert values[0] > 0.9, option
        match.answer(match.pending.options[0])
    assert seen == ["change", "buy", "extra turn"]


def test_nobody_has_won_by_dice_that_somebody_else_may_have_rolled_again(hard: Hard) -> None:
    state = table(3)
    state.monsters[0].stars = 17
    match = rolled(state, 3, 3, 3, 1, 2, 2, rolls_left=1)
    assert stopping(hard, match)[0] == 1
    give(state, 1, "psychic-probe")
    match = rolled(state, 3, 3, 3, 1, 2, 2, rolls_left=1)
    value = stopping(hard, match)
    assert value[0] < 0.99
    assert step(hard, match, "keep", *range(6)) is None
    assert value == pytest.approx(max(appraised(hard, match).values(), key=lambda each: each[1])), "nothing fell"


@pytest.mark.parametrize("choice", ["stay", "yield"])
def test_what_is_decided_before_the_next_turn_is_judged_by_that_turn(hard: Hard, choice: str) -> None:
    """Nothing falls any more before it begins, so nothing is left over either."""
    state = table(4, cards=False)
    state.monsters[1].place, state.monsters[1].hearts, state.monsters[1].stars = "city", 4, 16
    match = rolled(state, CLAW, CLAW, 1, 1, 2, 2, rolls_left=1)
    match.answer(("keep", *range(6)))
    value = appraised(hard, match)[Option(choice)]
    assert step(hard, match, choice) is None
    assert match.pending is not None
    assert match.pending.kind == "roll"
    (after,) = appraised(hard, match).values()
    assert value == pytest.approx(after, abs=1e-6)


# --- the luck of dice, by brute force ---


@pytest.mark.parametrize("kept", [(0, 1, 2, 3), (0, 1, 3, 4, 5)])
@pytest.mark.parametrize("rolls_left", [1, 2])
def test_the_mean_over_all_dice_that_may_fall_is_the_value_before(
    hard: Hard, kept: tuple[int, ...], rolls_left: int
) -> None:
    state = table(3)
    state.monsters[1].place = "city"
    before = rolled(state, 3, 3, CLAW, HEART, 1, 2, rolls_left=rolls_left)
    option = Option("keep", *kept)
    value = appraised(hard, before)[option]
    free = [slot for slot in range(6) if slot not in kept]
    after = []
    for faces in product(range(1, 7), repeat=len(free)):
        dice = [3, 3, CLAW, HEART, 1, 2]
        for slot, face in zip(free, faces, strict=True):
            dice[slot] = face
        values = appraised(hard, rolled(state, *dice, rolls_left=1))
        if rolls_left == 2:  # then the best keep is chosen, by whoever rolls
            after.append(max(values.values(), key=lambda value: value[0]))
        else:  # then the dice lie as they do
            after.append(values[Option("keep", *range(6))])
    assert np.mean(after, axis=0) == pytest.approx(value, abs=1e-9)


def test_luck_is_what_the_roll_changed(hard: Hard) -> None:
    state = table(2)
    state.monsters[0].stars = 17
    match = rolled(state, 3, 3, 1, CLAW, ENERGY, HEART, rolls_left=1)
    value = appraised(hard, match)[Option("keep", 0, 1)]
    fell = step(hard, match, "keep", 0, 1)
    assert fell is not None
    assert fell.expected == pytest.approx(value)
    assert fell.came[0] == pytest.approx(1) or fell.came[0] < fell.expected[0]  # a third 3 wins
    assert sum(fell.came) == pytest.approx(1)


def test_the_first_roll_is_held_against_all_that_could_fall(hard: Hard) -> None:
    match = begun(table(4))
    (value,) = appraised(hard, match).values()
    fell = step(hard, match, "roll")
    assert fell is not None
    assert fell.expected == pytest.approx(value)
    assert fell.came == pytest.approx(max(appraised(hard, match).values(), key=lambda value: value[0]))


def test_who_begins_is_luck_and_the_first_roll_decides_it(hard: Hard) -> None:
    match = dicecup.new("king-of-tokyo", seats=3, seed=3)
    (value,) = appraised(hard, match).values()
    luck = np.zeros(3)
    while match.pending is not None and match.pending.kind == "order":
        fell = step(hard, match, "roll")
        assert fell is not None
        luck += np.subtract(fell.came, fell.expected)
    starter = match.state.active
    assert luck[starter] > 0
    assert luck.sum() == pytest.approx(0, abs=1e-6)
    (first,) = appraised(hard, match).values()
    assert value + luck == pytest.approx(first, abs=1e-9)


def test_a_probe_is_luck_for_its_owner_or_the_roller(hard: Hard) -> None:
    state = table(2)
    give(state, 1, "psychic-probe")
    state.monsters[0].stars = 18
    match = rolled(state, 3, 3, 3, 1, 2, 5, rolls_left=1)
    assert step(hard, match, "keep", *range(6)) is None  # nothing has fallen
    value = appraised(hard, match)[Option("use", "psychic-probe", 0)]
    fell = step(hard, match, "use", "psychic-probe", 0)
    assert fell is not None
    assert fell.expected == pytest.approx(value)
    again = [entry.result[0] for entry in match.log if isinstance(entry, Luck)][-1]
    assert (fell.came[1] > fell.expected[1]) == (again != 3)


# --- the luck of cards ---


def test_a_card_that_is_turned_up_is_held_against_all_that_could_come(hard: Hard) -> None:
    state = table(2)
    market(state, "heal", "wings", "jets")
    state.monsters[0].energy, state.monsters[0].hearts, state.phase = 3, 5, "buy"
    luck = []
    for seed in range(60):
        match = begun(state.clone(), seed)
        fell = step(hard, match, "buy", "heal")
        assert fell is not None
        assert 0 <= min(fell.came) <= max(fell.came) <= 1
        luck.append(fell.came[0] - fell.expected[0])
    assert max(luck) > 0 > min(luck)
    assert abs(np.mean(luck)) < 3 * np.std(luck) / 60**0.5 + 1e-9


def test_where_nothing_fell_there_is_no_luck(hard: Hard) -> None:
    state = table(2)
    state.monsters[1].place, state.monsters[1].hearts = "city", 8
    match = rolled(state, CLAW, CLAW, 1, 1, 2, 3, rolls_left=1)
    assert step(hard, match, "keep", *range(6)) is None
    assert match.pending is not None
    assert match.pending.kind == "yield"
    assert step(hard, match, "stay") is None


def test_dice_of_a_card_are_luck_as_well(hard: Hard) -> None:
    """Camouflage: a die for each heart that would be lost."""
    luck, saved = [], []
    for seed in range(24):
        state = table(3)
        give(state, 1, "camouflage")
        state.monsters[1].place, state.monsters[1].hearts = "city", 3
        state.phase, state.dice, state.rolls, state.rolls_left = "dice", [CLAW, CLAW, CLAW, 1, 2, HEART], 2, 1
        match = begun(state, seed)
        fell = step(hard, match, "keep", *range(6))
        assert fell is not None
        luck.append(fell.came[1] - fell.expected[1])
        saved.append(match.state.monsters[1].alive)
    assert any(saved)
    assert not all(saved)
    for change, lives in zip(luck, saved, strict=True):
        assert (change > 0) == lives


def test_what_somebody_has_peeked_at_is_nobodys_luck_and_nobodys_fault(hard: Hard) -> None:
    state = table(3)
    give(state, 0, "made-in-a-lab")
    state.monsters[0].energy, state.phase = 8, "buy"
    match = begun(state)
    assert step(hard, match, "use", "made-in-a-lab", "look") is None  # only the owner knows
    assert match.state.top
    for _ in range(40):  # on to somebody else's question, with the same card still on top
        assert match.pending is not None
        if match.pending.seat != 0 and len(match.pending.options) > 1:
            break
        idle = [
            option for option in match.pending.options if option[0] in ("leave", "done", "pass", "roll", "keep")
        ]
        match.answer(idle[-1])
    assert match.pending is not None
    seat = match.pending.seat
    assert seat != 0
    assert match.state.top
    here = appraised(hard, match)
    other = match.fork(seat, seed=5)  # another card may lie there, for all this one knows
    for option, values in appraised(hard, other).items():
        assert values == pytest.approx(here[option])


# --- whole games ---


def reviewed(match: Match[Any]) -> Review:
    found = review(match)
    assert balance(found) == pytest.approx([0.0] * len(match.names), abs=1e-9)
    return found


def at(found: Review, **wanted: Any) -> Step:
    """The first decision like this."""
    return next(one for one in found.steps if all(getattr(one, name) == value for name, value in wanted.items()))


def to_the_end(match: Match[Any]) -> Match[Any]:
    return play(match, [make("king-of-tokyo", "hard")] * len(match.names))


@pytest.mark.thorough
def test_nothing_within_the_noise_is_called_a_fault() -> None:
    match = dicecup.new("king-of-tokyo", seats=3, seed=4)
    found = reviewed(play(match, [make("king-of-tokyo", "easy", seed=seat) for seat in range(3)]))
    assert found.noise == 0.03
    faults = [one for one in found.steps if one.is_fault]
    assert faults
    assert all(one.chosen.loss >= 0.03 for one in faults)
    assert all(one.confirmed for one in found.steps if one.grade is Grade.BLUNDER)
    fallen = [
        any(isinstance(entry, Luck) for entry in match.log[one.at : after])
        for one, after in in_between(found, match)
    ]
    for one, fell in zip(found.steps, fallen, strict=True):
        assert fell or not any(one.luck)


def in_between(found: Review, match: Match[Any]) -> Iterator[tuple[Step, int]]:
    ends = [one.at for one in found.steps[1:]] + [len(match.log)]
    yield from zip(found.steps, ends, strict=True)


def test_throwing_away_dice_that_win_is_a_blunder() -> None:
    """17 stars and three 3s on the table: keeping them wins at once, and the rival in Tokyo wins next turn."""
    state = table(2)
    state.monsters[0].stars, state.monsters[1].stars, state.monsters[1].place = 17, 18, "city"
    match = rolled(state, 3, 3, 3, 1, 2, ENERGY, rolls_left=1)
    match.answer(("keep",))
    blunder = at(reviewed(to_the_end(match)), kind="dice")
    assert blunder.chosen.choice == ("keep",)
    assert blunder.grade is Grade.BLUNDER
    assert blunder.confirmed
    assert blunder.before[0] == pytest.approx(1)
    assert {0, 1, 2} <= set(blunder.options[0].choice[1:])  # the three 3s


@pytest.mark.thorough
def test_staying_in_tokyo_to_die_is_a_blunder_and_leaving_is_named() -> None:
    """One heart left, and the next to roll hits whatever it rolls: whoever stays is dead before its turn."""
    state = table(4)
    state.active = state.round_seat = 2
    state.monsters[1].hearts, state.monsters[1].place, state.monsters[1].stars = 2, "city", 14
    give(state, 3, "acid-attack")
    match = rolled(state, CLAW, 1, 1, 2, 2, ENERGY, rolls_left=1)
    match.answer(("keep", *range(6)))
    match.answer("stay")
    blunder = at(reviewed(to_the_end(match)), kind="yield")
    assert blunder.seat == 1
    assert blunder.grade is Grade.BLUNDER
    assert blunder.options[0].choice == ("yield",)


@pytest.mark.thorough
def test_who_plays_as_hints_say_makes_no_mistakes_though_more_thought_finds_something_better() -> None:
    found = reviewed(to_the_end(dicecup.new("king-of-tokyo", seats=3, seed=5)))
    assert not any(one.is_fault for one in found.steps)
    assert all(account.accuracy is None or account.accuracy > 90 for account in found.accounts)
