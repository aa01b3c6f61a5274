"""What one can get good at in King of Tokyo."""

from typing import Final

from dicecup.table import Feat

FEATS: Final = (
    Feat(
        "left-in-time",
        "Left in time",
        "Win a game in which you were right every time you left Tokyo or stayed, twice at least, "
        "according to its review.",
        "In Tokyo every claw of the others is for you, and no heart heals. Stay for stars while you can spare the "
        "hearts, and leave while it is still your choice.",
        kinds=("yield",),
        least=2,
        won=True,
    ),
)
