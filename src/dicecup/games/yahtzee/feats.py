"""What one can get good at in Yahtzee."""

from typing import Final

from dicecup.table import Feat

FEATS: Final = (
    Feat(
        "steady-hand",
        "A steady hand",
        "Play a game in which nine of ten choices were good ones, twenty at least, according to its review.",
        "Hold what leaves most boxes open, and spend a bad roll on a box that was worth little anyway.",
        kinds=("choose",),
        least=20,
        share=0.9,
    ),
)
