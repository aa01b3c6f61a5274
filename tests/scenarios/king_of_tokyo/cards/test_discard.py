"""Cards that take effect when they are bought, one after the other."""

import pytest

from tests.scenarios.king_of_tokyo.cards.shop import NO_CLAW, asked, buys, energy, hearts, places, stars
from tests.scenarios.king_of_tokyo.tokyo import BAY, CITY, DEAR, OUTSIDE, monster, roll, table


@pytest.mark.parametrize(
    ("card", "name", "gain"),
    [
        ("apartment-building", "Apartment Building", 3),
        ("commuter-train", "Commuter Train", 2),
        ("corner-store", "Corner Store", 1),
        ("skyscraper", "Skyscraper", 4),
    ],
)
def test_buildings_and_trains_are_stars(card: str, name: str, gain: int) -> None:
    game = buys(card, monster(energy=6), monster(place=CITY), None)
    assert stars(game)[0] == gain
    assert game.state.discard == [card]
    assert f"{name}: Ann gains {gain} star{'s' if gain > 1 else ''} (now {gain})." in game.told()


@pytest.mark.parametrize(
    ("card", "gain", "lost"), [("jet-fighters", 5, 4), ("national-guard", 2, 2), ("tanks", 4, 3)]
)
class TestStarsForHearts:
    def test_both(self, card: str, gain: int, lost: int) -> None:
        game = buys(card, monster(energy=5), monster(place=CITY), None)
        assert (stars(game)[0], hearts(game)) == (gain, [10 - lost, 10, 10])

    def test_20_stars_and_no_hearts_are_no_win(self, card: str, gain: int, lost: int) -> None:
        game = buys(card, monster(energy=5, hearts=lost, stars=19), monster(place=CITY), None)
        assert not game.state.monsters[0].alive
        assert game.match.outcome is None

    def test_with_a_child_the_stars_are_gone(self, card: str, gain: int, lost: int) -> None:
        game = buys(card, monster("it-has-a-child", energy=5, hearts=1, stars=19), monster(place=CITY), None)
        assert (stars(game)[0], hearts(game)[0]) == (0, 10)
        assert game.match.outcome is None

    def test_in_tokyo_nobody_yields(self, card: str, gain: int, lost: int) -> None:
        game = buys(card, monster(energy=5, place=CITY), None)
        assert places(game)[0] == CITY

    def test_wings_help(self, card: str, gain: int, lost: int) -> None:
        game = buys(card, monster("wings", energy=7), monster(place=CITY))
        game.do("use", "wings")
        assert hearts(game)[0] == 10


class TestDropFromHighAltitude:
    def test_into_an_empty_tokyo(self) -> None:
        game = buys("drop-from-high-altitude", monster(energy=5), None)
        assert (stars(game)[0], places(game)[0]) == (3, CITY)

    def test_from_the_bay_to_the_city_without_an_entry_star(self) -> None:
        seats = (monster(energy=5, place=BAY), monster(place=CITY), None, None, None)
        game = buys("drop-from-high-altitude", *seats)
        assert (stars(game)[0], places(game)[:2]) == (2, [CITY, OUTSIDE])
        assert "Ann moves to Tokyo City." in game.told()

    def test_from_outside_city_and_bay_are_cleared(self) -> None:
        seats = (monster(energy=5), monster(place=BAY), monster(place=CITY), None, None)
        game = buys("drop-from-high-altitude", *seats)
        assert (stars(game)[0], places(game)[:3]) == (3, [CITY, OUTSIDE, OUTSIDE])
        assert "Ben is pushed out of Tokyo Bay." in game.told()

    def test_in_the_city_there_is_nothing_to_take_and_the_bay_stays(self) -> None:
        seats = (monster(energy=5, place=CITY), monster(place=BAY), None, None, None)
        game = buys("drop-from-high-altitude", *seats)
        assert (stars(game)[0], places(game)[:2]) == (2, [CITY, BAY])

    @pytest.mark.parametrize(("place", "gained"), [(OUTSIDE, 3), (BAY, 2)])
    def test_by_a_house_rule_only_the_city_is_cleared(self, place: str, gained: int) -> None:
        others = (monster(place=CITY), monster(place=OUTSIDE if place == BAY else BAY))
        seats = (monster(energy=5, place=place), *others, None, None)
        game = buys("drop-from-high-altitude", *seats, options={"drop_clears": "city"})
        assert (stars(game)[0], places(game)[:3]) == (gained, [CITY, OUTSIDE, OUTSIDE if place == BAY else BAY])

    def test_an_opportunist_drops_in_on_another_turn(self) -> None:
        game = table(
            monster(energy=3, place=CITY),
            monster("opportunist", energy=5),
            phase="buy",
            market=["heal", *DEAR[:2]],
            chance=["drop-from-high-altitude", "energize"],
        )
        game.do("buy", "heal")
        game.do("buy", "drop-from-high-altitude")
        assert places(game) == [OUTSIDE, CITY]
        assert stars(game) == [0, 2 + 1 + 2]  # the card, entering, and starting his own turn there

    def test_two_players_may_have_energy_for_entering(self) -> None:
        seats = (monster(energy=5), monster(place=CITY))
        game = buys("drop-from-high-altitude", *seats, options={"two_player": "energy"})
        assert (stars(game)[0], energy(game)[0]) == (2, 1)


class TestEnergize:
    def test_usable_in_the_same_step(self) -> None:
        game = buys("energize", monster(energy=8), monster(place=CITY))
        assert energy(game)[0] == 9
        assert game.offers("buy", "evacuation-orders")


