"""The games as a page wants to know them: what can be chosen, and the rules in words."""

import logging
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import dicecup
from dicecup import games, players
from dicecup.games import lessons
from dicecup.players import evens, offered, parted, plays, tempers_of, usual
from dicecup.players.even import EVEN
from dicecup.players.tempers import CHANCE, PLAIN
from dicecup.server import wire
from dicecup.table import Game, Options, Setting, SetupError, brought
from dicecup.table.errors import said, shown

_log: Final = logging.getLogger("dicecup.server")


@brought.remembered
def all_games() -> list[wire.GameInfo]:
    """Every game that is installed. What is wrong with one that a package brings is in the log."""
    found, troubles = [], games.troubles()
    for manifest in games.manifests():
        try:
            found.append(_info(manifest.game))
        except Exception as error:  # of somebody's class, which may do anything
            troubles.append(f"{manifest.game.title} cannot be offered: {said(error)}")
        troubles += players.troubles(manifest.game.name)
    for trouble in dict.fromkeys(troubles):
        _log.warning("%s", trouble)
    return found


def find(name: str) -> Game[Any]:
    """A game by its name; SetupError if there is none. Looking for one that is not there takes no time."""
    known = [game.name for game in all_games()]
    if name not in known:
        raise SetupError(f"There is no game called {shown(name)}. The games are: {', '.join(known)}.")
    return games.find(name)


def level(game: str, wanted: str | None, temper: str | None = None) -> str:
    """A computer player of this level, or the usual one, perhaps with a temper; SetupError if there is none."""
    wanted = usual(game) if wanted is None else wanted
    there_are = levels(game)
    if wanted not in there_are and parted(game, wanted)[0] not in there_are and not plays(game, wanted):
        raise SetupError(f"There is no computer player {wanted!r} here. The players are: {', '.join(there_are)}.")
    if temper is None:
        return wanted
    if temper not in (known := (*tempers(game), PLAIN, CHANCE)) or parted(game, f"{wanted}-{temper}")[1] != temper:
        there_is = f" They are: {', '.join(known)}." if len(known) > 1 else ""
        raise SetupError(f"There is no computer player with the temper {temper!r} here.{there_is}")
    return f"{wanted}-{temper}"


def tempers(game: str) -> dict[str, str]:
    """What computer players can be like, and what one says who is."""
    found = tempers_of(game)
    return {} if found is None else dict(found.words)


@lru_cache(maxsize=256)  # a table is told again and again, to everybody
def own_tempers(name: str, names: tuple[str, ...], cast: tuple[str, ...]) -> Sequence[str]:
    """The temper of its own that each seat of such a match would have; of a game without any, nothing."""
    game = find(name)
    if (found := tempers_of(game.name)) is None:
        return ()
    match = dicecup.new(game.name, seats=len(names), names=names, cast=cast if any(cast) else ())
    return tuple([found.own(match.state, seat) for seat in range(len(names))])


def levels(game: str) -> list[str]:
    """What a guest may choose from: one who is as strong as the guest, besides, where that is known."""
    return [*offered(game), *([EVEN] if evens(game) else [])]


def unusual(game: Game[Any], options: Options) -> list[str]:
    """The house rules that are not the usual ones, in words."""
    found = []
    for setting in game.options.settings():
        value = getattr(options, setting.name)
        if value == setting.default:
            continue
        if value in setting.choices and len(setting.says) == len(setting.choices):
            found.append(setting.says[setting.choices.index(value)])
        else:
            found.append(f"{setting.sentence}: {value}")
    return found


def _info(game: Game[Any]) -> wire.GameInfo:
    return wire.GameInfo(
        name=game.name,
        title=game.title,
        blurb=game.blurb,
        seats=(game.seats[0], game.seats[-1]),
        default_names=list(game.default_names(game.seats[-1])),
        levels=levels(game.name),
        default_level=usual(game.name),
        tempers=tempers(game.name),
        options=[_setting(each, game.options) for each in game.options.settings()],
        interrupts=dict(game.interrupts),
        lesson=lessons.find(game.name) is not None,
    )


def _setting(setting: Setting, options: type[Options]) -> wire.Setting:
    choices = [choice for choice in setting.choices if not isinstance(choice, bool)]
    return wire.Setting(
        name=setting.name,
        words=setting.sentence,
        group=setting.group,
        says=list(setting.says),
        kind="choice" if choices else "flag" if setting.choices else "number",
        default=setting.default,
        choices=choices,
        implies={str(choice): found for choice in choices if (found := options.implied(setting.name, choice))},
        min=None if setting.choices else 0,
    )


@lru_cache(maxsize=64)
def rules(name: str, options: Options | None = None) -> wire.Rules:
    """The rules of a game in words, and what else of it never changes: as usual, or as at a table."""
    game = find(name)
    try:
        return _rules(game, options)
    except Exception as error:
        _log.exception("The rules of %s cannot be shown.", name)
        raise SetupError(f"The rules of {game.title} cannot be shown: {said(error)}") from error


def _rules(game: Game[Any], options: Options | None) -> wire.Rules:
    values = {each.name: getattr(options, each.name) for each in options.settings()} if options else {}
    hints: Any = {field: shown.to_json() for field, shown in game.shown.items()}
    return wire.Rules(
        game=game.name,
        title=game.title,
        options=values,
        shown=hints,
        called=dict(game.called),
        **game.handbook(options),
    )
