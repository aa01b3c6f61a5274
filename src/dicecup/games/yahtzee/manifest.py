"""What Yahtzee brings."""

from typing import Final

from dicecup.games.yahtzee.game import GAME
from dicecup.table import Manifest

MANIFEST: Final = Manifest(
    GAME,
    players="dicecup.players.yahtzee:LEVELS",
    references="dicecup.players.reference.yahtzee:REFERENCES",
    misjudging="dicecup.players.yahtzee:misjudging",
    judge="dicecup.players.yahtzee:JUDGE",
    solver="dicecup.players.yahtzee.bulk:BULK",
    screen="dicecup.terminal.yahtzee.screen:YahtzeeScreen",
    lesson="dicecup.games.yahtzee.lesson:LESSON",
    batch="dicecup.batch.yahtzee.twin:TWIN",
    order=1,
)
