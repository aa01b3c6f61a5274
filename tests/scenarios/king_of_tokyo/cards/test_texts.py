"""What is written on the cards follows the house rules of the table."""

import pytest

from dicecup.games.king_of_tokyo import GAME, KingOptions
from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.games.king_of_tokyo.cards.deck import CARDS
from dicecup.games.king_of_tokyo.handbook import house_rules_on
from tests.scenarios.king_of_tokyo.tokyo import CITY, monster, table

CHANGED = [
    ("monster-batteries", "batteries=stake", "Put in as much energy as you like: it is doubled."),
    ("poison-spit", "spit_and_ray=any-damage", "Monsters that lose hearts to you get a poison counter"),
    ("shrink-ray", "spit_and_ray=any-damage", "Monsters that lose hearts to you get a shrink counter"),
    ("fire-breathing", "fire_breathing=attacked", "1 more heart each, if you attack them."),
    ("fire-breathing", "virtual_claws=rolled-only", "When you roll a claw, your neighbours"),
    ("burrowing", "burrowing=with-claw", "In Tokyo, when you roll a claw, you have one more. When you yield"),
    ("burrowing", "burrowing_yields=every", "an attacker who takes any place in Tokyo loses 1 heart."),
    ("drop-from-high-altitude", "drop_clears=city", "take it; whoever is there leaves unharmed."),
    ("rooting-for-the-underdog", "underdog=every-turn", "At the end of every turn gain 1 star if you have fewer"),
    ("rooting-for-the-underdog", "underdog_ties=star", "At the end of your turn gain 1 star if nobody has fewer"),
    ("psychic-probe", "probe=every-roll", "after any of its rolls, make it roll one die again."),
    ("metamorph", "metamorph=price-paid", "discard any of your keep cards for the energy you paid for them."),
    ("urbavore", "tokyo_stars=end", "Gain 1 more star when you end your turn in Tokyo."),
    ("urbavore", "virtual_claws=rolled-only", "In Tokyo, when you roll a claw, you have one more."),
    ("even-bigger", "even_bigger_lost=lose-two", "If you lose this card, you lose 2 hearts."),
    ("acid-attack", "acid_attack=damage", "By itself it is only damage: nobody may yield to it."),
    ("acid-attack", "virtual_claws=rolled-only", "Then it is only damage: nobody may yield to it."),
    ("poison-quills", "virtual_claws=rolled-only", "If you rolled no claw, they are only damage"),
    ("alpha-monster", "virtual_claws=rolled-only", "in which you roll a claw."),
    ("spiked-tail", "virtual_claws=rolled-only", "When you roll a claw, you have one more."),
    ("complete-destruction", "virtual_claws=rolled-only", "If your dice show all six faces, gain 9 more stars."),
    ("herbivore", "herbivore=anybody", "if you made nobody lose hearts, not even yourself."),
    ("parasitic-tentacles", "sold_counters=refilled", "from other monsters, with all their counters;"),
]


@pytest.mark.parametrize(
    ("card", "house", "words"), CHANGED, ids=[f"{card}: {house}" for card, house, _ in CHANGED]
)
def test_a_house_rule_is_written_on_the_cards_it_changes(card: str, house: str, words: str) -> None:
    name, value = house.split("=")
    options = KingOptions.parse({name: value})
    assert words in DECK[card].text_in(options)
    assert words not in DECK[card].text
    assert house_rules_on(DECK[card], options) == [house]
    [entry] = [each for each in GAME.handbook()["cards"] if each["id"] == card]
    assert "With another house rule" in entry["detail"]
    assert words in entry["detail"]
    assert house not in entry["detail"], "a person reads that"
    [entry] = [each for each in GAME.handbook(options)["cards"] if each["id"] == card]
    assert words in entry["text"]


def test_the_usual_words_are_those_of_the_second_edition() -> None:
    for card in CARDS:
        assert DECK[card].text_in(KingOptions()) == DECK[card].text
        assert house_rules_on(DECK[card], KingOptions()) == []


def test_all_words_end_like_sentences_by_all_house_rules() -> None:
    first = KingOptions.parse({"preset": "first-edition", "tokyo_stars": "end", "underdog_ties": "star"})
    for card in CARDS:
        text = DECK[card].text_in(first)
        assert text[0].isupper()
        assert text[-1] == "."
        assert "  " not in text


def test_two_house_rules_on_one_card() -> None:
    options = KingOptions.parse({"preset": "first-edition", "underdog_ties": "star"})
    card = DECK["rooting-for-the-underdog"]
    assert card.text_in(options) == "At the end of every turn gain 1 star if nobody has fewer stars than you."
    assert house_rules_on(card, options) == ["underdog=every-turn", "underdog_ties=star"]


def test_whoever_may_snatch_a_card_reads_it_as_it_is_played() -> None:
    seats = (monster(energy=5), monster("opportunist", energy=9, place=CITY))
    game = table(*seats, phase="buy", market=["jets"], options={"preset": "first-edition"}, chance=["urbavore"])
    game.do("buy", "jets")
    assert "In Tokyo, when you roll a claw, you have one more. Buy it" in game.pending.prompt


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("poison-spit", "Outside Tokyo, a heart die removes one."),
        ("shrink-ray", "Outside Tokyo, a heart die removes one."),
        ("it-has-a-child", "keep your energy"),
    ],
)
def test_nothing_one_needs_to_know_is_missing(card: str, words: str) -> None:
    assert words in DECK[card].text


@pytest.mark.parametrize(
    ("section", "house", "words"),
    [
        ("aim", {"win": "at-once"}, "have 20 stars, which wins immediately"),
        ("aim", {"tie": "active-first"}, "the one whose turn it is wins"),
        ("turn", {"tokyo_stars": "end"}, "If you end your turn in Tokyo, you get 2 stars."),
        ("turn", {"enter": "with-claw"}, "go into Tokyo if it is empty and you have a claw"),
        ("turn", {"cards": False}, "go into Tokyo if it is empty, end the turn."),
        ("dice", {"dice_order": "choose"}, "You choose the order in which"),
        ("dice", {"bay": "separate"}, "all monsters outside and the one in the other place there."),
        ("tokyo", {"enter": "with-claw"}, "without a claw you stay outside"),
        ("tokyo", {"tokyo_stars": "end"}, "2 stars at the end of each of your turns"),
        ("tokyo", {"two_player": "energy"}, "1 for going in, and 1 at the start of each turn."),
        ("bay", {"bay": "separate"}, "Monsters in City and Bay hit each other too"),
        ("bay", {"bay_closing": "outside"}, "Its monster goes outside."),
        ("cards", {"cards": False}, "This table plays without cards."),
        ("start", {"start": "seat-order"}, "The first seat goes first"),
        ("start", {"turn_order": "by-roll"}, "everybody is seated in the order of their claws"),
    ],
)
def test_the_rules_are_told_as_they_are_played(section: str, house: dict[str, object], words: str) -> None:
    def told(options: KingOptions) -> str:
        [found] = [each for each in GAME.handbook(options)["sections"] if each["id"] == section]
        return " ".join(found["paragraphs"])

    assert words in told(KingOptions.parse(house))
    assert words not in told(KingOptions())
