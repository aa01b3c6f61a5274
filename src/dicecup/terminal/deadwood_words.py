"""The rules of Deadwood in our own words, for `help`, and places, scenes and roles as they are read out."""

from typing import Final, NamedTuple

from dicecup.games.deadwood import DeadwoodView
from dicecup.games.deadwood.data import AREAS, SCENES, SETS, Area, Role, Scene
from dicecup.games.deadwood.state import CARD, PAY, SET
from dicecup.games.deadwood.text import many, purse, titled
from dicecup.table.words import listed
from dicecup.terminal.matching import find, plain

RULES: Final = """\
Each player is a small actor on a lot with ten sets, and wants a name. In the end every dollar and every credit \
is a point and every rank five; the most points win.

In a turn without a role you may move through one door, and then you may take a role where you stand, on the card \
or on the set, if your rank is at least the role's. At the Casting Office you may buy a higher rank, before you \
move or after. With a role you have to do one of these:

  act        roll a die: with your practice chips it has to make the budget
  rehearse   take a practice chip: 1 more on every roll for this role

A success is one shot done. What acting pays:

  a star, on the card      2 credits          after a failure nothing
  an extra, on the set     $1 and 1 credit    after a failure $1

With its last shot a scene wraps and everybody there is free again. If there was a star, dice are rolled for the \
stars, and extras get the rank of their role in dollars. When only one scene is left the day is over: everybody \
goes back to the Trailers, and new cards are dealt. Two or three players play three days, more play four.

Type “help” and a word to read more: help turn, help roles, help acting, help wrap, help ranks, help day, help \
points, help map, help words, help house, or the name of any place, scene or role."""

TOPICS: Final = {
    "turn": (
        "Without a role: move through one door, take a role, both (the move comes first), or neither. A card that "
        "lies face down is turned up by the first who comes. Taking a role ends the turn; acting begins with the "
        "next one. With a role you act or rehearse, and can neither pass nor leave until the scene wraps or the "
        "day ends."
    ),
    "roles": (
        "A scene has one to three roles on its card, for stars, and each set has roles of its own, for extras. A "
        "role is for one actor, whose rank is at least the role's. Stars get 2 credits for a success and nothing "
        "for a failure; extras get $1 each time, and a credit for a success. A set that is wrapped has no roles "
        "for the rest of the day."
    ),
    "acting": (
        "You roll one die and add your practice chips. If that makes the budget of the scene, it is a success: "
        "you are paid and a shot is done. Each rehearsal gives a chip; chips stay until the role ends and count "
        "on every roll. When even a 1 would do, there is nothing left to rehearse, and you have to act."
    ),
    "wrap": (
        "With the last shot the scene wraps. If somebody works on the card, whoever made the shot rolls as many "
        "dice as the budget. From the highest die down they go to the roles on the card, the highest role first, "
        "round and round; a star gets the sum on the role in dollars. {bonus} Each extra gets the rank of the "
        "role in dollars. Without a star there is no bonus. Then everybody there is free, and the chips are gone."
    ),
    "ranks": (
        "A higher rank is bought at the Casting Office, all in dollars or all in credits; “prices” shows what it "
        "costs. The price is the same whatever rank you have, and ranks may be skipped. Buying does not use up "
        "your move. Each rank is worth 5 points in the end, and opens better roles until then."
    ),
    "day": (
        "A day is over when only one scene is left; that one is not finished and pays nothing more. Everybody "
        "goes back to the Trailers, roles and chips are gone, ten new cards are dealt face down, and all shots "
        "are to be done again. Dollars, credits and ranks stay, and whoever is next in turn goes on. No card "
        "comes twice. {stall}"
    ),
    "points": (
        "A dollar is 1 point, a credit is 1 point, a rank is 5 points. The most points win after the last day; "
        "whoever has equally many shares the win."
    ),
    "map": (
        "Neighbours share a wall, and each wall between two places has a door. Beside the name of a set are its "
        "shots, those still to do filled. Below is the scene behind what a die has to make, its budget: “4+”. "
        "Then who is there: > is whoever's turn it is, * somebody who works."
    ),
    "house": "The house rules of this table: {bonus} {stall}",
    "words": (
        "Choices can be typed by their number or in words: “saloon” or “move saloon”, “take faro player”, “act”, "
        "“rehearse”, “upgrade 3 credits”, “end”. Behind “take” and “move” beginnings are enough as long as they "
        "mean one thing only; without them the first word of a role, or three letters of a place. If something "
        "cannot be done you are told why; “why upgrade 4” asks without trying."
    ),
}
for _topic, _others in {
    "turn": ("move", "moving", "turns"),
    "roles": ("role", "star", "stars", "extra", "extras", "pay", "take"),
    "acting": ("act", "rehearse", "rehearsing", "chips", "practice", "practice chips", "budget", "shots"),
    "wrap": ("bonus", "wraps", "bonus dice", "dice"),
    "ranks": ("rank", "upgrade", "prices", "upgrading"),
    "day": ("days", "night", "end"),
    "points": ("score", "scoring", "winning"),
    "house": ("house rules", "options", "stall", "stall turns", "stalled", "occupied"),
}.items():
    TOPICS.update(dict.fromkeys(_others, TOPICS[_topic]))


