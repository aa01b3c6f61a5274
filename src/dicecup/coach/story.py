"""A reviewed game in a sentence or two. Nothing is said that the books do not show, or that could be noise."""

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

from dicecup.coach.accounts import Account
from dicecup.coach.grades import Grade
from dicecup.coach.review import Review, Step
from dicecup.players import Unit
from dicecup.table.words import listed

_LITTLE: Final[dict[Unit, float]] = {"win": 0.03, "points": 3.0}  # less is not worth a word
_MUCH: Final[dict[Unit, float]] = {"win": 0.10, "points": 10.0}  # so much left over may have to be told
_TOO_MUCH: Final[dict[Unit, float]] = {"win": 0.30, "points": 30.0}  # and so much has to
_ADDS_UP: Final[dict[Unit, float]] = {"win": 0.06, "points": 5.0}  # as much as a mistake costs


def story(review: Review, seat: int | None) -> str:
    """The game as whoever sat there is told it; for None, as somebody is who only watched."""
    if review.unit == "points":
        told = [_alone(review, voice) for voice in _voices(review, seat)]
    else:
        told = [_among(review, _voices(review, seat)[0]) if seat is not None else _watched(review)]
    return " ".join([*told, *_choices(review, seat)])


def amount(value: float, unit: Unit) -> str:
    """So much of a chance to win, or so many points, without a sign: "9%", "2.3 points", "1 point"."""
    size = abs(value)
    if unit == "win":
        return f"{100 * size:.0f}%"
    number = f"{size:.0f}" if size >= 9.95 else f"{size:.1f}".removesuffix(".0")
    return f"{number} {'point' if number == '1' else 'points'}"


class _Voice(NamedTuple):
    """How somebody is called in a sentence; "they" could be anybody, so who is not spoken to keeps the name."""

    mine: Account
    name: str  # You, Kraken
    who: str  # you, Kraken
    whose: str  # your, Kraken's
    than: str  # " than you", or nothing


def _voices(review: Review, seat: int | None) -> list[_Voice]:
    if seat is not None:
        return [_Voice(review.accounts[seat], "You", "you", "your", " than you")]
    return [_Voice(each, each.name, each.name, f"{each.name}'s", "") for each in review.accounts]


class _Fact(NamedTuple):
    """A clause that is true, and whether it was good (1) or bad (-1) for whoever is spoken of, or neither (0)."""

    said: str
    good: int


# --- one of several ---


def _among(review: Review, voice: _Voice) -> str:
    mine, others = voice.mine, [each for each in review.accounts if each.seat != voice.mine.seat]
    winners = _winners(review)
    outcome = _outcome(voice, others, winners)
    left = _left_over(review, voice, winners)
    if left:
        return f"{outcome}{_front(review, voice, winners)}, but {left}."
    rivals = [each for each in others if each in winners] or others
    play, luck = _play(review, voice, others, rivals), _luck(review, voice, rivals)
    if play and len(rivals) == 1 and luck.good == play.good and play.said.startswith(f"{rivals[0].name} "):
        luck = luck._replace(said=luck.said.replace(f"{rivals[0].name}'s", "their"))  # it is clear whose
    if mine in winners and len(winners) == 1:
        return _sentence(outcome, play, luck, direction=1)
    if winners and mine not in winners:
        return _sentence(outcome, play, luck, direction=-1)
    facts = [fact for fact in (play, luck) if fact]
    if {fact.good for fact in facts} == {1, -1}:
        return f"{outcome}; {' but '.join(fact.said for fact in facts)}."
    return f"{outcome}; {_joined([fact.said for fact in facts])}."


def _sentence(outcome: str, play: _Fact | None, luck: _Fact, direction: int) -> str:
    """How it ended, although some was against it, because the rest was for it."""
    facts = [fact for fact in (play, luck) if fact]
    against = [fact.said for fact in facts if fact.good == -direction]
    helped = [fact.said for fact in facts if fact.good == direction]
    neither = [fact.said for fact in facts if not fact.good]
    told = outcome
    if against:
        told += f" although {_joined(against)}"
    if helped:
        told += f": {_joined(helped)}"
    if neither:
        told += f"; {_joined(neither)}"
    return f"{told}."


def _joined(clauses: Sequence[str]) -> str:
    """After names a comma says that something else begins."""
    named = " than " in clauses[0] and not clauses[0].endswith((" you", " else"))
    return (", and " if named or " and " in clauses[0] else " and ").join(clauses)


def _outcome(voice: _Voice, others: Sequence[Account], winners: Sequence[Account]) -> str:
    if not winners:
        return "Nobody won"
    if voice.mine not in winners:
        return f"{voice.name} lost to {_names(winners)}"
    if len(winners) > 1:
        return f"{voice.name} shared the win with {_names([each for each in winners if each != voice.mine])}"
    return f"{voice.name} beat {others[0].name}" if len(others) == 1 else f"{voice.name} won"


