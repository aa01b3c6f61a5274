"""Going over a log again without trusting it: the one way in which a match comes out of its papers."""

import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar
from unicodedata import normalize

from dicecup.table import papers
from dicecup.table.arranged import Left
from dicecup.table.chance import Chance
from dicecup.table.drift import Drift, drift
from dicecup.table.driver import WAIT, Checkpoint
from dicecup.table.errors import DicecupError, RulesError, SaveError, shown
from dicecup.table.game import Game
from dicecup.table.log import Choice, Entry, Luck, TakenBack, Wish, entry_from_json, in_force, row_from_json
from dicecup.table.match import Match, Origin
from dicecup.table.names import check_names
from dicecup.table.secret import Nonce, Secret
from dicecup.table.state import State

S = TypeVar("S", bound=State)
_LARGEST_STATE: Final = 100_000  # characters of JSON; ours have 4,000
_MOST_TURNS: Final = 10**9
_CHANGED: Final = (
    "The rules have changed since this game was saved. Play continues from the saved position; "
    "what happened before it is kept in the log but cannot be played again."
)
_AGAIN: Final = "The last choices before the save have to be made again."
_SINCE: Final = (
    "The rules have changed since the last answers were given. Play continues from where they still fit; "
    "the last ones have to be given again."
)

FindGame = Callable[[str], Game[Any]]
Watch = Callable[[Chance[Any], Any], None]
"""Sees each chance result of a log as the rules come to it."""


def load(text: str, find_game: FindGame) -> Match[Any]:
    """The match that `save` wrote: same state, same pending decision. SaveError if the text is not one.

    When the rules have changed since, so that the answers no longer lead to the saved state, play goes on from
    the state at the last start of a phase, and the match's `notice` says so.
    """
    return reopen(text, find_game)[0]


def reopen(text: str, find_game: FindGame, rows: Sequence[Any] = ()) -> tuple[Match[Any], bool]:
    """The match that a host saved, and after the save wrote down row by row; and whether all of that still fits.

    What does not fit the rules any more is left out, and has to be decided again: `notice` says so.
    """
    _, body = papers.unwrap(text, papers.SAVE)
    past = Past.read(body, find_game, rows)
    saved = read_checkpoint(past.game, body.get("snapshot"))
    known = (len(body["log"]), saved.at, body["snapshot"]["state"])
    match, trouble = _as_far_as_it_goes(past, past.origin.start, known)
    notice = _SINCE
    if match is None:
        if past.game.deck(saved.state) != past.game.deck(past.origin.start.state):
            raise SaveError("The saved position is not possible: the game began with other cards.")
        match, trouble = _as_far_as_it_goes(past, saved)
        notice = f"{_CHANGED} {_AGAIN}" if trouble else _CHANGED
        if match is None:
            raise _unplayable(trouble) from trouble
    elif trouble is None:
        match.resume(past.never)
        return match, True
    secret = past.origin.secret.cut_back(len(in_force(match.log)))
    if secret is not past.origin.secret:
        match = replace(past, origin=match.origin._replace(secret=secret), entries=tuple(match.log)).whole()
    match.resume(past.never)
    match.notice = notice
    return match, False


def recall(brief: dict[str, Any], find_game: FindGame) -> Match[Any]:
    """The match that told `brief` of itself, in this process or another one."""
    past = Past.read(brief, find_game)
    match = past.whole()
    match.resume(past.never)
    return match


def _unplayable(trouble: Exception | None) -> SaveError:
    if isinstance(trouble, SaveError):
        return trouble
    return SaveError(f"The saved game cannot be continued. {trouble}")


