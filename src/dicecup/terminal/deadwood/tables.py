"""Deadwood in tables: the scenes in sight, the players, the prices, and the points in the end."""

import textwrap
from collections import Counter
from collections.abc import Sequence
from typing import Final

from dicecup.games.deadwood import DeadwoodView
from dicecup.games.deadwood.data import AREAS, OFFICE, PRICES, RANKS, SCENES, SETS, Area
from dicecup.games.deadwood.odds import STEPS, success
from dicecup.games.deadwood.state import CARD, PAY, POINTS_PER_RANK, SET
from dicecup.games.deadwood.text import chips, earned, many, purse, titled
from dicecup.games.deadwood.view import RoleView
from dicecup.games.deadwood.worth import affordable, best_roles, bonus, in_order, pay, percent, why_no_role
from dicecup.table import OVER
from dicecup.table.words import listed
from dicecup.terminal.console import Console, cells, cut, pad
from dicecup.terminal.deadwood.words import status

KINDS: Final = {CARD: "star", SET: "extra"}
_NAME: Final = 20  # places for a name in a table
_NARROWEST: Final = 70  # columns that a table with such names takes


def hanging(console: Console, key: str, text: str) -> None:
    """A text behind a key, broken into lines that stand under each other."""
    room = max(20, min(console.width, 80) - cells(key))
    for line in textwrap.wrap(text, room) or [""]:
        console.say((key + line).rstrip())
        key = " " * cells(key)


# --- scenes ---


def scene_head(view: DeadwoodView, area: str) -> str:
    """The scene that is shot at a place, in a line, with the chance that a roll without practice chips has."""
    scene = view.scene(area)
    assert scene is not None
    left = f"{view.shots[area]} of {many(AREAS[area].shots, 'shot')} left"
    odds = percent(success(scene.budget))
    return f"{AREAS[area].name}: {titled(scene)}, budget {scene.budget} (chance {odds}), {left}."


def roles(view: DeadwoodView, area: str) -> list[RoleView]:
    """The roles there as they are listed."""
    return in_order(view.roles(area))


def role_words(view: DeadwoodView, role: RoleView) -> str:
    """A role with its rank, its kind and what the wrap pays."""
    return f"{role.name}, {KINDS[role.on]}, rank {role.rank}: {bonus(view, role)}"


def player_words(view: DeadwoodView, role: RoleView) -> str:
    """Who plays a role, with the practice chips."""
    if role.seat is None:
        return "free"
    practice = view.actors[role.seat].chips
    return f"{view.names[role.seat]}{f' with {chips(practice)}' if practice else ''}"


def say_scene(console: Console, view: DeadwoodView, area: str) -> None:
    """A scene in sight with all its roles."""
    console.head(scene_head(view, area))
    indent = "" if console.words else "    "
    for role in roles(view, area):
        hanging(console, indent, f"{role_words(view, role)}; {player_words(view, role)}")


def say_scenes(console: Console, view: DeadwoodView) -> None:
    """Everything in sight, and what is not."""
    for area in SETS:
        if view.status(area) == "open":
            say_scene(console, view, area)
    for what in ("face-down", "wrapped", "closed"):
        places = [AREAS[area].called for area in SETS if view.status(area) == what]
        if places:
            console.paragraph(f"{what.replace('-', ' ').capitalize()}: {listed(places)}.")
    console.paragraph(f"Stars get {pay(CARD)}; extras get {pay(SET)}.")
    budgets = Counter(SCENES[scene].budget for scene in view.unseen)
    if budgets:
        kinds = listed([f"{count} of budget {budget}" for budget, count in sorted(budgets.items())])
        console.paragraph(f"Not seen yet: {many(len(view.unseen), 'scene')}, {kinds}. “scenes unseen” names them.")


def say_unseen(console: Console, view: DeadwoodView) -> None:
    """The scenes that may lie face down, or come later, or have been taken away unseen."""
    for scene in sorted((SCENES[slug] for slug in view.unseen), key=lambda scene: (scene.budget, scene.title)):
        roles = ", ".join(f"{role.name} {role.rank}" for role in reversed(scene.roles))
        hanging(console, f"  {scene.budget}  ", f"{titled(scene)}: {roles}")
    console.note("The number before a scene is its budget; the numbers after roles are their ranks.")


def offers(view: DeadwoodView, seat: int, area: str, *, brief: bool = False) -> str:
    """What a place next door has for an actor: the best roles with chance and pay, or why there is none.

    `brief`: one role, in one line.
    """
    now = view.status(area)
    if area == OFFICE:
        return f"ranks are sold there{_affordable(view, seat)}"
    if now not in ("open", "face-down"):
        return status(view, area) or "no roles there"
    found = best_roles(view, seat, area)
    told = " and ".join(_offered(view, role, brief=brief) for role in (found[:1] if brief else found))
    left, scene = many(view.shots[area], "shot"), view.scene(area)
    if scene is None:
        return f"card face down, {left}; {f'for you: {told}' if told else 'no extra’s role for you'}"
    odds = percent(success(scene.budget))
    title = "" if brief else f"“{scene.title}”, "
    return (
        f"{title}budget {scene.budget} ({odds}), {left}; {f'for you: {told}' if told else why_no_role(view, area)}"
    )


def _offered(view: DeadwoodView, role: RoleView, *, brief: bool) -> str:
    """A role with what a success pays, and what the wrap does."""
    if brief:
        return f"{role.name} ({earned(*PAY[role.on, True])})"
    wrap = f"${role.rank}" if role.on == SET else bonus(view, role).removesuffix(" at the wrap")
    return f"{role.name} ({KINDS[role.on]}: {earned(*PAY[role.on, True])}; {wrap} at the wrap)"


