"""Ann buys a card, in few words."""

from typing import Any

from dicecup.testing import Scripted
from tests.scenarios.king_of_tokyo.tokyo import DEAR, table

NO_CLAW = (1, 1, 2, 2, 3, 3)


def buys(card: str, *monsters: dict[str, Any] | None, **more: Any) -> Scripted:
    """Ann, the first of the monsters, has just bought `card`; a dear card has come in its place."""
    dear = [each for each in DEAR if each != card]
    chance = more.pop("chance", [dear[2] if len(dear) > 2 else "skyscraper"])
    game = table(*monsters, phase="buy", market=[card, *dear[:2]], chance=chance, **more)
    game.do("buy", card)
    return game


def hearts(game: Scripted) -> list[int]:
    return [each.hearts for each in game.state.monsters]


def stars(game: Scripted) -> list[int]:
    return [each.stars for each in game.state.monsters]


def energy(game: Scripted) -> list[int]:
    return [each.energy for each in game.state.monsters]


def places(game: Scripted) -> list[str]:
    return [each.place for each in game.state.monsters]


def cards(game: Scripted, seat: int) -> list[str]:
    return [each.card for each in game.state.monsters[seat].cards]


def asked(game: Scripted) -> tuple[str, int]:
    """What is asked, and whom."""
    return game.pending.kind, game.pending.seat
