"""Does the sentence about the game tell the truth? Who won, by luck or by play, and which choice cost most."""

import re

import pytest

from dicecup.coach import Review
from dicecup.coach.story import amount
from tests.coach.made import made, step

GOOD, BAD = (0.22, -0.22), (-0.22, 0.22)  # what chance did to Ann and to Kraken
BLUNDER = 0.14
NAMES = ("Ann", "Ben", "Cleo", "Dora")


# --- among two ---


def test_who_played_better_and_lost_to_luck_is_told_both_and_the_costliest_choice() -> None:
    review = made([step(0, 0.05, turn=6), step(0), step(1, 0.2), step(1, luck=BAD)], result=(0, 1))
    assert review.story(0) == (
        "You lost to Kraken although you played better: Kraken's luck was 22% above par. "
        "Yielding at 7 hearts in turn 6 cost you 5%; staying in Tokyo was better."
    )
    assert review.story(1) == (
        "You beat Ann although Ann played better: your luck was 22% above par. "
        "Yielding at 7 hearts in turn 6 cost you 20%; staying in Tokyo was better."
    )


def test_who_won_by_playing_better_is_told_so() -> None:
    review = made([step(0), step(1, 0.2)])
    assert review.story(0) == (
        "You beat Kraken: you played better; luck was about even. "
        "You found the best choice, or one as good, every time."
    )
    assert review.story(1).startswith("You lost to Ann: Ann played better; luck was about even.")


def test_who_won_against_the_dice_is_told_so() -> None:
    review = made([step(0, luck=BAD), step(1, 0.2)])
    assert review.story(0).startswith("You beat Kraken although your luck was 22% below par: you played better.")


def test_luck_is_told_by_the_dice_that_did_most() -> None:
    others = made([step(0, luck=(-0.05, 0.05)), step(1, luck=(-0.3, 0.3))], result=(0, 1))
    assert "Kraken's luck was 30% above par" in others.story(0)
    own = made([step(0, luck=(-0.3, 0.3)), step(1, luck=(-0.05, 0.05))], result=(0, 1))
    assert "your luck was 30% below par" in own.story(0)


def test_among_several_the_luck_of_the_winner_is_told_but_not_that_of_one_loser() -> None:
    names, quiet = ("Ann", "Ben", "Cleo"), [step(seat, luck=(0.0, 0.0, 0.0)) for seat in range(3)]
    won = made([*quiet, step(1, luck=(0.2, -0.3, 0.1))], names=names, result=(1, 0, 0))
    assert "chance brought you 20%" in won.story(0)
    lost = made([*quiet, step(1, luck=(-0.2, 0.3, -0.1))], names=names, result=(0, 1, 0))
    assert "Ben's luck was 30% above par" in lost.story(0)


def test_where_luck_was_even_for_oneself_but_not_for_the_winner_it_is_not_called_even() -> None:
    names, quiet = ("Ann", "Ben", "Cleo"), [step(seat, luck=(0.0, 0.0, 0.0)) for seat in range(3)]
    review = made([*quiet, step(1, luck=(0.0, 0.3, -0.3))], names=names, result=(0, 1, 0))
    assert review.story(0).startswith("You lost to Ben: Ben's luck was 30% above par;")
    assert "even" not in review.story(0)


def test_who_was_outplayed_and_unlucky_hears_the_winners_name_once_less() -> None:
    names, quiet = ("Ann", "Ben", "Cleo"), (0.0, 0.0, 0.0)
    steps = [step(0, 0.2, luck=quiet), step(1, luck=(-0.3, 0.3, 0.0)), step(2, 0.2, luck=quiet)]
    review = made(steps, names=names, result=(0, 1, 0))
    assert review.story(0).startswith(
        "You lost to Ben: Ben played better than you and their luck was 30% above par."
    )
    assert review.story().startswith(
        "Ben won: Ben played better than everybody else and Ben's luck was 30% above par."
    )


def test_a_name_and_the_next_are_not_taken_for_one_list() -> None:
    """Not "better than Ann and Cleo's luck": soak runs found that."""
    names, quiet = ("Ann", "Ben", "Cleo"), (0.0, 0.0, 0.0)
    steps = [step(0, 0.2, luck=quiet), step(1, luck=quiet), step(2, luck=(-0.3, 0.0, 0.3))]
    review = made(steps, names=names, result=(0, 0, 1))
    assert review.story().startswith("Cleo won: Cleo played better than Ann, and Cleo's luck was 30% above par.")


def test_when_many_small_strokes_of_luck_add_up_it_is_told_what_they_add_up_to() -> None:
    names = ("Ann", "Ben", "Cleo", "Dora")
    strokes = [step(seat, luck=(-0.02, 0.01, 0.005, 0.005)) for seat in range(4)]
    assert "chance took 8% from you" in made(strokes, names=names, result=(0, 1, 0, 0)).story(0)


