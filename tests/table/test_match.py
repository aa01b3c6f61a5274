"""A match: what one can know of it, do in it, and copy from it."""

from typing import Any

import pytest

import dicecup
from dicecup.table import Ask, Choice, Luck, Option, RulesError
from dicecup.testing import start
from tests.table import hush
from tests.table.games import deal, last, luck, snapshot
from tests.table.hush import Hush, HushPlay

# --- what one can know ---


def test_a_match_waits_for_a_decision() -> None:
    match = dicecup.new("yahtzee", seats=2, seed=1, start="seat-order")
    ask = match.pending
    assert ask is not None
    assert (ask.seat, ask.kind, [tuple(option) for option in ask.options]) == (0, "roll", [("roll",)])
    assert match.outcome is None
    assert match.names == ("Player 1", "Player 2")
    assert match.number == 1
    assert repr(match) == "<Match yahtzee, 2 seats: Player 1 to roll>"


def test_phases_without_decisions_are_played_through() -> None:
    match = deal()
    assert match.pending is not None
    assert (match.pending.seat, match.pending.kind) == (0, "move")
    assert [type(entry) for entry in match.log] == [Luck, Luck]


def test_a_view_shows_a_seat_its_own_hidden_things_only() -> None:
    match = deal()
    views = {viewer: match.view(viewer) for viewer in (None, 0, 1)}
    assert views[0].to_json()["own"] == match.state.hands[0].card
    assert views[1].to_json()["own"] == match.state.hands[1].card
    assert views[None].to_json()["own"] == 0
    assert [view.seat for view in views.values()] == [None, 0, 1]


@pytest.mark.parametrize("seat", [-1, 2, True, "0", 0.0])
def test_there_are_no_other_seats(seat: Any) -> None:
    match = deal()
    for method in (match.view, match.fork, match.record, match.undo):
        with pytest.raises(ValueError, match=r"There is no seat .*: the seats are 0 to 1"):
            method(seat)
    with pytest.raises(ValueError, match="There is no seat"):
        match.why_not("pass", seat)


def test_why_not_is_none_for_what_can_be_done() -> None:
    match = deal()
    assert match.why_not("pass") is None
    assert match.why_not(("peek", 1), 0) is None


@pytest.mark.parametrize(
    ("choice", "seat", "reason"),
    [
        ("pass", 1, "It is Ann's decision now."),
        (("keep", 3), None, "You can only keep the card you had or the one you drew."),
        ("fly", None, "“fly” is not possible here; you can choose: challenge, pass, peek, swap."),
        (("peek", 0), 0, "“peek 0” is not a choice here; the choices are: challenge ..., pass, peek ..., swap."),
        ("peek", 0, "“peek” alone is not a choice here; the choices are: challenge ..., pass, peek ..., swap."),
        (None, None, "None is not a choice. Take one of the options."),
        ((), None, "() is not a choice. Take one of the options."),
        (True, None, "True is not a choice. Take one of the options."),
        (("peek", True), None, "('peek', True) is not a choice. Take one of the options."),
    ],
)
def test_an_illegal_answer_says_why_and_changes_nothing(choice: Any, seat: int | None, reason: str) -> None:
    match = deal()
    before = snapshot(match)
    assert match.why_not(choice, seat) == reason
    with pytest.raises(dicecup.IllegalChoice) as refusal:
        match.answer(choice, seat)
    assert (str(refusal.value), refusal.value.reason, refusal.value.choice) == (reason, reason, choice)
    assert snapshot(match) == before


# --- what one can do ---


def test_an_answer_returns_what_happened_on_the_way() -> None:
    match = deal()
    told = len(match.events)
    events = match.answer("swap", 0)
    assert [event.kind for event in events] == ["drew"]
    assert match.events[told:] == events
    assert match.pending is not None
    assert (match.pending.kind, match.pending.private) == ("keep", True)


