"""Dicecup: dice board games at one table. `dicecup.new` starts a match; the README shows the rest."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

from dicecup import games as _games
from dicecup.table import (
    Ask,
    Checkpoint,
    DicecupError,
    Event,
    Game,
    IllegalChoice,
    Match,
    MissingPart,
    NoSuchSeat,
    NotAllowed,
    Option,
    Outcome,
    SaveError,
    Secret,
    SetupError,
    View,
)
from dicecup.table import retrace as _retrace
from dicecup.table import verify as _verify
from dicecup.table.errors import shown
from dicecup.table.names import check_names
from dicecup.table.secret import check_seed

if TYPE_CHECKING:
    from dicecup.coach import Review as _Review
    from dicecup.recorded import Recorded as _Recorded

__version__ = "0.1.0"
__all__ = [
    "Ask",
    "DicecupError",
    "Event",
    "IllegalChoice",
    "Match",
    "MissingPart",
    "NoSuchSeat",
    "NotAllowed",
    "Option",
    "Outcome",
    "SaveError",
    "Secret",
    "SetupError",
    "View",
    "load",
    "new",
    "records",
    "review",
    "verify",
]


def new(
    game: str,
    *,
    seats: int | None = None,
    seed: int | None = None,
    secret: Secret | None = None,
    names: Iterable[str] = (),
    cast: Iterable[str] = (),
    chance: Literal["settled", "open"] = "settled",
    **options: Any,
) -> Match[Any]:
    """Set up a game, such as `new("yahtzee", seats=2)`.

    With a `seed` the dice are the same every time; without one they come from the system and can be verified
    after the game. A `secret`, made by `Secret()`, can be sealed before the match is made, so that players
    add to it. `names` are the players' names, `cast` who each of them is (a monster of King of Tokyo, say);
    `options` the house rules that `dicecup games GAME` lists. With `chance="open"` the match stops wherever chance
    decides, for you to `settle` it: docs/research.md.
    """
    found = _games.find(game)
    names = _listed(names)
    count = _count_seats(found, seats, names)
    called = check_names(names) if names else found.default_names(count)
    seed = check_seed(seed)
    carry = found.cast(called, _wished(cast, count)) if cast else None
    state = found.setup(called, found.options.parse(options), carry)
    if secret is not None and (seed is not None or not isinstance(secret, Secret)):
        raise SetupError(
            "The dice come from a seed or from a secret of the kind `dicecup.Secret()`, not from both."
        )
    if chance not in ("settled", "open"):
        raise SetupError(f"Chance is settled or open, not {shown(chance)}.")
    sealed = secret or Secret(seed=seed)
    return Match(found, Checkpoint(state, 0), sealed, carry=carry, chance_open=chance == "open")


def load(text: str) -> Match[Any]:
    """The match that `match.save()` wrote, at the very decision it stood at; SaveError if that is no save."""
    return _retrace.load(text, _games.find)


def verify(text: str, *, commitment: str | None = None, nonce: str | None = None) -> _verify.Verdict:
    """Recompute every result of a finished game from its record or save; SaveError, with what is wrong.

    Give the `commitment` you noted before the game: it proves that the secret has not been exchanged since; and
    the `nonce` you added to the dice, if you did: it proves that nobody could choose them. docs/compatibility.md
    tells what it says of records that another version wrote.
    """
    return _verify.verify(text, _games.find, commitment, nonce)


def records(place: str | os.PathLike[str], *, broken_off: bool = False) -> "Iterator[_Recorded]":
    """Every finished game that `dicecup arena --records` has kept in a folder, or in one of its files.

    `broken_off`: those as well that a player's fault has ended. docs/data.md tells what can be learnt from them.
    """
    from dicecup import recorded  # whoever only plays has no need of it

    return recorded.read(place, broken_off=broken_off)


def review(paper: str | Match[Any], *, progress: Callable[[float], None] | None = None) -> "_Review":
    """What every choice and every roll of a finished game was worth. Give its record, its save, or the match.

    `progress` hears how much is done, from 0 to 1. docs/review.md tells how choices are judged.
    """
    from dicecup import coach  # whoever only plays has no need of it

    return coach.review(paper if isinstance(paper, Match) else coach.read(paper), progress)


def _wished(cast: Iterable[str], count: int) -> list[str]:
    if isinstance(cast, str) or not isinstance(cast, Iterable):
        raise SetupError("`cast` lists who each player is, such as ('Kraken', '').")
    wished = list(cast)
    if len(wished) != count or not all(isinstance(wish, str) for wish in wished):
        raise SetupError("`cast` has a text for each player; an empty one has no wish.")
    return wished


def _listed(names: Iterable[str]) -> tuple[str, ...]:
    if not isinstance(names, str) and isinstance(names, Iterable):
        return tuple(names)
    raise SetupError(f"Give the names as a list, such as ['Ann', 'Ben'], not as {shown(names)}.")


def _count_seats(game: Game[Any], seats: int | None, names: Sequence[str]) -> int:
    seats = game.count_seats(len(names) or max(game.seats[0], 2) if seats is None else seats)
    if names and len(names) != seats:
        raise SetupError(f"{seats} seats need {seats} names; {len(names)} were given.")
    return seats
