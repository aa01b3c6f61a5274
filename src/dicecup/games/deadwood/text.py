"""Deadwood in words: options, prompts and events. What scenes and roles say is in the data files."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from dicecup.games.deadwood.data import AREAS, PRICES, SCENES, SETS, TRAILERS, Role, Scene
from dicecup.games.deadwood.state import CARD, POINTS_PER_RANK, DeadwoodState
from dicecup.table import Deed, Option
from dicecup.table.event import Phrase
from dicecup.table.marks import dice as _dice
from dicecup.table.marks import thing
from dicecup.table.words import listed

ACT: Final = Option("act", text="act: roll a die")
REHEARSE: Final = Option("rehearse", text="rehearse: take a practice chip")
END: Final = Option("end", text="end the turn")
ACT_ONLY: Final = (ACT,)
ACT_OR_REHEARSE: Final = (ACT, REHEARSE)
ENDING: Final = (END,)
MOVES: Final = {
    here.slug: (*(Option("move", area, text=f"move to {AREAS[area].called}") for area in here.neighbours), END)
    for here in AREAS.values()
}
"""From each area: a step to each neighbour, or staying there."""
PLACES: Final = {area.slug: area.name for area in AREAS.values()}
UPGRADES: Final = {
    (rank, currency): Option("upgrade", rank, currency, text=f"buy rank {rank} for {price}")
    for rank, each in PRICES.items()
    for currency, price in (("dollars", f"${each.dollars}"), ("credits", f"{each.credits} credits"))
}
KINDS: Final = {
    "act": "act",
    "rehearse": "rehearse",
    "take": "take a role",
    "upgrade": "buy a rank",
    "move": "move",
    "end": "end turn",
}
"""Kinds of action, for buttons."""

TURN_PROMPTS: Final = {  # by the first thing that can be done, and by whether the step has been made
    ("take", False): "Take a role, move, or end the turn.",
    ("take", True): "Take a role, or end the turn.",
    ("upgrade", False): "Buy a higher rank, move, or end the turn.",
    ("upgrade", True): "Buy a higher rank, or end the turn.",
    ("move", False): "Move, or end the turn.",
}


THEMES: Final = {
    "act": "rehearse or act",
    "rehearse": "rehearse or act",
    "take": "which role",
    "move": "where to go",
    "end": "where to go",
    "upgrade": "which rank",
}
"""What decisions are about, by what is best to do."""


@cache
def taking(on: str, slot: int, role: Role) -> Option:
    """The option to take a role."""
    where = "on the card" if on == CARD else "an extra"
    return Option("take", on, slot, text=f"take the role {role.name} (rank {role.rank}, {where})")


@cache
def work_prompt(role: str, budget: int, practice: int) -> str:
    """Asked of an actor with a role."""
    if practice >= budget - 1:
        return f"You play {role}, and with {chips(practice)} you cannot fail: act."
    having = f", {chips(practice)}" if practice else ""
    return f"You play {role}, budget {budget}{having}: act or rehearse."


def many(number: int, what: str) -> str:
    """Such as "3 credits"."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def chips(number: int) -> str:
    """Such as "1 practice chip"."""
    return many(number, "practice chip")


def purse(dollars: int, credit: int, joint: str = "and") -> str:
    """Such as "$7 and 3 credits"."""
    return f"${dollars} {joint} {many(credit, 'credit')}"


def earned(dollars: int, credit: int) -> str:
    """Such as "$1 and 1 credit"; nothing is "nothing"."""
    if dollars and credit:
        return purse(dollars, credit)
    return f"${dollars}" if dollars else many(credit, "credit") if credit else "nothing"


def rank_for(rank: int, currency: str) -> str:
    """The button that buys a rank."""
    price = PRICES[rank]
    return f"rank {rank} for {f'${price.dollars}' if currency == 'dollars' else many(price.credits, 'credit')}"


