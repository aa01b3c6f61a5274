"""Many games between players who want to win and players who want points, in step.

They choose as the players at the table do, by the same functions; only nobody asks and nobody writes a log.
"""

from collections.abc import Sequence
from enum import Enum, auto
from typing import Final

import numpy as np

from dicecup.games.yahtzee.scoring import BOXES, UPPER_BONUS, UPPER_GOAL
from dicecup.games.yahtzee.solver.card import Card
from dicecup.games.yahtzee.solver.endgame import ROUNDS, Endgames
from dicecup.games.yahtzee.solver.model import TOTALS
from dicecup.games.yahtzee.solver.simulate import PlayTurn, Sort, by_state, play_turn, throw_and_choose
from dicecup.games.yahtzee.solver.turn import Turn
from dicecup.games.yahtzee.solver.types import Floats, Ints
from dicecup.games.yahtzee.solver.winning import Cards, Winning, exact_turn

_COLUMNS: Final = 256  # games at once


class Wants(Enum):
    """What somebody plays for."""

    POINTS = auto()
    TO_WIN = auto()
    TO_WIN_EXACTLY = auto()  # with endgames, in duels


def draw_luck(games: int, seats: int, seed: int) -> Floats:
    """The dice of these games before they fall, by round, seat, roll and game."""
    return np.random.Generator(np.random.PCG64(seed)).random((len(BOXES), seats, 3, games))


def contest(
    winning: Winning,
    wants: Sequence[Wants],
    luck: Floats,
    points_turn: tuple[Sort, PlayTurn] = (by_state, play_turn),
) -> Ints:
    """The final scores, by seat and game."""
    games = luck.shape[-1]
    last = ROUNDS if len(wants) == 2 and Wants.TO_WIN_EXACTLY in wants else 0
    cards = [Cards(*np.zeros((3, games), np.int64)) for _ in wants]
    _play(winning, wants, cards, luck[: len(luck) - last], points_turn)
    if last:  # an endgame is one game's
        for game in range(games):
            some = [Cards(*(part[game : game + 1] for part in card)) for card in cards]
            _play(winning, wants, some, luck[-last:, ..., [game]], points_turn, Endgames(winning.model))
            for card, after in zip(cards, some, strict=True):
                for part, found in zip(card, after, strict=True):
                    part[game] = found[0]
    return np.stack([card.points + np.where(card.totals == UPPER_GOAL, UPPER_BONUS, 0) for card in cards])


def _play(
    winning: Winning,
    wants: Sequence[Wants],
    cards: list[Cards],
    luck: Floats,
    points_turn: tuple[Sort, PlayTurn],
    endgames: Endgames | None = None,
) -> None:
    """Some rounds; `endgames` for a single duel."""
    for dice in luck:
        for seat, what in enumerate(wants):
            if what is Wants.POINTS:
                cards[seat] = _for_points(winning, cards[seat], dice[seat], points_turn)
            else:
                known = endgames if what is Wants.TO_WIN_EXACTLY else None
                cards[seat] = turn_to_win(winning, cards, seat, dice[seat], known)


def turn_to_win(
    winning: Winning, cards: Sequence[Cards], seat: int, luck: Floats, endgames: Endgames | None = None
) -> Cards:
    """A turn of this seat in every game; `endgames` for a single duel."""
    bits, upper, points = winning.model.effects
    after = Cards(*(part.copy() for part in cards[seat]))
    for start in range(0, luck.shape[-1], _COLUMNS):
        some = slice(start, start + _COLUMNS)
        mine, *rivals = (Cards(*(part[some] for part in card)) for card in (cards[seat], *_others(cards, seat)))
        turn = exactly(winning, mine, rivals[0], endgames) if endgames else None
        turn = turn or winning.turn(mine, rivals)
        column = np.arange(len(mine.rows))
        option = throw_and_choose(winning.model, turn, mine.rows, column, luck[:, some])
        after.rows[some] |= bits[option]
        after.totals[some] = np.minimum(mine.totals + upper[option], UPPER_GOAL)
        after.points[some] += points[option]
    return after


def exactly(winning: Winning, mine: Cards, other: Cards, endgames: Endgames) -> Turn | None:
    """The values inside a turn of a single duel, if they are known exactly."""
    own, theirs = (Card(int(rows[0]), int(totals[0]), int(points[0])) for rows, totals, points in (mine, other))
    known = endgames.options(own, theirs)
    return None if known is None else exact_turn(winning.model, winning.values, own, known)[0]


def _others(cards: Sequence[Cards], seat: int) -> list[Cards]:
    return [card for other, card in enumerate(cards) if other != seat]


def _for_points(winning: Winning, card: Cards, luck: Floats, turn: tuple[Sort, PlayTurn]) -> Cards:
    sort, play = turn
    states, scores, games = sort(card.rows * TOTALS + card.totals, card.points, np.arange(len(card.rows)))
    play(winning.model, winning.values, states, scores, luck[:, games])
    after = np.empty_like(states), np.empty_like(scores)
    after[0][games], after[1][games] = states, scores
    return Cards(*np.divmod(after[0], TOTALS), after[1])
