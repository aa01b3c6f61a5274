"""Games that guests bring along are read in another process: whatever they are made of, no table waits for it."""

import base64
from typing import Any, Final, NamedTuple

import dicecup
from dicecup import saves
from dicecup.server import wire
from dicecup.server.pool import Confused, Pool, TooLong
from dicecup.server.wire import saves as wire_saves
from dicecup.table import DicecupError, SaveError, papers

LONGEST_LOG: Final = 10_000
"""Entries of a log. A long game of eight has two thousand; a choice that is taken back counts twice."""

_SECONDS: Final = 8.0


class NotExpected(DicecupError):  # noqa: N818
    """A request that is not what the protocol says."""


class Brought(NamedTuple):
    """A game that somebody brought: its save, who sits where, and which seats are to be left open."""

    paper: str
    players: tuple[str, ...]
    open: tuple[int, ...] = ()
    notice: str = ""


class Reader:
    """Reads one game after the other, guests in turn."""

    def __init__(self) -> None:
        self._pool: Final = Pool(1, _SECONDS)

    async def request(self, body: bytes, guest: str) -> Brought:
        """What the body of an import holds; SaveError, with the reason, if that is no game."""
        return await self._read({"request": base64.b64encode(body).decode()}, guest)

    async def text(self, text: str, guest: str) -> Brought:
        """What a file holds; likewise."""
        return await self._read({"text": text}, guest)

    async def _read(self, question: dict[str, Any], guest: str) -> Brought:
        try:
            reply = await self._pool.ask({"what": "read", **question}, lambda text: None, guest=guest)
        except TooLong:
            raise SaveError("This game takes too long to be read: it cannot have been played like that.") from None
        except Confused as error:
            raise SaveError("This game cannot be read.") from error
        if "unexpected" in reply:
            raise NotExpected(str(reply["unexpected"]))
        if "error" in reply:
            raise SaveError(str(reply["error"]))
        return Brought(reply["paper"], tuple(reply["players"]), tuple(reply["open"]), reply["notice"])

    async def close(self) -> None:
        """Read no more."""
        await self._pool.close()


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The other end of it, in that process."""
    left_open: list[int] = []
    if "request" in question:
        try:
            wanted = wire_saves.ImportWish.model_validate_json(base64.b64decode(question["request"]))
        except ValueError as error:
            return {"unexpected": wire.what_is_wrong(error)}
        text, left_open = wanted.text, wanted.open
    else:
        text = question["text"]
    table = read(text)
    brought = Brought(table.match.save(), table.players, tuple(left_open), table.match.notice)
    return brought._asdict()


def read(text: str) -> saves.Table:
    """What is in the text of a save, or of the record of a finished game."""
    kind, body = papers.unwrap(text, papers.SAVE, papers.RECORD)
    log = body.get("log")
    if isinstance(log, list) and len(log) > LONGEST_LOG:
        raise SaveError(
            f"This game is too long for this server: its log has {len(log):,} entries, and {LONGEST_LOG:,} are "
            "the most it accepts."
        )
    if kind == papers.SAVE:
        return saves.unwrap(text)
    if body.get("finished") is False:
        raise SaveError(
            "This is the record of a game that was still being played: too little to continue it, and too early "
            "to watch it. Use its save, or its record after the end."
        )
    verdict = dicecup.verify(text)
    match = verdict.match
    match.notice = " ".join(verdict.remarks)
    return saves.Table(match, (saves.PERSON,) * len(match.names))
