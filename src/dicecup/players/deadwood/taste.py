"""The tastes that self-play found for planners, by the number of players (`dicecup train deadwood planner`).

Hill climbing was run for two and for four players; three take the four's, and so do more than four.
"""

from typing import Final

from dicecup.players.deadwood.planner import Taste

_DUEL: Final = Taste(turn=1.403, early=0.029, rank=1.68, price=1.022, hope=0.195, mates=0.305, late=0.847)
_TABLE: Final = Taste(turn=1.958, early=-0.271, rank=1.859, price=1.004, hope=0.183, mates=0.98, late=0.7)

TASTES: Final = {2: _DUEL} | dict.fromkeys(range(3, 9), _TABLE)
