"""Easy, Medium and Hard on the lot, and the players they are measured by."""

import hashlib
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest

import dicecup
from dicecup.batch.deadwood import rows
from dicecup.batch.deadwood.lot import SHOTS
from dicecup.batch.deadwood.rows import row_of
from dicecup.games.deadwood import DeadwoodView
from dicecup.games.deadwood.data import OFFICE
from dicecup.players import Advice, Advisor, levels, make, play, references
from dicecup.players.deadwood import network, planner
from dicecup.players.deadwood.easy import STYLES, Easy, wins_at_once
from dicecup.players.deadwood.features import features, inputs, plain_size, size
from dicecup.players.deadwood.hard import CARE, Hard
from dicecup.players.deadwood.medium import SD, Medium
from dicecup.players.deadwood.planner import tables
from dicecup.players.deadwood.planner_weights import TASTES
from dicecup.players.player import ALIKE
from dicecup.players.reference.deadwood import hard_1
from dicecup.table import Choice, Match
from dicecup.table.retrace import again
from dicecup.testing import Scripted, check_player
from dicecup.training.deadwood.learner import Learner
from tests.players.deadwood.positions import wander
from tests.players.deadwood.walks import advised, walk
from tests.scenarios.deadwood.lot import GUM, JESSE, LAW, STEP, actor, table

LEVELS = ("beginner", "easy", "medium", "hard", "master")


def advice(player: Any, match: Scripted) -> list[Advice]:
    return advised(player, match.match)


def view(match: Scripted) -> DeadwoodView:
    """What whoever is asked sees."""
    found = match.match.view(match.pending.seat)
    assert isinstance(found, DeadwoodView)
    return found


def test_there_are_five_levels_that_advise_and_four_references() -> None:
    assert levels("deadwood") == LEVELS
    assert references("deadwood") == ("random", "single-plan", "planner", "hard-1")
    assert all(isinstance(make("deadwood", level), Advisor) for level in (*LEVELS, "planner", "hard-1"))


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "seats"), [("easy", 3), ("medium", 5), ("hard", 3), ("planner", 4)])
def test_players_keep_their_promises(name: str, seats: int) -> None:
    """Legal, repeatable, blind to the cards that lie face down; and the game ends."""
    easy = partial(make, "deadwood", "easy")
    assert check_player("deadwood", partial(make, "deadwood", name), seats=[seats], rivals=easy, look=0.1) > 20


@pytest.mark.soak
@pytest.mark.parametrize("name", [*LEVELS, "planner", "single-plan"])
@pytest.mark.parametrize("bonus", ["all", "occupied"])
def test_players_keep_their_promises_at_every_table(name: str, bonus: str) -> None:
    check_player("deadwood", partial(make, "deadwood", name), games=2, options={"bonus": bonus})


@pytest.mark.soak
@pytest.mark.parametrize("seats", range(2, 9))
def test_no_table_of_computer_players_stalls(seats: int) -> None:
    for seed in range(12):
        match = dicecup.new("deadwood", seats=seats, seed=seed, start="seat-order")
        names = (*LEVELS, "planner")
        mixed = [make("deadwood", names[(seat + seed) % len(names)], seat) for seat in range(seats)]
        while (ask := match.pending) is not None:
            match.answer(mixed[ask.seat].decide(match.view(ask.seat), ask, partial(match.fork, ask.seat)))
        assert not [event for event in match.events if "stall" in event.kind]


# --- what they see at once ---


def about_to_win(chips: int = 0, others: int = 0) -> Scripted:
    """The last day, two scenes left; with this shot the game ends, and Ann has won it unless Ben is rich."""
    return table(
        actor("secret-hideout", ("card", 0), rank=6, dollars=40, chips=chips),
        actor("trailers", rank=1, dollars=others),
        scenes={"secret-hideout": JESSE, "general-store": STEP},
        shots={"secret-hideout": 1},
        day=3,
        wrapped=("bank", "church", "hotel", "jail", "main-street", "ranch", "saloon", "train-station"),
    )


@pytest.mark.parametrize("seed", range(3))
def test_easy_goes_for_the_win_however_unsafe_it_feels(seed: int) -> None:
    match = about_to_win()
    assert wins_at_once(row_of(view(match)))
    assert advice(Easy(seed), match)[0].option == ("act",)


@pytest.mark.parametrize(("others", "chance"), [(0, 1), (200, 0)])
def test_the_end_is_known_for_certain(others: int, chance: float) -> None:
    for name in ("medium", "hard"):
        found = advice(make("deadwood", name), about_to_win(chips=4, others=others))
        assert [one.option for one in found] == [("act",)]
        assert found[0].value == pytest.approx(chance)


