"""Deadwood as the table knows it."""

from collections.abc import Iterable
from typing import Any, Final

from dicecup.games.deadwood import actions, encoding, rules, text, words
from dicecup.games.deadwood.data import AREAS, OFFICE, RANKS, SCENES, SETS, SETS_IN_ALL, STARTS, TRAILERS
from dicecup.games.deadwood.days import day_is_done, fresh_shots, winners
from dicecup.games.deadwood.feats import FEATS
from dicecup.games.deadwood.handbook import handbook
from dicecup.games.deadwood.legal import most_chips
from dicecup.games.deadwood.options import DeadwoodOptions
from dicecup.games.deadwood.picks import picks
from dicecup.games.deadwood.refusals import VERBS, why_not
from dicecup.games.deadwood.state import CARD, SET, Actor, DeadwoodState
from dicecup.games.deadwood.view import SHOWN, DeadwoodView, view
from dicecup.table import OVER, Ask, Deed, Game, Option, Outcome, Pick
from dicecup.table.actions import Words
from dicecup.table.encoding import Part
from dicecup.table.errors import shown

_BOX: Final = 40  # scenes there were from the beginning


class Deadwood(Game[DeadwoodState]):
    """Bit actors, cheap westerns, and a lot with ten sets."""

    name = "deadwood"
    title = "Deadwood"
    blurb = "A studio lot, cheap westerns, and bit players who dream of being paid."
    seats = range(2, 9)
    options = DeadwoodOptions
    views = DeadwoodView
    state = DeadwoodState
    phases = rules.PHASES
    phrases = text.PHRASES
    called = text.PLACES
    shown = SHOWN
    themes = text.THEMES
    feats = FEATS
    untold = encoding.LEFT_OUT

    def setup(self, names: tuple[str, ...], options: DeadwoodOptions, carry: Any = None) -> DeadwoodState:
        """The first morning: everybody in the Trailers, a card face down on every set."""
        start = STARTS[len(names)]
        return DeadwoodState(
            names=names,
            options=options,
            phase="begin",
            actors=[Actor(rank=start.rank, credits=start.credits, area=TRAILERS) for _ in names],
            day=1,
            shots=fresh_shots(),
            scenes=dict.fromkeys(SETS, ""),
            unseen=list(SCENES),
        )

    def deck(self, state: DeadwoodState) -> list[str]:
        """The scenes: unseen, on their sets, and gone."""
        return sorted([*state.unseen, *filter(None, state.scenes.values()), *state.out])

    def begun_like(self, start: DeadwoodState, carry: Any = None) -> DeadwoodState:
        """With the scenes it began with: those that came later are not among them."""
        state = super().begun_like(start, carry)
        state.unseen = [scene for scene in state.unseen if scene in start.unseen]
        return state

    def check(self, state: DeadwoodState) -> None:
        """A state in which a phase can begin."""
        seats = len(state.actors)
        if seats not in self.seats or len(state.names) != seats:
            raise ValueError(f"Deadwood has 2 to 8 players with a name and an actor each, not {seats}.")
        if state.phase != OVER and state.phase not in self.phases:
            raise ValueError(f"There is no phase {state.phase!r}; there are {', '.join(self.phases)}.")
        if not 0 <= state.active < seats:
            raise ValueError("It is the turn of somebody at the table.")
        if not 1 <= state.day <= state.days:
            raise ValueError(
                f"With {seats} players there are {state.days} days, and this cannot be day {state.day}."
            )
        if state.idle < 0:
            raise ValueError("Turns without anything done are counted from 0.")
        _check_sets(state, self.deck(state))
        if state.phase != OVER and day_is_done(state):
            raise ValueError("Until a day ends, at least two scenes are still being shot.")
        for name, actor in zip(state.names, state.actors, strict=True):
            _check_actor(state, name, actor)
        roles = [(actor.area, actor.on, actor.slot) for actor in state.actors if actor.on]
        if len(set(roles)) < len(roles):
            raise ValueError("Only one actor can play a role.")
        if state.phase in ("turn", "work") and (state.phase == "work") != bool(state.actors[state.active].on):
            raise ValueError("Actors with a role are in the phase work, those without one in the phase turn.")
        if state.phase == "work" and state.moved:
            raise ValueError("An actor with a role has not moved.")

    def view(self, state: DeadwoodState, seat: int | None) -> DeadwoodView:
        """Everything: what lies face down is not even known to the table."""
        return view(state, seat)

    def seen_alike(self, state: DeadwoodState) -> bool:
        """Always: see `view`."""
        return True

    def why_not(self, state: DeadwoodState, ask: Ask, choice: tuple[Any, ...]) -> str:
        """The reason in words."""
        return why_not(state, choice) or self.no_such_choice(ask, choice)

    def greyed(self, state: DeadwoodState, ask: Ask) -> list[Option]:
        """Kinds of action that are not possible at all, and roles and ranks here that are not for this actor."""
        actor = state.actors[ask.seat]
        found = [Option(verb) for verb in VERBS if verb not in {option.verb for option in ask.options}]
        if (scene := state.scenes.get(actor.area)) and not actor.on:
            printed = ((CARD, SCENES[scene].roles), (SET, AREAS[actor.area].roles))
            found += [text.taking(on, slot, role) for on, roles in printed for slot, role in enumerate(roles)]
        if actor.area == OFFICE:
            found += [option for (rank, _), option in text.UPGRADES.items() if rank > actor.rank]
        return [option for option in found if option not in ask.options]

    def picks(self, state: DeadwoodState, ask: Ask) -> list[Pick]:
        """Places, roles and ranks."""
        return picks(state, ask)

    def deed(self, state: DeadwoodState, ask: Ask, option: Option) -> Deed:
        """With the chips and the budget, the purse, or the place."""
        return text.deed(state, ask.seat, option)

    def handbook(self, options: Any = None) -> dict[str, Any]:
        """The rules, the lot and every scene."""
        return handbook()

    def in_words(self, view: DeadwoodView) -> Iterable[str]:
        """All of it."""
        return words.told(view)

    def choices(self, seats: int, options: Any) -> Iterable[Words]:
        """The same for every table."""
        return actions.choices()

    def parts(self, seats: int) -> Iterable[Part]:
        """The question, and what lies on the table."""
        return encoding.parts(seats)

    def outcome(self, state: DeadwoodState) -> Outcome:
        """The most points win; ties share."""
        scores = tuple(actor.score for actor in state.actors)
        won = winners(scores)
        return Outcome(
            winners=won, scores=scores, reason="highest score" if len(won) == 1 else "shared highest score"
        )


