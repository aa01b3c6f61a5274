"""Tools for testing games and players, ours and other people's: scripted matches and the conformance kit."""

from dicecup.testing.conformance import check_game
from dicecup.testing.lessons import check_lesson
from dicecup.testing.manifests import check_manifest
from dicecup.testing.players import check_player
from dicecup.testing.scripted import Scripted, ScriptError, start

__all__ = ["ScriptError", "Scripted", "check_game", "check_lesson", "check_manifest", "check_player", "start"]