def test_hard_and_medium_know_a_game_that_is_won() -> None:
    for name in ("medium", "hard"):
        assert advice(make("deadwood", name), about_to_win())[0].value > 0.97


@pytest.mark.parametrize("name", ["easy", "hard", "planner"])
def test_a_rank_that_pays_for_itself_is_bought(name: str) -> None:
    """Four dollars for five points, and for all the roles that it opens."""
    match = table(actor(OFFICE, rank=1, dollars=10), actor("trailers", rank=1), day=2)
    assert advice(make("deadwood", name), match)[0].option[0] == "upgrade"


def test_nobody_waits_for_a_rank_that_can_be_bought_right_here_or_praises_one_that_opens_nothing() -> None:
    for day, why in ((2, "no rank is worth its price yet"), (3, "keep the money, which counts at the end")):
        match = table(actor(OFFICE, rank=1, dollars=60), actor("trailers", rank=1), day=day, scenes={})
        told = {tuple(one.option): one.reason for one in advice(make("deadwood", "planner"), match)}
        assert told["end",] == why
        assert not any("opens 0" in reason for reason in told.values())


def test_everybody_says_why_and_what_it_is_worth() -> None:
    match = table(actor("saloon"), None, scenes={"saloon": GUM})
    for name in (*LEVELS, "planner"):
        found = advice(make("deadwood", name), match)
        assert {one.option for one in found} == set(match.pending.options)
        assert all(one.reason and len(one.reason) < 120 for one in found)
        assert [one.loss for one in found[1:]] == sorted(one.loss for one in found[1:])
        assert min(one.loss for one in found) == 0
        assert all(0 <= one.value <= 1 for one in found)


# --- what they choose, and what they say it is worth ---


def idle(rounds: int) -> Scripted:
    """Three actors between open scenes, who have done nothing for so many rounds."""
    return table(
        actor("saloon", rank=2),
        actor("bank", rank=2),
        actor("trailers", rank=2),
        scenes={"saloon": GUM, "bank": LAW},
        idle=3 * rounds + 1,
    )


@pytest.mark.parametrize("name", ["medium", "hard"])
def test_after_six_idle_rounds_the_plan_is_kept_to_and_values_are_what_they_were(name: str) -> None:
    """Nothing is worth less because the table is restless; only the choice is bound."""
    player = make("deadwood", name)
    calm, restless = (advice(player, idle(rounds)) for rounds in (6, 7))
    before, now = ({one.option: one.value for one in found} for found in (calm, restless))
    assert min(now.values()) > 0.1
    assert all(now[option] == pytest.approx(before[option], abs=0.12) for option in now)
    planned = planner.choose(row_of(view(idle(7))), tables(TASTES[3]), [0] * rows.MOST, [0.0] * len(SHOTS))
    assert rows.code_of(restless[0].option) == planned
    assert all(one.loss >= 0 for one in restless)


def beaten(rounds: int = 0) -> Scripted:
    """Ann has money for ranks and hardly a chance any more; nothing was done for so many rounds."""
    return table(
        actor("general-store", rank=1, dollars=36, credits=18),
        actor("bank", rank=6, dollars=70, credits=40),
        scenes={"general-store": GUM, "bank": LAW},
        day=3,
        idle=2 * rounds,
    )


def test_whoever_is_as_good_as_beaten_still_keeps_to_a_plan() -> None:
    """Medium's errors shrink with what is left to lose, else all that it could do would look the same to it."""
    for rounds, most in ((0, 3), (7, 0)):
        match = beaten(rounds)
        assert advice(Hard(), match)[0].value < 0.05
        planned = planner.choose(row_of(view(match)), tables(TASTES[2]), [0] * rows.MOST, [0.0] * len(SHOTS))
        chosen = [rows.code_of(advice(Medium(seed), match)[0].option) for seed in range(30)]
        assert sum(one != planned for one in chosen) <= most


