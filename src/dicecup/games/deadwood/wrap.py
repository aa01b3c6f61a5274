"""The wrap: the last shot of a scene is taken, bonuses are paid, and everybody there is free again."""

from dicecup.games.deadwood.data import AREAS, SCENES
from dicecup.games.deadwood.days import DeadwoodPlay, leave_role
from dicecup.games.deadwood.state import CARD, SET
from dicecup.table import Roll


async def wrap(play: DeadwoodPlay, area: str) -> None:
    """Pay for the scene, and clear it away."""
    state = play.state
    scene = state.scenes[area]
    workers = {seat: actor for seat, actor in enumerate(state.actors) if actor.area == area and actor.on}
    play.tell("wraps", area=area, scene=scene)
    stars = {actor.slot: seat for seat, actor in workers.items() if actor.on == CARD}
    if stars:
        await _pay_stars(play, area, stars)
        for seat, actor in workers.items():
            if actor.on == SET:
                dollars = AREAS[area].roles[actor.slot].rank
                actor.dollars += dollars
                play.tell(
                    "bonus", seat=seat, area=area, scene=scene, on=SET, slot=actor.slot, dice=(), dollars=dollars
                )
    else:
        play.tell("no_bonus", area=area, scene=scene)
    state.scenes[area] = ""
    state.out.append(scene)
    for actor in workers.values():
        leave_role(actor)
    play.tell("freed", area=area, seats=tuple(workers))


async def _pay_stars(play: DeadwoodPlay, area: str, stars: dict[int, int]) -> None:
    """The dice go round the roles, the highest die to the highest role; what falls on an empty one is lost."""
    state = play.state
    scene = SCENES[state.scenes[area]]
    key = f"{state.turn}/{state.active}/bonus/1"
    dice = sorted(await Roll(key, range(scene.budget)), reverse=True)
    play.tell("bonus_dice", seat=state.active, area=area, scene=scene.slug, dice=tuple(dice))
    slots = list(range(len(scene.roles)))[::-1]
    if state.options.bonus == "occupied":
        slots = [slot for slot in slots if slot in stars]
    for place, slot in enumerate(slots):
        share = tuple(dice[place :: len(slots)])
        seat = stars.get(slot)
        if seat is not None:
            state.actors[seat].dollars += sum(share)
        play.tell(
            "bonus", seat=seat, area=area, scene=scene.slug, on=CARD, slot=slot, dice=share, dollars=sum(share)
        )
