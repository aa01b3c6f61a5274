"""A package from outside that brings a card, a house rule, a player and a game, as `pip install` brings them."""

from pathlib import Path

from tests import packages
from tests.packages import PIG, PLAYERS, write

CARD = """
from dicecup.games.king_of_tokyo.cards.base import Card
from dicecup.games.king_of_tokyo.gains import gain_stars


class TipOff(Card):
    name, cost, about = "Tip-Off", 0, "stars"
    copies = 30  # so that nobody has to wait for one
    text = "Whenever your turn ends, gain 1 star."

    def turn_ends(self, play, seat, held):
        if seat == play.state.active:
            gain_stars(play, seat, 1, self.name)
"""

RULE = """
from dataclasses import dataclass, replace

from dicecup.games.king_of_tokyo.game import KingOfTokyo
from dicecup.games.king_of_tokyo.manifest import MANIFEST
from dicecup.games.king_of_tokyo.options import KingOptions
from dicecup.games.king_of_tokyo.state import KingState
from dicecup.table import setting


@dataclass(frozen=True, slots=True, kw_only=True)
class NightOptions(KingOptions):
    pay_day: bool = setting(
        False, "pay day", says={False: "Monsters begin with nothing.", True: "Monsters begin with 5 energy."}
    )


@dataclass(slots=True, kw_only=True)
class NightState(KingState):
    options: NightOptions


class Nights(KingOfTokyo):
    name, title = "tokyo-nights", "Tokyo Nights"
    options, state = NightOptions, NightState

    def setup(self, names, options, carry=None):
        old = super().setup(names, options, carry)
        state = NightState(**{name: getattr(old, name) for name in KingState.__dataclass_fields__})
        for monster in state.monsters:
            monster.energy = 5 * options.pay_day
        return state


GAME = replace(MANIFEST, game=Nights(), quick_save="Nights.txt")
"""

BOT = """
class Thrifty:
    def decide(self, view, ask, fork):
        return ask.options[0]
"""

BRINGS = {
    "dicecup.king_of_tokyo.cards": {"tip-off": "open_house.card"},
    "dicecup.games": {"tokyo-nights": "open_house.nights:GAME", "pig": "open_house.pig:GAME"},
    "dicecup.players": {"king-of-tokyo/thrifty": "open_house.bot:Thrifty"},
}


def environment(site: Path) -> dict[str, str]:
    """An environment in which the package is installed, in an empty folder."""
    modules = {
        "open_house/__init__.py": "",
        "open_house/card.py": CARD,
        "open_house/nights.py": RULE,
        "open_house/bot.py": BOT,
        "open_house/pig.py": PIG + "\nGAME = Manifest(GAME, players='open_house.pig_players:LEVELS')",
        "open_house/pig_players.py": PLAYERS,
    }
    return packages.environment(write(site, "open-house", modules, BRINGS))
