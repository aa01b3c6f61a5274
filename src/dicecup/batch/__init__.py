"""Many games side by side as arrays, for whoever wants millions of steps: docs/batch.md.

import dicecup.batch

batch = dicecup.batch.make("deadwood", games=4096, seats=3, seed=1)
batch.step(batch.random_actions())
"""

from typing import TYPE_CHECKING, Any, get_args

from dicecup import games as _games
from dicecup.table.errors import SetupError, shown
from dicecup.table.whole import whole

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from dicecup.batch.batch import Batch, Progress, Rewards, Step

__all__ = ["Batch", "Step", "make", "names"]


def names() -> list[str]:
    """The games that can be played in batches."""
    return [name for name in _games.names() if _games.manifest(name).batch]


def make(
    game: str,
    *,
    games: int,
    seats: int,
    seed: "int | ArrayLike" = 0,
    observe: bool = True,
    auto_reset: bool = True,
    rewards: "Rewards | None" = None,
    progress: "Progress | None" = None,
    **options: Any,
) -> "Batch":
    """So many games of one kind, all at their first decision: `make("yahtzee", games=1000, seats=2, seed=1)`.

    `seed` is one whole number for all games, or one for each of them. Without `observe` there are no observations,
    which is quicker; without `auto_reset` a game that is over stays so until `reset`. `rewards` come at the end of
    a game: "win", 1 for whoever wins or a part of it, which is usual, or "points", as for somebody alone.
    `progress` hears, instead of the standard error stream, that something is compiled. `options` are the house
    rules.
    """
    found = _games.find(game)
    manifest = _games.manifest(game)
    if not manifest.batch:
        known = ", ".join(names())
        raise SetupError(f"{found.title} cannot be played in batches yet. These can: {known}.")
    count = whole(games)
    if count is None or not 1 <= count < 1 << 31:
        raise SetupError(f"A batch has one game or more, less than 2147483648; {shown(games)} is not possible.")
    seats = found.count_seats(seats)
    if rewards is None:
        rewards = "win" if seats > 1 else "points"
    from dicecup.batch.batch import Batch, Rewards

    if rewards not in get_args(Rewards):
        raise SetupError(f"rewards is one of {', '.join(get_args(Rewards))}; {shown(rewards)} is not.")
    if rewards == "win" and seats == 1:
        raise SetupError("Nobody wins a game of one: its rewards are points.")
    chosen = found.options.parse(options)
    twin = manifest.part("batch")
    twin.check(found, seats, chosen)
    try:
        batch = Batch(
            found,
            twin,
            count,
            seats,
            chosen,
            observe=observe,
            auto_reset=auto_reset,
            rewards=rewards,
            progress=progress,
        )
    except MemoryError:
        raise SetupError(f"{games} games of {found.title} do not fit into the memory of this computer.") from None
    batch.reset(seed)
    return batch


def __getattr__(name: str) -> Any:
    """What needs NumPy is imported when somebody asks for it."""
    if name in ("Batch", "Step"):
        from dicecup.batch import batch

        return getattr(batch, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
