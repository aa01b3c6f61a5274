"""A view of Deadwood as a picture for notebooks."""

from dicecup.games.deadwood.data import AREAS, SCENES, Area
from dicecup.games.deadwood.view import DeadwoodView
from dicecup.table.picture import Drawn, card, cards, grid, joined, line, player, tinted


def drawn(view: DeadwoodView) -> list[Drawn]:
    """Everybody's actor, and the lot as it lies on the table."""
    rows = []
    for seat, actor in enumerate(view.actors):
        role = view.role(seat)
        rows.append(
            [
                player(view.names, seat),
                actor.rank,
                f"${actor.dollars}",
                actor.credits,
                actor.score,
                AREAS[actor.area].name,
                "" if role is None else f"{role.name} ({role.rank})",
                actor.chips or "",
            ]
        )
    heads = ["", "Rank", "Dollars", "Credits", "Points", "Where", "Role", "Rehearsals"]
    day = line(
        f"Day {view.day} of {view.days}, {view.live} scenes to shoot; turn of", player(view.names, view.active)
    )
    return [day, grid(heads, rows), cards([_area(view, area) for area in AREAS.values()], "lot")]


def _area(view: DeadwoodView, area: Area) -> Drawn:
    place = f"grid-area:{area.row + 1}/{area.col + 1}/span {area.rows}/span {area.cols}"
    here = joined([player(view.names, seat) for seat in view.people_at(area.slug)], ", ")
    lines: list[object] = []
    if area.slug in view.shots:
        found, left = view.scenes[area.slug], view.shots[area.slug]
        shots = f"{left} of {area.shots} shots left" if left else "wrapped"
        scene = f"{SCENES[found].title}, budget {SCENES[found].budget}" if found else "face down" if left else ""
        lines += [shots, tinted(scene, "star") if found else scene]
        for role in view.roles(area.slug):
            who = "" if role.seat is None else player(view.names, role.seat)
            lines.append(joined([f"{role.rank} {role.name}", who]))
    return card(area.name, *lines, here, place=place)