def test_another_seat_can_be_asked_in_the_middle_of_a_phase() -> None:
    match = deal(seats=3)
    match.answer(("challenge", 2))
    assert match.pending is not None
    assert (match.pending.seat, match.pending.kind, match.state.current) == (2, "reply", 0)
    assert match.why_not("show", 0) == "It is Cleo's decision now."
    events = match.answer("show", 2)
    assert [event.kind for event in events] == ["revealed", "dealt", "dealt"]
    assert match.pending.seat == 1


def test_a_match_ends() -> None:
    match = last(deal())
    assert match.pending is None
    assert match.outcome is not None
    assert sum(match.outcome.scores) <= 4
    assert repr(match) == "<Match hush, 2 seats: over>"
    assert match.why_not("pass") == "The game is over."
    with pytest.raises(dicecup.IllegalChoice, match="The game is over"):
        match.answer("pass")


def test_the_log_holds_every_answer() -> None:
    match = deal()
    match.answer("pass")
    assert [entry.to_json() for entry in match.log] == [
        {"chance": "1/0/deal/1", "result": match.state.hands[0].card, "audience": [0]},
        {"chance": "1/1/deal/1", "result": match.state.hands[1].card, "audience": [1]},
        {"seat": 0, "choice": ["pass"]},
    ]


def test_forced_choices_are_asked_unless_the_host_answers_them() -> None:
    match = dicecup.new("yahtzee", seats=2, seed=1)
    assert match.pending is not None
    assert len(match.pending.options) == 1
    events = match.answer_forced()
    assert match.pending.kind == "choose"
    assert [event.kind for event in events] == ["order_roll", "order_roll", "begins", "rolled"]
    choices = [entry for entry in match.log if isinstance(entry, Choice)]
    assert all(choice.forced for choice in choices)
    assert len(choices) == 3


def test_forced_choices_can_be_answered_for_some_seats_only() -> None:
    match = dicecup.new("yahtzee", seats=3, seed=1)
    match.answer_forced([0, 1])
    assert match.pending is not None
    assert (match.pending.seat, match.pending.kind) == (2, "order")
    match.answer_forced([0, 1])
    assert match.pending.seat == 2


# --- rules that fail ---


class BrokenError(Exception):
    pass


def breaking(after: int) -> Hush:
    """Hush whose rules break in the turn `after`, after a reveal and a draw."""

    async def move(play: HushPlay) -> None:
        state = play.state
        if state.turn == after:
            await Ask(state.current, "move", (Option("break"), Option("pass")), "Your move.")
            play.tell("passed", seat=state.current, reveals=True)
            state.hands[0].points = 99
            state.deck.pop()
            raise BrokenError("a rule")
        await hush.move(play)

    class Breaking(Hush):
        phases = {**hush.PHASES, "move": move}  # noqa: RUF012

    return Breaking()


@pytest.mark.parametrize("with_undo", [False, True])
def test_when_a_rule_fails_the_match_stands_where_it_stood(with_undo: bool) -> None:
    match = deal(game=breaking(after=3), rounds=4)
    if with_undo:
        match.answer("pass")
        match.undo()
    match.answer("pass")
    match.answer(("peek", 0))
    before = snapshot(match)
    for _ in range(2):
        with pytest.raises(RulesError, match=r"The rules of Hush failed: BrokenError\('a rule'\)") as failed:
            match.answer("break")
        assert isinstance(failed.value.__cause__, BrokenError)
        assert snapshot(match) == before
    assert snapshot(match.clone()) == before
    with pytest.raises(dicecup.NotAllowed, match="something hidden has been shown"):
        match.undo()


def test_a_rule_that_fails_at_the_start_is_named() -> None:
    async def begin(play: HushPlay) -> None:
        raise BrokenError("at once")

    class Stillborn(Hush):
        phases = {**hush.PHASES, "begin": begin}  # noqa: RUF012

    with pytest.raises(RulesError, match="The rules of Hush failed"):
        deal(game=Stillborn())


# --- copies ---


