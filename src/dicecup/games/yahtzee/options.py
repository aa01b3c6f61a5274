"""The house rules of Yahtzee."""

from dataclasses import dataclass
from typing import Literal

from dicecup.table import Options, setting


@dataclass(frozen=True, slots=True, kw_only=True)
class YahtzeeOptions(Options):
    """The house rules of Yahtzee."""

    rules: Literal["standard", "official"] = setting(
        "standard",
        "further Yahtzees",
        group="Scoring",
        says={
            "standard": "Only your first Yahtzee earns 50 points, and there is no joker.",
            "official": "Each further Yahtzee earns a bonus of 100, and has to be used as a joker.",
        },
    )

    @property
    def official(self) -> bool:
        """Whether bonus and joker apply."""
        return self.rules == "official"