class TestEvacuationOrders:
    def test_two_of_them_in_one_turn(self) -> None:
        game = table(monster(energy=14, stars=3), monster(stars=12), None, phase="buy", chance=["heal", "tanks"])
        game.play(("buy", "evacuation-orders"), ("buy", "evacuation-orders-2"))
        assert stars(game) == [3, 2, 0]

    def test_who_passed_20_by_a_death_is_pulled_back_before_the_turn_ends(self) -> None:
        eater = monster("eater-of-the-dead", stars=18)
        seats = (monster(energy=10), monster(hearts=2), None, eater)
        game = table(*seats, phase="buy", market=["fire-blast", *DEAR[:2]], chance=["energize", "heal"])
        game.do("buy", "fire-blast")
        assert stars(game)[3] == 20
        game.do("buy", "evacuation-orders")
        assert stars(game)[3] == 15
        assert game.match.outcome is None

    def test_but_not_after_it(self) -> None:
        eater = monster("eater-of-the-dead", stars=18)
        game = buys("fire-blast", monster(energy=3), monster(hearts=2), None, eater)
        assert game.match.outcome is not None
        assert game.match.outcome.winners == (3,)


class TestFireBlast:
    def test_everybody_else_wherever_they_are(self) -> None:
        game = buys("fire-blast", monster(energy=3), monster(place=CITY), None)
        assert hearts(game) == [10, 8, 8]
        assert "Ben loses 2 hearts to Ann's Fire Blast (now 8)." in game.told()

    def test_each_target_defends_itself_clockwise(self) -> None:
        game = buys(
            "fire-blast",
            monster(energy=3),
            monster("wings", energy=2),
            monster("rapid-healing", energy=2, hearts=9),
        )
        assert asked(game) == ("react", 1)
        game.do("take")
        assert asked(game) == ("react", 2)
        assert hearts(game) == [10, 10, 9]  # nobody has lost anything yet
        game.do("use", "rapid-healing")
        assert hearts(game) == [10, 8, 8]


class TestFrenzy:
    def test_the_turn_is_finished_then_comes_another(self) -> None:
        game = buys("frenzy", monster("solar-powered", energy=7), monster(place=CITY), None)
        assert energy(game)[0] == 1  # Solar Powered at the end of the first turn
        assert asked(game) == ("roll", 0)
        roll(game, *NO_CLAW)
        assert game.state.active == 1

    def test_an_opportunists_frenzy_comes_after_the_turn_it_was_bought_in(self) -> None:
        game = table(
            monster(energy=3),
            None,
            monster("opportunist", energy=7),
            monster(place=CITY),
            phase="buy",
            market=["heal", *DEAR[:2]],
            chance=["frenzy", "energize"],
        )
        game.do("buy", "heal")
        game.do("buy", "frenzy")
        seats = []
        for _ in range(4):
            seats.append(game.state.active)
            roll(game, *NO_CLAW)
        assert seats == [2, 1, 2, 3]

    def test_who_dies_meanwhile_has_no_extra_turn(self) -> None:
        game = buys("frenzy", monster(energy=7, hearts=1, poison=1), monster(place=CITY), None)
        assert asked(game) == ("roll", 1)


class TestGasRefinery:
    def test_stars_and_damage(self) -> None:
        game = buys("gas-refinery", monster(energy=6), monster(place=CITY), None)
        assert (stars(game)[0], hearts(game)) == (2, [10, 7, 7])

    def test_the_place_of_who_dies_is_left_empty(self) -> None:
        game = buys("gas-refinery", monster(energy=6), None, monster(place=CITY, hearts=3))
        assert places(game) == [OUTSIDE, OUTSIDE, OUTSIDE]


class TestHeal:
    def test_in_tokyo_too_and_up_to_10(self) -> None:
        game = buys("heal", monster(energy=3, hearts=9, place=CITY), None)
        assert hearts(game)[0] == 10
        assert "Heal: Ann gains 1 heart (now 10)." in game.told()


class TestHighAltitudeBombing:
    def test_everybody(self) -> None:
        game = buys("high-altitude-bombing", monster(energy=4), monster(place=CITY), None)
        assert hearts(game) == [7, 7, 7]

    def test_the_buyer_reacts_last(self) -> None:
        game = buys(
            "high-altitude-bombing", monster("wings", energy=6), monster("rapid-healing", energy=2, hearts=5)
        )
        assert asked(game) == ("react", 1)
        game.do("take")
        assert asked(game) == ("react", 0)

    def test_the_survivor_wins_even_if_the_buyer_dies(self) -> None:
        game = buys("high-altitude-bombing", monster(energy=4, hearts=3), monster(hearts=4))
        assert game.match.outcome is not None
        assert (game.match.outcome.winners, game.match.outcome.reason) == ((1,), "last monster standing")


class TestNuclearPowerPlant:
    def test_stars_and_hearts_in_tokyo_too(self) -> None:
        game = buys("nuclear-power-plant", monster(energy=6, hearts=4, place=CITY), None)
        assert (stars(game)[0], hearts(game)[0]) == (2, 7)


class TestVastStorm:
    def test_the_buyer_keeps_its_energy(self) -> None:
        game = buys("vast-storm", monster(energy=10), monster(energy=5), monster(energy=0, place=CITY))
        assert (stars(game)[0], energy(game)) == (2, [4, 3, 0])
        assert game.kinds().count("energy_lost") == 1