def test_nobody_is_called_better_for_what_may_be_noise() -> None:
    """A fault of 5% where values are good to 3% may be nothing; where they are exact it is one."""
    assert "better" not in made([step(0), step(1, 0.05)], noise=0.03).story(0)
    assert "you played better" in made([step(0), step(1, 0.05)]).story(0)
    assert "you played better" in made([step(0), step(1, 0.2, noise=0.03)], noise=0.03).story(0)


def test_equal_play_is_called_so() -> None:
    review = made([step(0, 0.05, luck=GOOD), step(1, 0.055)])
    assert review.story(0).startswith(
        "You beat Kraken: your luck was 22% above par; both played about equally well."
    )


# --- among several ---


def test_among_several_the_winner_is_named_and_who_was_outplayed() -> None:
    names, quiet = ("Ann", "Ben", "Cleo"), (0.0, 0.0, 0.0)
    steps = [step(0, luck=quiet), step(1, 0.2, luck=quiet), step(2, 0.5, luck=quiet)]
    review = made(steps, names=names, result=(0, 1, 0))
    assert review.story(0).startswith("You lost to Ben although you played better than everybody else;")
    assert review.story(2).startswith("You lost to Ben: Ben played better than you;")
    assert (
        made(steps, names=names, result=(1, 0, 0))
        .story(0)
        .startswith("You won: you played better than everybody else;")
    )


def test_a_shared_win_and_a_game_that_nobody_won() -> None:
    steps = [step(0, luck=BAD), step(1, 0.2)]
    assert (
        made(steps, result=(0.5, 0.5))
        .story(0)
        .startswith("You shared the win with Kraken; you played better but your luck was 22% below par.")
    )
    assert made(steps, result=(0, 0)).story(0).startswith("Nobody won; you played better but your luck was")


# --- what the mind does not know ---


def test_where_most_is_left_over_the_story_says_that_it_says_little() -> None:
    review = made([step(0), step(1, 0.2)], rest=(0.4, -0.4), noise=0.03)
    assert review.story(0).startswith(
        "You beat Kraken, in front only at the very end, but it is hard to say why: the coach misjudged your "
        "chances by 40%, more than luck and play together account for."
    )
    assert "played better" not in review.story(0) + review.story(1)


def test_errors_too_large_to_be_true_do_not_make_it_clear() -> None:
    """Two games and a half cannot be given away in one that was won: luck and play come to less than nothing."""
    review = made([step(0, 0.9, luck=(0.7, -0.7)), step(0, 0.9), step(0, 0.9)], start=(0.5, 0.5), noise=0.03)
    assert review.accounts[0].rest == pytest.approx(2.5)
    for seat in (None, 0, 1):
        assert re.search(r"hard to say why: the coach misjudged \S+ chances by 250%", review.story(seat))
        assert "played better" not in review.story(seat)
        assert "par" not in review.story(seat)


def test_a_third_of_a_game_is_too_much_even_if_luck_and_play_come_to_more() -> None:
    review = made([step(1, 0.9)], start=(0.5, 0.5), noise=0.03)
    assert review.story(1).startswith(
        "You lost to Ann, who was in front all the way, but it is hard to say why: the coach misjudged your "
        "chances by 40%, too much to tell luck from play."
    )
    assert "Ann played better" in made([step(0), step(1, 0.7)], start=(0.5, 0.5), noise=0.03).story(1)


def test_where_it_is_unclear_why_somebody_won_all_hear_so() -> None:
    review = made([step(1, luck=(0.2, -0.1, -0.1))], names=NAMES[:3], result=(1, 0, 0), rest=(0.4, -0.4, 0))
    assert all("it is hard to say why" in review.story(seat) for seat in (None, 0, 1, 2))
    assert f"the coach misjudged {NAMES[0]}'s chances by 40%" in review.story(2)


def test_where_it_is_unclear_why_a_win_was_shared_no_cause_is_named() -> None:
    told = made([step(0, luck=(0.2, -0.2))], result=(0.5, 0.5), rest=(-0.3, 0.3)).story()
    assert told.startswith("Ann and Kraken shared the win, but it is hard to say why")


def test_where_it_is_unclear_why_somebody_won_it_is_told_since_when_they_were_in_front() -> None:
    swing = (0.6, -0.6)
    steps = [step(turn=3, luck=swing), step(turn=4, luck=(-0.6, 0.6)), step(turn=5, luck=swing), step(turn=9)]
    review = made(steps, start=(0.05, 0.95))
    assert review.story(0).startswith("You beat Kraken, in front from turn 9 on, but it is hard to say why")
    assert review.story(1).startswith(
        "You lost to Ann, who was in front from turn 9 on, but it is hard to say why"
    )
    assert review.story().startswith("Ann beat Kraken, in front from turn 9 on, but it is hard to say why")
    late = made([*steps[:2], step(turn=6)], start=(0.2, 0.8))
    assert late.story(0).startswith("You beat Kraken, in front only at the very end, but it is hard to say why")


