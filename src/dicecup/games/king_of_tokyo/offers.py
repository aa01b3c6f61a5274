"""Asking a monster: whatever is asked, the cards it can use at that moment are among the options."""

from collections.abc import Callable

from dicecup.games.king_of_tokyo.cards.base import KingPlay, Moment, bit, having
from dicecup.games.king_of_tokyo.possession import find
from dicecup.games.king_of_tokyo.state import KingState
from dicecup.table import Ask, Option

MOMENTS: dict[Moment, int] = {
    moment: bit(f"offers:{moment}")
    for moment in (
        "start",
        "rolling",
        "probe",
        "change",
        "hearts",
        "react",
        "yield",
        "buy",
        "reveal",
        "sell",
        "other",
    )
}


ANY_TIME = bit("any_time")


def called_for(state: KingState, seat: int, moment: Moment) -> tuple[Option, ...]:
    """The ways to use cards that are made for this moment."""
    found = having(state.monsters[seat], MOMENTS[moment])
    if not found:
        return ()
    return tuple([option for held, card in found for option in card.offers(state, seat, held, moment)])


def handy(state: KingState, seat: int, moment: Moment) -> tuple[Option, ...]:
    """The ways to use cards that can be used at any time, beside those made for this moment."""
    monster = state.monsters[seat]
    if not monster.hooks & ANY_TIME:
        return ()
    called = MOMENTS[moment]
    found = [(held, card) for held, card in having(monster, ANY_TIME) if not card.hooks_for(held) & called]
    return tuple([option for held, card in found for option in card.offers(state, seat, held, moment)])


async def use(play: KingPlay, seat: int, option: Option) -> None:
    """A card is used, by an option that its `offers` gave."""
    held, card = find(play, seat, str(option[1]))
    await card.use(play, seat, held, option[2:])


async def decide(
    play: KingPlay,
    seat: int,
    moment: Moment,
    kind: str,
    options: Callable[[], tuple[Option, ...]],
    prompt: Callable[[], str],
) -> Option | None:
    """Ask `seat` until it chooses something other than a card to use; cards are offered as long as it is asked.

    When there is nothing to decide it is not asked: then the only option is the answer, or None if there is none.
    """
    while True:
        cards, offered = called_for(play.state, seat, moment), options()
        if not offered or (not cards and len(offered) < 2):
            return offered[0] if offered else None
        choice = await Ask(seat, kind, offered + cards + handy(play.state, seat, moment), prompt())
        if choice[0] != "use":
            return choice
        await use(play, seat, choice)
