"""The yardstick for the ratings of people: what the levels do to each other, and how much of that is luck."""

import random
from math import exp
from pathlib import Path

import pytest

from dicecup import games, players
from dicecup.players import ratings
from dicecup.players.rating import Rating, chances, rated, won
from dicecup.players.ratings import DUEL, Meeting, fitted, yardstick

OURS = [manifest.game.name for manifest in games.manifests() if yardstick(manifest.game.name) is not None]


def test_a_duel_is_rated_as_openskill_does() -> None:
    """tests/arena/test_statistics.py holds `rated` to the library."""
    rng = random.Random(5)
    for _ in range(50):
        pair = [Rating(rng.uniform(10, 40), rng.uniform(0.5, 8.3)) for _ in range(2)]
        for shares, ranks in (((1.0, 0.0), [0, 1]), ((0.0, 1.0), [1, 0]), ((0.5, 0.5), [0, 0])):
            for mine, theirs in zip(won(pair, shares), rated(pair, ranks), strict=True):
                assert (mine.mu, mine.sigma) == pytest.approx((theirs.mu, theirs.sigma))


def test_among_several_only_who_has_won_counts() -> None:
    """Nobody is pulled towards the others who have lost as well."""
    table = [Rating(30, 2), Rating(20, 2), Rating(20, 2)]
    before = chances(table, DUEL)
    assert sum(before) == pytest.approx(1)
    after = won(table, [0, 1, 0], DUEL)
    spread = (DUEL**2 + 12) ** 0.5
    assert after[0].mu == pytest.approx(30 - before[0] * 4 / spread)
    assert after[2].mu == pytest.approx(20 - before[2] * 4 / spread)
    assert all(new.sigma < 2 for new in after)


def test_whoever_is_known_exactly_never_changes() -> None:
    hard = Rating(33, 0.0)
    assert won([Rating(), hard], [1, 0], DUEL)[1] == hard


def test_chances_of_strong_players_do_not_overflow() -> None:
    assert chances([Rating(5000, 0), Rating(0, 0)], 1.0) == [1.0, 0.0]


def test_the_yardstick_finds_what_games_were_played_by() -> None:
    """Games by a known scale, in which luck counts for less at four seats than at two."""
    truth, luck = {"easy": 19.0, "medium": 26.0, "hard": 30.0}, {2: DUEL, 4: 4.0}
    met = []
    for seats, one, others in [(n, a, b) for n in luck for a in truth for b in truth if a != b]:
        chance = 1 / (1 + (seats - 1) * exp(-(truth[one] - truth[others]) / luck[seats]))
        met.append(Meeting(seats, one, others, 1000, 1000 * chance))
    found = fitted(met)
    assert found.levels == pytest.approx(truth, abs=0.01)
    assert found.luck == pytest.approx(luck, abs=0.01)
    assert list(found.levels) == ["easy", "medium", "hard"], "the weakest comes first"
    assert found.luck_at(3) == found.luck_at(2)
    assert found.luck_at(8) == found.luck_at(4), "where nothing was measured, as at the nearest size"


def test_a_level_that_always_wins_is_not_infinitely_strong() -> None:
    found = fitted([Meeting(2, "good", "bad", 50, 50), Meeting(2, "bad", "good", 50, 1)])
    assert 10 < found.levels["good"] - found.levels["bad"] < 60


@pytest.mark.parametrize("game", OURS)
def test_what_the_ratings_say_is_what_was_measured(game: str) -> None:
    """So that 60 % means about 60 %, at any size of table."""
    found = yardstick(game)
    assert found is not None
    assert list(found.levels) == list(players.levels(game)), "all of them, the weakest first"
    assert sum(found.levels.values()) / len(found.levels) == pytest.approx(25, abs=0.1)
    assert found.luck[2] == pytest.approx(DUEL, abs=0.001)
    off = [abs(each.wins / each.games - found.chance(each)) for each in found.meetings]
    assert max(off) < 0.1, "one number for each level does not tell everything"
    assert sum(off) / len(off) < 0.03, "but nearly"


def test_three_games_have_a_yardstick() -> None:
    assert len(OURS) == 3
    assert yardstick("no-such-game") is None


def test_the_file_keeps_the_other_games(tmp_path: Path) -> None:
    path = tmp_path / "ratings.json"
    first = fitted([Meeting(2, "easy", "hard", 100, 20)])
    ratings.write(path, "one", first)
    ratings.write(path, "two", fitted([Meeting(2, "easy", "hard", 100, 40)]))
    text = path.read_text(encoding="utf-8")
    ratings.write(path, "one", first)
    assert path.read_text(encoding="utf-8") == text
    assert text.count('[ 2, "easy", "hard", 100,') == 2