def _check_sets(state: DeadwoodState, known: list[str]) -> None:
    if state.shots.keys() != set(SETS) or state.scenes.keys() != set(SETS):
        raise ValueError("There are ten sets, each with its shots and its scene.")
    if unknown := sorted(set(known) - SCENES.keys()):
        raise ValueError(f"There is no scene {shown(unknown[0])} here: whatever brought it is not installed.")
    # A game keeps the scenes it began with; there have never been fewer than in the box.
    if len(set(known)) < len(known) or len(known) < _BOX:
        raise ValueError(f"Each of the {_BOX} scenes or more is in exactly one place.")
    if state.unseen != sorted(state.unseen):
        raise ValueError("The unseen cards have no order: write them down sorted.")
    for area, left in state.shots.items():
        if not 0 <= left <= AREAS[area].shots:
            raise ValueError(f"{AREAS[area].name} cannot have {left} shots.")
        if state.scenes[area] and not left:
            raise ValueError(f"At {AREAS[area].called} the scene has wrapped: there is no card.")
        face_down = left and not state.scenes[area]
        if face_down and (left < AREAS[area].shots or any(actor.area == area for actor in state.actors)):
            raise ValueError(f"Nobody has been at {AREAS[area].called} yet: its card lies face down.")
    face_down_now = sum(1 for area, left in state.shots.items() if left and not state.scenes[area])
    if len(state.unseen) < face_down_now + (state.days - state.day) * SETS_IN_ALL:
        raise ValueError("More cards lie face down than there are unseen ones.")


def _check_actor(state: DeadwoodState, name: str, actor: Actor) -> None:
    if actor.rank not in RANKS:
        raise ValueError(f"{name} cannot have rank {actor.rank}.")
    if min(actor.dollars, actor.credits) < 0:
        raise ValueError(f"{name} cannot owe anything.")
    if actor.area not in AREAS:
        raise ValueError(f"There is no area {actor.area!r}.")
    if not actor.on:
        if actor.slot or actor.chips:
            raise ValueError(f"{name} has no role, and so neither slot nor chips.")
        return
    scene = state.scenes.get(actor.area)
    if not scene:
        raise ValueError(f"{name} cannot work where nothing is shot.")
    if actor.on not in (CARD, SET):
        raise ValueError(f"A role is on the card or on the set, not on {actor.on!r}.")
    printed = SCENES[scene].roles if actor.on == CARD else AREAS[actor.area].roles
    if not 0 <= actor.slot < len(printed):
        raise ValueError(f"There is no role {actor.slot} on the {actor.on}.")
    if printed[actor.slot].rank > actor.rank:
        raise ValueError(f"{name} needs rank {printed[actor.slot].rank} for {printed[actor.slot].name}.")
    if not 0 <= actor.chips <= most_chips(SCENES[scene].budget):
        raise ValueError(f"{name} cannot have {actor.chips} practice chips.")


GAME = Deadwood()
