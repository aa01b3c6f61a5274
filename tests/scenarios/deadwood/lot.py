"""Positions of Deadwood in few words, for the scenarios."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from dicecup.games.deadwood import GAME
from dicecup.games.deadwood.data import AREAS, SCENES, SETS, STARTS
from dicecup.testing import Scripted, start

NAMES: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal")

# Scenes by budget and the ranks of their roles.
GUM: Final = "gum-commercial-3"  # 2: Surprised Bison 2, Man with Horn 4
PAIL: Final = "beyond-the-pail-life-without-lactose-12"  # 2: Martin 6
LAW: Final = "law-and-the-old-west-20"  # 3: Rug Merchant 1, Banker 2, Talking Mule 5
HAT: Final = "evil-wears-a-hat-7"  # 4: Defrocked Priest 2, Marshal Canfield 3, One-Eyed Man 4
DOLL: Final = "ol-shooter-and-little-doll-14"  # 4: Sleeping Man 1, Man with Pig 2, Shooter 4
JESSE: Final = "jesse-james-man-of-action-8"  # 5: Shot in Back 2, Shot in Leg 4, Leaps into Cake 5
MAGGIE: Final = "the-search-for-maggie-white-12"  # 6: Film Critic 5, Hobo with Bat 6
STEP: Final = "one-false-step-for-mankind-21"  # 6: Flustered Man 1, Space Monkey 2, Cowbot Dan 5


def actor(area: str = "trailers", role: tuple[str, int] | None = None, **more: Any) -> dict[str, Any]:
    """An actor who stands there, or plays this role there; `more`: rank, dollars, credits, chips."""
    return {"area": area, **({"on": role[0], "slot": role[1]} if role else {}), **more}


def table(
    *actors: dict[str, Any] | None,
    scenes: Mapping[str, str] | None = None,
    shots: Mapping[str, int] | None = None,
    wrapped: Iterable[str] = (),
    active: int = 0,
    options: dict[str, Any] | None = None,
    chance: Iterable[Any] = (),
    **more: Any,
) -> Scripted:
    """As many players as actors are given (None: a fresh one); Ann is asked, unless said otherwise.

    `scenes` are the cards that lie open, by set; all sets that are not named have theirs face down.
    """
    open_cards = dict(scenes or {})
    done = tuple(wrapped)
    unseen = [scene for scene in SCENES if scene not in open_cards.values()]
    # What was shot on the sets that are wrapped: cards that no scenario needs.
    gone = [scene for scene in unseen if scene not in (GUM, PAIL, LAW, HAT, DOLL, JESSE, MAGGIE, STEP)][
        : len(done)
    ]
    whoever = [{**each} if each else {} for each in actors]
    working = bool(whoever[active].get("on"))
    return start(
        GAME,
        names=NAMES[: len(actors)],
        options={"start": "seat-order", **(options or {})},
        chance=chance,
        actors=whoever,
        active=active,
        phase="work" if working else "turn",
        scenes={area: open_cards.get(area, "") for area in SETS},
        shots={area: 0 if area in done else AREAS[area].shots for area in SETS} | dict(shots or {}),
        unseen=[scene for scene in unseen if scene not in gone],
        out=gone,
        **{"turn": 1, "idle": 1, **more},
    )


def fresh(seats: int, *chance: Any, **options: Any) -> Scripted:
    """A game at its very beginning; seat 0 begins unless `start` says otherwise."""
    return start(GAME, names=NAMES[:seats], options={"start": "seat-order", **options}, chance=chance)


def choices(game: Scripted, verb: str = "") -> list[tuple[int | str, ...]]:
    """What can be chosen, of one kind or at all."""
    return [tuple(option) for option in game.pending.options if not verb or option.verb == verb]


def each(game: Scripted, what: str) -> list[Any]:
    """Something of every actor, such as its dollars."""
    return [getattr(actor, what) for actor in game.state.actors]


def day_of(*left: str) -> list[str]:
    """All sets but these: they are wrapped."""
    return [area for area in SETS if area not in left]


def last_day(seats: int) -> int:
    """Its number."""
    return STARTS[seats].days
