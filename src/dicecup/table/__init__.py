"""The engine: rules ask, somebody answers. It knows no game, and nobody else's code but NumPy's arrays."""

from dicecup.table.actions import Actions, Away
from dicecup.table.ask import Ask, Menu, Option
from dicecup.table.chance import Chance, Draw, Roll, Source
from dicecup.table.deed import Deed
from dicecup.table.driver import Checkpoint
from dicecup.table.encoding import Encoding, Part
from dicecup.table.errors import (
    Changed,
    DicecupError,
    IllegalChoice,
    MissingPart,
    NoSuchSeat,
    NotAllowed,
    RulesError,
    SaveError,
    SetupError,
    Tampered,
    Unfinished,
)
from dicecup.table.event import Event
from dicecup.table.feat import Feat
from dicecup.table.game import Game
from dicecup.table.lesson import LEARNER, Lesson, Move, Place, rival, seen
from dicecup.table.log import Choice, Luck, TakenBack, Wish
from dicecup.table.manifest import Manifest
from dicecup.table.match import Match
from dicecup.table.options import BEGINNING, Options, Setting, setting
from dicecup.table.pick import Pick
from dicecup.table.plain import Frozen, Mutable, derived
from dicecup.table.secret import Nonce, Secret
from dicecup.table.shown import Shown
from dicecup.table.state import OVER, Outcome, Play, State, View

__all__ = [
    "BEGINNING",
    "LEARNER",
    "OVER",
    "Actions",
    "Ask",
    "Away",
    "Chance",
    "Changed",
    "Checkpoint",
    "Choice",
    "Deed",
    "DicecupError",
    "Draw",
    "Encoding",
    "Event",
    "Feat",
    "Frozen",
    "Game",
    "IllegalChoice",
    "Lesson",
    "Luck",
    "Manifest",
    "Match",
    "Menu",
    "MissingPart",
    "Move",
    "Mutable",
    "NoSuchSeat",
    "Nonce",
    "NotAllowed",
    "Option",
    "Options",
    "Outcome",
    "Part",
    "Pick",
    "Place",
    "Play",
    "Roll",
    "RulesError",
    "SaveError",
    "Secret",
    "Setting",
    "SetupError",
    "Shown",
    "Source",
    "State",
    "TakenBack",
    "Tampered",
    "Unfinished",
    "View",
    "Wish",
    "derived",
    "rival",
    "seen",
    "setting",
]
