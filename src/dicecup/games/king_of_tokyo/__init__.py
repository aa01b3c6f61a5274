"""King of Tokyo: rules, power cards, words."""

from dicecup.games.king_of_tokyo.cards import deck
from dicecup.games.king_of_tokyo.game import GAME, KingOfTokyo
from dicecup.games.king_of_tokyo.options import KingOptions
from dicecup.games.king_of_tokyo.state import KingState
from dicecup.games.king_of_tokyo.view import KingView

__all__ = ["GAME", "KingOfTokyo", "KingOptions", "KingState", "KingView"]

deck.bring()  # last: their modules may import from here
