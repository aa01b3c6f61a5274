"""A reviewed game in a sentence or two, for one of those who played it."""

from dicecup.coach.review import Review


def story(review: Review, seat: int) -> str:
    """Who played better, who was luckier, and which choice cost most."""
    mine = review.accounts[seat]
    return f"{mine.name} played with an accuracy of {mine.accuracy or 100:.0f}."
