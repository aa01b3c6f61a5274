"""Many games between players who want to win and players who want points, in step.

They choose as the players at the table do, by the same functions; only nobody asks and nobody writes a log.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from dicecup.games.yahtzee.scoring import BOXES, UPPER_BONUS, UPPER_GOAL
from dicecup.games.yahtzee.solver.model import TOTALS
from dicecup.games.yahtzee.solver.simulate import PlayTurn, Sort, by_state, play_turn, throw_and_choose
from dicecup.games.yahtzee.solver.types import Floats, Ints
from dicecup.games.yahtzee.solver.winning import Cards, Winning

_COLUMNS: Final = 256  # games at once


def draw_luck(games: int, seats: int, seed: int) -> Floats:
    """The dice of these games before they fall, by round, seat, roll and game."""
    return np.random.Generator(np.random.PCG64(seed)).random((len(BOXES), seats, 3, games))


def contest(
    winning: Winning,
    wants_to_win: Sequence[bool],
    luck: Floats,
    points_turn: tuple[Sort, PlayTurn] = (by_state, play_turn),
) -> Ints:
    """The final scores, by seat and game: whoever does not want to win wants points."""
    games = luck.shape[-1]
    cards = [Cards(*np.zeros((3, games), np.int64)) for _ in wants_to_win]
    for dice in luck:
        for seat, wants in enumerate(wants_to_win):
            if wants:
                cards[seat] = _to_win(winning, cards, seat, dice[seat])
            else:
                cards[seat] = _for_points(winning, cards[seat], dice[seat], points_turn)
    return np.stack([card.points + np.where(card.totals == UPPER_GOAL, UPPER_BONUS, 0) for card in cards])


def _to_win(winning: Winning, cards: Sequence[Cards], seat: int, luck: Floats) -> Cards:
    bits, upper, points = winning.model.effects
    after = Cards(*(part.copy() for part in cards[seat]))
    for start in range(0, luck.shape[-1], _COLUMNS):
        some = slice(start, start + _COLUMNS)
        mine, *rivals = (Cards(*(part[some] for part in card)) for card in (cards[seat], *_others(cards, seat)))
        turn = winning.turn(mine, rivals)
        column = np.arange(len(mine.rows))
        option = throw_and_choose(winning.model, turn, mine.rows, column, luck[:, some])
        after.rows[some] |= bits[option]
        after.totals[some] = np.minimum(mine.totals + upper[option], UPPER_GOAL)
        after.points[some] += points[option]
    return after


def _others(cards: Sequence[Cards], seat: int) -> list[Cards]:
    return [card for other, card in enumerate(cards) if other != seat]


def _for_points(winning: Winning, card: Cards, luck: Floats, turn: tuple[Sort, PlayTurn]) -> Cards:
    sort, play = turn
    states, scores, games = sort(card.rows * TOTALS + card.totals, card.points, np.arange(len(card.rows)))
    play(winning.model, winning.values, states, scores, luck[:, games])
    after = np.empty_like(states), np.empty_like(scores)
    after[0][games], after[1][games] = states, scores
    return Cards(*np.divmod(after[0], TOTALS), after[1])
