"""The tastes that self-play found for planners, by the number of players (`dicecup train deadwood planner`)."""

from typing import Final

from dicecup.players.deadwood.planner import Taste

TASTES: Final = {
    2: Taste(turn=1.403, early=0.029, rank=1.68, price=1.022, hope=0.195, mates=0.305, late=0.847),
    3: Taste(turn=1.693, early=-0.271, rank=1.978, price=0.892, hope=0.243, mates=0.887, late=1.0),
    4: Taste(turn=1.958, early=-0.271, rank=1.859, price=1.004, hope=0.183, mates=0.98, late=0.7),
    5: Taste(turn=1.437, early=0.005, rank=1.887, price=0.973, hope=0.255, mates=0.582, late=0.481),
    6: Taste(turn=1.455, early=-0.033, rank=2.049, price=0.933, hope=0.072, mates=0.695, late=0.913),
    7: Taste(turn=1.494, early=-0.005, rank=1.156, price=0.749, hope=0.51, mates=0.582, late=0.568),
    8: Taste(turn=1.296, early=-0.006, rank=1.322, price=0.683, hope=0.383, mates=0.771, late=0.722),
}