def _play(review: Review, voice: _Voice, others: Sequence[Account], rivals: Sequence[Account]) -> _Fact | None:
    """Who of those that matter here played better; None if that cannot be told."""
    mine, alone = voice.mine, len(others) == 1
    better = [each for each in rivals if _outplayed(review, each, mine)]
    if better:
        return _Fact(f"{_names(better)} played better{'' if alone else voice.than}", -1)
    worse = [each for each in others if _outplayed(review, mine, each)]
    if worse and (len(rivals) == len(others) or all(each in worse for each in rivals)):
        than = "" if alone else " than everybody else" if len(worse) == len(others) else f" than {_names(worse)}"
        return _Fact(f"{voice.who} played better{than}", 1)
    if alone and _alike(review, mine, others[0]):
        return _Fact("both played about equally well", 0)
    if all(_alike(review, mine, each) for each in rivals):
        return _Fact(f"{voice.who} played about as well as {_names(rivals)}", 0)
    return None


def _luck(review: Review, voice: _Voice, rivals: Sequence[Account]) -> _Fact:
    """What chance did for somebody in all; told by the dice that did at least half of it.

    These are their own, or those of one rival, or of whoever won; else nobody's luck alone explains theirs.
    """
    mine, clear = voice.mine, _clear(review)
    net = mine.own_luck + mine.others_luck
    if abs(net) < clear:
        won = [each for each in rivals if each in _winners(review) and mine not in _winners(review)]
        luckier = [each for each in won if each.own_luck >= max(0.0, mine.own_luck) + clear]
        if not luckier:
            return _Fact("luck was about even", 0)
        most_so = max(luckier, key=lambda each: each.own_luck)  # it came from others, but it won
        return _Fact(f"{most_so.name}'s luck was {_par(review, most_so.own_luck)}", -1)
    good = 1 if net > 0 else -1
    told = [(mine.own_luck * good, f"{voice.whose} luck was {_par(review, mine.own_luck)}")]
    if mine.others_luck * good >= clear and (len(rivals) == 1 or mine not in _winners(review)):
        others = [(-each.own_luck * good, each) for each in rivals]
        told += [(size, f"{each.name}'s luck was {_par(review, each.own_luck)}") for size, each in others]
    most, said = max(told)
    if most < max(clear, abs(net) / 2):
        size = amount(net, review.unit)
        said = f"chance brought {voice.who} {size}" if good > 0 else f"chance took {size} from {voice.who}"
    return _Fact(said, good)


def _front(review: Review, voice: _Voice, winners: Sequence[Account]) -> str:
    """Since when whoever won had the best chances: that much is known where it is not known why."""
    if len(winners) != 1:
        return ""
    won, since = winners[0].seat, len(review.steps)
    while since and review.steps[since - 1].before[won] == max(review.steps[since - 1].before):
        since -= 1
    who = " " if winners[0] == voice.mine else " who was "
    if since == len(review.steps):
        return f",{who}in front only at the very end"
    if since == 0:
        return f",{who}in front all the way"
    turn = review.steps[since].turn
    return f",{who}in front from turn {turn} on" if turn else ""


def _left_over(review: Review, voice: _Voice | None, winners: Sequence[Account]) -> str:
    """What is to be said where the mind's own inexactness outweighs what it found, for somebody or who won.

    Whoever won is why the others lost: if little is known of that, everybody hears so, those who watched as well.
    """
    mine = voice.mine if voice else None
    unclear = [each for each in (mine, *winners) if each is not None and _unclear(review, each)]
    if not unclear:
        return ""
    whose = voice.whose if voice and unclear[0] == mine else f"{unclear[0].name}'s"
    what = "chances" if review.unit == "win" else "score"
    size = amount(unclear[0].rest, review.unit)
    return f"it is hard to say why: the coach misjudged {whose} {what} by {size}, {_beside(unclear[0])}"


def _unclear(review: Review, account: Account) -> bool:
    """Whether more is left over than luck and play together explain, or so much that neither can be relied on.

    Large errors and large luck that cancel out explain nothing: each may be the mind's own.
    """
    left = abs(account.rest)
    return left > _TOO_MUCH[review.unit] or (left >= _MUCH[review.unit] and left > abs(_explained(account)))


def _explained(account: Account) -> float:
    return account.own_luck + account.others_luck + account.own_errors + account.others_errors


def _beside(account: Account) -> str:
    if abs(account.rest) > abs(_explained(account)):
        return "more than luck and play together account for"
    return "too much to tell luck from play"


# --- alone, in points ---


def _alone(review: Review, voice: _Voice) -> str:
    mine = voice.mine
    scored = f"{voice.name} scored {amount(round(mine.result), 'points')}"
    if not review.noise:
        scored += f", where perfect play averages {mine.start:.0f}"
    if left := _left_over(review, voice, ()):
        return f"{scored}; {left}."
    net = mine.own_luck + mine.others_luck
    clear = abs(net) >= _clear(review)
    luck = f"{voice.whose} luck was {_par(review, net)}" if clear else "luck was about even"
    away = amount(mine.own_errors, "points")
    if away == "0 points":
        return f"{scored}: {luck}."
    joint = "but" if clear and net > 0 else "and"
    given = away.partition(" ")[0] if clear else away  # points were spoken of already
    return f"{scored}: {luck}, {joint} {voice.whose} choices gave away {given}."


