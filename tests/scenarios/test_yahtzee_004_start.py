"""Seed 004, "Start new game": use case 004-1 and the rows 004-S1 to 004-S7."""

import pytest

import dicecup
from tests.scenarios.cases import case, row
from tests.scenarios.yahtzee import FULL_COLUMN, OPEN, card, full_but, last_box, table

BLANK = [OPEN] * 13


@case("004-1")
def test_a_new_game_gives_everybody_a_blank_column_and_asks_the_first_player_to_roll() -> None:
    game = table(None, None)
    assert [sheet.boxes for sheet in game.state.sheets] == [BLANK, BLANK]
    assert (game.pending.seat, game.pending.kind) == (0, "roll")


@case("004-S1")
def test_players_without_a_card_get_one_and_use_its_first_column() -> None:
    game = table(None, None)
    assert game.state.card == 1
    assert [sheet.past for sheet in game.state.sheets] == [(), ()]
    assert game.told() == ["Each player gets a scorecard: column 1 of 6."]
    assert game.pending.kind == "roll"


@case("004-S1")
def test_a_card_with_no_full_column_is_used_from_its_first_column() -> None:
    game = table(None, None, carry=card(0))
    assert game.state.card == 1
    assert [sheet.past for sheet in game.state.sheets] == [(), ()]
    assert game.pending.kind == "roll"


@case("004-S2")
def test_when_all_six_columns_are_full_everybody_gets_a_new_card() -> None:
    game = table(None, None, carry=card(6))
    assert game.state.card == 2
    assert [sheet.past for sheet in game.state.sheets] == [(), ()]
    assert [sheet.boxes for sheet in game.state.sheets] == [BLANK, BLANK]
    assert game.told() == ["A new scorecard is handed out."]
    assert game.pending.kind == "roll"


@pytest.mark.parametrize("full", [row(f"004-S{full + 2}", full) for full in (1, 2, 3, 4, 5)])
def test_the_next_column_of_the_card_is_used(full: int) -> None:
    game = table(None, None, carry=card(full))
    assert game.state.card == 1
    assert [sheet.past for sheet in game.state.sheets] == [(tuple(FULL_COLUMN),) * full] * 2
    assert [sheet.boxes for sheet in game.state.sheets] == [BLANK, BLANK]
    assert game.told() == [f"The game is written into column {full + 1} of 6."]
    assert game.pending.kind == "roll"


@case("004-1", "004-S1", "004-S2", "004-S3", "004-S4", "004-S5", "004-S6", "004-S7")
def test_eight_games_at_one_table_fill_a_card_and_begin_another() -> None:
    match = dicecup.new("yahtzee", seats=2, seed=4)
    used: list[tuple[int, int]] = []
    on_the_card: list[list[tuple[int, ...]]] = []
    for _ in range(8):
        state = match.state
        if state.card > len({card for card, _ in used}):
            on_the_card = []  # a new card is blank
        used.append((state.card, len(state.sheets[0].past) + 1))
        assert [sheet.past for sheet in state.sheets] == [
            tuple(game[0] for game in on_the_card),
            tuple(game[1] for game in on_the_card),
        ]
        while match.pending:
            match.answer(match.pending.options[-1])  # roll; then fill the last open box at once
        on_the_card.append([(*sheet.boxes, 0) for sheet in match.state.sheets])
        match = match.rematch()
    assert used == [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (2, 1), (2, 2)]


@case("004-1")
def test_a_card_is_saved_with_its_table() -> None:
    again = dicecup.load(table(None, None, carry=card(3)).match.save())
    assert [sheet.past for sheet in again.state.sheets] == [(tuple(FULL_COLUMN),) * 3] * 2


@case("004-1")
def test_a_full_column_remembers_its_extra_yahtzees() -> None:
    game = last_box(full_but("sixes", yahtzee=50), dice=[6, 6, 6, 6, 6], rules="official")
    game.do("fill", "sixes")
    assert game.match.rematch().state.sheets[0].past[0] == (0, 0, 0, 0, 0, 30, 0, 0, 0, 0, 0, 50, 5, 1)


@case("004-1")
def test_players_names_and_rules_stay_at_the_table() -> None:
    game = last_box(full_but(), full_but("chance"), dice=[1, 2, 3, 4, 6], rules="official")
    game.do("fill", "chance")
    following = game.match.rematch()
    assert following.names == ("Ann", "Ben")
    assert following.state.options == game.state.options
    assert following.number == 2