def deed(state: DeadwoodState, seat: int, option: Option) -> Deed:
    """A choice as it is told afterwards."""
    actor = state.actors[seat]
    here = AREAS[actor.area].called
    match tuple(option):
        case ("act" | "rehearse" as verb,):
            scene = SCENES[state.scenes[actor.area]]
            given = (
                f"with {chips(actor.chips) if actor.chips else 'no practice chips'} on a budget of {scene.budget}"
            )
            return Deed("acting" if verb == "act" else "rehearsing", given)
        case ("take", on, slot):
            roles = SCENES[state.scenes[actor.area]].roles if on == CARD else AREAS[actor.area].roles
            return Deed(f"taking the role {roles[slot].name}", f"at {here}")
        case ("upgrade", rank, currency):
            return Deed(f"buying {rank_for(rank, currency)}", f"with {purse(actor.dollars, actor.credits)}")
        case ("move", area):
            return Deed(f"moving to {AREAS[area].called}", f"from {here}")
    return Deed("ending the turn", f"at {here}")


def _at(data: Mapping[str, Any]) -> str:
    return _place(data["area"])


def _place(area: str) -> str:
    return thing(AREAS[area].called)


def titled(scene: Scene) -> str:
    """Such as “Gun! The Musical”, scene 25; the number belongs to it, for some titles exist twice."""
    inside = scene.title.replace('"', "'")  # one of them has quotation marks of its own
    return f"“{inside}”, scene {scene.number}"


def _title(data: Mapping[str, Any]) -> str:
    return thing(titled(SCENES[data["scene"]]))


def _role(data: Mapping[str, Any]) -> Role:
    slot: int = data["slot"]
    return SCENES[data["scene"]].roles[slot] if data["on"] == CARD else AREAS[data["area"]].roles[slot]


def _people(names: tuple[str, ...], seats: Sequence[int]) -> str:
    return listed([names[seat] for seat in seats])


def _turned_up(data: Mapping[str, Any]) -> str:
    scene = SCENES[data["scene"]]
    roles = listed([f"{thing(role.name)} ({role.rank})" for role in reversed(scene.roles)])
    return f"The card at {_at(data)} is turned up: {_title(data)}, budget {scene.budget}, with {roles}."


def _takes(data: Mapping[str, Any], names: tuple[str, ...]) -> str:
    role = _role(data)
    kind = "a star on the card" if data["on"] == CARD else "an extra on the set"
    return f"{names[data['seat']]} takes the role {thing(role.name)} at {_at(data)} (rank {role.rank}, {kind})."


def _acts(data: Mapping[str, Any], names: tuple[str, ...]) -> str:
    die, practice = data["die"], data["chips"]
    total = f" + {chips(practice)} = {die + practice}" if practice else ""
    result = "success" if data["success"] else "failure"
    name, role = names[data["seat"]], thing(_role(data).name)
    return f"{name} acts as {role} and rolls {_dice([die])}{total} against a budget of {data['budget']}: {result}."


def _paid(data: Mapping[str, Any], names: tuple[str, ...]) -> str:
    dollars, credit = data["dollars"], data["credits"]
    parts = [f"${dollars}"] * (dollars > 0) + [many(credit, "credit")] * (credit > 0)
    if not parts:
        return f"{names[data['seat']]} gets nothing."
    return f"{names[data['seat']]} gets {listed(parts)} (now {purse(*data['has'])})."


def _rehearses(data: Mapping[str, Any], names: tuple[str, ...]) -> str:
    enough = ", enough to succeed on any roll" if data["chips"] >= data["budget"] - 1 else ""
    return f"{names[data['seat']]} rehearses {thing(_role(data).name)} and now has {chips(data['chips'])}{enough}."


def _bonus(data: Mapping[str, Any], names: tuple[str, ...]) -> str:
    role, dollars = _role(data), data["dollars"]
    if data["on"] != CARD:
        return f"{names[data['seat']]} gets ${dollars}, the rank of the role {thing(role.name)}."
    dice = " + ".join(_dice([die]) for die in data["dice"])
    if data["seat"] is None:
        return f"{thing(role.name)}: {dice}, lost because nobody is playing it."
    return f"{thing(role.name)}: {dice}, so {names[data['seat']]} gets ${dollars}."


def _ends(data: Mapping[str, Any], names: tuple[str, ...]) -> str:
    if data.get("nothing_left"):
        name = names[data["seat"]]
        return f"{name} has nothing left to do at {_at(data)}{_NOTHING_LEFT[data['why']](data)}."
    return f"{names[data['seat']]} ends the turn at {_at(data)}."