@pytest.mark.thorough
@pytest.mark.parametrize("care", [CARE, 0.01])
def test_hard_leaves_its_plan_only_for_more_than_it_takes(care: float) -> None:
    """What looks better by less comes second, with its true value. The first Hard wanted a percent."""
    kept, left = 0, 0
    mind = Hard(care=care)
    for seats, seed in ((2, 1), (4, 2), (6, 3)):
        t = tables(TASTES[seats])
        for match in some_decisions(seats, seed):
            row = row_of(match.view(None))  # type: ignore[arg-type]
            plan = planner.choose(row, t, [0] * rows.MOST, [0.0] * len(SHOTS))
            raw = {code: round(value, ALIKE) for code, value in mind.ahead(row).worth.items()}
            ask = match.pending
            assert ask is not None
            seen: Any = match.view(ask.seat)
            chosen = rows.code_of(mind.decide(seen, ask, partial(match.fork, ask.seat)))
            best = max(raw.values())
            if chosen == plan:
                kept += raw[plan] < best
                assert best - raw[plan] <= care + 1e-9 or row[rows.IDLE] > 6 * seats
            else:
                left += 1
                assert raw[chosen] == best
                assert raw[plan] < best - care
    assert kept > (5 if care == 0.01 else 0)
    assert left > 5


def test_nobody_stands_about_for_next_to_nothing() -> None:
    """A role that is free next door would be as good tomorrow: so an actor might wait for it for ever."""
    stood = turns = 0
    for seats, seed in ((2, 5002), (2, 1001), (3, 4)):
        match = dicecup.new("deadwood", seats=seats, seed=seed, start="seat-order")
        play(match, [Hard() for _ in range(seats)])
        for past in again(match):
            if past.pending is None:
                break
            row = row_of(past.view(None))  # type: ignore[arg-type]
            role = row[rows.ACTOR + rows.FIELDS * row[rows.ACTIVE] + rows.ROLE]
            free = role == rows.NONE and not row[rows.MOVED]
            choice = match.log[len(past.log)]
            assert isinstance(choice, Choice)
            turns += free
            stood += free and rows.code_of(choice.option) == rows.END
    assert turns > 100
    assert stood <= turns / 50


def some_decisions(seats: int, seed: int) -> Iterator[Match[Any]]:
    """Every seventh of a game of easy players."""
    match = dicecup.new("deadwood", seats=seats, seed=seed)
    minds = [Easy(seat) for seat in range(seats)]
    count = 0
    while (ask := match.pending) is not None:
        count += 1
        if count % 7 == 0 and len(ask.options) > 1:
            yield match
        match.answer(minds[ask.seat].decide(match.view(ask.seat), ask, partial(match.fork, ask.seat)))  # type: ignore[arg-type]


def test_what_departs_from_the_plan_is_told_with_its_care() -> None:
    found = advice(Hard(), table(actor("saloon"), None, scenes={"saloon": GUM}))
    leanings = [one.value - one.care for one in found]
    assert leanings[0] == max(leanings)


def test_easy_has_favourite_plans() -> None:
    assert len({style.name for style in STYLES}) == 3
    match = table(actor("saloon"), None, scenes={"saloon": GUM})
    told = {advice(Easy(seed), match)[0].reason for seed in range(3)}
    assert {words.partition(":")[0] for words in told} == {style.name for style in STYLES}


def test_medium_has_opinions_and_keeps_them_all_day() -> None:
    """About where a turn ends, not about single choices: so a plan that was made is carried out."""
    assert sorted(SD) == list(range(2, 9))
    row = row_of(view(table(actor("saloon"), None, scenes={"saloon": GUM})))

    def end(**changed: int) -> list[int]:
        found = list(row)
        for field, value in changed.items():
            found[rows.ACTOR + getattr(rows, field)] = value
        return found

    minds = [Medium(seed) for seed in range(8)]
    for mind in minds:
        assert mind._opinion(row, end(ROLE=0)) == mind._opinion(end(DOLLARS=7), end(ROLE=0, DOLLARS=9))
        assert mind._opinion(row, end(RANK=4)) == mind._opinion(row, row), "ranks are what they are"
        assert mind._opinion(row, end(ROLE=0)) != mind._opinion(row, end(ROLE=1))
    assert len({mind._opinion(row, end(ROLE=0)) for mind in minds}) == len(minds), "everybody has others"


@pytest.mark.parametrize("seats", [2, 3])
def test_medium_does_not_stand_about_or_walk_to_and_fro(seats: int) -> None:
    """It errs about roles; a favourite place to do nothing looks silly, most of all with money in the pocket."""
    found = walk([make("deadwood", "medium", seat) for seat in range(seats)], seed=7)
    assert not found.stood
    assert found.back <= found.moves / 20, "now and then, for a card that was turned up is a reason"


@pytest.mark.parametrize("name", ["medium", "hard"])
def test_whoever_says_what_a_move_is_for_does_it(name: str) -> None:
    assert walk([make("deadwood", name, seat) for seat in range(3)], seed=5).kept > 10


