"""What Deadwood brings."""

from typing import Final

from dicecup.games.deadwood.game import GAME
from dicecup.table import Manifest

MANIFEST: Final = Manifest(
    GAME,
    players="dicecup.players.deadwood:LEVELS",
    references="dicecup.players.reference.deadwood:REFERENCES",
    misjudging="dicecup.players.deadwood:misjudging",
    tempers="dicecup.players.deadwood.tempers:TEMPERS",
    screen="dicecup.terminal.deadwood.screen:DeadwoodScreen",
    lesson="dicecup.games.deadwood.lesson:LESSON",
    training="dicecup.training.deadwood:main",
    batch="dicecup.batch.deadwood.twin:TWIN",
    order=3,
)
