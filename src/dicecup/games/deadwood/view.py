"""What can be seen of a game of Deadwood: everything, for a card that lies face down is nothing yet."""

from typing import Any, Final

from dicecup.games.deadwood.data import AREAS, SCENES, SETS, SETS_IN_ALL, STARTS, Scene
from dicecup.games.deadwood.legal import role_of
from dicecup.games.deadwood.refusals import refusals
from dicecup.games.deadwood.state import CARD, POINTS_PER_RANK, SET, DeadwoodState
from dicecup.table import OVER, Frozen, Shown, View
from dicecup.table.compiled import dataclass, mypyc_attr
from dicecup.table.picture import Drawn


@dataclass(slots=True)
class ActorView(Frozen):
    """One player's actor."""

    rank: int
    dollars: int
    credits: int
    area: str
    on: str  # "card" or "set": where its role is printed; empty: not working
    slot: int
    chips: int

    @property
    def score(self) -> int:
        """The points so far."""
        return self.dollars + self.credits + POINTS_PER_RANK * self.rank


@dataclass(slots=True)
class RoleView(Frozen):
    """A role, and who plays it. `(area, on, slot)` is what it is; its name is only its name."""

    area: str
    on: str
    slot: int
    name: str
    rank: int
    line: str
    seat: int | None


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True, kw_only=True)
class DeadwoodView(View):
    """A game of Deadwood as anybody sees it. What never changes is in `data`: AREAS, SCENES, PRICES."""

    active: int
    moved: bool  # the active actor, in this turn
    day: int
    days: int
    bonus: str
    idle: int
    stall_turns: int
    actors: tuple[ActorView, ...]
    shots: dict[str, int]  # left on each set; 0: wrapped
    scenes: dict[str, str]  # the card lying open on each set; "": face down or gone
    unseen: tuple[str, ...]  # any of these may lie face down somewhere, or have been taken away unseen
    out: tuple[str, ...]  # seen and out of the game

    def status(self, area: str) -> str:
        """Of a set: `face-down`, `open` (it is being shot), `wrapped`, or `closed` when the game is over; of any
        other area: nothing.
        """
        if area not in self.shots:
            return ""
        if self.phase == OVER:
            return "closed"
        return "wrapped" if not self.shots[area] else "open" if self.scenes[area] else "face-down"

    def scene(self, area: str) -> Scene | None:
        """The card lying open there."""
        found = self.scenes.get(area)
        return SCENES[found] if found else None

    @property
    def live(self) -> int:
        """How many scenes are still to be shot today."""
        return sum(1 for left in self.shots.values() if left)

    @property
    def deck(self) -> int:
        """How many cards are still to be dealt, on the mornings to come."""
        return (self.days - self.day) * SETS_IN_ALL

    def roles(self, area: str) -> tuple[RoleView, ...]:
        """The roles that are played there today: the card's from the highest down, then the board's."""
        if area not in self.shots or not self.shots[area]:
            return ()
        scene = self.scene(area)
        stars = list(enumerate(scene.roles))[::-1] if scene else []
        extras = enumerate(AREAS[area].roles)
        taken = {(actor.on, actor.slot): seat for seat, actor in enumerate(self.actors) if actor.area == area}
        return tuple(
            RoleView(area, on, slot, role.name, role.rank, role.line, taken.get((on, slot)))
            for on, printed in ((CARD, stars), (SET, extras))
            for slot, role in printed
        )

    def role(self, seat: int) -> RoleView | None:
        """What this seat's actor plays."""
        actor = self.actors[seat]
        role = role_of(self, actor)
        if role is None:
            return None
        return RoleView(actor.area, actor.on, actor.slot, role.name, role.rank, role.line, seat)

    def people_at(self, area: str) -> tuple[int, ...]:
        """The seats whose actors are there without a role."""
        return tuple(seat for seat, actor in enumerate(self.actors) if actor.area == area and not actor.on)

    def refusals(self) -> dict[str, str | None]:
        """For each kind of action (move, take, ...) why whoever's turn it is cannot do it; None if it can."""
        return refusals(self)

    def to_json(self) -> dict[str, Any]:
        """The view with what follows from it worked out for whoever draws it.

        Facts only, no sentences: a hash of this stands in records, and better words must not make them wrong. What
        areas, scenes and roles are called and say is in `data.describe`.
        """
        data = View.to_json(self)
        for actor, drawn in zip(self.actors, data["actors"], strict=True):
            drawn["score"] = actor.score
        sets = {
            area: {
                "status": self.status(area),
                "roles": [[role.on, role.slot, role.rank, role.seat] for role in self.roles(area)],
            }
            for area in SETS
        }
        return {**data, "live": self.live, "deck": self.deck, "sets": sets}

    def drawn(self) -> list[Drawn]:
        """For a notebook."""
        from dicecup.games.deadwood.picture import drawn  # it knows this class

        return drawn(self)


def view(state: DeadwoodState, seat: int | None) -> DeadwoodView:
    """What `seat` sees."""
    return DeadwoodView(
        game="deadwood",
        names=state.names,
        seat=seat,
        turn=state.turn,
        phase=state.phase,
        active=state.active,
        moved=state.moved,
        day=state.day,
        days=STARTS[len(state.actors)].days,
        bonus=state.options.bonus,
        idle=state.idle,
        stall_turns=state.options.stall_turns,
        actors=tuple(
            [ActorView(a.rank, a.dollars, a.credits, a.area, a.on, a.slot, a.chips) for a in state.actors]
        ),
        shots=state.shots.copy(),
        scenes=state.scenes.copy(),
        unseen=tuple(state.unseen),
        out=tuple(state.out),
    )


_HIDDEN: Final = (
    *("active", "moved", "days", "bonus", "idle", "stall_turns", "unseen", "out", "sets"),
    *("actors.on", "actors.slot"),
)
SHOWN: Final = {
    "day": Shown("track", "Day", upto="days"),
    "live": Shown("fact", "Scenes to shoot today"),
    "deck": Shown("fact", "Cards in the deck"),
    "actors.rank": Shown("per seat", "Rank"),
    "actors.dollars": Shown("per seat", "Dollars"),
    "actors.credits": Shown("per seat", "Credits"),
    "actors.chips": Shown("per seat", "Rehearsals", says={0: ""}),
    "actors.area": Shown("per seat", "Where"),
    "actors.score": Shown("per seat", "Points"),
    "shots": Shown("table", "Shots left", says={0: "wrapped"}),
    "scenes": Shown("table", "Scene", says={"": "", **{slug: scene.title for slug, scene in SCENES.items()}}),
    **dict.fromkeys(_HIDDEN, Shown("hidden")),
}
"""For screens that do not know Deadwood."""
