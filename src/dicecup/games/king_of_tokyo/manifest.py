"""What King of Tokyo brings."""

from typing import Final

from dicecup.games.king_of_tokyo.game import GAME
from dicecup.table import Manifest

MANIFEST: Final = Manifest(
    GAME,
    players="dicecup.players.king_of_tokyo:LEVELS",
    references="dicecup.players.reference.king_of_tokyo:REFERENCES",
    misjudging="dicecup.players.king_of_tokyo:misjudging",
    tempers="dicecup.players.king_of_tokyo.tempers:TEMPERS",
    screen="dicecup.terminal.king_of_tokyo.screen:KingScreen",
    lesson="dicecup.games.king_of_tokyo.lesson:LESSON",
    training="dicecup.training.king_of_tokyo:main",
    batch="dicecup.batch.king_of_tokyo.twin:TWIN",
    quick_save="KoTSS.txt",
    order=2,
)