def _affordable(view: DeadwoodView, seat: int) -> str:
    """Which rank an actor can pay for, the highest."""
    actor = view.actors[seat]
    if actor.rank == RANKS[-1]:
        return ", and you have the highest"
    can = affordable(view, seat)
    return f", and you can afford rank {can[-1]}" if can else ", but you cannot afford one yet"


# --- where ---


def doing(view: DeadwoodView, seat: int) -> str:
    """Where an actor is, and what at."""
    actor, role = view.actors[seat], view.role(seat)
    place = AREAS[actor.area].called
    if role is None:
        return f"is at {place}"
    practice = f" with {chips(actor.chips)}" if actor.chips else ""
    return f"is playing {role.name} ({KINDS[role.on]}, rank {role.rank}) at {place}{practice}"


def say_where(console: Console, view: DeadwoodView, seat: int) -> None:
    """Where everybody is, and what lies next door to `seat`."""
    for area in AREAS.values():
        if people := [view.names[each] for each in view.people_at(area.slug)]:
            console.paragraph(f"{listed(people)} {'is' if len(people) == 1 else 'are'} at {area.called}.")
        for role in roles(view, area.slug):
            if role.seat is not None:
                console.paragraph(f"{view.names[role.seat]} {doing(view, role.seat)}.")
    here = AREAS[view.actors[seat].area]
    console.head(f"Next door to {view.names[seat]}:")
    for neighbour in here.neighbours:
        console.paragraph(f"- {_place(view, AREAS[neighbour])}.")
    if steps := STEPS[here.slug][OFFICE]:
        console.note(f"To {AREAS[OFFICE].called} it is {many(steps, 'move')}.")


def say_map(console: Console, view: DeadwoodView) -> None:
    """The lot as a list, where it cannot be drawn."""
    for area in AREAS.values():
        there = [seat for seat, actor in enumerate(view.actors) if actor.area == area.slug]
        people = [f"{view.names[seat]}{' (at work)' if view.actors[seat].on else ''}" for seat in there]
        here = f" Here: {', '.join(people)}." if people else ""
        doors = listed([AREAS[each].name for each in area.neighbours])
        console.paragraph(f"- {_place(view, area)}.{here} Doors to {doors}.")


def _place(view: DeadwoodView, area: Area) -> str:
    what = status(view, area.slug)
    return f"{area.name}: {what}" if what else area.name


# --- players ---


def say_players(console: Console, view: DeadwoodView) -> None:
    """Everybody with rank, money and points, and what they are at."""
    if _in_words(console):
        for seat, (name, actor) in enumerate(zip(view.names, view.actors, strict=True)):
            owns = f"has rank {actor.rank}, {purse(actor.dollars, actor.credits)}"
            console.paragraph(f"{name} {owns}, which is {many(actor.score, 'point')}, and {doing(view, seat)}.")
        return
    width = max(map(cells, names := _fitting(view.names)))
    console.head(f"  {pad('', width)}  rank  dollars  credits  points")
    for seat, actor in enumerate(view.actors):
        turn = ">" if seat == view.active and view.phase != OVER else " "
        money = f"{f'${actor.dollars}':>7}  {actor.credits:7}"
        console.say(f"{turn} {pad(names[seat], width)}  {actor.rank:4}  {money}  {actor.score:6}")
        hanging(console, "      ", doing(view, seat).removeprefix("is "))


def say_result(console: Console, view: DeadwoodView, winners: Sequence[int]) -> None:
    """The points with their sums, the most first."""
    order = sorted(range(len(view.names)), key=lambda seat: -view.actors[seat].score)
    if _in_words(console):
        for seat in order:
            actor = view.actors[seat]
            owns = (
                f"{purse(actor.dollars, actor.credits)}, and {POINTS_PER_RANK * actor.rank} for rank {actor.rank}"
            )
            won = " This wins." if seat in winners else ""
            console.paragraph(f"{view.names[seat]} has {owns}: {many(actor.score, 'point')}.{won}")
        return
    width = max(map(cells, names := _fitting(view.names)))
    console.head(f"{pad('', width)}  dollars  credits    {POINTS_PER_RANK} x rank  points")
    for seat in order:
        actor = view.actors[seat]
        ranks = f"{POINTS_PER_RANK} x {actor.rank} = {POINTS_PER_RANK * actor.rank:2}"
        row = f"{pad(names[seat], width)}  {f'${actor.dollars}':>7}  {actor.credits:7}  {ranks}  {actor.score:6}"
        console.say(f"{row}{'  wins' * (seat in winners)}")


def _in_words(console: Console) -> bool:
    """Whether a table would not fit, or is not wanted."""
    return console.words or console.width < _NARROWEST


def _fitting(names: Sequence[str]) -> list[str]:
    return [cut(name, _NAME) for name in names]


# --- prices ---


def say_prices(console: Console, view: DeadwoodView, seat: int) -> None:
    """What ranks cost, and which of them `seat` can pay."""
    actor = view.actors[seat]
    console.head(f"{view.names[seat]} has rank {actor.rank}, {purse(actor.dollars, actor.credits)}.")
    if not _in_words(console):
        console.say("  rank  dollars  credits")
    for rank, price in PRICES.items():
        ways = ["dollars"] * (actor.dollars >= price.dollars) + ["credits"] * (actor.credits >= price.credits)
        note = "yours already" if rank <= actor.rank else f"you can pay in {listed(ways, 'or in')}" if ways else ""
        if _in_words(console):
            console.paragraph(f"Rank {rank}: {purse(price.dollars, price.credits, 'or')}. {note}".rstrip())
        else:
            console.say(f"  {rank:4}  {f'${price.dollars}':>7}  {price.credits:7}  {note}".rstrip())
    console.note("All in dollars or all in credits. Each rank is worth 5 points at the end.")
