"""Computer players by name: the levels that people play against, and the references that levels are measured by.

The manifest of a game says where both are: names, the weakest first, each with what makes a player from a seed. A
solved game also names a judge, who knows the exact values. Other packages may bring extra players for any game, by
entry points called GAME/NAME.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple, cast

from dicecup import games
from dicecup.players import even, hosted
from dicecup.players.own import made_by
from dicecup.players.player import BulkSolver, Judge, Player, Progress, RandomPlayer
from dicecup.players.ratings import yardstick
from dicecup.players.tempers import CHANCE, PLAIN, Tempers
from dicecup.table import SetupError, State, brought
from dicecup.table.errors import said, shown
from dicecup.table.manifest import NAME

RANDOM: Final = "random"
MEDIUM: Final = "medium"
BEGINNER: Final = "beginner"
MASTER: Final = "master"
"""A level that thinks longer than others, and is no adviser: hints and reviews come from the best one below it."""
GROUP: Final = "dicecup.players"
"""The entry points by which a package brings players for a game: called GAME/NAME, each makes a player."""

_RESERVED: Final = ("computer", "person")  # what else is written where a player is named

Makers = Mapping[str, Callable[[int], Player]]


def levels(game: str) -> tuple[str, ...]:
    """How well the computer can play a game, from the weakest to the best; nothing if it only plays at random."""
    return tuple(_usable(game, "players"))


def extras(game: str) -> tuple[str, ...]:
    """The players that other packages bring for this game."""
    return tuple(_extras().makers.get(game, ()))


def offered(game: str) -> tuple[str, ...]:
    """What a person may choose from: the levels, or the random player where there are none; then the extra ones,
    and those that the host of a server offers."""
    return (*(levels(game) or (RANDOM,)), *extras(game), *hosted.names(game))


def plays(game: str, name: str) -> bool:
    """Whether somebody of this name can sit down where a level is named."""
    level = parted(game, name)[0]
    return level in offered(game) or (even.strength(level) is not None and evens(game))


def evens(game: str) -> bool:
    """Whether there are players of any strength (`even`): somebody has measured what errors do to a player."""
    measured = yardstick(game)
    return measured is not None and bool(measured.misjudged) and bool(games.manifest(game).misjudging)


def tempers_of(game: str) -> Tempers | None:
    """How players of one level differ in this game; None if they do not, or the game has gone with its package."""
    if game not in games.names():
        return None
    found: Tempers | None = games.manifest(game).part("tempers", "own", "make")
    return found


def parted(game: str, name: str) -> tuple[str, str]:
    """A level and a temper, of a name such as hard-brawler; without one the name itself, and nothing."""
    known = tempers_of(game)
    level, _, temper = name.rpartition("-")
    if known is None or temper not in (*known.words, PLAIN, CHANCE) or name in taken(game):
        return name, ""
    return (level, temper) if can_be_tempered(game, level) else (name, "")


def can_be_tempered(game: str, level: str) -> bool:
    """Whether players of this level can have a temper: all of ours can, where the game knows any."""
    ours = level in levels(game) or even.kind(level) == even.EVEN
    return ours and tempers_of(game) is not None


def at_table(
    game: str, state: State, seat: int, name: str, draw: Callable[[Sequence[str]], str] = secrets.choice
) -> str:
    """The player of this name as it sits down at a table: of a level of ours, with the temper of whom it plays.

    `draw` takes one of all tempers where chance is to have its way; what was drawn is kept like a chosen one.
    """
    known, (level, temper) = tempers_of(game), parted(game, name)
    if known is not None and temper == CHANCE:
        return f"{level}-{draw(list(known.words))}"
    if known is None or temper or not can_be_tempered(game, level):
        return name
    return f"{name}-{known.own(state, seat)}"


def taken(game: str) -> tuple[str, ...]:
    """The names of players of this game that nobody else can have."""
    return (*_RESERVED, *levels(game), *references(game), *extras(game))


def best(game: str) -> str:
    """The strongest level that answers at once: hints and reviews ask it. Else the random player."""
    return ([level for level in levels(game) if level != MASTER] or [RANDOM])[-1]


def at_once(game: str, name: str) -> str:
    """Whoever answers at once in the place of one who thinks longer, with the same temper; others themselves."""
    level, temper = parted(game, name)
    if level != MASTER or MASTER not in levels(game):
        return name
    return f"{best(game)}-{temper}" if temper else best(game)


def common(game: str) -> tuple[str, ...]:
    """The levels without those at the ends that only some games have, for benchmarks and puzzles."""
    return tuple(level for level in levels(game) if level not in (BEGINNER, MASTER))


def usual(game: str) -> str:
    """The level that is taken when nobody says which."""
    return MEDIUM if MEDIUM in levels(game) else best(game)


def references(game: str) -> tuple[str, ...]:
    """Players that never change, to measure the others by; any game has the random one."""
    return (RANDOM, *(name for name in _usable(game, "references") if name != RANDOM))


def make(game: str, name: str, seed: int = 0, progress: Progress | None = None) -> Player:
    """The computer player of this name: a level, a reference or an extra. `progress` hears what takes it long."""
    games.find(game)
    makers = {RANDOM: RandomPlayer, **_usable(game, "references"), **_usable(game, "players")}
    makers = {**_extras().makers.get(game, {}), **makers}
    level, temper = parted(game, name)
    if level not in makers and (one := erring(game, level)) is not None:
        makers = {level: one}
    if level not in makers:
        there_are = ", ".join((*levels(game), *references(game), *extras(game)))
        sentence = f"There is no computer player {name!r} here. The players are: {there_are}."
        raise SetupError(" ".join([sentence, *troubles(game)]))  # it may be there, and not work
    maker = made_by(f"“{level}”", makers[level])
    known = tempers_of(game) if temper not in ("", PLAIN) else None
    if known is not None and temper == CHANCE:
        temper = Random(f"{seed} {game}").choice(list(known.words))
    player = maker(seed) if known is None else known.make(maker, temper, seed)
    if progress is not None and hasattr(player, "progress"):
        player.progress = progress
    return player


def erring(game: str, name: str) -> Callable[[int], Player] | None:
    """What makes whoever errs as much as a name says, or so much that they are as strong as it says."""
    measured, rating = yardstick(game), even.strength(name)
    much = even.error_in(name)
    if rating is not None and measured is not None and measured.misjudged:
        much = even.error_of(rating, measured.misjudged)
    maker = games.manifest(game).part("misjudging", "__call__") if much is not None else None
    return None if maker is None else lambda seed: cast(Player, maker(seed, much))


def judge(game: str) -> Judge | None:
    """Whoever knows exactly what choices cost in this game; None if nobody does."""
    manifest = games.manifest(game)
    maker = manifest.part("judge", "__call__")
    if maker is None:
        return None
    try:
        made: Judge = maker()
        assert callable(made.expected)
        assert callable(made.loss)
    except Exception as error:
        raise manifest.unusable("judge", said(error)) from error
    return made


def solver(game: str) -> BulkSolver | None:
    """Whoever can play many games in step, without the engine; None if nobody can."""
    found: BulkSolver | None = games.manifest(game).part("solver", "prepare", "simulate", "contest")
    return found


def troubles(game: str) -> list[str]:
    """What is wrong with the players of this game that packages bring, a sentence each."""
    found = [*_extras().troubles.get(game, ()), *_extras().troubles.get("", ())]
    for part in ("players", "references"):
        try:
            _makers(game, part)
        except SetupError as error:
            found.append(str(error))
    return found


def _usable(game: str, part: str) -> Makers:
    """What a game brings; nothing where that cannot be used."""
    try:
        return _makers(game, part)
    except SetupError:
        return {}


def _makers(game: str, part: str) -> Makers:
    manifest = games.manifest(game)
    found = manifest.part(part)
    if found is None:
        return {}
    right = isinstance(found, Mapping) and all(
        isinstance(name, str) and NAME.fullmatch(name) and callable(make) for name, make in found.items()
    )
    if not right or any(name in found for name in _RESERVED):
        raise manifest.unusable(
            part, f"It must map names, such as easy, to what makes a player; {shown(found)} does not."
        )
    makers: Makers = found
    return makers


class _Extras(NamedTuple):
    """What packages bring for each game, and in a sentence why other things cannot be used."""

    makers: dict[str, dict[str, Callable[[int], Player]]]
    troubles: dict[str, list[str]]


@brought.remembered
def _extras() -> _Extras:
    found = _Extras({}, {})
    for point in brought.points(GROUP):
        game, _, name = point.name.partition("/")
        try:
            if not NAME.fullmatch(name):
                raise SetupError("It should be called GAME/NAME, such as pig/thrifty, in small letters.")
            games.find(game)
            here = found.makers.setdefault(game, {})
            if name in (*_RESERVED, *levels(game), *references(game), *here):
                raise SetupError("There is another player of that name.")
            here[name] = made_by(point.value, brought.load(point))
        except SetupError as error:
            what = f"The player {shown(point.name)} of the package {brought.package(point)}"
            about = game if game in games.names() else ""
            found.troubles.setdefault(about, []).append(f"{what} cannot be used: {error}")
    return found
