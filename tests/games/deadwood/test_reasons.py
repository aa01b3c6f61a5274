"""What Deadwood refuses, and why; and why a turn ends by itself. The reason named is the true one."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dicecup
from dicecup.games.deadwood.data import AREAS, OFFICE, PRICES, RANKS, SCENES, SETS
from dicecup.games.deadwood.legal import most_chips, role_of
from dicecup.games.deadwood.state import CARD, SET, DeadwoodState
from dicecup.games.deadwood.text import UPGRADES
from dicecup.players import ended_by_itself
from dicecup.testing import Scripted
from tests.examples import examples
from tests.scenarios.deadwood.lot import HAT, NAMES, PAIL, actor, table

FULL = [actor("jail", (CARD, 0), rank=6), actor("jail", (SET, 0), rank=6), actor("jail", (SET, 1), rank=6)]


def test_where_success_is_certain_only_acting_is_left() -> None:
    game = table(actor("hotel", (SET, 1), rank=4, chips=3), None, scenes={"hotel": HAT})
    assert game.refuses("end") == "You are working on a role, Faro Player, and cannot fail: you have to act."
    game = table(actor("hotel", (SET, 1), rank=4, chips=2), None, scenes={"hotel": HAT})
    assert game.refuses("end") == "You are working on a role, Faro Player: you have to act or rehearse."


def test_where_all_roles_are_taken_that_is_the_reason() -> None:
    game = table(actor("jail", rank=1), *FULL, scenes={"jail": PAIL})
    assert game.refuses("take") == "All roles at the Jail are taken."
    game = table(actor("jail", rank=1), *FULL[:1], scenes={"jail": PAIL})
    assert game.refuses("take") == "No free role at the Jail is open to your rank, 1."


@pytest.mark.parametrize("name", ["Bank", "bank", "BANK", "the Bank", " bAnK "])
def test_a_place_is_understood_as_it_is_called_on_the_board(name: str) -> None:
    game = table(actor("saloon"), None, scenes={"saloon": HAT, "bank": PAIL})
    assert game.match.why_not(("move", name)) is None
    game.match.answer(["move", name])
    assert game.state.actors[0].area == "bank"


def test_also_where_it_is_refused() -> None:
    game = table(actor("saloon"), None, scenes={"saloon": HAT})
    assert "to the Train Station" in (game.match.why_not(("move", "Train Station")) or "")
    assert game.match.why_not(("move", "Atlantis")) == "There is no area called 'Atlantis'."


def test_the_other_games_know_their_names_too() -> None:
    yahtzee = dicecup.new("yahtzee", seats=1, seed=3)
    yahtzee.answer("roll")
    assert yahtzee.why_not(("fill", "Full House")) is None
    yahtzee.answer(("fill", "Three of a Kind"))
    assert yahtzee.why_not(("fill", "three of a kind")) == yahtzee.why_not(("fill", "three_of_a_kind"))
    tokyo = dicecup.new("king-of-tokyo", seats=2, seed=3)
    assert tokyo.why_not(("buy", "Extra Head")) == tokyo.why_not(("buy", "extra-head"))
    assert "no card called" not in (tokyo.why_not(("use", "plot TWIST")) or "")


# --- a turn that ends by itself ---

JAIL = {"jail": PAIL, "general-store": HAT}
ENDS: dict[str, tuple[Callable[[], Scripted], tuple[Any, ...]]] = {
    "there are no roles": (lambda: table(actor("saloon"), None, scenes={"saloon": HAT}), ("move", "trailers")),
    "the scene has wrapped": (
        lambda: table(actor("saloon"), None, scenes={"saloon": HAT}, wrapped=["bank"]), ("move", "bank"),
    ),
    "all roles are taken": (
        lambda: table(actor("general-store"), *FULL, scenes=JAIL), ("move", "jail"),
    ),
    "no free role is open to rank 1": (
        lambda: table(actor("general-store"), FULL[0], scenes=JAIL), ("move", "jail"),
    ),
    "rank 2 costs $4 or 5 credits, not a mix of both": (
        lambda: table(actor("ranch"), None, scenes={"ranch": HAT}), ("move", OFFICE),
    ),
    "rank 3 costs $10 or 10 credits, not a mix of both": (
        lambda: table(actor(OFFICE, dollars=4), None, moved=True), ("upgrade", 2, "dollars"),
    ),
    "rank 6 is the highest there is": (
        lambda: table(actor(OFFICE, dollars=99, rank=5), None, moved=True), ("upgrade", 6, "dollars"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("why", ENDS)
def test_a_turn_that_ends_by_itself_says_why_and_can_be_taken_back(why: str) -> None:
    position, choice = ENDS[why]
    game = position()
    before = game.match.save()
    events = game.match.answer(choice)
    over = ended_by_itself(game.match, events)
    assert events[over - 1].text() == f"Ann has nothing left to do at {_here(game)}: {why}."
    assert game.pending.seat == 1
    game.match.undo(0)
    assert game.pending.seat == 0
    assert game.match.pending is not None
    assert len(game.match.log) == len(dicecup.load(before).log) + 2


def _here(game: Scripted) -> str:
    return AREAS[game.state.actors[0].area].called


def test_past_a_card_that_was_turned_up_there_is_no_such_moment() -> None:
    """Jail has no extra for rank 1, and Martin is for rank 6."""
    game = table(actor("general-store"), None, scenes={"general-store": HAT}, chance=[PAIL])
    events = game.match.answer(("move", "jail"))
    assert "Ann has nothing left to do" in events[-2].text()
    assert not ended_by_itself(game.match, events)


def test_whoever_ends_the_turn_has_said_so() -> None:
    match = table(actor("saloon"), None, scenes={"saloon": HAT}).match
    assert not ended_by_itself(match, match.answer("end"))


# --- everywhere ---


def plausible(state: DeadwoodState) -> list[tuple[Any, ...]]:
    """Everything somebody might want to do."""
    take = [("take", on, slot) for on in (CARD, SET) for slot in range(4)]
    buy = [("upgrade", rank, paid) for rank, paid in UPGRADES]
    alone = [(verb,) for verb in ("move", "take", "upgrade", "act", "rehearse", "end")]
    return [*alone, *(("move", area) for area in AREAS), *take, *buy, *(("upgrade", rank) for rank in RANKS)]


def is_true(state: DeadwoodState, choice: tuple[Any, ...], reason: str) -> bool:
    """Whether the position is as the reason says, worked out here once more from the state alone."""
    actor = state.actors[state.active]
    here = AREAS[actor.area]
    role = role_of(state, actor)
    scene = SCENES.get(state.scenes.get(actor.area, ""))
    ranks = [(CARD, slot, r.rank) for slot, r in enumerate(scene.roles)] if scene else []
    ranks += [(SET, slot, r.rank) for slot, r in enumerate(here.roles)] if scene else []
    played = {(a.on, a.slot) for a in state.actors if a.area == actor.area and a.on}
    free = [(on, slot, rank) for on, slot, rank in ranks if (on, slot) not in played]
    certain = scene is not None and actor.chips >= most_chips(scene.budget)
    price = PRICES.get(choice[1] if choice[0] == "upgrade" and len(choice) > 1 else actor.rank + 1)
    can = {
        "dollars": price is not None and actor.dollars >= price.dollars,
        "credits": price is not None and actor.credits >= price.credits,
    }
    claims: dict[str, bool] = {
        r"You are working on a role, .*, and cannot fail: you have to act\.": role is not None and certain,
        r"You are working on a role, .*: you have to act or rehearse\.": role is not None and not certain,
        r"You are working on a role, .*: you cannot leave it .*": role is not None,
        r"You have already moved: you get one step each turn\.": state.moved and role is None,
        r"You are already at .*\.": role is None and choice[1:] == (actor.area,),
        r"It is more than one step from .* to .*": choice[1:2] != () and choice[1] not in here.neighbours,
        r"Say where you want to go: .*": role is None and not state.moved and choice == ("move",),
        r"Say which role: .*": any(rank <= actor.rank for _, _, rank in free) and choice == ("take",),
        r"There are no roles at .*": actor.area not in SETS,
        r"The scene at .* has wrapped.*": actor.area in SETS and scene is None and not state.shots[actor.area],
        r"All roles at .* are taken\.": scene is not None and not free,
        r"No free role at .* is open to your rank, \d\.": bool(free)
        and all(rank > actor.rank for *_, rank in free),
        r".* has (one role|\d roles), number.*": scene is not None and choice[1:] not in [r[:2] for r in ranks],
        r".* is already playing .*\.": choice[1:] in played and role is None,
        r".* is for rank \d and higher; you have rank \d\.": any(
            choice[1:] == (on, slot) and rank > actor.rank for on, slot, rank in free
        ),
        r"Ranks are sold at .*": actor.area != OFFICE,
        r"You have rank 6, the highest there is\.": actor.rank == 6,
        r"You already have rank \d; .*": choice[0] == "upgrade" and choice[1:] != () and choice[1] <= actor.rank,
        r"Rank \d costs .*, not a mix of both; .*": actor.area == OFFICE and not any(can.values()),
        r"Rank \d costs \$.*; you could pay \d+ credits\.": not can["dollars"] and can["credits"],
        r"Rank \d costs \d+ credits.*; you could pay \$\d+\.": not can["credits"] and can["dollars"],
        r"Say which rank, .*": actor.area == OFFICE and choice == ("upgrade",),
        r"Say whether you pay dollars or credits\.": all(can.values()) or any(can.values()),
        r"There is no rank 1; .*": False,
        r"You have no role to act in\. Take one first\.": role is None,
        r"You have no role to rehearse\. Take one first\.": role is None,
        r"With .* even a 1 meets the budget of \d: .*": certain,
    }
    fitting = [held for claim, held in claims.items() if re.fullmatch(claim, reason)]
    assert fitting, f"a reason that this test does not know: {reason}"
    return all(fitting)


@pytest.mark.thorough
@examples(15)
@given(seats=st.integers(2, 8), seed=st.integers(0, 10**6))
def test_every_reason_in_random_games_is_true(seats: int, seed: int) -> None:
    rng = random.Random(seed)
    match = dicecup.new("deadwood", names=NAMES[:seats], seed=seed)
    for _ in range(60):
        if match.pending is None:
            return
        for choice in plausible(match.state):
            reason = match.why_not(choice)
            assert reason is None or is_true(match.state, choice, reason), (choice, reason)
        match.answer(rng.choice([o for o in match.pending.options if o.verb != "end"] or match.pending.options))
