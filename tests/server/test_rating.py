"""How strong somebody is: out of which games, beside which levels, and how sure that is."""

import asyncio
import json
import random
from typing import Any

import pytest

from dicecup.players.rating import Rating, chances
from dicecup.players.ratings import DUEL, Yardstick
from dicecup.server.rating.rating import Game, Standing, aim, counted, rated, suggested, table
from dicecup.server.rating.ratings import rating_of, ratings_of
from dicecup.server.rating.words import ALONE, NOBODY, edges, in_words
from dicecup.server.store.storage import ResultRow
from tests.server.browser import Browser

LEVELS = {"easy": 19.0, "medium": 25.0, "hard": 31.0}
MEASURE = Yardstick(levels=LEVELS, luck={2: DUEL, 4: 5.0})


def row(
    *seats: str, winners: tuple[int, ...] = (0,), n: int = 0, game: str = "yahtzee", **marks: bool
) -> ResultRow:
    """A result: levels, guests (`@ann`), or people nobody knows (`person`)."""
    told = [
        {
            "name": f"Seat {number}",
            "player": "person" if seat[0] == "@" or seat == "person" else "computer",
            "level": "" if seat[0] == "@" or seat == "person" else seat,
            "score": 100,
        }
        for number, seat in enumerate(seats)
    ]
    body = {"number": 1, "options": {}, "winners": winners, "seats": told, **marks}
    sitters = {number: seat[1:] for number, seat in enumerate(seats) if seat[0] == "@"}
    return ResultRow(
        match=f"match-{n:05}",
        game=game,
        ended=float(n),
        body=json.dumps(body),
        mine=frozenset(number for number, guest in sitters.items() if guest == "ann"),
        there=True,
        sitters=sitters,
    )


def of_ann(*rows: ResultRow) -> Standing:
    played = (counted(each, MEASURE) for each in rows)
    return rated([one for one in played if one is not None], MEASURE).get("ann", Standing())


# --- what counts ---


def test_games_against_computer_players_and_people_count() -> None:
    assert counted(row("@ann", "easy"), MEASURE) == Game(levels=("", "easy"), guests=("ann", ""), shares=(1, 0))
    both = counted(row("@ann", "@bo", "hard", winners=(0, 2)), MEASURE)
    assert both is not None
    assert both.shares == (0.5, 0, 0.5), "a shared win counts in parts"


@pytest.mark.parametrize(
    "left_out",
    [
        row("@ann", "easy", lesson=True),
        row("@ann", "easy", branch=True),
        row("@ann", "easy", seeded=True),
        row("@ann"),
        row("@ann", "@ann"),
        row("@ann", "@ann", "easy"),
        row("@ann", "easy", winners=()),
        row("@ann", "somebody-s-own"),
    ],
    ids=["a lesson", "a branch", "a seed", "alone", "hot seat", "two seats", "nobody won", "an unmeasured player"],
)
def test_these_do_not_count(left_out: ResultRow) -> None:
    assert counted(left_out, MEASURE) is None
    told = rating_of("yahtzee", [left_out], "ann")
    assert (told.games, told.left_out, told.mu, told.tables) == (0, 1, None, [])
    assert told.words == ALONE


# --- where one stands ---


def test_whoever_wins_rises_and_whoever_loses_falls() -> None:
    assert of_ann(row("@ann", "medium")).rating.mu > 25
    assert of_ann(row("@ann", "medium", winners=(1,))).rating.mu < 25
    stronger = of_ann(row("@ann", "hard")).rating.mu
    assert stronger > of_ann(row("@ann", "easy")).rating.mu, "a win against Hard says more"


def test_the_order_of_the_games_matters_a_little_and_everything_is_worked_out_anew() -> None:
    rows = [row("@ann", "easy", n=n, winners=(n % 2,)) for n in range(6)]
    assert of_ann(*rows) == of_ann(*rows)
    assert of_ann(*rows).games == 6
    assert of_ann(*rows).rating.sigma < Rating().sigma


def test_other_people_are_as_strong_as_they_were_at_that_time() -> None:
    """Bo has beaten Hard before: then it says more to beat Bo."""
    before = [row("@bo", "hard", n=n) for n in range(5)]
    meeting = row("@ann", "@bo", n=5)
    after = [row("@bo", "hard", n=6 + n, winners=(1,)) for n in range(5)]
    known = of_ann(*before, meeting, *after)
    assert known.games == 1
    assert known == of_ann(*before, meeting), "what came later changes nothing"
    assert known.rating.mu > of_ann(meeting).rating.mu
    unknown = of_ann(row("@ann", "person"))
    assert unknown == of_ann(meeting), "somebody whom nobody knows is a beginner like any other"


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("truth", [16.0, 25.0, 33.0])
def test_after_many_games_the_rating_is_right_and_as_sure_as_it_says(truth: float, seats: int) -> None:
    """People of a known strength play sixty games; the range that is told nearly always holds it."""
    rng, inside, found = random.Random(7), 0, []
    people = 120
    for _ in range(people):
        games = []
        for n in range(60):
            level = list(LEVELS)[n % 3]
            table_of = [Rating(truth, 0.0), *[Rating(LEVELS[level], 0.0)] * (seats - 1)]
            winner = rng.choices(range(seats), chances(table_of, MEASURE.luck_at(seats)))[0]
            shares = tuple(float(seat == winner) for seat in range(seats))
            games.append(
                Game(levels=("", *[level] * (seats - 1)), guests=("ann", *[""] * (seats - 1)), shares=shares)
            )
        mine = rated(games, MEASURE)["ann"].rating
        low, high = edges(mine)
        inside += low <= truth <= high
        found.append(mine.mu)
    assert inside / people > 0.9
    assert sum(found) / people == pytest.approx(truth, abs=1.0)


