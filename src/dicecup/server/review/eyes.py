"""What one viewer may know of a review: what others decided in private stays theirs, also after the game."""

from dicecup.server.wire.review import Review, ReviewStep, ReviewTold


def told(text: str, eyes: int | None) -> bytes:
    """A whole review as it is sent to somebody who looks with the eyes of this seat, or of nobody."""
    return ReviewTold(progress=1.0, review=seen(Review.model_validate_json(text), eyes)).model_dump_json().encode()


def seen(review: Review, eyes: int | None) -> Review:
    """A review without the words of what these eyes did not see."""
    steps = [_closed(step) if is_closed(step, eyes) else step for step in review.steps]
    stories = [
        "" if any(_tells(story, seat, step, eyes) for step in review.steps) else story
        for seat, story in enumerate(review.stories)
    ]
    return review.model_copy(update={"steps": steps, "stories": stories, "eyes": eyes})


def is_closed(step: ReviewStep, eyes: int | None) -> bool:
    """Whether somebody else decided this in private."""
    return step.private and step.seat != eyes


def _closed(step: ReviewStep) -> ReviewStep:
    chosen = step.chosen.model_copy(
        update={"choice": [], **dict.fromkeys(("text", "reason", "doing", "given"), "")}
    )
    return step.model_copy(update={"prompt": "", "options": [], "chosen": chosen})


def _tells(story: str, seat: int, step: ReviewStep, eyes: int | None) -> bool:
    """Whether a story may speak of a private choice: it names one, or is that player's own and this cost dear."""
    if not is_closed(step, eyes):
        return False
    fault = step.grade in ("inaccuracy", "mistake", "blunder")
    return (fault and step.seat == seat) or any(
        words and words in story for one in (step.chosen, *step.options) for words in (one.text, one.doing)
    )
