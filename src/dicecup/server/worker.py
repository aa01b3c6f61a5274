"""A process that thinks for computer players: one question a line on stdin, one answer a line on stdout.

It gets a fork of the match, in which all that the player cannot know has been drawn anew, so there is nothing in
it that could be told. `thinking` starts such processes and ends those that take too long. `reader` has one, too.
"""

import json
import os
import signal
import sys
import time
import traceback
from functools import lru_cache
from typing import Any, Final, TextIO

from dicecup import games
from dicecup.players import Advisor, Appraiser, Foreseer, Player, forks, hints, make, solver
from dicecup.players.own import maker
from dicecup.table import DicecupError, Match
from dicecup.table.marks import raw
from dicecup.table.retrace import recall, stops

_WORTH_TELLING: Final = 0.01  # of a review
_QUICK: Final = 0.25  # seconds; whoever decides within them is asked for a reason as well


class Worker:
    """Answers questions, and says on `out` what takes long."""

    def __init__(self, out: TextIO) -> None:
        self._out: Final = out
        self._player = lru_cache(maxsize=16)(self._make)

    def _make(self, game: str, level: str, seed: int, own: str) -> Player:
        if own:  # the host has said so
            return maker(own)(seed)
        return make(game, level, seed, progress=lambda text: self._say({"progress": text}))

    def _say(self, what: dict[str, Any]) -> None:
        self._out.write(json.dumps(what) + "\n")
        self._out.flush()

    def answer(self, line: str) -> None:
        """Read a question, think, and say what came out of it."""
        try:
            reply = self._think(json.loads(line))
        except BrokenPipeError:
            raise
        except DicecupError as refusal:
            reply = {"error": str(refusal)}
        except Exception as error:  # a bug in a player must not take the table with it
            reply = {"error": f"The computer player failed: {error!r}", "trace": traceback.format_exc()}
        self._say(reply)

    def _think(self, question: dict[str, Any]) -> dict[str, Any]:
        if question["what"] == "read":
            from dicecup.server import reader  # whoever only thinks has no need of it

            return reader.answer(question)
        match = recall(question["match"], games.find)
        player = self._player(match.game.name, question["level"], question["seed"], question.get("own", ""))
        if question["what"] == "review":
            return self._review(match, player)
        return _DEEDS[question["what"]](match, player)

    def _review(self, match: Match[Any], player: Player) -> dict[str, Any]:
        """A finished game gone through, as text: nobody on the way has to know what is in it."""
        from dicecup.coach import review  # most never need it

        heard = 0.0

        def progress(done: float) -> None:
            nonlocal heard
            if done - heard >= _WORTH_TELLING:
                heard = done
                self._say({"progress": round(done, 3)})

        found = review(match, progress, player)
        stories = [found.story(seat) for seat in range(len(found.names))]
        told = {**_rounded(found.to_json()), "stories": stories, "watched": found.story(None)}
        return {"review": json.dumps(told, separators=(",", ":"))}


def _rounded(what: Any) -> Any:
    """The same with numbers of six places: more say nothing, and take room."""
    if isinstance(what, float):
        return round(what, 6)
    if isinstance(what, dict):
        return {key: _rounded(value) for key, value in what.items()}
    return [_rounded(each) for each in what] if isinstance(what, (list, tuple)) else what


def _decide(match: Match[Any], player: Player) -> dict[str, Any]:
    ask = match.pending
    assert ask is not None
    view, fork = match.view(ask.seat), forks(match, ask.seat)
    began = time.monotonic()
    choice = player.decide(view, ask, fork)
    reason = ""
    if isinstance(player, Advisor) and time.monotonic() - began < _QUICK:
        advice = player.advise(view, ask, fork)
        reason = next((one.aloud for one in advice if one.option == choice), "")
    return {"choice": list(choice), "reason": raw(reason)}


def _advise(match: Match[Any], player: Player) -> dict[str, Any]:
    if not isinstance(player, Advisor):
        return {"error": f"There are no hints for {match.game.title} yet."}
    return {"advice": [one.to_json() for one in hints(player, match)]}


def _weigh(match: Match[Any], player: Player) -> dict[str, Any]:
    """What every option of a decision is worth to whoever has to make it, and why."""
    ask = match.pending
    assert ask is not None
    if not isinstance(player, Appraiser):
        return {"error": f"There is no coach for {match.game.title} yet."}
    view, fork, unit = match.view(ask.seat), forks(match, ask.seat), player.unit(match)
    values = player.appraise(view, ask, fork)
    return {
        "unit": unit,
        "noise": 0.0 if unit == "points" else player.noise,  # as in a review
        "values": [float(values[option][ask.seat]) for option in ask.options],
        "advice": [one.to_json() for one in hints(player, match)],
    }


def _foresee(match: Match[Any], player: Player) -> dict[str, Any]:
    """Everybody's chances at the first decision of each turn, and at the end."""
    found: dict[str, list[Any]] = {"stops": [], "chances": []}
    if not isinstance(player, Foreseer) or solver(match.game.name) is not None:
        return found  # what a solver knows may take a minute, once: a review tells it, and how far it is
    turn = 0
    for at, past in enumerate(stops(match)):
        if past.state.turn != turn or past.pending is None:
            turn = past.state.turn
            found["stops"].append(at)
            found["chances"].append([round(chance, 4) for chance in player.chances(past.clone())])
    return found


_DEEDS: Final = {"decide": _decide, "advise": _advise, "foresee": _foresee, "weigh": _weigh}


def main() -> None:
    """Answer until nobody asks any more, or nobody listens: the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends us
    out, sys.stdout = sys.stdout, sys.stderr  # whatever else is printed must not be taken for an answer
    worker = Worker(out)
    try:
        for line in sys.stdin:
            worker.answer(line)
    except BrokenPipeError:
        os._exit(0)  # or Python would complain once more while it shuts down


if __name__ == "__main__":
    main()