# --- a good opponent ---


def test_about_60_percent_means_odds_of_3_to_2_against_everybody() -> None:
    assert aim(2) == pytest.approx(0.6)
    assert aim(4) == pytest.approx(1 / 3)
    lead = Rating(25 + DUEL * 0.405465, 0.0)  # the logarithm of 1.5
    assert table(lead, 2, MEASURE)["medium"] == pytest.approx(aim(2), abs=1e-6)
    lead = Rating(25 + MEASURE.luck_at(4) * 0.405465, 0.0)
    assert table(lead, 4, MEASURE)["medium"] == pytest.approx(aim(4), abs=1e-6)


def test_the_level_is_suggested_whose_chance_is_nearest() -> None:
    assert suggested({"easy": 0.9, "medium": 0.64, "hard": 0.3}, 2) == "medium"
    assert suggested({"easy": 0.2, "medium": 0.1, "hard": 0.0}, 2) == "easy", "whoever loses everywhere"
    assert suggested({"easy": 1.0, "medium": 0.97, "hard": 0.8}, 2) == "hard", "and whoever wins everywhere"
    assert suggested({"easy": 0.55, "medium": 0.35, "hard": 0.2}, 4) == "medium"


def test_nobody_is_suggested_before_enough_is_known() -> None:
    rows = [row("@ann", "medium", n=n, winners=(n % 2,)) for n in range(5)]
    assert rating_of("yahtzee", rows[:4], "ann").tables[0].suggested is None
    told = rating_of("yahtzee", rows, "ann")
    assert [each.seats for each in told.tables] == [2, 3, 4, 5, 6, 7, 8], "there is nobody to win against alone"
    assert {each.suggested for each in told.tables} <= {"easy", "medium", "hard"}
    assert all(each.suggested for each in told.tables)
    duel = told.tables[0]
    assert [each.level for each in duel.chances] == ["easy", "medium", "hard"]
    assert duel.chances[0].chance > duel.chances[1].chance > duel.chances[2].chance


# --- in words ---


@pytest.mark.parametrize(
    ("mu", "sigma", "games", "words"),
    [
        (25.3, 2.5, 7, "About as strong as Medium; somewhere between Easy and Hard after 7 games."),
        (28.0, 1.0, 30, "Between Medium and Hard; somewhere between Medium and Hard after 30 games."),
        (25.0, 8.0, 1, "About as strong as Medium; one game says next to nothing."),
        (12.0, 3.0, 9, "Not yet as strong as Easy; Easy at best after 9 games."),
        (40.0, 4.0, 1200, "Stronger than Hard; Hard or better after 1,200 games."),
    ],
)
def test_a_rating_in_words(mu: float, sigma: float, games: int, words: str) -> None:
    assert in_words(Standing(Rating(mu, sigma), games), LEVELS) == words


def test_a_game_that_nobody_has_measured_has_no_rating() -> None:
    told = rating_of("farkle", [], "ann")
    assert (told.words, told.levels, told.games) == (NOBODY, [], 0)


# --- asked for over the wire ---


def test_whoever_asks_hears_of_all_games(ann: Browser) -> None:
    told = ann.get("/rating")
    assert told["enough"] == 5
    ours = {each["game"]: each for each in told["games"]}
    assert ours["yahtzee"]["words"] == ALONE
    assert [each["level"] for each in ours["king-of-tokyo"]["levels"]] == [*LEVELS, "master"]


def test_the_games_of_those_one_has_met_are_looked_at_as_well() -> None:
    class Shelf:
        """Results of everybody."""

        rows = (
            *(row("@bo", "hard", n=n) for n in range(5)),
            row("@ann", "@bo", n=5),
            row("@cy", "hard", n=6),
        )

        async def results_of(self, guest: str, _game: str | None, _most: int) -> list[ResultRow]:
            return [each for each in self.rows if guest in each.sitters.values()]

    shelf: Any = Shelf()
    told = {each.game: each for each in asyncio.run(ratings_of(shelf, "ann")).games}["yahtzee"]
    alone = rating_of("yahtzee", [Shelf.rows[5]], "ann")
    assert told.games == 1
    assert told.left_out == 0
    assert told.mu is not None
    assert alone.mu is not None
    assert told.mu > alone.mu
