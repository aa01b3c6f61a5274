"""Computer players think in processes of their own, and whoever wants much of that waits for it alone."""

import logging
import os
from math import isfinite
from typing import Any, Final, NamedTuple, Protocol

from dicecup.players import Advice, RandomPlayer, Unit, at_once, best, forks, usual
from dicecup.players.outside import BotFault
from dicecup.server.operation import measures
from dicecup.server.outsiders import Outsiders, Past
from dicecup.server.pool import LETS_PASS, Confused, GivenUp, Hear, Pool
from dicecup.table import Match, Option
from dicecup.table.errors import shown
from dicecup.table.marks import Worded

_SECONDS: Final = measures.histogram(
    "dicecup_thought_seconds",
    "From asking a computer player to its answer, waiting for its turn included.",
    "what",
    bounds=measures.SLOW,
)
_log: Final = logging.getLogger("dicecup.server")


class Decision(NamedTuple):
    """What a computer player chose and why; or that it `failed`, and anything was taken."""

    choice: list[Any]
    reason: str = ""
    failed: bool = False
    replaced: str = ""  # the level of whoever goes on from here, because the player of the host's failed


class Asker(NamedTuple):
    """For whom somebody thinks: guests have their turn one after the other, and so have the tables of each."""

    guest: str
    table: str


class Weighing(NamedTuple):
    """What every option of a decision is worth to whoever has to make it, as it is; and why."""

    values: dict[Option, float]
    unit: Unit
    noise: float  # differences below it say nothing
    advice: list[Advice]


class Minds(Protocol):
    """Those who think, wherever they are: `Pool` has them here, `thoughts.asking` shares them with others."""

    @property
    def complaint(self) -> str:
        """Why nobody thinks, or only slowly, in a sentence; nothing, if all is well."""
        ...

    async def ask(self, question: dict[str, Any], hear: Hear, *, guest: str, table: str = "") -> dict[str, Any]:
        """The answer to a question that is asked for a guest, at a table; Confused if there is none."""
        ...

    async def close(self) -> None:
        """Think no more."""
        ...


def usual_processes() -> int:
    """How many this computer is good for, beside a server."""
    return max(1, min(4, (os.cpu_count() or 2) - 1))


class ThinkingPool:
    """All computer players of a server."""

    def __init__(
        self,
        most: int | None = None,
        limit: float = 20.0,
        minds: Minds | None = None,
        outsiders: Outsiders | None = None,
    ) -> None:
        """So many processes at most, each with so many seconds until it says something; or other minds.

        `outsiders`: the players that the host offers besides.
        """
        self.outsiders: Final = outsiders or Outsiders()
        self._minds: Final[Minds] = minds or Pool(most or usual_processes(), limit, behind=LETS_PASS)

    @property
    def complaint(self) -> str:
        """Why nobody thinks, or only slowly, in a sentence; nothing, if all is well."""
        return self._minds.complaint

    async def decide(
        self, fork: Match[Any], level: str, hear: Hear, asker: Asker, past: Past | None = None
    ) -> Decision:
        """The choice of a computer player in the pending decision of a fork.

        One that fails, or takes too long, is asked once more, or in the place of a master whoever answers at once;
        if that does not help, anything is taken. One that the host offers hears what its seat knows of the past;
        if it fails, one of ours goes on in its place.
        """
        ask, game = fork.pending, fork.game.name
        assert ask is not None
        if self.outsiders.knows(game, level):
            chair, usual_one = (asker.table, ask.seat), usual(game)
            if self.outsiders.replaced(chair):
                return await self.decide(fork, usual_one, hear, asker)
            try:
                with _SECONDS.timed("outside"):
                    return Decision(list(await self.outsiders.decide(fork, level, chair, past or ())))
            except BotFault as fault:
                _log.error("%s, %s, asked to %s: %s", game, level, ask.kind, fault)
                self.outsiders.replace(chair)
                decision = await self.decide(fork, usual_one, hear, asker)
                return decision._replace(reason="", replaced=usual_one)
        instead = at_once(game, level)
        for asked in (level, instead):
            try:
                reply = await self._ask(about("decide", fork, asked), hear, asker)
            except Confused as confused:
                trouble, hopeless = str(confused), isinstance(confused, GivenUp)
            else:
                hopeless = False
                if (option := ask.find(reply.get("choice"))) is not None:
                    return Decision(list(option), Worded(str(reply.get("reason", ""))))
                trouble = str(reply.get("error", f"It answered {shown(reply.get('choice'))}."))
            _log.error("%s, %s, asked to %s: %s", game, asked, ask.kind, trouble)
            if hopeless and asked == instead:
                break
        choice = RandomPlayer().decide(fork.view(ask.seat), ask, forks(fork, ask.seat))
        return Decision(list(choice), failed=True)

    async def advise(self, fork: Match[Any], hear: Hear, asker: Asker) -> list[Advice]:
        """What the best player thinks of the options that are pending; Confused, with a reason, if nothing."""
        question = about("advise", fork, best(fork.game.name))
        reply = await self._ask(question, hear, asker)
        ask = fork.pending
        assert ask is not None
        if not isinstance(told := reply.get("advice"), list) or not told:
            raise Confused(str(reply.get("error", "There is no hint now.")))
        try:
            return [Advice.from_json(one, ask) for one in told]
        except ValueError as error:
            _log.error("%s, asked for advice: %s", fork.game.name, error)
            raise Confused("The computer player gave advice that makes no sense.") from None

    async def weigh(self, fork: Match[Any], asker: Asker) -> Weighing:
        """What the options that are pending are worth; Confused, with a reason, if nobody can tell."""
        question = about("weigh", fork, best(fork.game.name))
        reply = await self._ask(question, lambda text: None, asker)
        ask = fork.pending
        assert ask is not None
        match reply:
            case {"values": [*values], "unit": "win" | "points" as unit, "noise": noise, "advice": [*told]}:
                try:
                    worth = dict(zip(ask.options, map(float, values), strict=True))
                    if not all(map(isfinite, (*worth.values(), float(noise)))):
                        raise ValueError("a value is no number")
                    advice = [Advice.from_json(one, ask) for one in told]
                except (TypeError, ValueError) as error:
                    _log.error("%s, asked what choices are worth: %s", fork.game.name, error)
                    raise Confused("The coach said something that makes no sense.") from None
                return Weighing(worth, unit, float(noise), advice)
        raise Confused(str(reply.get("error", "The coach has nothing to say.")))

    async def foresee(self, match: Match[Any], asker: Asker) -> dict[str, Any]:
        """Everybody's chances to win at some moments of a finished match; nowhere, if nobody can tell."""
        question = about("foresee", match, best(match.game.name))
        reply = await self._ask(question, lambda text: None, asker)
        if "chances" not in reply:
            raise Confused(str(reply.get("error", "")))
        return reply

    async def _ask(self, question: dict[str, Any], hear: Hear, asker: Asker) -> dict[str, Any]:
        with _SECONDS.timed(question["what"]):
            return await self._minds.ask(question, hear, guest=asker.guest, table=asker.table)

    async def close(self) -> None:
        """End them all."""
        await self.outsiders.close()
        await self._minds.close()


def about(what: str, fork: Match[Any], level: str) -> dict[str, Any]:
    """A question about a fork, or about a match that is over: nothing in it is anybody's secret."""
    return {"what": what, "level": level, "seed": 0, "match": fork.brief()}