def _as_far_as_it_goes(
    past: "Past[S]", start: Checkpoint[S], saved: tuple[int, int, Any] | None = None
) -> tuple[Match[S] | None, Exception | None]:
    """The match where the log last fits the rules, if it gets anywhere from `start`; and why not to the end.

    `saved`: after so many entries of the log there was, at the last start of a phase, this number of answers and
    this state. If the log leads elsewhere now, it leads nowhere.
    """
    match, trouble, met = None, None, saved is None
    try:
        for match in replace(past, origin=past.origin._replace(start=start)).follow():
            if saved is not None and len(match.log) == saved[0]:
                now = match.checkpoint()
                met = now.at == saved[1] and Drift.CHANGED not in drift(saved[2], now.state.to_json(), less=True)
                if not met:
                    break
    except (RulesError, SaveError) as error:
        trouble = error
    return match if met else None, trouble


@dataclass(frozen=True, slots=True)
class Past(Generic[S]):
    """What a paper says of a game. Nothing of it is believed before `follow` has gone over it."""

    game: Game[S]
    origin: Origin[S]
    entries: Sequence[Entry]
    never: Mapping[int, frozenset[str]]
    chance_open: bool = False  # it may end where chance is about to decide

    @classmethod
    def read(cls, body: dict[str, Any], find_game: FindGame, rows: Sequence[Any] = ()) -> "Past[Any]":
        """What the body of a paper, and rows written after it, say; SaveError if they cannot be read."""
        try:
            game = find_game(body["game"])
            secret = Secret.from_json(body["secret"], body["number"])
            entries = [entry_from_json(data) for data in body["log"]]
            start = read_checkpoint(game, body["start"])
            later = [row_from_json(row) for row in rows]
            for one in later:
                if isinstance(one, Nonce):
                    secret = secret.stirred(*one)
                elif isinstance(one, Left):
                    secret = secret.left(one.at)
        except (KeyError, TypeError, ValueError, AttributeError, DicecupError) as error:
            raise SaveError(f"The saved game cannot be read: {_words(error)}") from None
        seats = len(start.state.names)
        if any(one.seat >= seats for one in secret.nonces):
            raise SaveError(
                "The saved game cannot be read: somebody who is not at the table has added to the dice."
            )
        carry = body.get("carry")
        try:
            game.check_carry(start.state.names, start.state.options, carry)
        except Exception as error:
            raise SaveError(
                f"What the game before this one is said to have left cannot be: {_words(error)}"
            ) from None
        wishes = [one for one in later if isinstance(one, Wish)]
        entries += [one for one in later if not isinstance(one, (Wish, Nonce, Left))]
        never = _wishes(game, body.get("never_ask", {}), wishes, seats)
        if body.get("chance", "open") != "open":
            raise SaveError("The saved game cannot be read: it does not say who settles chance.")
        return Past(game, Origin(start, secret, carry), entries, never, "chance" in body)

    def follow(self, watch: Watch | None = None) -> Iterator[Match[S]]:
        """Play it again by the rules: one match, standing where each entry led. SaveError where one does not fit.

        `watch` sees each chance result, and nobody may have been passed over then who had a choice.
        """
        earlier, rest = self.split()
        tape = iter(rest)

        def settle(point: Chance[Any]) -> Any:
            entry = next(tape, None)
            if entry is None and self.chance_open:
                return WAIT
            if not isinstance(entry, Luck) or entry.key != point.key:
                raise SaveError(f"The log does not fit the rules: it has no result for {point.key}.")
            try:
                result = point.decode(entry.result)
            except ValueError as error:
                raise SaveError(f"The log does not fit the rules: {error}.") from None
            if watch is not None:
                watch(point, result)
            return result

        start, secret, carry = self.origin
        try:
            self.game.check(start.state)
        except Exception as error:
            raise SaveError(f"The saved position is not possible: {_words(error)}") from error
        match = Match(
            self.game,
            start,
            secret,
            carry=carry,
            settle=settle,
            earlier=earlier,
            chance_open=self.chance_open,
        )
        yield match
        for entry in tape:
            match.follow(entry, strictly=watch is not None)
            yield match

    def whole(self, watch: Watch | None = None) -> Match[S]:
        """Where all of it leads; likewise."""
        [match] = deque(self.follow(watch), maxlen=1)
        return match

    def split(self) -> tuple[Sequence[Entry], Sequence[Entry]]:
        """The log before and after the start: after it there were always at least as many answers as it has."""
        at = self.origin.start.at
        count = cut = 0
        for i, entry in enumerate(self.entries, start=1):
            count += -entry.count if isinstance(entry, TakenBack) else 1
            if count <= at:
                cut = i
        if at and len(in_force(self.entries[:cut])) != at:
            raise SaveError("The log is shorter than the saved position needs.")
        return (self.entries[:cut], self.entries[cut:]) if at else ((), self.entries)