# --- what was shipped ---


def test_damaged_or_foreign_weights_are_refused() -> None:
    raw = network.SHIPPED.read_bytes()
    assert len(raw) < 1_000_000
    turned = bytearray(raw)
    turned[-5] ^= 1
    for damaged in (bytes(turned), raw[:-1], b"", b"something else", raw.replace(b" 1\n", b" 2\n", 1)):
        with pytest.raises(ValueError, match="damaged, or of another version"):
            network.unpacked(damaged)


TRAINED = {2: "d14dcf6e0f4456f6", 4: "1ac972eb72180095", 8: "2a7c6b4b5d19f675"}


def test_the_weights_of_hard_1_are_those_that_were_trained_before_they_had_names() -> None:
    for most, net in hard_1().items():
        everything = hashlib.sha256()
        for name, array in sorted(net.weights.items()):
            if name in ("chance", "apart"):  # fitted anew since
                continue
            everything.update(name.encode() + array.tobytes())
        assert everything.hexdigest()[:16] == TRAINED[most]
        assert net.names == {"hidden": inputs(most)[: plain_size(most)]}
        assert len(set(inputs(most))) == size(most)


def test_weights_from_before_chances_were_moved_apart_tell_them_as_they_are() -> None:
    known = network.shipped()[8]
    older = {name: array for name, array in known.weights.items() if name != "apart"}
    prospects = np.linspace(0.1, 0.9, 6)[None]
    told = network.Network.read(8, older, known.names).shared(prospects)
    assert told.sum() == pytest.approx(1)
    power = float(known.weights["apart"][6])
    assert known.shared(prospects) == pytest.approx(network.moved_apart(told, power))
    assert network.moved_apart(told, 1.1)[0, -1] > told[0, -1] > network.moved_apart(told, 0.9)[0, -1]


def test_an_input_that_weights_do_not_know_counts_for_nothing() -> None:
    known = network.shipped()[4]
    assert known.names == {"hidden": inputs(4)}
    fewer, names = known.weights["hidden"][1:], {"hidden": known.names["hidden"][1:]}
    again = network.Network.read(4, {**known.weights, "hidden": fewer}, names)
    assert not again.weights["hidden"][0].any()
    assert np.array_equal(again.weights["hidden"][1:], fewer)
    assert again.names == {"hidden": inputs(4)}


def test_a_network_from_before_outlooks_does_not_look_at_them_unless_it_lacks_something_else() -> None:
    known = hard_1()[4]
    plain = {"hidden": inputs(4)[: plain_size(4)]}
    assert known.names == plain
    assert network.Network.read(4, dict(known.weights), plain).wide == plain_size(4)
    names = {"hidden": plain["hidden"][1:]}
    again = network.Network.read(4, {**known.weights, "hidden": known.weights["hidden"][1:]}, names)
    assert again.wide == size(4)
    assert not again.weights["hidden"][plain_size(4) :].any()


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_shipped_inference_equals_training_inference(seats: int) -> None:
    net = network.shipped()[network.group(seats)]
    numbers = features(np.array(wander(seats, 5)), 1, tables(TASTES[seats]))
    assert numbers.shape[1] == size(seats)
    playing = net.prospects(numbers)
    copied = network.Network({name: weights.copy() for name, weights in net.weights.items()}, net.names)
    errors = Learner(copied).step(numbers, np.zeros((len(numbers), 2), np.float32), 0.0)
    assert errors[0] == pytest.approx(float((playing**2).mean()), rel=1e-5)


@pytest.mark.parametrize("seats", range(2, 9))
def test_prospects_were_made_chances_to_win(seats: int) -> None:
    """The more prospect the more chance, and at the very beginning everybody's is about the same."""
    net = network.shipped()[network.group(seats)]
    for later in range(seats):
        chances = net.chance(np.linspace(0, 1, 101), seats, later)
        assert (np.diff(chances) > 0).all()
        assert (chances[0], chances[-1]) == (0, 1)
    together = net.shared(np.tile(np.linspace(0.01, 0.99, 9)[:, None], seats))
    assert together.sum(axis=1) == pytest.approx(np.ones(9))
    assert (np.abs(together - 1 / seats) < 0.12).all(), "who comes when is worth something, but not much"
    match = dicecup.new("deadwood", seats=seats, seed=1, start="seat-order")
    best = advised(Hard(), match)[0]
    assert 0.4 / seats < best.value < 2.2 / seats
