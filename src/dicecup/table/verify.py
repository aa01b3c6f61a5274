"""Verifying a finished game: every result follows from the secret, and the rules lead where its record says."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dicecup.table import papers
from dicecup.table.chance import Chance
from dicecup.table.drift import Drift, drift, retold
from dicecup.table.errors import Changed, RulesError, SaveError, Tampered, Unfinished, shown
from dicecup.table.log import Entry, Luck, TakenBack, places
from dicecup.table.match import Match
from dicecup.table.retrace import FindGame, Past
from dicecup.table.secret import Nonce
from dicecup.table.words import listed

_PARTS = ("title", "names", "options", "log", "events", "outcome", "turns")


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What `verify` found in a finished game whose every result was right."""

    match: Match[Any]
    results: int  # so many chance results were computed again
    committed: bool  # the secret was random and fits the commitment shown before the game
    ordinary_start: bool  # the game began as the rules say, not from a position set up by hand
    arranged: int = 0  # so many results were arranged by a lesson
    by_hand: int = 0  # so many results were made up by whoever played
    taken_over: int = 0  # so many results are those of another game, of which this one is a branch
    nonces: tuple[Nonce, ...] = ()  # what players added to the dice
    reworded: bool = False  # it is told in other words, or shown in another way, than this version would
    changed: int = 0  # so many earlier results cannot be played again: the rules changed while it was played
    grown: tuple[str, ...] = ()  # what this version has more of, such as "house rules"; nothing else is different

    @property
    def words(self) -> tuple[str, ...]:
        """What has become of the record since it was written, if anything has: docs/compatibility.md."""
        found = {"reworded": self.reworded, "grown": self.grown, "changed": self.changed}
        return tuple(word for word, it_is in found.items() if it_is)

    @property
    def remarks(self) -> list[str]:
        """The same in sentences."""
        found = []
        if self.arranged:
            found.append(f"This game began as a lesson, which arranged {self.arranged} of its results.")
        if self.by_hand:
            found.append(f"Whoever played this game made up {self.by_hand} of its results.")
        if self.reworded:
            found.append("This version of Dicecup would tell the game in other words; the game is the same.")
        if self.grown:
            found.append(
                f"This version of Dicecup has more {listed(self.grown)} than the one this game was played with; "
                "nothing else is different."
            )
        if self.changed:
            found.append(
                "The rules changed while this game was being played, and it continued from where it stood then; "
                f"the {self.changed} results before that cannot be checked any more."
            )
        return found


def verify(text: str, find_game: FindGame, commitment: str | None = None, nonce: str | None = None) -> Verdict:
    """Recompute every result of a finished game; SaveError, with what is wrong, if one does not fit.

    It is `Changed` if the rules of this version would have decided otherwise, and `Tampered` only if a checksum,
    or the chain from seal to secret to dice, is broken.

    `commitment` is what was shown before the game, or its beginning. Only whoever noted it down can know that the
    secret in the file is the one the game began with. `nonce` is what somebody added to the dice.
    """
    kind, body = papers.unwrap(text, papers.RECORD, papers.SAVE)
    if kind == papers.RECORD and type(body.get("finished")) is not bool:
        raise SaveError("The record cannot be read: it does not say whether the game is over.")
    if kind == papers.RECORD and not body["finished"]:
        raise Unfinished("This game is not over; its dice can be verified when the secret is revealed at the end.")
    past = Past.read(body, find_game)
    start, secret, _ = past.origin
    if kind == papers.RECORD and body.get("commitment") != secret.commitment:
        raise Tampered("The secret is not the one that was committed to before the game.")
    if commitment is not None and not (secret.commitment or "").startswith(commitment.casefold().strip(". ")):
        raise Tampered("The secret is not the one that was sealed: the seal you have does not fit it.")
    results = arranged = by_hand = 0
    before, after = past.split()
    at = iter(places(after))
    taken_over = left = _taken_over(past.entries, start.at, secret.since)

    def recompute(point: Chance[Any], result: Any) -> None:
        nonlocal results, left, arranged, by_hand
        answers = start.at + next(at)
        if left:  # it follows from the secret of the game that this one branched off
            left -= 1
            return
        if secret.arranged is not None and secret.arranged.result(point, answers) == result:
            arranged += 1
            return
        if point.key in secret.by_hand:
            by_hand += 1
            return
        # Whoever changes what a point draws from gives it another key; so only the result can be wrong here.
        if point.sample(secret.as_of(answers)) != result:
            raise Tampered(f"The result of {point.key} is not the one the secret gives: {result!r} was recorded.")
        results += 1

    try:
        match = past.whole(recompute)
    except Tampered:
        raise
    except (RulesError, SaveError) as error:
        raise Changed(
            f"Under the rules of this version of Dicecup this game would have gone differently. {error} The "
            f"{results} results of chance before that are right."
        ) from error
    if match.outcome is None:
        raise Unfinished("This game is not over; its dice can be verified when it is.")
    if nonce is not None and all(one.nonce != nonce.casefold().strip() for one in secret.nonces):
        raise SaveError("The number you have was not added to the dice of this game.")
    told, grown = _compare(body, match) if kind == papers.RECORD else (Drift.NONE, [])
    return Verdict(
        match=match,
        results=results,
        committed=secret.verifiable,
        ordinary_start=match.ordinary_start,
        arranged=arranged,
        by_hand=by_hand,
        taken_over=taken_over,
        nonces=secret.nonces,
        reworded=Drift.REWORDED in told,
        changed=len(places(before)),
        grown=tuple(_more_to_play_with(body, match) + grown),
    )


