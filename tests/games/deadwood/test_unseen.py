"""No deck order: a card is drawn when it is turned up, and that is as good as a shuffled deck."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

from dicecup.games.deadwood import GAME
from dicecup.games.deadwood.data import SCENES
from dicecup.table import Chance, Checkpoint, Draw, Match, Secret
from tests.scenarios.deadwood.lot import DOLL, GUM, LAW, actor, day_of, fresh, table


def test_drawing_from_all_unseen_cards_is_exactly_a_shuffled_deck() -> None:
    """In small: five cards, two sets, two days. The second set of the first day is never visited.

    A real deck is put in every order; its second card is taken away unseen. What is seen is then compared with
    drawing each card, when it is turned up, from those not seen yet, the one taken away among them.
    """
    real: Counter[tuple[int, ...]] = Counter()
    for deck in permutations(range(5)):
        first, _taken_away, third, fourth, _never_dealt = deck
        real[first, third, fourth] += 1
    orders = sum(real.values())
    for first in range(5):
        after_one = [card for card in range(5) if card != first]
        for second in after_one:
            after_two = [card for card in after_one if card != second]
            for third in after_two:
                drawn = Fraction(1, 5) * Fraction(1, len(after_one)) * Fraction(1, len(after_two))
                assert Fraction(real[first, second, third], orders) == drawn


def test_a_card_taken_away_unseen_may_be_any_of_the_unseen_for_ever() -> None:
    """Eight scenes were shot, the ninth wraps, the tenth was never turned up."""
    game = table(
        actor("bank", ("set", 0), rank=2),
        None,
        scenes={"bank": GUM},
        wrapped=day_of("bank", "church"),
        chance=[[2], LAW],
    )
    game.do("act")
    assert game.state.day == 2
    assert len(game.state.out) == 9
    assert (
        len(game.state.unseen) == 31
    )  # 20 to be dealt today and tomorrow or never, 10 more, and the one taken away
    game.do("move", "saloon")
    assert len(game.state.unseen) == 30
    assert LAW not in game.state.unseen


def test_every_unseen_card_is_equally_likely_to_be_turned_up() -> None:
    pools: list[Draw] = []

    def settle(point: Chance[Any]) -> Any:
        assert isinstance(point, Draw)
        pools.append(point)
        return point.pool[-1]

    state = GAME.setup(("Ann", "Ben"), GAME.options.parse({"start": "seat-order"}))
    match = Match(GAME, Checkpoint(state, 0), Secret(seed=1), settle=settle)
    match.answer(("move", "saloon"))
    match.answer("end")
    match.answer(("move", "hotel"))
    assert list(pools[0].pool) == list(SCENES)
    assert list(pools[1].pool) == list(SCENES)[:-1]
    assert {chance for _, chance in pools[1].outcomes()} == {Fraction(1, 39)}


def test_a_card_face_down_is_nothing_that_could_be_seen() -> None:
    game = fresh(2)
    saved = game.match.view(0).to_json()
    assert set(saved["scenes"].values()) == {""}
    assert saved["unseen"] == list(SCENES)
    forks = [game.match.fork(0, seed=seed) for seed in range(40)]
    turned = set()
    for fork in forks:
        assert fork.view(0).to_json() == saved
        fork.answer(("move", "saloon"))
        turned.add(fork.state.scenes["saloon"])
    assert len(turned) > 20  # each fork has a card of its own there


def test_four_days_are_enough_even_if_a_card_is_taken_away_unseen_each_night() -> None:
    game = table(None, None, None, None, options={"stall_turns": 1})
    for _ in range(3):
        game.do("end")
    assert game.state.day == 4
    assert len(game.state.unseen) == 40
    game.then(DOLL)
    game.do("move", "saloon")
    assert game.state.scenes["saloon"] == DOLL