def test_costs_are_only_about_right_where_values_are() -> None:
    assert "cost you about 14%" in made([step(0, BLUNDER, noise=0.03)], noise=0.03).story(0)


def test_what_playing_on_did_not_bear_out_is_told_as_a_guess_or_not_at_all() -> None:
    doubtful = step(0, 0.13, confirmed=False, doing="leaping")
    assert "Leaping at 7 hearts in turn 6 may have cost you 13%" in made([doubtful]).story(0)
    assert "Yielding" in made([doubtful, step(0, 0.08)]).story(0)


# --- choices ---


def test_a_game_without_a_fault_is_praised_no_more_than_it_deserves() -> None:
    assert made([step(0, 0.02), step(1, 0.2)]).story(0).endswith("You made no mistake.")
    assert (
        made([step(0, 0.02)] * 4)
        .story(0)
        .endswith("No single choice of yours was a mistake, but together they gave away 8%.")
    )
    assert made([step(0, 0.02)] * 4).story().endswith("No single choice was a mistake.")
    assert (
        alone(1, 1.5, 1.5, 1.5, luck=0).story(0).endswith("gave away 5.5 points. No single choice was a mistake.")
    )
    assert (
        made([step(0), step(1, 0.2)]).story(0).endswith("You found the best choice, or one as good, every time.")
    )
    idle = made([step(0, judged=False), step(1, 0.2)])
    assert idle.story(0).endswith("Nothing you chose could change much.")
    assert "played better" not in idle.story(0), "who had nothing to decide did not play better"


def test_a_game_without_words_for_its_choices_is_quoted() -> None:
    assert "Choosing “yield” in turn 6 cost you 14%; choosing “stay in Tokyo” was better." in (
        made([step(0, BLUNDER, doing="", given="", better="")]).story(0)
    )


def test_choices_that_are_told_alike_are_not_called_better_than_each_other() -> None:
    assert (
        made([step(0, BLUNDER, better="yielding")])
        .story(0)
        .endswith("Yielding at 7 hearts in turn 6 cost you 14%.")
    )


# --- alone ---


def alone(*losses: float, luck: float, scored: int = 200) -> Review:
    steps = [step(0, loss, luck=(luck / max(1, len(losses)),), unit="points") for loss in losses]
    return made(steps, names=["Ann"], result=(scored,), unit="points")


def test_alone_at_the_table_it_is_points_that_count() -> None:
    assert alone(4.3, 12, luck=20).story(0) == (
        "You scored 200 points, where perfect play averages 196: your luck was 20 points above par, but your "
        "choices gave away 16. Yielding at 7 hearts in turn 6 cost you 12 points; staying in Tokyo was better."
    )
    assert "your luck was 20 points below par, and your choices gave away 16." in alone(4.3, 12, luck=-20).story(0)
    assert "luck was about even, and your choices gave away 1 point." in alone(1, luck=0).story(0)
    assert (
        alone(0, luck=8)
        .story(0)
        .endswith("your luck was 8 points above par. You found the best choice, or one as good, every time.")
    )


# --- for those who watched ---


def test_whoever_only_watched_hears_of_the_winner_by_name() -> None:
    review = made([step(0, 0.05), step(0), step(1, 0.2), step(1, luck=BAD)], result=(0, 1))
    assert review.story() == (
        "Kraken beat Ann although Ann played better: Kraken's luck was 22% above par. "
        "The costliest choice was Kraken's: yielding at 7 hearts in turn 6 cost 20%; staying in Tokyo was better."
    )
    shared = made([step(0), step(1, 0.2), step(1, luck=BAD)], result=(0.5, 0.5))
    assert shared.story().startswith(
        "Ann and Kraken shared the win; Ann played best; Kraken's luck was 22% above par."
    )
    assert alone(4, luck=8).story().startswith("Ann scored 200 points")


def test_whoever_only_watched_is_told_no_secret() -> None:
    review = made([step(0, 0.2, private=True, doing="peeking"), step(1, 0.05)])
    assert "peeking" not in review.story().casefold()
    assert "Peeking" in review.story(0), "one's own secrets are no secret"


@pytest.mark.parametrize(
    ("size", "said"),
    [(1, "1 point"), (-1.04, "1 point"), (2.34, "2.3 points"), (9.96, "10 points"), (0, "0 points")],
)
def test_points_are_counted_as_people_count_them(size: float, said: str) -> None:
    assert amount(size, "points") == said


def test_a_stroke_of_luck_is_never_the_unluckiest_moment() -> None:
    only_good = made([step(0, luck=GOOD), step(1)]).accounts
    assert (only_good[0].luckiest, only_good[0].unluckiest) == (0, None)
    assert (only_good[1].luckiest, only_good[1].unluckiest) == (None, 0)
