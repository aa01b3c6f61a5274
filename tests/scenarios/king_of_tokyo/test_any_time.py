"""Whatever a monster is asked, cards for any time are among the options. And nobody is asked for nothing."""

from collections.abc import Callable

import pytest

from dicecup.testing import Scripted
from tests.games.king_of_tokyo.rich import RICH, deal
from tests.scenarios.king_of_tokyo.cards.shop import asked, energy, hearts
from tests.scenarios.king_of_tokyo.tokyo import CITY, CLAW, ENERGY, HEART, held, monster, roll, table

HEALER = {"hearts": 5, "energy": 4}
QUIET = (1, 1, 2, 2, 3, 3)
BEN = monster(place=CITY)


def bought(card: str, owner: dict[str, object], *others: dict[str, object] | None, **more: object) -> Scripted:
    options = {"preset": "first-edition"}
    game = table(owner, *others, phase="buy", market=[card], chance=["heal"], options=options, **more)  # type: ignore[arg-type]
    game.do("buy", card)
    return game


def looked() -> Scripted:
    game = table(monster("made-in-a-lab", "rapid-healing", **HEALER), BEN, phase="buy", chance=["jets"])
    game.do("use", "made-in-a-lab", "look")
    return game


def camouflaged() -> Scripted:
    cards = ("camouflage", "background-dweller", "rapid-healing")
    game = table(None, monster(*cards, place=CITY, **HEALER), None)
    game.then([3, 1])
    return roll(game, CLAW, CLAW, 1, 1, 2, 2)


QUESTIONS: dict[str, tuple[int, Callable[[], Scripted]]] = {
    "roll": (0, lambda: table(monster("rapid-healing", **HEALER), BEN)),
    "start": (0, lambda: table(monster("rapid-healing", "mimic", **HEALER), monster("jets"), phase="start")),
    "dice": (0, lambda: table(
        monster("rapid-healing", **HEALER), BEN, phase="dice", dice=list(QUIET), rolls_left=1
    )),
    "change": (0, lambda: roll(table(monster("rapid-healing", "herd-culler", **HEALER), BEN), *QUIET)),
    "probe": (1, lambda: roll(table(None, monster("rapid-healing", "psychic-probe", **HEALER)), *QUIET)),
    "resolve": (0, lambda: roll(
        table(monster("rapid-healing", **HEALER), BEN, options={"dice_order": "choose"}), CLAW, ENERGY, 1, 1, 2, 3
    )),
    "hearts": (0, lambda: roll(table(monster("rapid-healing", poison=1, **HEALER), BEN), HEART, 1, 1, 2, 2, 3)),
    "react": (1, lambda: roll(table(None, monster("rapid-healing", place=CITY, **HEALER)), CLAW, 1, 1, 2, 2, 3)),
    "again": (1, camouflaged),
    "buy": (0, lambda: table(monster("rapid-healing", **HEALER), BEN, phase="buy", market=["heal"])),
    "peeked": (0, looked),
    "stake": (0, lambda: bought("monster-batteries", monster("rapid-healing", hearts=5, energy=6), BEN)),
    "copy": (0, lambda: bought("mimic", monster("rapid-healing", hearts=5, energy=12), monster("jets", "wings"))),
    "snatch": (1, lambda: bought(
        "jets", monster(energy=8), monster("rapid-healing", "opportunist", hearts=5, energy=6)
    )),
    "sell": (0, lambda: table(monster("rapid-healing", "metamorph", **HEALER), BEN, phase="sell")),
    "extra turn": (0, lambda: table(
        monster("rapid-healing", "freeze-time", **HEALER), BEN, phase="after", dice=[1, 1, 1, 2, 2, 3]
    )),
}  # fmt: skip


@pytest.mark.parametrize("kind", QUESTIONS)
def test_a_card_for_any_time_can_be_used_whatever_is_asked(kind: str) -> None:
    seat, position = QUESTIONS[kind]
    game = position()
    assert asked(game) == (kind, seat)
    before = hearts(game)[seat], energy(game)[seat]
    game.do("use", "rapid-healing")
    assert (hearts(game)[seat], energy(game)[seat]) == (before[0] + 1, before[1] - 2)
    assert asked(game) == (kind, seat)  # the question is still there