# --- for those who watched ---


def _watched(review: Review) -> str:
    winners, voices = _winners(review), _voices(review, None)
    if len(winners) == 1:
        return _among(review, voices[winners[0].seat])
    told = f"{_names(winners)} shared the win" if winners else "Nobody won"
    if left := _left_over(review, None, winners or review.accounts):
        return f"{told}, but {left}."
    for each in review.accounts:
        if all(_outplayed(review, each, other) for other in review.accounts if other != each):
            told += f"; {each.name} played best"
    lucky = max(review.accounts, key=lambda each: each.own_luck)
    if lucky.own_luck >= _clear(review):
        told += f"; {lucky.name}'s luck was {_par(review, lucky.own_luck)}"
    return f"{told}."


# --- choices ---


def _choices(review: Review, seat: int | None) -> list[str]:
    """The choice that cost most; or that none did, which is worth a sentence as well."""
    everybody = seat is None and len(review.accounts) > 1
    eyes = None if everybody else seat or 0
    faults = [step for step in review.steps if step.is_fault and eyes in (step.seat, None)]
    whom = "you" if seat is not None else ""
    if not faults:
        return [_flawless(review, review.accounts if eyes is None else [review.accounts[eyes]], whom)]
    shown = [step for step in faults if not (step.private and seat is None)]
    if not shown:
        return []
    # What playing on did not bear out is named only if nothing else comes near it.
    worst = max(shown, key=lambda step: step.chosen.loss * (0.5 if step.confirmed is False else 1))
    return [_fault(review, worst, review.names[worst.seat] if everybody else "", whom)]


def _fault(review: Review, step: Step, name: str, whom: str) -> str:
    chosen, best = step.chosen, step.options[0]
    what = " ".join(filter(None, (chosen.doing or f"choosing “{chosen.text}”", chosen.given)))
    turn = f" in turn {step.turn}" if step.turn else ""
    about = "about " if review.noise else ""
    cost = "may have cost" if step.confirmed is False else "cost"
    size = f"{about}{amount(chosen.loss, review.unit)}"
    said = f"{what}{turn} {cost} {whom + ' ' if whom else ''}{size}"
    said = f"The costliest choice was {name}'s: {said}" if name else said[0].upper() + said[1:]
    better = best.doing or f"choosing “{best.text}”"
    return f"{said}; {better} was better." if better != (chosen.doing or "") else f"{said}."


def _flawless(review: Review, accounts: Sequence[Account], whom: str) -> str:
    """Of somebody, or of everybody, without a fault."""
    everybody = len(accounts) > 1
    name = "Everybody" if everybody else whom.capitalize() or accounts[0].name
    if not any(each.decisions for each in accounts):
        return f"Nothing {'that was chosen' if everybody else f'{whom or name} chose'} could change much."
    if all(each.grades[Grade.BEST] == each.decisions for each in accounts):
        return f"{name} found the best choice, or one as good, every time."
    most = -min(each.own_errors for each in accounts)
    if most < _ADDS_UP[review.unit]:
        return "Nobody made a mistake." if everybody else f"{name} made no mistake."
    if everybody or review.unit == "points":  # then it has been told what they gave away
        return "No single choice was a mistake."
    about, whose = "about " if review.noise else "", " of yours" if whom else ""
    size = amount(most, review.unit)
    return f"No single choice{whose} was a mistake, but together they gave away {about}{size}."


# --- numbers ---


def _winners(review: Review) -> list[Account]:
    most = max(review.result)
    return [review.accounts[seat] for seat, got in enumerate(review.result) if got == most > 0]


def _faults(review: Review, account: Account) -> list[float]:
    return [step.chosen.loss for step in review.steps if step.seat == account.seat and step.is_fault]


def _outplayed(review: Review, one: Account, other: Account) -> bool:
    """Whether one clearly played better: fewer faults than noise explains, and no number says the contrary."""
    if one.accuracy is None or other.accuracy is None:
        return False
    mine, theirs = _faults(review, one), _faults(review, other)
    margin = max(_LITTLE[review.unit], 2 * review.noise * sqrt(len(mine) + len(theirs)))
    return (
        sum(theirs) - sum(mine) > margin
        and one.accuracy - other.accuracy >= 1
        and one.own_errors > other.own_errors
    )


def _alike(review: Review, one: Account, other: Account) -> bool:
    """Whether two gave away about the same."""
    if one.accuracy is None or other.accuracy is None:
        return False
    near = abs(one.own_errors - other.own_errors) <= max(_LITTLE[review.unit], 2 * review.noise)
    return near and abs(one.accuracy - other.accuracy) < 5


def _clear(review: Review) -> float:
    """How much luck is worth a word."""
    return max(_LITTLE[review.unit], 2 * review.noise)


def _par(review: Review, luck: float) -> str:
    return f"{amount(luck, review.unit)} {'above' if luck > 0 else 'below'} par"


def _names(accounts: Sequence[Account]) -> str:
    return listed([each.name for each in accounts])
