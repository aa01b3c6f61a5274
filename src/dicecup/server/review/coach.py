"""The coach of a game that is being played: what a choice would give away, before it is made.

It knows what a hint knows, and no more: it is asked about a fork, in a thinking process. What it thinks of a
decision is worked out once, however many of its choices are asked about.
"""

import asyncio
from collections import OrderedDict
from typing import Any, Final, NamedTuple

from dicecup.coach.live import opinion
from dicecup.server import commands, messages
from dicecup.server.live import Live
from dicecup.server.pool import Confused
from dicecup.server.review.reviews import NotReviewed
from dicecup.server.thinking import Asker, ThinkingPool, Weighing
from dicecup.server.wire.review import Better, Coached, CoachWish
from dicecup.table import Ask, Match, NotAllowed, Option

_REMEMBERED: Final = 200  # decisions
_FORCED: Final = Coached(loss=0.0, unit="win", grade="best", better=None, warn=False, matters=False)


class _Question(NamedTuple):
    """A decision that somebody wants to talk over."""

    match: str
    seq: int
    fork: Match[Any]
    ask: Ask
    option: Option


class Coach:
    """One for everybody."""

    def __init__(self, thinking: ThinkingPool) -> None:
        self._thinking: Final = thinking
        self._thoughts: Final[OrderedDict[tuple[str, int], asyncio.Task[Weighing]]] = OrderedDict()

    async def look(self, live: Live, guest: str, wanted: CoachWish) -> Coached:
        """What a choice would give away that this guest is about to make; NotAllowed if that is not to be told."""
        async with live.settled() as match:
            asked = _question(live, match, guest, wanted)
        if len(asked.ask.options) == 1:
            return _FORCED
        try:
            weighing = await asyncio.shield(self._thought(asked, guest))
        except Confused as trouble:
            raise NotReviewed(str(trouble)) from None
        return _told(asked, weighing)

    def _thought(self, asked: _Question, guest: str) -> asyncio.Task[Weighing]:
        key = asked.match, asked.seq
        if key not in self._thoughts:
            asker = Asker(guest, asked.match)
            task = self._thoughts[key] = asyncio.create_task(self._thinking.weigh(asked.fork, asker))

            def thought(task: asyncio.Task[Weighing]) -> None:
                if task.cancelled() or task.exception() is not None:
                    self._thoughts.pop(key, None)  # whoever asks again may have more luck

            task.add_done_callback(thought)
            while len(self._thoughts) > _REMEMBERED:
                self._thoughts.popitem(last=False)
        return self._thoughts[key]

    async def close(self) -> None:
        """Think no more."""
        thoughts = list(self._thoughts.values())
        for each in thoughts:
            each.cancel()
        await asyncio.gather(*thoughts, return_exceptions=True)


def _question(live: Live, match: Match[Any], guest: str, wanted: CoachWish) -> _Question:
    mine = commands.seats_of(live.row, guest)
    if wanted.seq != len(match.log):
        raise NotAllowed(commands.LATE)
    ask = match.pending
    if ask is None:
        raise NotAllowed("The game is over.")
    if ask.seat not in mine:
        raise NotAllowed(f"It is {match.names[ask.seat]}'s decision now.")
    if reason := messages.why_no_coach(match, live.row, live.together()):
        raise NotAllowed(reason)
    option = ask.find(wanted.choice)
    if option is None:
        raise NotAllowed(match.why_not(wanted.choice, ask.seat) or "That cannot be chosen now.")
    return _Question(live.row.id, wanted.seq, match.fork(ask.seat, seed=wanted.seq), ask, option)


def _told(asked: _Question, weighing: Weighing) -> Coached:
    loss, unit, word, better, matters = found = opinion(asked.fork, asked.option, *weighing)
    return Coached(
        loss=loss,
        unit=unit,
        grade=word.value,
        better=better
        and Better(
            choice=list(better.option),
            text=better.option.text,
            reason=better.reason,
            marks=messages.marked(better.reason),
            doing=better.doing,
        ),
        warn=found.warn,
        matters=matters,
    )
