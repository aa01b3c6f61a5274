"""How strong the levels of a game are beside each other, at tables of every size: what people are measured by.

At a bigger table one player of one level sits among others of another level, once in every seat: that is how
people meet computer players, who are mostly set to one level.
"""

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import combinations, permutations, product
from typing import Final

from dicecup import games as _games
from dicecup import players
from dicecup.arena.book import Terms
from dicecup.arena.ladder import Part, Work
from dicecup.arena.lineup import Lineup
from dicecup.arena.tournament import warm_up
from dicecup.players import even
from dicecup.players.ratings import Meeting
from dicecup.table import SetupError
from dicecup.work import insist

ERRORS: Final = (0.0, 0.5, 1.0, 2.0, 4.0)
"""How much players err who are measured, Medium's errors being 1: those between are between."""


def measure(
    game: str,
    *,
    games: int,
    sizes: Iterable[int] | None = None,
    levels: bool = True,
    names: Sequence[str] = (),
    seed: int | None = None,
    jobs: int = 1,
    plan: Callable[[int], None] = lambda games: None,
    done: Callable[[int], None] = lambda games: None,
    say: Callable[[str], None] = lambda text: None,
) -> list[Meeting]:
    """What one level wins among others, over at least `games` games for each two of them and each size.

    And what players win among them who err more and more, where the game has such; without `levels` only that.
    With `names` only these levels meet each other, and nobody who errs. Ctrl-C ends it early: then there is less.
    """
    found, pool = _games.find(game), tuple(one for one in players.levels(game) if not names or one in names)
    wanted = tuple(sizes or (size for size in found.seats if 2 <= size <= 6))
    if len(pool) < 2 or any(size not in found.seats or size < 2 for size in wanted):
        raise SetupError(f"The levels of {found.title} cannot be compared at tables of {wanted[0]}.")
    seed = secrets.randbits(32) if seed is None else seed
    options = found.options.parse({"start": "seat-order"}).to_json()
    terms = Terms(game=game, seats=pool, options=options, seed=seed)
    erring = [even.by_error(much) for much in ERRORS] if _games.manifest(game).misjudging and not names else []
    parts = [*(_parts(pool, wanted, games) if levels else ()), *_erring(erring, pool, wanted, games)]
    plan(sum(len(seats) for seats, _ in parts))
    tally: dict[tuple[int, str, str], list[float]] = {}
    try:
        for size in wanted:
            for name in pool:
                warm_up(terms, Lineup(game, (name,) * size), say)  # whoever errs needs nothing else
        with closing(insist(Work(terms), parts, jobs)) as results:
            for (seats, _), played in results:
                lineup = Lineup(game, seats)
                for rotation, one in enumerate(played):
                    if sum(one.shares):  # somebody has won
                        at = lineup.seated(rotation).index(seats[0])
                        tally.setdefault((len(seats), seats[0], seats[1]), []).append(one.shares[at])
                done(len(played))
    except KeyboardInterrupt:
        pass
    return [Meeting(*key, games=len(shares), wins=round(sum(shares), 3)) for key, shares in sorted(tally.items())]


def _parts(pool: tuple[str, ...], sizes: Iterable[int], games: int) -> Iterator[Part]:
    """One among others, each table with the number of its dice."""
    for size in sizes:
        pairs = combinations(pool, 2) if size == 2 else permutations(pool, 2)
        tables = [(one, *[other] * (size - 1)) for one, other in pairs]
        for group in range(-(-games // size)):
            yield from ((table, group) for table in tables)


def _erring(erring: Sequence[str], pool: tuple[str, ...], sizes: Iterable[int], games: int) -> Iterator[Part]:
    """Whoever errs among others of each level, with the same dice in every seat.

    The best and the worst do not meet: who is sure to win says little of how strong anybody is.
    """
    near = [
        (one, level)
        for one, level in product(erring, pool)
        if abs(erring.index(one) / (len(erring) - 1) - 1 + pool.index(level) / (len(pool) - 1)) < 1
    ]
    for size in sizes:
        for group in range(-(-games // size)):
            yield from (((one, *[level] * (size - 1)), group) for one, level in near)
