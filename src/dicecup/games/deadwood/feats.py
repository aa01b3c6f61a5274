"""What one can get good at in Deadwood."""

from typing import Final

from dicecup.table import Feat

FEATS: Final = (
    Feat(
        "ready-to-shoot",
        "Ready to shoot",
        "Play a game in which nine of ten decisions to rehearse or to act were good ones, eight at least.",
        "A rehearsal helps every roll that follows in this role: it pays while many shots are left and the budget "
        "is high, and costs a turn when the scene is nearly done.",
        kinds=("work",),
        least=8,
        share=0.9,
    ),
)
