"""What a card can be asked, and what becomes of one that is written wrong."""

import importlib
import inspect
import sys
from pathlib import Path

import pytest

from dicecup.games.king_of_tokyo import KingState, cards
from dicecup.games.king_of_tokyo.cards import base, deck
from dicecup.games.king_of_tokyo.cards.base import CALLED, CARDS, DECK, FLAGS, HOOKS, Card, KingPlay, total
from dicecup.games.king_of_tokyo.market import price
from dicecup.games.king_of_tokyo.state import Held
from dicecup.players.king_of_tokyo.easy import BRAWLER, _likes
from tests.games.king_of_tokyo.box import BOX
from tests.log_hashes import compiled
from tests.scenarios.king_of_tokyo.tokyo import monster, table


@pytest.mark.skipif(compiled(), reason="mypyc forgets what arguments are annotated with")
@pytest.mark.parametrize("hook", [*HOOKS, "offers", "unusable", "use"])
def test_what_only_says_something_gets_the_state_and_what_acts_gets_the_play(hook: str) -> None:
    asked = inspect.signature(getattr(Card, hook), eval_str=True)
    first = list(asked.parameters.values())[1]
    if first.name == "held":  # it has nothing to do with the table
        return
    assert first.annotation == (KingPlay if asked.return_annotation is None else KingState)


@pytest.mark.parametrize("flag", [*FLAGS, "mere_damage", "one_is_enough"])
def test_a_flag_is_an_attribute_and_some_card_has_it(flag: str) -> None:
    assert {getattr(card, flag) for card in DECK.values()} == {True, False}
    for card in DECK.values():
        assert flag not in FLAGS or bool(card.hooks & base.bit(flag)) == getattr(card, flag)


def test_prices_and_totals_need_nothing_but_a_state() -> None:
    state = table(monster("alien-metabolism", "extra-head"), None, phase="buy", market=["wings"]).state
    assert (price(state, 0, "wings"), price(state, 1, "wings")) == (5, 6)
    assert (total(state, 0, "dice"), total(state, 1, "dice")) == (1, 0)


@pytest.mark.usefixtures("cards_as_before")
def test_a_hook_that_no_rule_asks_for_is_refused_with_the_one_that_was_meant() -> None:
    with pytest.raises(TypeError, match="No rule asks Slip for 'turn_end'; is it 'turn_ends'"):

        class Slip(Card):
            name, cost = "Slip", 3
            text = "Never."

            def turn_end(self, play: KingPlay, seat: int, held: Held) -> None:
                pass

    assert "slip" not in DECK


@pytest.mark.usefixtures("cards_as_before")
def test_a_card_without_a_text_is_refused() -> None:
    with pytest.raises(TypeError, match="The card Blank needs a cost, in energy, and a text"):

        class Blank(Card):
            name, cost = "Blank", 3

    assert "blank" not in DECK


@pytest.mark.usefixtures("cards_as_before")
def test_two_cards_cannot_have_the_same_name() -> None:
    with pytest.raises(ValueError, match="There is another card called Wings"):

        class OtherWings(Card):
            name, cost = "Wings", 1
            text = "Other wings."

    assert DECK["wings"].cost == 6


@pytest.mark.usefixtures("cards_as_before")
def test_a_card_is_in_the_deck_from_when_its_class_is_made() -> None:
    class Ache(Card):
        name, cost, copies = "Ache", 3, 2
        text = "It hurts."

    assert sorted(CARDS) == CARDS
    assert {"ache", "ache-2"} <= {*CARDS}
    assert CALLED["ache-2"] == "Ache"


@pytest.mark.usefixtures("cards_as_before")
def test_a_module_of_cards_is_found_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "aches.py").write_text(
        "from dicecup.games.king_of_tokyo.cards.base import Card\n"
        "class Ache(Card):\n"
        "    name, cost, text = 'Ache', 3, 'It hurts.'\n"
    )
    monkeypatch.setattr(cards, "__path__", [*cards.__path__, str(tmp_path)])
    importlib.reload(deck)
    del sys.modules[f"{cards.__name__}.aches"]
    assert "ache" in CARDS


def test_whoever_has_a_taste_goes_by_what_a_card_is_about() -> None:
    """Not by the file it is in."""
    liked = {DECK[card].name for card in BOX if _likes(BRAWLER, card)}
    assert {"Spiked Tail", "Wings", "Fire Blast"} <= liked
    assert {DECK[card].about for card in BOX if DECK[card].keep and DECK[card].name in liked} == {
        *("claws", "hearts", "dice")
    }
