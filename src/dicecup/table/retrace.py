"""Going over a log again without trusting it: loading a save, and verifying a finished game."""

import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from unicodedata import normalize

from dicecup.table import papers
from dicecup.table.chance import Chance
from dicecup.table.driver import Checkpoint
from dicecup.table.errors import DicecupError, NotAllowed, RulesError, SaveError, shown
from dicecup.table.game import Game, State
from dicecup.table.log import Choice, Entry, Luck, TakenBack, entry_from_json, in_force, places
from dicecup.table.match import Match
from dicecup.table.names import check_names
from dicecup.table.secret import Nonce, Secret

S = TypeVar("S", bound=State)
_LARGEST_STATE = 100_000  # characters of JSON; ours have 4,000

_MOST_TURNS = 10**9

FindGame = Callable[[str], Game[Any]]


def load(text: str, find_game: FindGame) -> Match[Any]:
    """The match that `save` wrote: same state, same pending decision. SaveError if the text is not one.

    When the rules have changed since, so that the answers no longer lead to the saved state, play goes on from
    the state at the last start of a phase, and the match's `notice` says so.
    """
    _, body = papers.unwrap(text, papers.SAVE)
    game, secret, start, entries = _parse(body, find_game)
    snapshot = _checkpoint(game, body.get("snapshot"))
    carry = _carry(game, start, body)
    wishes = _wishes(game, body.get("never_ask", {}), len(start.state.names))
    try:
        match = retrace(game, start, secret, entries, carry, never=wishes)
        if match._latest_checkpoint() == snapshot:
            return match
    except (RulesError, SaveError):
        pass
    notice = (
        "The rules have changed since this game was saved. Play continues from the saved position; "
        "what happened before it is kept in the log but cannot be played again."
    )
    try:
        try:
            match = retrace(game, snapshot, secret, entries, carry, never=wishes)
        except (RulesError, SaveError):  # nor do the last few answers fit: they are asked for again
            match = retrace(game, snapshot, secret, _split(entries, snapshot.at)[0], carry, never=wishes)
            notice += " The last choices before the save have to be made again."
    except RulesError as error:
        raise SaveError(f"The saved game cannot be continued. {error}") from error
    match.notice = notice
    return match


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What `verify` found in a finished game whose every result was right."""

    match: Match[Any]
    results: int  # so many chance results were computed again
    committed: bool  # the secret was random and fits the commitment shown before the game
    ordinary_start: bool  # the game began as the rules say, not from a position set up by hand
    taken_over: int = 0  # so many results are those of another game, of which this one is a branch
    nonces: tuple[Nonce, ...] = ()  # what players added to the dice
    reworded: bool = False  # the sentences of its events are not those of this version: changed, or an older one's


def verify(text: str, find_game: FindGame, commitment: str | None = None, nonce: str | None = None) -> Verdict:
    """Recompute every result of a finished game; SaveError, with what is wrong, if one does not fit.

    `commitment` is what was shown before the game, or its beginning. Only whoever noted it down can know that the
    secret in the file is the one the game began with. `nonce` is what somebody added to the dice.
    """
    kind, body = papers.unwrap(text, papers.RECORD, papers.SAVE)
    if kind == papers.RECORD and type(body.get("finished")) is not bool:
        raise SaveError("The record has been changed: it does not say whether the game is over.")
    if kind == papers.RECORD and not body["finished"]:
        raise SaveError("This game is not over; its dice can be verified when the secret is revealed at the end.")
    game, secret, start, entries = _parse(body, find_game)
    results = 0
    at = iter(places(_split(entries, start.at)[1]))
    taken_over = left = _taken_over(entries, start.at, secret.since)

    def recompute(point: Chance[Any], result: Any) -> None:
        nonlocal results, left
        answers = start.at + next(at)
        if left:  # it follows from the secret of the game that this one branched off
            left -= 1
            return
        results += 1
        if point.sample(secret.as_of(answers)) != result:
            raise SaveError(f"The result of {point.key} is not the one the secret gives: {result!r} was recorded.")

    try:
        match = retrace(game, start, secret, entries, _carry(game, start, body), recompute)
    except RulesError as error:
        raise SaveError(f"The log does not fit the rules. {error}") from error
    if match.outcome is None:
        raise SaveError("This game is not over; its dice can be verified when it is.")
    if commitment is not None and not (secret.commitment or "").startswith(commitment.casefold().strip(". ")):
        raise SaveError("The secret is not the one that was sealed: the seal you have does not fit it.")
    if nonce is not None and all(one.nonce != nonce.casefold().strip() for one in secret.nonces):
        raise SaveError("The number you have was not added to the dice of this game.")
    reworded = False
    if kind == papers.RECORD:
        if body.get("commitment") != secret.commitment:
            raise SaveError("The secret is not the one that was committed to before the game.")
        reworded = _compare(body, match)
    return Verdict(
        match=match,
        results=results,
        committed=secret.verifiable,
        ordinary_start=match.ordinary_start,
        taken_over=taken_over,
        nonces=secret.nonces,
        reworded=reworded,
    )


def _taken_over(entries: Sequence[Entry], start: int, since: int) -> int:
    """How many results came before the secret; nothing of that past has ever been taken back."""
    past = entries[:since]
    if len(past) < since or any(isinstance(entry, TakenBack) for entry in past):
        raise SaveError("The log does not fit its secret, which is said to have been sealed later.")
    return sum(isinstance(entry, Luck) for entry in past[start:])


def _compare(body: dict[str, Any], match: Match[Any]) -> bool:
    """What a record says beside its log must be what the log leads to. True: only the words of its events differ.

    Two things cannot be known: which game of the table it was, if its secret is random (`number` is then just a
    number), and for which seat it was written, if all seats were told the same.
    """
    seat = body.get("seat")
    if seat is not None and (type(seat) is not int or not 0 <= seat < len(match.names)):
        raise SaveError(f"The record is that of a seat which is not at the table: {seat!r}.")
    again = papers.unwrap(match.record(seat), papers.RECORD)[1]
    if unknown := sorted(body.keys() - again.keys()):
        raise SaveError(f"The record has been changed: it holds {shown(unknown[0])}, which no record does.")
    for part in ("title", "names", "options", "log", "outcome", "secret", "turns"):
        if body.get(part) != again[part]:
            raise SaveError(f"What the record says about the {part} is not true: the record has been changed.")
    if body.get("nonces") != again.get("nonces"):
        raise SaveError("What the record says was added to the dice is not true: the record has been changed.")
    if _wordless(body.get("events")) != _wordless(again["events"]):
        raise SaveError("The recorded events are not the ones the game leads to.")
    return bool(body["events"] != again["events"])


def _wordless(events: Any) -> Any:
    if not isinstance(events, list) or not all(isinstance(event, dict) for event in events):
        return None
    return [
        {name: "" if name == "text" and isinstance(value, str) else value for name, value in event.items()}
        for event in events
    ]


def retrace(
    game: Game[S],
    start: Checkpoint[S],
    secret: Secret,
    entries: Sequence[Entry],
    carry: Any = None,
    watch: Callable[[Chance[Any], Any], None] | None = None,
    never: Mapping[int, frozenset[str]] | None = None,
) -> Match[S]:
    """Play a log again from `start`, checking every entry against the rules; `watch` sees each chance result.

    `never`: what seats do not want to be asked. It declines nothing now: what it declined is in the log, and a
    question that was taken back to after the wish is still open.
    """
    [match] = deque(_steps(game, start, secret, entries, carry, watch), maxlen=1)
    match._settle = None
    match._never = dict(never or {})
    return match


def again(match: Match[S], watch: Callable[[Chance[Any], Any], None] | None = None) -> Iterator[Match[S]]:
    """A game as it was played, undos and events included: one match, standing where each entry of its log led."""
    return _steps(match.game, match._base, match._secret, tuple(match.log), match._carry, watch)


def branch(match: Match[S], seat: int | None, *, open_past: bool = False) -> Match[S]:
    """A game of its own from here on, with dice to come that nobody knows and a seal of its own.

    It keeps the past if `seat` may know all of it, or everybody may (`open_past`); if not, what is hidden from
    `seat` is drawn anew, and the game begins here. docs/fair-dice.md says what can be verified of it.
    """
    past = match._answers
    if not (open_past or all(entry.known_to(seat) for entry in past)):
        return match.fork(seat)
    secret = Secret(number=match.number, since=len(past))
    return retrace(match.game, match._base, secret, past, match._carry)


def _steps(
    game: Game[S],
    start: Checkpoint[S],
    secret: Secret,
    entries: Sequence[Entry],
    carry: Any,
    watch: Callable[[Chance[Any], Any], None] | None,
) -> Iterator[Match[S]]:
    earlier, rest = _split(entries, start.at)
    tape = iter(rest)

    def settle(point: Chance[Any]) -> Any:
        entry = next(tape, None)
        if not isinstance(entry, Luck) or entry.key != point.key:
            raise SaveError(f"The log does not fit the rules: it has no result for {point.key}.")
        try:
            result = point.decode(entry.result)
        except ValueError as error:
            raise SaveError(f"The log does not fit the rules: {error}.") from None
        if watch is not None:
            watch(point, result)
        return result

    try:
        game.check(start.state)
    except Exception as error:
        raise SaveError(f"The saved position is not possible: {_words(error)}") from error
    match = Match(game, start, secret, carry=carry, settle=settle, earlier=earlier)
    yield match
    for entry in tape:
        if isinstance(entry, TakenBack):
            _take_back(match, entry)
            yield match
            continue
        ask = match.pending
        if isinstance(entry, Luck) or ask is None or ask.seat != entry.seat:
            raise SaveError("The log does not fit the rules: its answers are not those that were asked for.")
        option = ask.find(entry.option)
        if option is None:
            raise SaveError(f"The log does not fit the rules: {list(entry.option)} was not possible.")
        # Nobody was asked where there was no choice, or where the seat had said that it did not want to be.
        unasked = len(ask.options) == 1 or (ask.kind in game.interrupts and option == ask.options[0])
        if watch is not None and entry.forced and not unasked:
            raise SaveError(f"The log does not fit the rules: {list(entry.option)} was not the only choice.")
        match._push(Choice(ask.seat, option, entry.forced, ask.private))
        yield match


def _take_back(match: Match[Any], entry: TakenBack) -> None:
    try:
        if match._last_choice(entry.seat)[1] == entry.count:
            match.undo(entry.seat)
            return
    except (NotAllowed, ValueError):
        pass
    raise SaveError("The log does not fit the rules: it takes back what could not be taken back.")


def _split(entries: Sequence[Entry], at: int) -> tuple[Sequence[Entry], Sequence[Entry]]:
    """The log before and after the point from which on there were always at least `at` standing answers."""
    count = cut = 0
    for i, entry in enumerate(entries, start=1):
        count += -entry.count if isinstance(entry, TakenBack) else 1
        if count <= at:
            cut = i
    if at and len(in_force(entries[:cut])) != at:
        raise SaveError("The log is shorter than the saved position needs.")
    return (entries[:cut], entries[cut:]) if at else ((), entries)


def _parse(body: dict[str, Any], find_game: FindGame) -> tuple[Game[Any], Secret, Checkpoint[Any], list[Entry]]:
    try:
        game = find_game(body["game"])
        secret = Secret.from_json(body["secret"], body["number"])
        entries = [entry_from_json(data) for data in body["log"]]
        start = _checkpoint(game, body["start"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise SaveError(f"The saved game cannot be read: {_words(error)}") from None
    if any(one.seat >= len(start.state.names) for one in secret.nonces):
        raise SaveError("The saved game cannot be read: somebody who is not at the table has added to the dice.")
    return game, secret, start, entries


def _carry(game: Game[Any], start: Checkpoint[Any], body: dict[str, Any]) -> Any:
    """What the game before left, if the game takes it for that."""
    carry = body.get("carry")
    try:
        game.check_carry(start.state.names, start.state.options, carry)
    except Exception as error:
        raise SaveError(f"What the game before this one is said to have left cannot be: {_words(error)}") from None
    return carry


def _wishes(game: Game[Any], data: Any, seats: int) -> dict[int, frozenset[str]]:
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
    return {int(seat): frozenset(kinds) & game.interrupts.keys() for seat, kinds in data.items()}


def _checkpoint(game: Game[Any], data: Any) -> Checkpoint[Any]:
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
        return Checkpoint(state, at)
    except (KeyError, TypeError, ValueError) as error:
        raise SaveError(f"The saved position cannot be read: {_words(error)}") from None


def _words(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"{error.args[0]!r} is missing."
    return str(error) if isinstance(error, (DicecupError, ValueError)) else "it holds something unexpected."
