"""Choosing once more in a game that is over: answered from its review, without thinking again."""

import json
from typing import Any, Final

from dicecup.coach.grades import Grade, grade
from dicecup.coach.story import amount
from dicecup.players import Unit
from dicecup.server.review.eyes import is_closed
from dicecup.server.wire.review import ReviewStep, Tried, TryWish
from dicecup.table import NotAllowed

_WORSE: Final = "That is worse than the choices that are shown."


def tried(text: str, eyes: int | None, wanted: TryWish) -> Tried:
    """What another choice would have been worth, by the review that this text holds."""
    review: dict[str, Any] = json.loads(text)
    if wanted.step >= len(review["steps"]):
        raise NotAllowed("There is no such step in this review.")
    found = review["steps"][wanted.step]
    step = ReviewStep.model_validate(found)
    if is_closed(step, eyes):
        raise NotAllowed("That was decided in private.")
    others = {tuple(choice): loss for choice, loss in found.get("others", ())}
    losses = others | {tuple(one.choice): one.loss for one in (*step.options, step.chosen)}
    loss = losses.get(tuple(wanted.choice))
    if loss is None:
        if others:  # all there was is known
            raise NotAllowed("That could not be chosen there.")
        return Tried(loss=None, grade=None, text=_WORSE)
    if wanted.choice == step.chosen.choice and step.grade is not None:
        word = Grade(step.grade)  # which may have been looked into
    else:
        word = grade(loss, review["unit"], review["noise"])
    return Tried(loss=loss, grade=word.value, text=in_words(word, loss, review["unit"]))


def in_words(word: Grade, loss: float, unit: Unit) -> str:
    """What a choice gives away, in a sentence."""
    if word is Grade.BEST:
        return "That is the best choice."
    if word is Grade.GOOD:
        return "That is a good choice."
    return f"That gives away about {amount(loss, unit)}."
