"""The house rules of Deadwood."""

from dataclasses import dataclass
from typing import Literal

from dicecup.table import Options, setting


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadwoodOptions(Options):
    """The house rules of Deadwood."""

    bonus: Literal["all", "occupied"] = setting(
        "all",
        "bonus dice",
        group="Scenes",
        says={
            "all": "When a scene wraps, the bonus dice go to all roles on its card.",
            "occupied": "When a scene wraps, the bonus dice go only to the roles on its card that are taken.",
        },
    )
    stall_turns: int = setting(
        200,
        "idle turns in a row (no acting, rehearsing, new role or rank) that end the day; 0 for never",
        group="Days",
    )