def again(match: Match[S], watch: Watch | None = None) -> Iterator[Match[S]]:
    """A game as it was played, undos and events included: one match, standing where each entry of its log led."""
    return Past(match.game, match.origin, tuple(match.log), {}, match.chance_open).follow(watch)


def stops(match: Match[S], seq: int | None = None) -> Iterator[Match[S]]:
    """The game once more, standing at each decision that was really made, and at the end: now, or at `seq`."""
    entries = tuple(match.log)
    end = len(entries) if seq is None else min(seq, len(entries))
    for past in again(match):
        at = len(past.log)
        if at >= end:
            yield past
            return
        entry = entries[at]
        if not (isinstance(entry, Choice) and entry.forced):
            yield past


def branch(match: Match[S], seat: int | None, *, open_past: bool = False) -> Match[S]:
    """A game of its own from here on, with dice to come that nobody knows and a seal of its own.

    It keeps the past if `seat` may know all of it, or everybody may (`open_past`); if not, what is hidden from
    `seat` is drawn anew, and the game begins here. docs/fair-dice.md says what can be verified of it.
    """
    past = in_force(match.log)
    if not (open_past or all(entry.known_to(seat) for entry in past)):
        return match.fork(seat)
    secret, lesson = Secret(number=match.number, since=len(past)), match.origin.secret.arranged
    if lesson is not None:  # it stays one that began with arranged dice
        secret = secret.arranging(lesson.left(len(past)))
    origin = match.origin._replace(secret=secret)
    twig = Past(match.game, origin, past, {}, match.chance_open).whole()
    twig.resume({})
    return twig


def _wishes(game: Game[Any], data: Any, later: Sequence[Wish], seats: int) -> dict[int, frozenset[str]]:
    """The questions that seats do not want to be asked; kinds that the game no longer has are forgotten."""
    if not isinstance(data, dict) or not all(
        seat.isdecimal()
        and len(seat) < 3
        and int(seat) < seats
        and isinstance(kinds, list)
        and all(isinstance(kind, str) for kind in kinds)
        for seat, kinds in data.items()
    ):
        raise SaveError("The saved game cannot be read: it does not say which questions are not to be asked.")
    kinds = {int(seat): frozenset(kinds) for seat, kinds in data.items()}
    for seat, kind, never in later:
        before = kinds.get(seat, frozenset())
        kinds[seat] = before | {kind} if never else before - {kind}
    return {seat: wished & game.interrupts.keys() for seat, wished in kinds.items()}


def read_checkpoint(game: Game[S], data: Any) -> Checkpoint[S]:
    """A position out of a paper, as far as the game takes it for one; SaveError if not."""
    try:
        at = data["at"]
        if type(at) is not int or at < 0:
            raise ValueError("a position in the log is a number from 0")
        if len(json.dumps(data["state"])) > _LARGEST_STATE:
            raise ValueError("it is far too large to be one.")
        state = game.state.from_json(data["state"])
        if not 0 <= state.turn <= _MOST_TURNS:
            raise ValueError(f"no game has {shown(state.turn)} turns.")
        check_names(state.names)
        if any(name != " ".join(normalize("NFC", name).split()) for name in state.names):
            raise ValueError("The names of the players are not as they should be.")
    except (KeyError, TypeError, ValueError) as error:
        raise SaveError(f"The saved position cannot be read: {_words(error)}") from None
    return Checkpoint(state, at)


def _words(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"{error.args[0]!r} is missing."
    return str(error) if isinstance(error, (DicecupError, ValueError)) else "it holds something unexpected."
