"""What a role in Deadwood is worth, in the numbers that a player asks for: chances, pay, and the wrap."""

from fractions import Fraction

from dicecup.games.deadwood import DeadwoodView, odds
from dicecup.games.deadwood.legal import most_chips
from dicecup.games.deadwood.state import CARD, PAY
from dicecup.games.deadwood.view import RoleView
from dicecup.terminal.deadwood.words import earned


def chance(budget: int, chips: int) -> str:
    """What the die has to show, and how likely that is: the end of a sentence."""
    if chips >= most_chips(budget):
        return "cannot fail"
    return f"needs {budget - chips}+ ({percent(odds.success(budget, chips))})"


def percent(number: Fraction) -> str:
    """A chance, rounded to a hundredth."""
    return f"{float(number):.0%}".replace("%", " %")


def pay(on: str, *, surely: bool = False) -> str:
    """What acting brings: for a success, and after a failure unless there can be none."""
    success, failure = earned(*PAY[on, True]), earned(*PAY[on, False])
    return f"brings {success}" if surely else f"{success} for a success, {failure} for a failure"


def has_star(view: DeadwoodView, area: str) -> bool:
    """Whether a bonus would be paid if the scene wrapped now."""
    return any(role.on == CARD and role.seat is not None for role in view.roles(area))


def bonus(view: DeadwoodView, role: RoleView) -> str:
    """What the wrap brings whoever plays this role: on average for a star, for an extra if there is a star."""
    if role.on != CARD:
        return f"${role.rank} at {'the wrap' if has_star(view, role.area) else 'a wrap with a star'}"
    scene = view.scene(role.area)
    assert scene is not None
    sharing = [
        other.slot
        for other in view.roles(role.area)  # from the highest down
        if other.on == CARD and (view.bonus == "all" or other.seat is not None or other.slot == role.slot)
    ]
    mean = odds.bonus(scene.budget, len(sharing))[sharing.index(role.slot)]
    return f"about ${float(mean):.0f} at the wrap"