@pytest.mark.parametrize("answers", range(9))
def test_a_clone_stands_where_the_original_stands_and_has_the_same_dice_to_come(answers: int) -> None:
    match = last(dicecup.new("yahtzee", seats=2, seed=5), answers)
    twin = match.clone()
    assert snapshot(twin) == snapshot(match)
    assert twin.commitment == match.commitment
    assert snapshot(last(twin, 20)) == snapshot(last(match, 20))


def test_a_clone_goes_its_own_way() -> None:
    match = deal()
    before = snapshot(match)
    twin = match.clone()
    twin.answer("swap")
    assert snapshot(match) == before
    match.answer("pass")
    assert twin.pending is not None
    assert twin.pending.kind == "keep"


def test_a_clone_in_the_middle_of_a_phase_is_asked_the_same_private_question() -> None:
    match = deal()
    match.answer("swap")
    twin = match.clone()
    assert snapshot(twin) == snapshot(match)
    assert match.pending is not None
    match.answer(match.pending.options[1])
    assert twin.pending is not None
    twin.answer(twin.pending.options[1])
    assert snapshot(twin) == snapshot(match)
    assert snapshot(twin.clone().clone()) == snapshot(match)


def test_a_fork_has_other_dice_to_come_and_no_past() -> None:
    match = last(dicecup.new("yahtzee", seats=2, seed=5, start="seat-order"), 4)
    fork = match.fork(0, seed=9)
    assert fork.state == match.state
    assert fork.events == []
    assert fork.pending is not None
    futures = []
    for each in (match.clone(), fork):
        each.answer(each.pending.options[0])  # type: ignore[union-attr]
        futures.append(luck(each)[-1])
    assert futures[0] != futures[1]


@pytest.mark.parametrize("seed", [0, 1, 5, None])
def test_no_fork_has_the_dice_of_the_match_not_even_with_its_seed(seed: int | None) -> None:
    """Or a player would only have to try small seeds to see what is to come."""
    match = last(dicecup.new("yahtzee", seats=2, seed=seed, start="seat-order"), 20)
    future = luck(last(match.clone(), 8))[-4:]
    for guess in (*range(8), None):
        assert luck(last(match.fork(0, guess), 8))[-4:] != future


def test_the_same_seed_gives_the_same_fork_and_none_a_new_one_each_time() -> None:
    match = deal(seats=4)
    assert snapshot(match.fork(0, seed=3)) == snapshot(match.fork(0, seed=3))
    assert len({str(match.fork(0).state.to_json()) for _ in range(20)}) > 5
    assert match.fork(0).commitment != match.fork(0).commitment


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_a_fork_keeps_what_the_seat_knows_and_draws_the_rest_anew(viewer: int | None) -> None:
    match = deal(seats=3)
    match.answer(("peek", 2))  # Ann knows Cleo's card now
    known = {None: set(), 0: {0, 2}, 1: {1}, 2: {2}}[viewer]
    hands = [[hand.card for hand in match.fork(viewer, seed).state.hands] for seed in range(60)]
    for seat, hand in enumerate(match.state.hands):
        drawn = {each[seat] for each in hands}
        assert drawn == {hand.card} if seat in known else len(drawn) >= 4
    assert all(match.fork(viewer, seed).view(viewer) == match.view(viewer) for seed in range(10))


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_a_fork_in_the_middle_of_a_phase_fits_everything_the_seat_has_seen_in_it(viewer: int | None) -> None:
    """Ann has swapped in private, and a card was turned up since: no fork may give that very card to Ben twice."""
    for seed in range(20):
        match = deal(seats=4, seed=seed)
        match.answer("swap")
        assert match.pending is not None
        match.answer(match.pending.options[1])
        assert match.pending.kind == "boast"
        for number in range(10):
            fork = match.fork(viewer, seed=number)
            assert fork.view(viewer) == match.view(viewer)
            assert fork.pending is not None
            assert fork.pending.to_json(viewer) == match.pending.to_json(viewer)
            cards = [*fork.state.deck, *(hand.card for hand in fork.state.hands), fork.state.open]
            assert sorted(cards) == list(hush.CARDS)
            last(fork)


