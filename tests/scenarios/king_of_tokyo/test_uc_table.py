"""King of Tokyo, use cases about the table: set-up, order, saving, what is shown (UC 2, 3, 5, 6, 8-10, 25, 26)."""

import pytest

from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.games.king_of_tokyo.state import CHARACTERS
from dicecup.games.king_of_tokyo.view import KingView
from dicecup.testing import start
from tests.games.king_of_tokyo.box import BOX
from tests.scenarios.king_of_tokyo.tokyo import (
    CITY,
    CLAW,
    DEAR,
    ENERGY,
    GAME,
    NAMES,
    OUTSIDE,
    deal,
    fresh,
    load,
    monster,
    roll,
    table,
)


def claws(count: int) -> list[int]:
    """Six dice with so many claws."""
    return [CLAW] * count + [ENERGY] * (6 - count)


@pytest.mark.parametrize("answers", range(0, 60, 3))
def test_uc2_uc3_a_game_saved_in_mid_turn_goes_on_exactly_there(answers: int) -> None:
    match = deal(3)
    for _ in range(answers):
        assert match.pending is not None
        match.answer(match.pending.options[len(match.log) % len(match.pending.options)])
    again = load(match.save())
    assert again.state == match.state
    assert again.pending is not None
    assert match.pending is not None
    assert (again.pending.seat, again.pending.options) == (match.pending.seat, match.pending.options)
    assert [event.text() for event in again.events] == [event.text() for event in match.events]
    for _ in range(30):  # and has the same dice and cards to come
        for each in (match, again):
            if each.pending is not None:
                each.answer(each.pending.options[-1])
    assert again.save() == match.save()


def test_uc5_there_are_six_characters() -> None:
    assert CHARACTERS == ("Alienoid", "Cyber Bunny", "Giga Zaur", "Kraken", "Meka Dragon", "The King")
    assert GAME.default_names(6) == CHARACTERS


@pytest.mark.parametrize("character", CHARACTERS)
def test_uc5_a_player_called_like_a_character_gets_it(character: str) -> None:
    game = start(GAME, names=("Ann", character, "Cleo"), chance=DEAR)
    assert game.state.monsters[1].character == character
    assert len({each.character for each in game.state.monsters}) == 3
    assert game.match.view(0).monsters[1].character == character  # type: ignore[attr-defined]


def test_uc5_however_the_name_is_written() -> None:
    game = start(GAME, names=("alienoid", "THE KING"), chance=DEAR)
    assert [each.character for each in game.state.monsters] == ["Alienoid", "The King"]


def test_uc5_the_others_get_those_that_are_left_and_characters_make_no_difference() -> None:
    game = start(GAME, names=("Ann", "Ben", "Alienoid", "Dan", "Eve", "Fay"), chance=DEAR)
    characters = [each.character for each in game.state.monsters]
    assert sorted(characters) == sorted(CHARACTERS)
    assert characters[2] == "Alienoid"
    assert len({(m.hearts, m.stars, m.energy, m.place) for m in game.state.monsters}) == 1


@pytest.mark.parametrize("seats", range(2, 7))
def test_uc6_one_to_five_others_play_along(seats: int) -> None:
    assert seats in GAME.seats
    game = fresh(seats)
    assert len(game.state.monsters) == seats
    assert game.pending.seat == 0


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_uc6_neither_alone_nor_more_than_six(seats: int) -> None:
    assert seats not in GAME.seats


@pytest.mark.parametrize("seats", range(2, 7))
def test_uc8_dice_cards_stars_energy_counters_and_hearts_are_set_up(seats: int) -> None:
    state = fresh(seats, cards=("wings", "jets", "tanks")).state
    for each in state.monsters:
        assert (each.hearts, each.stars, each.energy, each.cards) == (10, 0, 0, [])
        assert (each.poison, each.shrink, each.place) == (0, 0, OUTSIDE)
    assert state.market == ["wings", "jets", "tanks"]
    assert len(state.deck) == 63
    assert sorted([*state.deck, *state.market]) == list(BOX)
    assert state.discard == []


def test_uc8_the_green_dice_are_the_seventh_and_following() -> None:
    game = table(monster("extra-head", "extra-head-2"), None)
    roll(game, 1, 1, 2, 2, 3, 3, ENERGY, ENERGY)
    assert game.state.monsters[0].energy == 2


@pytest.mark.parametrize("seats", range(2, 7))
def test_uc9_the_bay_is_on_the_board_with_five_or_six(seats: int) -> None:
    game = table(None, monster(place=CITY), *[None] * (seats - 2))
    roll(game, 1, 1, 2, 2, 3, 3)
    assert game.state.monsters[0].place == ("bay" if seats >= 5 else OUTSIDE)
    if seats < 5:
        with pytest.raises(ValueError, match="five or more"):
            table(monster(place="bay"), *[None] * (seats - 1))


def test_uc9_the_bay_pays_and_protects_like_the_city() -> None:
    game = table(monster(place="bay", hearts=5), monster(place=CITY), None, None, None, phase="start")
    assert game.state.monsters[0].stars == 2
    roll(game, 4, 4, 4, CLAW, 1, 2)
    assert [each.hearts for each in game.state.monsters] == [5, 10, 9, 9, 9]


def test_uc10_most_claws_begins_and_then_it_goes_round() -> None:
    game = fresh(3, claws(1), claws(3), claws(2))
    assert [game.pending.seat, game.pending.kind] == [0, "order"]
    game.play("roll", "roll", "roll")
    assert "Ben goes first." in game.told()
    turns = []
    for _ in range(4):
        turns.append(game.state.active)
        roll(game, 1, 1, 2, 2, 3, 3)
    assert turns == [1, 2, 0, 1]


