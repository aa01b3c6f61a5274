"""The players that the host offers besides ours: bots outside, and classes in Python, each kept from game to game.

A bot sits at several tables at a time; the next question waits until it has answered. A match asks through
`ThinkingPool`, which lets another player go on in its place when it fails.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from dicecup.players import hosted
from dicecup.players.hosted import Hosted
from dicecup.players.outside import Bot, BotFault, is_outside, read
from dicecup.players.seated import place
from dicecup.server.pool import Confused, Pool
from dicecup.table import Match, Option, Outcome

MOST: Final = 4  # of one player, that run at the same time
IDLE: Final = 300.0  # seconds after which one that nobody asks is ended, until somebody does
_log: Final = logging.getLogger("dicecup.server")

Past = Sequence[Mapping[str, Any]]
"""All that a seat has heard in a match, as JSON."""

Chair = tuple[str, int]
"""A match and a seat."""


@dataclass(slots=True)
class _Sat:
    """What a bot knows of a game."""

    number: int | None = None  # what the bot calls it; None: it has not heard of it yet
    heard: int = 0


@dataclass(slots=True, eq=False)
class _Bot:
    """A bot that runs, or will; and where it sits."""

    bot: Bot
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    tables: dict[Chair, _Sat] = field(default_factory=dict)
    waiting: int = 0
    rest: asyncio.TimerHandle | None = None


class Outsiders:
    """All of them."""

    def __init__(self, players: Sequence[Hosted] = (), seconds: float = 20.0) -> None:
        """`seconds`: for a decision of whoever does not say how long one takes."""
        self._players: Final = tuple(players)
        self._seconds: Final = seconds
        self._specs: Final = {each.player: read(each.player) for each in players if is_outside(each.player)}
        self._bots: Final[dict[str, list[_Bot]]] = {player: [] for player in self._specs}
        self._threads: Final = ThreadPoolExecutor(max(1, MOST * len(self._specs)), "outsiders")
        self._minds: Final = Pool(1, seconds) if len(self._specs) < len(self._players) else None
        self._replaced: Final[set[Chair]] = set()
        hosted.offer(self._players)

    def knows(self, game: str, name: str) -> bool:
        """Whether this is one of them."""
        return self._find(game, name) is not None

    def _find(self, game: str, name: str) -> Hosted | None:
        return next((each for each in self._players if each.name == name and each.game in ("", game)), None)

    def replaced(self, chair: Chair) -> bool:
        """Whether another player goes on there, because this one failed."""
        return chair in self._replaced

    def replace(self, chair: Chair) -> None:
        """From now on another player goes on there, until the match is opened anew."""
        self._replaced.add(chair)

    async def decide(self, fork: Match[Any], name: str, chair: Chair, past: Past) -> Option:
        """What the player of this name chooses in a fork; BotFault, with the reason, if it fails."""
        ask, player = fork.pending, self._find(fork.game.name, name)
        assert ask is not None
        assert player is not None
        if not is_outside(player.player):
            return await self._thought(fork, player)
        sitting = self._sitting(player.player, chair)
        sat = sitting.tables.setdefault(chair, _Sat())
        sitting.waiting += 1
        try:
            async with sitting.turn:
                if sitting.rest is not None:
                    sitting.rest.cancel()
                loop = asyncio.get_running_loop()
                seconds = self._specs[player.player].seconds or self._seconds
                return await loop.run_in_executor(self._threads, _decide, sitting.bot, sat, fork, past, seconds)
        finally:
            sitting.waiting -= 1
            if not sitting.waiting:
                sitting.rest = asyncio.get_running_loop().call_later(IDLE, self._threads.submit, sitting.bot.rest)

    def _sitting(self, player: str, chair: Chair) -> _Bot:
        """The bot that sits there, or the one with the least to do: another one if all have to."""
        bots = self._bots[player]
        for each in bots:
            if chair in each.tables:
                return each
        if all(each.waiting for each in bots) and len(bots) < MOST:
            bots.append(_Bot(Bot(self._specs[player].start)))
        return min(bots, key=lambda each: (each.waiting, len(each.tables)))

    async def _thought(self, fork: Match[Any], player: Hosted) -> Option:
        """What a class in Python chooses: it thinks in a process that this server has for such."""
        assert fork.pending is not None
        assert self._minds is not None
        question = {"what": "decide", "own": player.player, "level": "", "seed": 0, "match": fork.brief()}
        try:
            reply = await self._minds.ask(question, lambda text: None, guest="")
        except Confused as confused:
            raise BotFault(str(confused)) from None
        option = fork.pending.find(reply.get("choice"))
        if option is None:
            raise BotFault(str(reply.get("error", "It did not take one of the options.")))
        return option

    def leave(self, match: str, outcome: Outcome | None, pasts: Mapping[int, Past]) -> None:
        """A match is over, or put away: whoever sits there is told."""
        self._replaced.difference_update([chair for chair in self._replaced if chair[0] == match])
        for sitting in (each for bots in self._bots.values() for each in bots):
            for chair in [chair for chair in sitting.tables if chair[0] == match]:
                sat = sitting.tables.pop(chair)
                with suppress(RuntimeError):  # all of them are being ended
                    self._threads.submit(_leave, sitting.bot, sat, pasts.get(chair[1], ()), outcome)

    async def close(self) -> None:
        """End them all."""
        hosted.withdraw(self._players)
        everybody = [each for bots in self._bots.values() for each in bots]
        for each in everybody:
            if each.rest is not None:
                each.rest.cancel()
        await asyncio.gather(*(asyncio.to_thread(each.bot.close) for each in everybody))
        self._threads.shutdown(wait=False, cancel_futures=True)
        if self._minds is not None:
            await self._minds.close()


def _decide(bot: Bot, sat: _Sat, fork: Match[Any], past: Past, seconds: float) -> Option:
    ask = fork.pending
    assert ask is not None
    if sat.number is None:
        sat.number = bot.begin(place(fork, ask.seat))
    bot.hear(sat.number, [dict(event) for event in past[sat.heard :]])
    sat.heard = len(past)
    return bot.decide(sat.number, fork, seconds)


def _leave(bot: Bot, sat: _Sat, past: Past, outcome: Outcome | None) -> None:
    if sat.number is None:
        return
    try:
        bot.hear(sat.number, [dict(event) for event in past[sat.heard :]])
        bot.over(sat.number, outcome)
    except Exception:
        _log.exception("A bot could not be told how a game ended.")