def _taken_over(entries: Sequence[Entry], start: int, since: int) -> int:
    """How many results came before the secret; nothing of that past has ever been taken back."""
    past = entries[:since]
    if len(past) < since or any(isinstance(entry, TakenBack) for entry in past):
        raise SaveError("The log does not fit its secret, which is said to have been sealed later.")
    return sum(isinstance(entry, Luck) for entry in past[start:])


def _more_to_play_with(body: dict[str, Any], match: Match[Any]) -> list[str]:
    """What a game of this version would begin with that this one did not."""
    start, _, carry = match.origin
    fresh = match.game.setup(start.state.names, start.state.options, carry)
    rules = Drift.GROWN in drift(body["start"]["state"]["options"], start.state.options.to_json())
    cards = match.ordinary_start and match.game.deck(start.state) != match.game.deck(fresh)
    return ["house rules"] * rules + ["cards"] * cards


def _compare(body: dict[str, Any], match: Match[Any]) -> tuple[Drift, list[str]]:
    """How far what a record says beside its log is what the log leads to.

    Two things cannot be known: which game of the table it was, if its secret is random (`number` is then just a
    number), and for which seat it was written, if all seats were told the same.
    """
    seat = body.get("seat")
    if seat is not None and (type(seat) is not int or not 0 <= seat < len(match.names)):
        raise SaveError(f"The record is that of a seat which is not at the table: {seat!r}.")
    now = papers.unwrap(match.record(seat), papers.RECORD)[1]
    if unknown := sorted(body.keys() - now.keys()):
        raise SaveError(f"The record holds {shown(unknown[0])}, which this version of Dicecup does not know.")
    if missing := [part for part in _PARTS if part not in body]:
        raise SaveError(f"The record cannot be read: {missing[0]!r} is missing.")
    _check_itself(body, match, now)
    log, end = drift(body["log"], now["log"]), Drift.CHANGED
    if isinstance(body["outcome"], dict):
        end = drift({**body["outcome"], "reason": ""}, {**now["outcome"], "reason": ""})
    for part, found in ("log", log), ("outcome", end):
        if Drift.CHANGED in found:
            raise Changed(
                f"Under the rules of this version of Dicecup the {part} would be different. All results of chance "
                "are right."
            )
    told = retold(body["events"], now["events"])
    if any(body[part] != now[part] for part in ("title", "outcome", "turns")):
        told |= Drift.REWORDED
    return told, ["events"] * (Drift.GROWN in told | log)


def _check_itself(body: dict[str, Any], match: Match[Any], now: dict[str, Any]) -> None:
    """A record says some things twice, and must not contradict itself."""
    try:
        options = match.game.options.from_json(body["options"])
    except ValueError as error:
        raise SaveError(f"The record cannot be read: {error}") from None
    same = {
        "names": body["names"] == now["names"],
        "house rules": options == match.state.options,
        "numbers added to the dice": body.get("nonces") == now.get("nonces"),
    }
    if wrong := [part for part, fits in same.items() if not fits]:
        raise SaveError(f"The record contradicts itself: it gives two versions of the {wrong[0]}.")