def test_after_wings_in_secret_the_others_know_that_but_not_the_card() -> None:
    game = table(monster("made-in-a-lab", "wings", energy=9), BEN, None, phase="buy", chance=["jets"])
    game.play(("use", "made-in-a-lab", "look"), ("use", "wings"))
    assert asked(game) == ("peeked", 0)
    for seed in range(5):
        fork = game.match.fork(1, seed)
        assert fork.pending is not None
        assert (fork.pending.kind, fork.state.monsters[0].energy) == ("peeked", 7)
        assert fork.state.monsters[0].untouchable == "Wings"
    game.do("use", "made-in-a-lab", "buy", 0)
    assert [card.card for card in game.state.monsters[0].cards][-1] == "jets"


def test_in_random_games_too() -> None:
    """Whoever is asked something and could pay for Rapid Healing is offered it, by itself or by a copy."""
    seen = 0
    for seed in range(60):
        match = deal(RICH, seed)
        while (ask := match.pending) is not None:
            monster = match.state.monsters[ask.seat]
            cards = [each.acts_as or each.card for each in monster.cards]
            if ask.kind != "order" and "rapid-healing" in cards and monster.energy >= 2 and monster.hearts < 10:
                assert any(option.text.startswith("Rapid Healing") for option in ask.options), ask
                seen += 1
            match.answer(ask.options[len(match.log) * 7 % len(ask.options)])
    assert seen > 100


class TestAskedForNothing:
    def test_a_copy_of_a_card_for_any_time_is_no_question_before_the_roll(self) -> None:
        """Mimic could be set anew, but there is nothing else to copy; and Wings can wait for the next question."""
        game = table(
            monster(held("mimic", acts_as="wings"), energy=4), monster("wings", place=CITY), phase="start"
        )
        assert asked(game) == ("roll", 0)
        assert game.offers("use", "mimic")

    def test_the_roller_who_has_seen_what_a_probe_did_is_not_asked_about_it_again(self) -> None:
        """First edition: Ben's probe comes between the rolls, and Ann declines to roll her 3 once."""
        game = table(
            monster("background-dweller"),
            monster("psychic-probe", place=CITY),
            options={"preset": "first-edition"},
            chance=[[3, 1, 1, 2, 2, 1], [3], [3, 1, 1, 2, 2, 1], [3, 1, 1, 2, 2, 1]],
        )
        game.do("roll")
        game.do("use", "psychic-probe", 0)
        game.play(("keep",), ("keep",))
        assert asked(game) == ("dice", 0)
        game.do("keep", *range(6))
        assert asked(game) == ("roll", 1)

    def test_not_even_if_it_was_the_last_roll(self) -> None:
        game = table(
            monster("background-dweller"),
            monster("psychic-probe", place=CITY),
            options={"probe": "every-roll"},
            phase="dice",
            dice=[1] * 6,
            rolls_left=1,
            chance=[[1, 1, 2, 2, 1, 2], [3]],
        )
        game.play(("keep",), ("use", "psychic-probe", 0))
        assert asked(game) == ("dice", 0)
        game.do("keep", *range(6))
        assert asked(game) == ("roll", 1)

    def test_but_when_a_probe_comes_after_the_last_word(self) -> None:
        game = roll(table(monster("background-dweller"), monster("psychic-probe", place=CITY)), 1, 1, 2, 2, 1, 2)
        game.then([3]).do("use", "psychic-probe", 0)
        assert asked(game) == ("change", 0)

    def test_a_copy_of_a_probe_is_told_as_the_prober_rolling_the_others_die(self) -> None:
        copy = held("mimic", acts_as="psychic-probe")
        seats = (None, monster(copy, "background-dweller", place=CITY), monster("psychic-probe"))
        game = roll(table(*seats), CLAW, 1, 2, 2, 1, 2)
        game.then([3]).do("use", "mimic", 0)
        game.then([ENERGY]).do("again", 0)
        assert "Psychic Probe: Ben rolls Ann's die 1 again: claw, now 3." in game.told()
        assert "Background Dweller: Ben rolls Ann's die 1 again: 3, now energy." in game.told()