class Part(NamedTuple):
    """A role and where it is printed: on a scene's card, or on a set."""

    role: Role
    scene: Scene | None
    area: Area | None
    slot: int

    @property
    def on(self) -> str:
        """CARD or SET."""
        return CARD if self.scene else SET


PARTS: Final = (
    *(Part(role, scene, None, slot) for scene in SCENES.values() for slot, role in enumerate(scene.roles)),
    *(Part(role, None, AREAS[area], slot) for area in SETS for slot, role in enumerate(AREAS[area].roles)),
)
"""Every role there is."""

Thing = Area | Scene | Part


def find_things(words: str) -> list[Thing]:
    """The places, scenes and roles that a name, or the beginnings of its words, can mean."""
    return find(plain(words), [*AREAS.values(), *SCENES.values(), *PARTS], lambda thing: [_name(thing)])


def _name(thing: Thing) -> str:
    return thing.title if isinstance(thing, Scene) else thing.role.name if isinstance(thing, Part) else thing.name


def explain(view: DeadwoodView, topic: str) -> str | None:
    """Help about a topic, a place, a scene or a role; None if there is none."""
    if not topic:
        return RULES
    words = " ".join(plain(topic))
    if words in TOPICS:
        return TOPICS[words].format(bonus=_BONUS[view.bonus], stall=_stall(view))
    found = find_things(topic)
    if len(found) > 6:
        return f"Many things are called like that: {listed(list(dict.fromkeys(map(_name, found))))}."
    return "\n".join(_about(view, thing) for thing in found) or None


_BONUS: Final = {
    "all": "Empty roles get dice as well, and those are lost.",
    "occupied": "Only roles that somebody plays get dice.",
}


def _stall(view: DeadwoodView) -> str:
    if not view.stall_turns:
        return "A day never ends because nobody does anything."
    turns = many(view.stall_turns, "turn")
    return f"A day ends as well after {turns} in a row without a role taken, work or a purchase."


def _about(view: DeadwoodView, thing: Thing) -> str:
    if isinstance(thing, Area):
        return about_area(view, thing)
    if isinstance(thing, Scene):
        roles = listed([f"{role.name} ({role.rank})" for role in reversed(thing.roles)])
        what = f"{titled(thing)}, budget {thing.budget}. {thing.text} Roles, with their ranks: {roles}."
        return f"{what} {whereabouts(view, thing)}"
    kind = f"a star in {titled(thing.scene)}" if thing.scene else f"an extra at {called(thing.area)}"
    success, failure = (earned(*PAY[thing.on, made]) for made in (True, False))
    pay = f"Acting pays {success}, after a failure {failure}."
    where = f" {whereabouts(view, thing.scene)}" if thing.scene else ""
    return f"{thing.role.name}, rank {thing.role.rank}, {kind}: “{thing.role.line}” {pay}{where}"


def about_area(view: DeadwoodView, area: Area) -> str:
    """A place, what is there and where its doors lead."""
    doors = f"Doors lead to {listed([AREAS[each].called for each in area.neighbours])}."
    if area.kind == "trailers":
        return f"{area.name}. Everybody begins the day here; there are no roles. {doors}"
    if area.kind == "office":
        return f"{area.name}. Ranks are sold here; “prices” shows what they cost. {doors}"
    extras = listed([f"{role.name} ({role.rank})" for role in area.roles])
    return f"{area.name}, {status(view, area.slug)}. For extras, with their ranks: {extras}. {doors}"


def whereabouts(view: DeadwoodView, scene: Scene) -> str:
    """Where a card is now, as far as anybody knows."""
    if scene.slug in view.unseen:
        return "Nobody has seen it yet."
    for area, lies in view.scenes.items():
        if lies == scene.slug:
            return f"It is being shot at {AREAS[area].called}."
    return "It is out of the game."


_DONE: Final = {"wrapped": "wrapped for today", "closed": "closed, for the game is over"}


def status(view: DeadwoodView, area: str) -> str:
    """What is to be found at a place; nothing for the Trailers."""
    if area not in view.shots:
        return "ranks are sold there" if AREAS[area].kind == "office" else ""
    left, all_shots = view.shots[area], AREAS[area].shots
    scene = view.scene(area)
    if (now := view.status(area)) in _DONE:
        return _DONE[now]
    if scene is None:
        return f"card face down, {many(left, 'shot')}"
    return f"{titled(scene)}, budget {scene.budget}, {left} of {many(all_shots, 'shot')} left"


def called(area: Area | None) -> str:
    """A place in a sentence."""
    assert area is not None
    return area.called


def earned(dollars: int, credit: int) -> str:
    """Such as "$1 and 1 credit"; nothing is "nothing"."""
    if dollars and credit:
        return purse(dollars, credit)
    return f"${dollars}" if dollars else many(credit, "credit") if credit else "nothing"
