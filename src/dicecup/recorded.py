"""Games that an arena has kept, for whoever learns from them, decision by decision. docs/data.md"""

import gzip
import json
import os
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from dicecup import games
from dicecup.files import StorageError, words_for
from dicecup.table import Ask, Choice, Match, Option, SaveError, View
from dicecup.table.arrays import Flags, Floats
from dicecup.table.retrace import again
from dicecup.table.verify import verify

FORMAT: Final = 1  # of a line
ENDING: Final = ".jsonl.gz"


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice that somebody made, with what it knew then, and with what came of it in the end."""

    match: Match[Any] = field(repr=False)  # as it ended: for the game and its house rules
    seat: int
    view: View
    ask: Ask
    option: Option  # that was chosen
    values: Mapping[Option, float] | None  # what whoever chose thought of each option; None: it did not say
    value: float | None  # of the chosen one
    unit: str | None  # of the values: "win" or "points"
    share: float  # of the win, in the end, for whoever chose
    score: int

    @property
    def row(self) -> Floats:
        """The view and the question as numbers: `Game.encode`."""
        return self.match.game.encode(self.view, self.ask)

    @property
    def legal(self) -> list[int]:
        """The numbers of all options."""
        return self.match.game.actions(len(self.match.names)).legal(self.ask)

    @property
    def mask(self) -> Flags:
        """A 1 for each number that could be chosen."""
        return self.match.game.actions(len(self.match.names)).mask(self.ask)

    @property
    def chosen(self) -> int:
        """The number of the chosen option; NotAllowed for the few that have none."""
        return self.match.game.actions(len(self.match.names)).number(self.option, self.seat)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """One game: who played it, how it ended, and its record."""

    game: str
    players: tuple[str, ...]  # by seat
    group: int  # games of a group have the same dice
    rotation: int  # and others in their seats
    shares: tuple[float, ...]  # of the win
    scores: tuple[int, ...] | None  # None: it was not played to its end
    fault: str  # why not
    culprit: int | None  # whose fault that was
    record: str | None = field(repr=False)
    where: str  # the file, and the line in it
    values: tuple[Mapping[str, Any], ...] | None = field(repr=False)

    def match(self) -> Match[Any]:
        """The finished match, with every result computed again; SaveError, with what is wrong."""
        if self.record is None:
            raise SaveError(f"{self.where}: this game was not played to its end: {self.fault}")
        try:
            match = verify(self.record, games.find).match
        except SaveError as error:
            raise type(error)(f"{self.where}: {error}") from None
        end = match.outcome
        assert end is not None
        if (match.game.name, end.shares, end.scores) != (self.game, self.shares, self.scores):
            raise SaveError(f"{self.where}: the line says something else of the game than its record.")
        return match

    def decisions(self) -> Iterator[Decision]:
        """Every choice in which there was one, after all of the game was verified."""
        match = self.match()
        said = {each["at"]: each for each in self.values or ()}
        for past in again(match):
            at, ask = len(past.log), past.pending
            if ask is None or at == len(match.log):
                return
            entry = match.log[at]
            if isinstance(entry, Choice) and not entry.forced:
                yield self._decision(match, past, ask, entry, said.get(at))

    def _decision(
        self, match: Match[Any], past: Match[Any], ask: Ask, entry: Choice, said: Mapping[str, Any] | None
    ) -> Decision:
        option = ask.find(entry.option)
        assert option is not None
        assert match.outcome is not None
        values = value = None
        if said is not None:
            named = {ask.find(choice): float(value) for choice, value in said["options"]}
            values = {each: value for each, value in named.items() if each is not None}
            if len(values) < len(said["options"]):
                raise SaveError(f"{self.where}: there are values for options that nobody had.")
            if option not in values:  # of those that mean the same, one is named
                alike = {past.game.alike(past.state, ask, each): value for each, value in values.items()}
                value = alike.get(past.game.alike(past.state, ask, option))
            else:
                value = values[option]
        return Decision(
            match=match,
            seat=ask.seat,
            view=past.view(ask.seat),
            ask=ask,
            option=option,
            values=values,
            value=value,
            unit=None if said is None else said["unit"],
            share=match.outcome.shares[ask.seat],
            score=match.outcome.scores[ask.seat],
        )


def read(place: str | os.PathLike[str], *, broken_off: bool = False) -> Iterator[Recorded]:
    """Every finished game in a folder (or file) of records; with `broken_off` those that have no end as well."""
    path = Path(place)
    files = [path] if path.is_file() else sorted(path.glob(f"*{ENDING}"))
    if not files:
        raise StorageError(f"There are no records in {path}. 'dicecup arena GAME --records {path}' writes some.")
    for file in files:
        for number, data in enumerate(lines(file), start=1):
            game = _recorded(data, f"{file.name}, line {number}")
            if game.record is not None or broken_off:
                yield game


def lines(path: Path) -> list[dict[str, Any]]:
    """What stands in a file, line by line; SaveError if it is damaged or none of ours."""
    with words_for(path, "read"):
        packed = path.read_bytes()
    try:
        found = [json.loads(line) for line in gzip.decompress(packed).decode().splitlines()]
        newest = max((line["format"] for line in found), default=FORMAT)
    except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError, RecursionError):
        raise SaveError(f"{path.name} is damaged, or holds no records of games.") from None
    if newest > FORMAT:
        raise SaveError(f"{path.name} was written by a newer Dicecup. Please update Dicecup.")
    return found


def _recorded(data: dict[str, Any], where: str) -> Recorded:
    try:
        record, end, values = data["record"], data["outcome"], data.get("values")
        return Recorded(
            game=data["game"],
            players=tuple(data["players"]),
            group=data["group"],
            rotation=data["rotation"],
            shares=tuple(end["shares"]),
            scores=None if end["scores"] is None else tuple(end["scores"]),
            fault=data["fault"],
            culprit=data["culprit"],
            record=None if record is None else json.dumps(record),
            where=where,
            values=None if values is None else tuple(values),
        )
    except (KeyError, TypeError) as error:
        raise SaveError(f"{where}: the line cannot be read: {error}.") from None
