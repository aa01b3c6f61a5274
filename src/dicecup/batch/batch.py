"""A batch: many games of one kind, played side by side. `dicecup.batch.make` makes one."""

import sys
from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

import dicecup.batch
from dicecup.batch.contract import BLOCK
from dicecup.batch.loops import Arrays
from dicecup.batch.luck import Words
from dicecup.batch.twin import Twin
from dicecup.table.actions import Actions
from dicecup.table.encoding import Encoding
from dicecup.table.errors import IllegalChoice, SetupError, shown
from dicecup.table.game import Game
from dicecup.table.options import Options

Rewards: TypeAlias = Literal["win", "points"]
_Number = TypeVar("_Number", bound=np.generic)
Progress: TypeAlias = Callable[[str], None]
"""Hears, in a sentence, what takes long."""


class Step(NamedTuple):
    """What there is to see after a step: the batch's own arrays, which the next step writes over."""

    actors: NDArray[np.int64]
    masks: NDArray[np.int8]
    observations: NDArray[np.float32]
    rewards: NDArray[np.float32]
    done: NDArray[np.bool_]


class Batch:
    """Games side by side, a row of each array for each. Arrays are made once; every step writes over them."""

    def __init__(
        self,
        game: Game[Any],
        twin: Twin,
        games: int,
        seats: int,
        options: Options,
        *,
        observe: bool,
        auto_reset: bool,
        rewards: Rewards,
        progress: Progress | None,
    ) -> None:
        """`make` has checked what is given here. The games begin with `reset`."""
        self.game: Final = game
        self.options: Final = options
        self.games: Final = games
        self.seats: Final = seats
        self.actions: Final[Actions] = game.actions(seats, options)
        self.encoding: Final[Encoding] = game.encoding(seats, options)
        self.auto_reset: Final = auto_reset
        self._share: Final = rewards == "win"
        self._rules: Final = twin.rules(seats, options, self.actions)
        self._all: Final = np.ones(games, np.bool_)
        self._given, self._whims = np.zeros(games, np.int64), np.zeros(games, np.int64)
        self._arrays: Final = _room(self, twin.width(seats, options), len(self.encoding) if observe else 0, twin)
        self._masks: Final = _sealed(self._arrays.masks[:, : len(self.actions)])
        self._observations: Final = _sealed(self._arrays.observations)
        self._step: Final = Step(self.actors, self.masks, self.observations, self.rewards, self.done)
        self._functions: Final = twin.warmed_up(game.title, self._warm, progress or _tell)

    # --- what there is to see; all of it is written over by the next step ---

    @property
    def actors(self) -> NDArray[np.int64]:
        """The seat that has to decide in each game; -1 where the game is over."""
        return self._arrays.actors

    @property
    def masks(self) -> NDArray[np.int8]:
        """A 1 for every action that is allowed: games x actions, numbered as `Game.actions` says."""
        return self._masks

    @property
    def observations(self) -> NDArray[np.float32]:
        """What the actor of each game sees, as `Game.encode` says; no columns if made with `observe=False`."""
        return self._observations

    @property
    def rewards(self) -> NDArray[np.float32]:
        """What the last step brought each seat: games x seats, nought until a game is over."""
        return self._arrays.rewards

    @property
    def done(self) -> NDArray[np.bool_]:
        """Whether the last step ended the game."""
        return self._arrays.done

    @property
    def scores(self) -> NDArray[np.int64]:
        """The points of the last game that ended in each row, for each seat."""
        return self._arrays.scores

    @property
    def lengths(self) -> NDArray[np.int64]:
        """How many decisions the running game has had."""
        return self._arrays.lengths

    @property
    def seeds(self) -> Words:
        """The seed of the running game: with it, `reset` begins the same game again in any row of any batch."""
        return self._arrays.seeds

    @property
    def chance(self) -> NDArray[np.int8]:
        """What dice and cards said in the last step, in the order the engine asks for it; then -1."""
        return self._arrays.chance

    @property
    def openings(self) -> NDArray[np.int8]:
        """The same before the first decision of the running game."""
        return self._arrays.openings

    @property
    def nbytes(self) -> int:
        """How much memory all of it takes. No step takes more."""
        own = [array for array in self._arrays if array.base is None]  # each piece of memory once
        return sum(array.nbytes for array in (*own, self._all, self._given, self._whims))

    # --- what one can do ---

    def reset(self, seed: int | ArrayLike | None = None, games: ArrayLike | None = None) -> Step:
        """Begin anew: in all rows, or where `games`, a yes or no for each row, says yes.

        `seed` is one number, from which every row gets a seed of its own, or a seed for each row. Without one each
        row goes on to the game that follows the one it had, as it does by itself at the end.
        """
        chosen = self._all if games is None else self._yes_or_no(games)
        if seed is None:
            self._functions.follow(self._arrays, chosen)
        elif isinstance(seed, int | np.integer) and not isinstance(seed, bool):
            self._functions.sow(self._arrays, chosen, np.uint64(_checked(int(seed))))
        else:
            self._take_seeds(seed, chosen)
        return self._advance(self._functions, anew=True, chosen=chosen)

    def step(self, actions: ArrayLike) -> Step:
        """One decision in each game: the number of an action for each row. In rows that are over it is not read.

        IllegalChoice, with nothing changed, if one of them is not allowed.
        """
        self._take_actions(actions)
        wrong = self._functions.illegal(self._arrays, self._given)
        if wrong >= 0:
            raise self._refusal(int(wrong))
        return self._advance(self._functions, anew=False, chosen=self._all)

    def random_actions(self) -> NDArray[np.int64]:
        """An action for each game, any that is allowed, each as likely.

        They follow from the seeds of the games, and take nothing from the dice. The next call writes over them.
        """
        self._functions.whims(self._arrays, self._whims)
        return self._whims

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles stand where it stands, and play on in the same way."""
        rewards = "win" if self._share else "points"
        kept = {"observe": self.observations.shape[1] > 0, "auto_reset": self.auto_reset, "rewards": rewards}
        made = {"games": self.games, "seats": self.seats, **kept, **self.options.to_json()}
        return _again, (dicecup.__version__, self.game.name, made, tuple(self._arrays))

    def __len__(self) -> int:
        return self.games

    def __repr__(self) -> str:
        return f"<Batch of {self.games} games of {self.game.title}, {self.seats} seats>"

    # --- within ---

    def _advance(self, functions: Any, *, anew: bool, chosen: NDArray[np.bool_]) -> Step:
        functions.step(self._arrays, self._rules, self._given, anew, chosen, self.auto_reset, self._share)
        return self._step

    def _warm(self, functions: Any) -> None:
        """Call everything once, so that it is compiled."""
        functions.follow(self._arrays, self._all)
        functions.sow(self._arrays, self._all, np.uint64(0))
        self._advance(functions, anew=True, chosen=self._all)
        functions.whims(self._arrays, self._whims)
        functions.illegal(self._arrays, self._whims)

    def _yes_or_no(self, games: ArrayLike) -> NDArray[np.bool_]:
        chosen = np.asarray(games)
        if chosen.dtype != np.bool_ or chosen.shape != (self.games,):
            raise SetupError(
                f"Say of each of the {self.games} games whether it begins anew: an array of True and False."
            )
        return np.ascontiguousarray(chosen)

    def _take_seeds(self, seed: Any, chosen: NDArray[np.bool_]) -> None:
        seeds = np.asarray(seed)
        if (
            seeds.dtype.kind not in "iu"
            or seeds.shape != (self.games,)
            or (seeds.dtype.kind == "i" and (seeds < 0).any())
        ):
            raise SetupError(f"A seed is a whole number from 0, or {self.games} of them, one for each game.")
        np.copyto(self.seeds, seeds, casting="unsafe", where=chosen)

    def _take_actions(self, actions: ArrayLike) -> None:
        given = np.asarray(actions)
        if given.dtype.kind not in "iu" or given.shape != (self.games,):
            raise SetupError(
                f"A step takes {self.games} whole numbers, an action for each game; {_looks(given)} is not that."
            )
        np.copyto(self._given, given, casting="unsafe")

    def _refusal(self, game: int) -> IllegalChoice:
        action = int(self._given[game])
        if 0 <= action < len(self.actions):
            reason = f"“{self.actions.name(action)}” is not allowed now; `masks` says what is."
        else:
            reason = f"there is no action {action}: they are numbered 0 to {len(self.actions) - 1}."
        return IllegalChoice(action, f"Game {game}: {reason}")


def _again(version: str, game: str, made: dict[str, Any], arrays: tuple[NDArray[Any], ...]) -> Batch:
    """A batch that was copied, or sent to this process; SetupError if another version wrote what stands in it."""
    if version != dicecup.__version__:
        raise SetupError(f"This batch was kept by Dicecup {version}; this is {dicecup.__version__}.")
    batch: Batch = dicecup.batch.make(game, **made)
    mine: tuple[NDArray[Any], ...] = tuple(batch._arrays)
    for array, kept in zip(mine, arrays, strict=True):
        np.copyto(array, kept)
    return batch


def _sealed(array: NDArray[_Number]) -> NDArray[_Number]:
    """Read-only: a step empties just what the last one wrote, and what somebody else had written would stay."""
    view = array[:]
    view.flags.writeable = False
    return view


def _room(batch: Batch, width: int, observed: int, twin: Twin) -> Arrays:
    games, seats = batch.games, batch.seats
    masks = np.zeros((games, -(-len(batch.actions) // BLOCK) * BLOCK), np.int8)
    return Arrays(
        rows=np.zeros((games, width), np.int64),
        seeds=np.zeros(games, np.uint64),
        luck=np.zeros(games, np.uint64),
        whims=np.zeros(games, np.uint64),
        actors=np.full(games, -1, np.int64),
        masks=masks,
        words=masks.view(np.uint64),
        blocks=np.zeros(games, np.uint64),
        observations=np.zeros((games, observed), np.float32),
        rewards=np.zeros((games, seats), np.float32),
        done=np.zeros(games, np.bool_),
        scores=np.zeros((games, seats), np.int64),
        lengths=np.zeros(games, np.int64),
        chance=np.full((games, twin.chance), -1, np.int8),
        openings=np.full((games, twin.opening), -1, np.int8),
    )


def _checked(seed: int) -> int:
    if not 0 <= seed < 1 << 64:
        raise SetupError(f"A seed is a whole number from 0, of 64 bits at most; {shown(seed)} is not.")
    return seed


def _looks(given: NDArray[Any]) -> str:
    return f"an array of {given.dtype} with the shape {given.shape}"


def _tell(sentence: str) -> None:
    print(sentence, file=sys.stderr)
