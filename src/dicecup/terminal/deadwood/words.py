"""The rules of Deadwood in our own words, for `help`, and places, scenes and roles as they are read out."""

from typing import Final, NamedTuple

from dicecup.games.deadwood import DeadwoodView
from dicecup.games.deadwood.data import AREAS, SCENES, SETS, Area, Role, Scene
from dicecup.games.deadwood.state import CARD, PAY, SET
from dicecup.games.deadwood.text import earned, many, titled
from dicecup.table.words import listed
from dicecup.terminal.matching import find, plain

RULES: Final = """\
Each player is a bit player on a lot with ten sets, out to make a name. At the end every dollar and every credit \
is worth a point and every rank five; the most points win.

On a turn without a role you may move through one door, and then you may take a role where you are, on the card \
or on the set, if your rank is at least the role's. At the Casting Office you may buy a higher rank, before or \
after you move. With a role you have to do one of these:

  act        roll a die: with your practice chips it must reach the budget
  rehearse   take a practice chip, which adds 1 to every roll for this role

A success is one shot done. What acting pays:

  a star, on the card      2 credits          after a failure nothing
  an extra, on the set     $1 and 1 credit    after a failure $1

When its last shot is done, a scene wraps and everybody there is free again. If there was a star, dice are rolled \
for the stars, and extras get the rank of their role in dollars. When only one scene is left, the day is over: \
everybody goes back to the Trailers, and new cards are dealt. Two or three players play for three days, more play \
for four.

Type “help” and a word to read more: help turn, help roles, help acting, help wrap, help ranks, help day, help \
points, help map, help words, help house, or the name of any place, scene or role."""

TOPICS: Final = {
    "turn": (
        "Without a role: move through one door, take a role, do both (moving first), or neither. The first actor "
        "to reach a card that lies face down turns it up. Taking a role ends your turn; you start acting on the "
        "next one. With a role you act or rehearse, and can neither pass nor leave until the scene wraps or the "
        "day ends."
    ),
    "roles": (
        "A scene has one to three roles on its card, for stars, and each set has roles of its own, for extras. "
        "Each role is for one actor, whose rank must be at least the role's. Stars get 2 credits for a success "
        "and nothing for a failure; extras get $1 each time, and a credit for a success. Once its scene has "
        "wrapped, a set has no roles for the rest of the day."
    ),
    "acting": (
        "You roll one die and add your practice chips. If the total is at least the scene's budget, it is a "
        "success: you are paid and a shot is done. Each rehearsal gives you a chip; chips stay until the role "
        "ends and count on every roll. Once even a 1 would be enough, there is nothing left to rehearse and you "
        "have to act."
    ),
    "wrap": (
        "When the last shot is done, the scene wraps. If anybody is working on the card, the player who made the "
        "shot rolls as many dice as the budget. They go to the roles on the card, from the highest die down, "
        "starting with the highest role and going round and round; each star gets the sum of their dice in "
        "dollars. {bonus} Each extra gets the rank of their role in dollars. Without a star, there is no bonus. "
        "Then everybody there is free, and their chips are gone."
    ),
    "ranks": (
        "You buy a higher rank at the Casting Office, paying all in dollars or all in credits; “prices” shows "
        "what it costs. The price is the same whatever your rank is now, and you may skip ranks. Buying does not "
        "use up your move. Each rank is worth 5 points at the end, and opens up better roles until then."
    ),
    "day": (
        "A day is over when only one scene is left; that one is never finished and pays nothing more. Everybody "
        "goes back to the Trailers without their role and chips, ten new cards are dealt face down, and all the "
        "shots are there to do again. You keep your dollars, credits and rank, and the next player in turn "
        "carries on. No card is used twice. {stall}"
    ),
    "points": (
        "A dollar is 1 point, a credit is 1 point, a rank is 5 points. The most points win after the last day; "
        "players who tie share the win."
    ),
    "map": (
        "Neighbours share a wall, and each wall between two places has a door. Beside the name of a set are its "
        "shots; the filled ones are still to do. Below comes what you need to roll there, the budget, such as "
        "“4+”, and then the scene. Last comes who is there: > marks whose turn it is, * somebody at work."
    ),
    "house": "The house rules of this table: {bonus} {stall}",
    "words": (
        "Choices can be typed by their number or in words: “saloon” or “move saloon”, “take faro player”, “act”, "
        "“rehearse”, “upgrade 3 credits”, “end”. After “take” and “move” the first letters are enough, as long as "
        "they fit only one thing; on their own, type the first word of a role, or three letters of a place. If "
        "something cannot be done, you are told why; “why upgrade 4” asks without trying."
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
        return f"Many things have a name like that: {listed(list(dict.fromkeys(map(_name, found))))}."
    return "\n".join(_about(view, thing) for thing in found) or None


_BONUS: Final = {
    "all": "Empty roles get dice as well, and those are lost.",
    "occupied": "Only roles that are taken get dice.",
}


def _stall(view: DeadwoodView) -> str:
    if not view.stall_turns:
        return "A day never ends just because nobody does anything."
    turns = many(view.stall_turns, "turn")
    return f"A day also ends after {turns} in a row in which nobody works, takes a role or buys a rank."


def _about(view: DeadwoodView, thing: Thing) -> str:
    if isinstance(thing, Area):
        return about_area(view, thing)
    if isinstance(thing, Scene):
        roles = listed([f"{role.name} ({role.rank})" for role in reversed(thing.roles)])
        what = f"{titled(thing)}, budget {thing.budget}. {thing.text} Roles, with their ranks: {roles}."
        return f"{what} {whereabouts(view, thing)}"
    kind = f"a star in {titled(thing.scene)}" if thing.scene else f"an extra at {called(thing.area)}"
    success, failure = (earned(*PAY[thing.on, made]) for made in (True, False))
    pay = f"Acting pays {success} for a success, {failure} for a failure."
    where = f" {whereabouts(view, thing.scene)}" if thing.scene else ""
    return f"{thing.role.name}, rank {thing.role.rank}, {kind}: “{thing.role.line}” {pay}{where}"


def about_area(view: DeadwoodView, area: Area) -> str:
    """A place, what is there and where its doors lead."""
    doors = f"Doors lead to {listed([AREAS[each].called for each in area.neighbours])}."
    if area.kind == "trailers":
        return f"{area.name}. Everybody starts the day here; there are no roles. {doors}"
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


_DONE: Final = {"wrapped": "wrapped for today", "closed": "closed, because the game is over"}


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
