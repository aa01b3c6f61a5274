"""A view of Deadwood in words."""

from dicecup.games.deadwood.data import AREAS, OFFICE, PRICES, SCENES
from dicecup.games.deadwood.view import DeadwoodView
from dicecup.table.telling import called


def told(view: DeadwoodView) -> list[str]:
    """The day, everybody's actor, and every place on the lot."""
    bonus = "all roles on its card" if view.bonus == "all" else "the taken roles on its card"
    stall = f"; {view.stall_turns} idle turns in a row end the day, {view.idle} so far" if view.stall_turns else ""
    moved = ", who has made the step of this turn" if view.moved else ""
    lines = [
        f"Day {view.day} of {view.days}, turn {view.turn}, phase {view.phase}; {view.live} scenes to shoot today.",
        f"When a scene wraps, bonus dice go to {bonus}{stall or f'; idle turns: {view.idle}'}.",
        f"It is the turn of {called(view.names, view.active)}{moved}.",
    ]
    for seat, actor in enumerate(view.actors):
        role = view.role(seat)
        playing = "no role"
        if role is not None:
            where = "the card" if role.on == "card" else "the set"
            playing = f"plays {role.name} ({role.on} {role.slot}, rank {role.rank}, on {where})"
            playing += f", practice chips: {actor.chips}"
        lines.append(
            f"{called(view.names, seat)}: rank {actor.rank}, {actor.dollars} dollars, {actor.credits} credits, "
            f"{actor.score} points, at {actor.area}, {playing}."
        )
    for area in AREAS.values():
        lines.append(f"{area.slug} (next to {', '.join(area.neighbours)}): {_place(view, area.slug)}")
    lines.append(f"Scenes that nobody has seen yet: {', '.join(view.unseen) or 'none'}.")
    lines.append(f"Scenes that are done: {', '.join(view.out) or 'none'}.")
    return lines


def _place(view: DeadwoodView, area: str) -> str:
    if area == OFFICE:
        ranks = [
            f"{rank} for {price.dollars} dollars or {price.credits} credits" for rank, price in PRICES.items()
        ]
        return f"ranks are bought here: {', '.join(ranks)}."
    if area not in view.shots:
        return "everybody begins the day here."
    left, found = view.shots[area], view.scenes[area]
    roles = [
        f"{role.on} {role.slot} {role.name} rank {role.rank}"
        + ("" if role.seat is None else f" taken by {view.names[role.seat]}")
        for role in view.roles(area)
    ]
    scene = f"{found}, budget {SCENES[found].budget}" if found else "face down" if left else "wrapped"
    return f"shots left: {left}, scene {scene}. Roles: {', '.join(roles) or 'none'}."
