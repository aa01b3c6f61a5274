"""King of Tokyo: rules, 66 power cards, words."""

from dicecup.games.king_of_tokyo.game import GAME, KingOfTokyo
from dicecup.games.king_of_tokyo.state import KingOptions, KingState
from dicecup.games.king_of_tokyo.view import KingView

__all__ = ["GAME", "KingOfTokyo", "KingOptions", "KingState", "KingView"]