_NOTHING_LEFT: Final[dict[str, Callable[[Mapping[str, Any]], str]]] = {
    "no-roles": lambda d: ": there are no roles",
    "wrapped": lambda d: ": the scene has wrapped",
    "taken": lambda d: ": all roles are taken",
    "rank": lambda d: f": no free role is open to rank {d['rank']}",
    "highest": lambda d: f": rank {d['rank']} is the highest there is",
    "money": lambda d: f": rank {d['rank'] + 1} costs {_price(d['rank'] + 1)}, not a mix of both",
}
"""Why a turn ends by itself."""


def _price(rank: int) -> str:
    return purse(PRICES[rank].dollars, PRICES[rank].credits, "or")


def _upgrades(data: Mapping[str, Any], names: tuple[str, ...]) -> str:
    price = f"${data['paid']}" if data["currency"] == "dollars" else many(data["paid"], "credit")
    return f"{names[data['seat']]} buys rank {data['rank']} for {price}."


def _day_over(data: Mapping[str, Any]) -> str:
    left = [_place(area) for area in data["left"]]
    if len(left) == 1:
        why = f"Only the scene at {left[0]} is left, and it stays unfinished"
    else:
        why = f"{len(left)} scenes are left unfinished"
    return f"{why}: day {data['day']} of {data['days']} is over, and everybody goes back to {_TRAILERS}."


def _score(data: Mapping[str, Any], names: tuple[str, ...]) -> str:
    parts = f"${data['dollars']} + {many(data['credits'], 'credit')} + {POINTS_PER_RANK} x rank {data['rank']}"
    return f"{names[data['seat']]}: {parts} = {many(data['points'], 'point')}."


def _finished(data: Mapping[str, Any], names: tuple[str, ...]) -> str:
    verb = "wins" if len(data["winners"]) == 1 else "share the win"
    return f"{_people(names, data['winners'])} {verb} with {many(data['points'], 'point')}."


def _shot(data: Mapping[str, Any]) -> str:
    if not data["left"]:
        return f"That was the last shot at {_at(data)}."
    left = "1 shot is" if data["left"] == 1 else f"{data['left']} shots are"
    return f"A shot is done at {_at(data)}; {left} left."


_TRAILERS: Final = AREAS[TRAILERS].called
_SHOTS: Final = sum(area.shots for area in AREAS.values())

PHRASES: Final[dict[str, Phrase]] = {
    "day": lambda d, n: (
        f"Day {d['day']} of {d['days']}: a new card lies face down on each of the {len(SETS)} sets, "
        f"and all {_SHOTS} shots are still to do."
    ),
    "begins": lambda d, n: f"{n[d['seat']]} is drawn to go first.",
    "turn": lambda d, n: f"It is {n[d['seat']]}'s turn.",
    "moves": lambda d, n: f"{n[d['seat']]} moves from {_place(d['origin'])} to {_at(d)}.",
    "turned_up": lambda d, n: _turned_up(d),
    "takes": _takes,
    "upgrades": _upgrades,
    "ends": _ends,
    "acts": _acts,
    "shot": lambda d, n: _shot(d),
    "paid": _paid,
    "rehearses": _rehearses,
    "wraps": lambda d, n: f"{_title(d)}, at {_at(d)}, has wrapped.",
    "no_bonus": lambda d, n: "Nobody was working on the card, so there is no bonus.",
    "bonus_dice": lambda d, n: f"{n[d['seat']]} rolls the bonus dice: {_dice(d['dice'])}.",
    "bonus": _bonus,
    "freed": lambda d, n: f"{_people(n, d['seats'])} {'is' if len(d['seats']) == 1 else 'are'} free again.",
    "stalled": lambda d, n: (
        f"Nobody has worked, taken a role or bought a rank for {many(d['turns'], 'turn')}: the day ends unpaid."
    ),
    "day_over": lambda d, n: _day_over(d),
    "scoring": lambda d, n: "That was the last day. The points are counted.",
    "score": _score,
    "finished": _finished,
}