def test_uc10_the_tied_roll_again_until_one_is_ahead() -> None:
    game = fresh(4, claws(2), claws(1), claws(2), claws(2), claws(0), claws(3), claws(3), claws(1), claws(2))
    game.play("roll", "roll", "roll", "roll")
    assert game.told()[-1] == "Ann, Cleo and Dan are tied and roll again."
    assert game.pending.seat == 0
    game.play("roll", "roll", "roll")
    assert game.told()[-1] == "Cleo and Dan are tied and roll again."
    assert game.pending.seat == 2
    game.play("roll", "roll")
    assert game.state.active == 3
    assert game.state.order == [0, 1, 2, 3]


def test_uc10_those_who_cannot_begin_do_not_roll_again() -> None:
    game = fresh(4, claws(1), claws(3), claws(1), claws(0))
    game.play("roll", "roll", "roll", "roll")
    assert game.pending.kind == "roll"
    assert game.state.active == 1


def test_uc10_by_roll_seats_everybody_in_descending_order() -> None:
    game = fresh(4, claws(1), claws(3), claws(0), claws(2), turn_order="by-roll")
    game.play("roll", "roll", "roll", "roll")
    assert game.state.order == [1, 3, 0, 2]
    assert game.told()[-3:-1] == ["The order is Ben, Dan, Ann and Cleo.", "Ben goes first."]
    turns = []
    for _ in range(5):
        turns.append(game.state.active)
        roll(game, 1, 1, 2, 2, 3, 3)
    assert turns == [1, 3, 0, 2, 1]


def test_uc10_by_roll_every_tie_is_rolled_again_until_all_values_are_unique() -> None:
    game = fresh(
        5,
        *(claws(2), claws(1), claws(2), claws(1), claws(4)),  # Eve is first; two pairs roll again
        *(claws(0), claws(5), claws(0), claws(3)),  # Ann and Cleo still tied; Ben before Dan
        *(claws(1), claws(2)),  # Cleo before Ann
        turn_order="by-roll",
    )
    game.play(*["roll"] * 5)
    assert game.told()[-1] == "Ann, Cleo, Ben and Dan are tied and roll again."
    game.play(*["roll"] * 4)
    assert game.told()[-1] == "Ann and Cleo are tied and roll again."
    game.play(*["roll"] * 2)
    assert game.state.order == [4, 2, 0, 1, 3]
    assert game.pending.seat == 4
    assert not game.unused


def test_uc10_by_roll_a_better_second_roll_does_not_overtake_those_who_were_not_tied() -> None:
    game = fresh(3, claws(2), claws(1), claws(1), claws(6), claws(5), turn_order="by-roll")
    game.play(*["roll"] * 5)
    assert game.state.order == [0, 1, 2]


def test_uc10_by_roll_neighbours_follow_the_new_order() -> None:
    breath = monster("fire-breathing")
    seated = table(breath, None, None, None, None, order=[0, 3, 1, 4, 2], options={"turn_order": "by-roll"})
    roll(seated, CLAW, 1, 1, 2, 2, 3)
    assert [each.hearts for each in seated.state.monsters] == [10, 10, 9, 9, 10]


def test_uc25_the_deck_button_has_all_it_needs_each_card_with_its_counters_and_whether_it_was_used() -> None:
    game = table(
        monster("smoke-cloud", "herd-culler", {"card": "mimic", "acts_as": "herd-culler"}, energy=1), None
    )
    view = game.match.view(0)
    assert isinstance(view, KingView)
    shown = [(each.card, each.acts_as, each.counters, each.used) for each in view.monsters[0].cards]
    assert shown == [
        ("smoke-cloud", "", 3, False),
        ("herd-culler", "", 0, False),
        ("mimic", "herd-culler", 0, False),
    ]
    for each in view.monsters[0].cards:
        assert DECK[each.card].name
        assert DECK[each.card].text
    assert game.match.view(1).monsters[0] == view.monsters[0]  # type: ignore[attr-defined] # cards lie open
    assert game.match.view(None).monsters[0] == view.monsters[0]  # type: ignore[attr-defined]


def test_uc25_each_card_can_be_used_or_says_why_not() -> None:
    game = table(monster("smoke-cloud", "herd-culler", "acid-attack", energy=1), None, chance=[[1, 2, 3, 4, 5, 5]])
    game.do("roll")
    assert game.offers("use", "smoke-cloud")
    assert game.refuses("use", "herd-culler", 1) == "Herd Culler can be used only after your last roll."
    assert game.refuses("use", "acid-attack") == "Acid Attack works by itself."


def test_uc26_the_status_button_has_all_it_needs() -> None:
    game = table(
        monster("wings", hearts=3, stars=7, energy=4, place=CITY, poison=1),
        monster(hearts=0),
        monster(shrink=2),
        turn=9,
    )
    for viewer in (None, 0, 1, 2):
        view = game.match.view(viewer)
        assert isinstance(view, KingView)
        assert view.names == NAMES[:3]
        assert (view.turn, view.active, view.phase) == (9, 0, "roll")
        ann, ben, cleo = view.monsters
        assert (ann.hearts, ann.max_hearts, ann.stars, ann.energy, ann.place, ann.poison) == (3, 10, 7, 4, CITY, 1)
        assert ben.hearts == 0
        assert cleo.shrink == 2
        assert view.deck == len(game.state.deck)
        assert view.discard == ()
        assert view.order == (0, 1, 2)
