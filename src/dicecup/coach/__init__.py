"""The coach: what choices and dice were worth in a game that is over. docs/review.md tells how it judges."""

from dicecup.coach.accounts import Account
from dicecup.coach.grades import Grade
from dicecup.coach.review import Review, Step, Weighed, review

__all__ = ["Account", "Grade", "Review", "Step", "Weighed", "review"]