def test_a_private_draw_in_the_middle_of_a_phase_is_drawn_anew_in_the_fork_of_another_seat() -> None:
    match = deal(seats=2)
    match.answer("swap")
    drawn: dict[int | None, set[Any]] = {}
    for viewer in (None, 0, 1):
        forks = [match.fork(viewer, seed) for seed in range(60)]
        drawn[viewer] = {fork.pending.options[1][2] for fork in forks if fork.pending is not None}
    assert drawn[0] == {luck(match)[-1]}
    assert len(drawn[1]) >= 4
    assert len(drawn[None]) >= 4


def test_a_private_choice_is_guessed_anew_in_the_fork_of_another_seat() -> None:
    match = deal(seats=2)
    match.answer("swap")
    assert match.pending is not None
    match.answer(match.pending.options[1])
    chosen = {viewer: set() for viewer in (0, 1)}  # type: dict[int, set[Any]]
    for viewer in (0, 1):
        for seed in range(40):
            choices = [entry for entry in match.fork(viewer, seed).log if isinstance(entry, Choice)]
            assert [choice.option.verb for choice in choices] == ["swap", "keep"]
            chosen[viewer].add(choices[1].option[1])
    assert chosen == {0: {"new"}, 1: {"old", "new"}}


def test_a_fork_that_cannot_fit_what_was_seen_says_so() -> None:
    class Confused(Hush):
        def redraw(self, state: Any, seat: int | None, source: Any) -> None:
            state.deck = [7] * len(state.deck)

    match = deal(game=Confused())
    match.answer("swap")
    match.answer(match.pending.options[0])  # type: ignore[union-attr]
    with pytest.raises(RulesError, match="find nothing hidden that fits"):
        match.fork(1)


def test_players_can_search_in_forks_without_touching_the_match() -> None:
    match = dicecup.new("yahtzee", seats=2, seed=1)
    before = snapshot(match)
    last(match.fork(0, 1))
    assert snapshot(match) == before


# --- the next game ---


def test_a_rematch_comes_after_the_end() -> None:
    match = deal()
    with pytest.raises(dicecup.NotAllowed, match="This game is not over yet"):
        match.rematch()
    following = last(match).rematch()
    assert (following.names, following.number) == (match.names, 2)
    assert following.state.options == match.state.options
    assert following.state.current == match.state.current


def test_a_rematch_has_other_dice() -> None:
    for seed in (7, None):
        match = last(dicecup.new("yahtzee", seats=2, seed=seed))
        following = last(match.rematch())
        assert luck(match)[:2] != luck(following)[:2]
        third = last(following.rematch())
        assert third.number == 3
        assert luck(third)[:2] != luck(following)[:2]


def test_a_random_match_is_committed_to_and_a_seeded_one_is_not() -> None:
    assert len(dicecup.new("yahtzee").commitment or "") == 64
    assert dicecup.new("yahtzee", seed=1).commitment is None


# --- walking ---


def test_walking_goes_over_the_game_once_more() -> None:
    match = last(dicecup.new("yahtzee", seats=2, seed=3), 18)
    match.undo()
    seen = [(len(past.log), past.state.to_json()) for past in match.walk()]
    stands = [entry for entry in match.log[:-2] if isinstance(entry, Choice)]
    assert len(seen) == len(stands)
    assert seen[0][0] == 0
    assert seen[-1][1] != match.state.to_json()


def test_walking_leaves_the_match_alone() -> None:
    match = last(deal(), 3)
    before = snapshot(match)
    for past in match.walk():
        past.clone()
        past.view(0)
    assert snapshot(match) == before


def test_a_scripted_match_is_settled_by_its_script() -> None:
    game = start(hush.HUSH, names=("Ann", "Ben"), chance=[6, 1])
    assert [hand.card for hand in game.state.hands] == [6, 1]
