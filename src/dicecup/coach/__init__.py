"""The coach: what choices and dice were worth in a game that is over. docs/review.md tells how it judges."""

from typing import Final

from dicecup.coach.accounts import Account
from dicecup.coach.grades import Grade
from dicecup.coach.review import Review, Step, Weighed, read, review

VERSION: Final = 6
"""One more whenever reviews come out otherwise: those that a server has kept are then worked out again."""

__all__ = ["VERSION", "Account", "Grade", "Review", "Step", "Weighed", "read", "review"]
